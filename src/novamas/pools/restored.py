"""Seeds of pools after a restore: a nonce is mixed into each seed before the next draw.

The books show the nonces at once. Until they are mixed in, sales and draws are refused (`nothing_mixed_in`).
"""

from __future__ import annotations

from datetime import date

from novamas.pools.codes import book_of
from novamas.pools.lototrot import days
from novamas.pools.lototrot import office as lototrot
from novamas.pools.mixing import mix
from novamas.pools.promotrot import accounts
from novamas.pools.promotrot import entries as promotrot
from novamas.pools.promotrot.office import ENDED, Office, seed_of
from novamas.pools.promotrot.reports import remixes_of
from novamas.store import Store, WriteTransaction
from novamas.store.epochs import epoch_of


def mix_after_restore(store: Store) -> int:
    """Mix a nonce into the seed of each open issue and declared race of a restored copy.

    Return the number of these seeds. A process calls this before it sells or draws on a store.
    """
    with store.reading() as books:
        if not epoch_of(books):
            return 0
    races, issues = lototrot.Office(store), Office(store)
    return store.write(lambda books: _mix_races(books, races) + _mix_issues(books, issues))


def _mix_races(books: WriteTransaction, office: lototrot.Office) -> int:
    epoch, found = epoch_of(books), 0
    subjects = {made.subject for made in books.entries(book=days.OFFICE, kind="declaration")}
    for subject in sorted(subjects):
        day = date.fromisoformat(subject.rpartition("/")[2])
        books.state(subject, alone=True)
        now = days.read_day(books, day, office.frame)
        for race, declared in now.declared.items():
            if race in now.results or declared.present_epoch >= epoch:
                continue
            seed = books.hidden(lototrot.secret_of(day, race))
            assert seed is not None, "a declared race has a seed"
            mixed = mix(seed.decode(), declared.mixed, epoch)
            books.append(days.OFFICE, "mixed", days.MixedIn(race, mixed), subject=subject)
            found += 1
    return found


def _mix_issues(books: WriteTransaction, office: Office) -> int:
    epoch, found = epoch_of(books), 0
    for made in list(books.entries(book=accounts.OFFICE, kind="issue")):
        body = made.read(promotrot.Published)
        state = books.state(made.subject, alone=True) or ""
        before = tuple(one.mixed for one in remixes_of(books, body.code))
        if state.startswith(ENDED) or (before[-1].epoch if before else body.epoch) >= epoch:
            continue
        mixed = mix(seed_of(books, office.issue(books, body.code)), before, epoch)
        entered = promotrot.MixedIn(body.code, mixed, books.heads(book_of("")))
        books.append(accounts.OFFICE, "mixed", entered, subject=made.subject)
        found += 1
    return found
