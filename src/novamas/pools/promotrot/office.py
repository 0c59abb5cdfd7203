"""The central system of Promotrot on a store: outlets, issues and lapsed vouchers.

Each method is durable when it returns. A refused call raises a `NovamasError` (a code, its clause and
values) and enters nothing. The terminals are in `novamas.pools.promotrot.outlets`.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta

from novamas.equipment.chance import CommittedSource
from novamas.errors import NovamasError, quoted
from novamas.law import law
from novamas.money import Cents
from novamas.pools.codes import LONGEST_ESTABLISHMENT, OUTLET, book_of, code_text, outlet_of
from novamas.pools.payment_terms import CENTRAL, local_day
from novamas.pools.promotrot import accounts
from novamas.pools.promotrot.accounts import OFFICE
from novamas.pools.promotrot.entries import (
    Advance,
    End,
    Lapse,
    Outlet,
    Payment,
    Play,
    Published,
    Ticket,
    end_key,
    issue_key,
    lapsed_subject,
    outlet_subject,
    play_key,
    published,
)
from novamas.pools.promotrot.faces import face_of
from novamas.pools.promotrot.issues import Issue, Remixed, pre_drawn, prize_of
from novamas.pools.promotrot.reports import remixes_of
from novamas.pools.promotrot.setup import Law, frame_now, law_of
from novamas.store import Entry, ReadTransaction, Store, WriteTransaction
from novamas.store.epochs import epoch_of
from novamas.visible_text import read_name

OPEN, ENDED = "open", "ended"  # states of an issue
AUTHORISED, REVOKED = "authorised", "revoked"  # states of an outlet


class Office:
    """The organiser's central system. Several instances may work on one store at the same time."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._issues: dict[str, Issue] = {}  # cache of published issues, which never change
        self._remixes: dict[str, tuple[Remixed, ...]] = {}  # after restores, which happen between processes

    @property
    def held(self) -> Law:
        """The present figures of the law, for actions that concern no particular issue."""
        return law_of(frame_now())

    # ------------------------------------------------------------ outlets

    def authorise(self, outlet: str, establishment: str) -> None:
        """Authorise an outlet to sell and pay. A repeated call updates the name of its premises."""
        if not OUTLET.fullmatch(outlet) or outlet == CENTRAL or not establishment.strip():
            clause = self.held.selling.ticket
            raise NovamasError("outlet_unfit", clause=clause, given=quoted(outlet))
        self._set_outlet(outlet, AUTHORISED, read_name(establishment, LONGEST_ESTABLISHMENT))

    def revoke(self, outlet: str) -> None:
        """Withdraw the authorisation of an outlet. From now on it may neither sell nor pay."""
        with self.store.reading() as books:
            establishment = self._establishment(books, outlet)
        self._set_outlet(outlet, REVOKED, establishment)

    def _set_outlet(self, outlet: str, state: str, establishment: str) -> None:
        def act(books: WriteTransaction) -> None:
            subject, now = outlet_subject(outlet), f"{state} {establishment}"
            if books.state(subject, alone=True) != now:
                body = Outlet(outlet, establishment)
                books.append(OFFICE, f"outlet_{state}", body, subject=subject)
                books.set_state(subject, now)

        self.store.write(act)

    def check_outlet(self, books: ReadTransaction, outlet: str) -> None:
        """Raise if an outlet is not authorised to sell and pay."""
        if not (books.state(outlet_subject(outlet)) or "").startswith(f"{AUTHORISED} "):
            raise NovamasError("outlet_unknown", clause=self.held.selling.ticket, given=quoted(outlet))

    def _establishment(self, books: ReadTransaction, outlet: str) -> str:
        """Return the name of an outlet's establishment."""
        found = books.state(outlet_subject(outlet))
        if found is None:
            raise NovamasError("outlet_unknown", clause=self.held.selling.ticket, given=quoted(outlet))
        return found.partition(" ")[2]

    # ------------------------------------------------------------ issues

    def publish(self, issue: Issue, *, seed: str | None = None) -> str:
        """Publish an issue and return the commitment to its seed, which the outlets display.

        The seed comes from the operating system, unless the caller gives one for a trial.
        """
        chance = CommittedSource(seed)

        def act(books: WriteTransaction) -> str:
            if books.state(issue.subject, alone=True) is not None:
                return self._published_before(books, issue)
            body = published(issue, chance.commitment, epoch_of(books))
            books.append(OFFICE, "issue", body, subject=issue.subject, key=issue_key(issue.code))
            books.put_encrypted(issue.subject, bytes.fromhex(chance.kept()))
            books.set_state(issue.subject, f"{OPEN} 0")
            return chance.commitment

        return self.store.write(act)

    def _published_before(self, books: ReadTransaction, issue: Issue) -> str:
        before = self._publication(books, issue.code)
        if published(issue, before.commitment, before.epoch) != before:
            raise NovamasError("issue_published", clause=self.held.selling.ticket, issue=issue.code)
        return before.commitment

    def issue(self, books: ReadTransaction, code: str) -> Issue:
        """Return a published issue."""
        if code not in self._issues:
            self._issues[code] = self._publication(books, code).issue()
        return self._issues[code]

    def _publication(self, books: ReadTransaction, code: str) -> Published:
        entry = books.entry_of(OFFICE, issue_key(code))
        if entry is None:
            raise NovamasError("issue_unknown", clause=self.held.selling.ticket, given=quoted(code))
        return entry.read(Published)

    def sold(self, books: WriteTransaction, issue: Issue) -> int:
        """Lock an issue that has not ended and return the number of its tickets sold."""
        state = books.state(issue.subject, alone=True)
        assert state is not None, "a published issue has a state"
        name, _, sold = state.partition(" ")
        if name == ENDED:
            raise NovamasError("issue_ended", clause=issue.law.selling.ticket, issue=issue.code)
        self.remixes(books, issue)
        return int(sold)

    def remixes(self, books: ReadTransaction, issue: Issue) -> tuple[Remixed, ...]:
        """Return the nonces mixed into an issue's seed. Raise if the nonce after a restore is missing."""
        if issue.code not in self._remixes:
            found = remixes_of(books, issue.code)
            epoch = found[-1].mixed.epoch if found else self._publication(books, issue.code).epoch
            if epoch < epoch_of(books):
                raise NovamasError("nothing_mixed_in", clause=issue.law.selling.ticket)
            self._remixes[issue.code] = found
        return self._remixes[issue.code]

    def uncover(self, books: WriteTransaction, issue: Issue, bought: Entry, act: int, seed: str) -> Entry:
        """Enter the face and the prize of a ticket. From now on the prize is owed."""
        number = bought.read(Ticket).number
        remixed = self.remixes(books, issue)
        prize, face = prize_of(issue, seed, number, remixed), face_of(issue, seed, number, remixed)
        where = self._establishment(books, outlet_of(bought)) if prize else ""
        body = Play(issue.code, bought.number, number, act, face, where, prize)
        if prize is not None:
            self._lay_out(books, issue, prize.cents)
        return books.append(
            bought.book,
            "play",
            body,
            subject=issue.subject,
            key=play_key(bought.number),
            transfers=accounts.won(issue.code, prize.cents) if prize else (),
        )

    def _lay_out(self, books: WriteTransaction, issue: Issue, cents: Cents) -> None:
        """Let the organiser advance the part of a prize that the takings do not cover."""
        missing = cents - books.balance(accounts.takings(issue.code))
        if missing > 0:
            moved = accounts.laid_out(issue.code, missing)
            body = Advance(issue.code, missing)
            books.append(OFFICE, "advance", body, subject=issue.subject, transfers=moved)

    # ------------------------------------------------------------ lapse and end

    @law("IB05.15.IIbis.6.6-6.1", "IB05.15.IIbis.6.6-7.1")
    def lapse(self, issue: str) -> Lapse:
        """Give the organiser the unpaid amounts of all vouchers whose last day has passed."""

        def act(books: WriteTransaction) -> Lapse:
            found = self.issue(books, issue)
            before = books.state(lapsed_subject(issue), alone=True)
            since = date.fromisoformat(before) if before else date.min
            through = local_day(books.now()) - timedelta(days=found.law.term.days + 1)
            left = [cents for on, cents in _unpaid(books, found) if since < on <= through]
            body = Lapse(issue, max(through, since), len(left), sum(left))
            if left:
                moved = accounts.unclaimed(issue, body.cents)
                books.append(OFFICE, "lapse", body, subject=found.subject, transfers=moved)
                books.set_state(lapsed_subject(issue), body.through.isoformat())
            return body

        return self.store.write(act)

    @law("IB05.15.II.2.1", "IB05.15.IIbis.5.5-1.2")
    def end(self, issue: str) -> End:
        """End an issue: uncover its unplayed tickets, give the organiser the rest, and reveal the seed.

        A repeated call returns the first result.
        """

        with self.store.reading() as before:
            found = self.issue(before, issue)
            deal(before, found, self.remixes(before, found))

        def act(books: WriteTransaction) -> End:
            if (made := books.entry_of(OFFICE, end_key(issue))) is not None:
                return made.read(End)
            sold, seed = self.sold(books, found), seed_of(books, found)
            for bought in list(_unplayed(books, found)):
                self.uncover(books, found, bought, 0, seed)
            left = accounts.rest(issue, books.balance(accounts.takings(issue)))
            body = End(issue, sold, seed, books.heads(book_of("")))
            books.append(OFFICE, "end", body, subject=found.subject, key=end_key(issue), transfers=left)
            books.set_state(found.subject, f"{ENDED} {sold}")
            books.forget_hidden(found.subject)
            return body

        return self.store.write(act)


def _unplayed(books: ReadTransaction, issue: Issue) -> Iterator[Entry]:
    """Yield the tickets of an issue that no one has played."""
    played = {
        (made.book, made.read(Play).ticket) for made in books.entries(subject=issue.subject, kind="play")
    }
    for bought in books.entries(subject=issue.subject, kind="ticket"):
        if (bought.book, bought.number) not in played:
            yield bought


def _unpaid(books: ReadTransaction, issue: Issue) -> Iterator[tuple[date, Cents]]:
    """Yield the day and the amount of each unpaid voucher of an issue."""
    payments = books.entries(subject=issue.subject, kind="payment")
    paid = {made.read(Payment).voucher for made in payments}
    for made in books.entries(subject=issue.subject, kind="play"):
        prize = made.read(Play).prize
        if prize is not None and code_text(made) not in paid:
            yield local_day(made.at), prize.cents


def deal(books: ReadTransaction, issue: Issue, remixed: tuple[Remixed, ...]) -> None:
    """Shuffle a pre-drawn issue in advance, because shuffling in a transaction would hold the lock."""
    if issue.is_pre_drawn and (seed := books.hidden(issue.subject)) is not None:
        pre_drawn(issue, seed.hex(), remixed)


def seed_of(books: ReadTransaction, issue: Issue) -> str:
    """Return the secret seed of an open issue, known only to the central system."""
    found = books.hidden(issue.subject)
    assert found is not None, "an open issue has a seed"
    return found.hex()
