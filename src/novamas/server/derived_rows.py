"""Verification of rows outside the books: states of subjects, due actions, snapshots, secrets.

The store verifies its books itself. Most other rows can be derived from the books, or the house has
sealed or encrypted them. Passes and names of persons, device links, proposals and committed seeds
are in no book. No money depends on them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import msgspec

from novamas.errors import NovamasError
from novamas.hall.keys import KEPT_AS, Keys
from novamas.hall.people.operators import TOKENS as OPERATORS
from novamas.hall.people.operators import OperatorGiven
from novamas.hall.people.tokens import REVOKED, Tokens
from novamas.hall.tables.accounts import book_of
from novamas.hall.tables.entries import Closed, Opened, kind_name
from novamas.hall.tables.seeds import SEEDS, Seeds
from novamas.hall.tables.snapshot import has_format, is_sealed
from novamas.pools.codes import read_code
from novamas.pools.lototrot import days
from novamas.pools.lototrot import outlets as lototrot
from novamas.pools.lototrot.authorisation import outlet_subject as lototrot_outlet
from novamas.pools.promotrot import accounts, entries, office
from novamas.protocol.pools import Terminal
from novamas.server.pools import terminals
from novamas.store import Breach, Breached, Entry, ReadTransaction, Store
from novamas.store.encryption import HIDDEN
from novamas.store.epochs import BOOK, EPOCH, RESTORED, WasRestored
from novamas.store.open_tables import open_state
from novamas.store.reading import blob

COVERED: Final = ("open/", "operator/", "token/", "promotrot/", "lototrot/", EPOCH)  # subjects
DAYS: Final = {"opened": "open", "closed": "closed", "recalled": "open", "settlement": "settled"}
States = dict[str, str]


class _Named(msgspec.Struct):
    hashes: tuple[str, ...] = ()


def altered_rows(store: Store, keys: Keys | None) -> Iterator[Breach]:
    """Yield the rows that do not agree with the books.

    Without the keys, secrets and seals are not checked.
    """
    with store.reading() as books:
        expected = dict(_expected(books))
        yield from _subjects(books, expected)
        listed = {book_of(name.removeprefix("open/")) for name in expected if name.startswith("open/")}
        for book, moment in books.link.rows("SELECT book, moment FROM due"):
            last = books.head(book)
            entry = books.entry(book, last.number) if last is not None else None
            if book not in listed or entry is None or moment < 0:
                yield Breach("row_altered", f"due/{book}", found=str(moment))
        if keys is not None:
            yield from _sealed(books, keys)


def check_rows(store: Store, keys: Keys | None) -> None:
    """Raise an error that names the first row that does not agree with the books."""
    for breach in altered_rows(store, keys):
        raise Breached(breach)


def _subjects(books: ReadTransaction, expected: States) -> Iterator[Breach]:
    rows = books.link.rows("SELECT name, state FROM subjects WHERE state IS NOT NULL")
    stored = {name: _without_moment(name, state) for name, state in rows}
    for name, state in sorted(expected.items()):
        if stored.get(name, REVOKED if state == REVOKED else None) != state:  # revoked ones are deleted later
            yield Breach("row_altered", name, expected=state, found=str(stored.get(name, "")))
    for name in sorted(stored.keys() - expected.keys()):
        if name.startswith(COVERED):
            yield Breach("row_altered", name, found=stored[name])


def _without_moment(name: str, state: str) -> str:
    """Return a state without its listing time. The time only sorts the list of open tables."""
    return state.partition(" ")[2] if name.startswith("open/") else state


def _sealed(books: ReadTransaction, keys: Keys) -> Iterator[Breach]:
    """Yield the snapshots and secrets that the house did not seal or encrypt itself.

    A snapshot in another format is not checked, because it is never used.
    """
    seeds = Seeds(keys)
    for book, number, body in books.link.each("SELECT book, number, body FROM snapshots"):
        if has_format(blob(body)) and not is_sealed(blob(body), book, number, seeds):
            yield Breach("row_altered", f"snapshots/{book}", number)
    for name, value in books.link.each("SELECT name, value FROM secrets"):
        if name == KEPT_AS:
            is_good = blob(value).decode(errors="replace") == keys.name
        else:
            is_good = not name.startswith((HIDDEN, SEEDS)) or _opens(keys, blob(value), name)
        if not is_good:
            yield Breach("row_altered", f"secrets/{name}")


def _opens(keys: Keys, value: bytes, name: str) -> bool:
    try:
        keys.decrypt(value, name)
    except NovamasError:
        return False
    return True


# ---------------------------------------------------------------- states that follow from the books


def _expected(books: ReadTransaction) -> Iterator[tuple[str, str]]:
    """Yield the subjects and states that follow from the entries. A later state replaces an earlier one."""
    for entry in books.entries(book=BOOK):
        if entry.kind in RESTORED and (epoch := entry.read(WasRestored).epoch):
            yield EPOCH, str(epoch)
    for book in books.books("table/"):
        yield from _open_table(books, book)
    for tokens in (OPERATORS, terminals.TOKENS):
        yield from _tokens(books, tokens)
    yield from _lototrot(books)
    yield from _promotrot(books)


def _open_table(books: ReadTransaction, book: str) -> Iterator[tuple[str, str]]:
    first, head = books.entry(book, 1), books.head(book)
    if first is None or head is None:
        return
    last = books.entry(book, head.number)
    if last is not None and last.kind != kind_name(Closed):
        opened = first.read(Opened)
        name, state = open_state(book.removeprefix("table/"), opened.public, opened.owner, first.moment)
        yield name, _without_moment(name, state)


def _tokens(books: ReadTransaction, tokens: Tokens) -> Iterator[tuple[str, str]]:
    for entry in books.entries(book=tokens.book):
        if entry.kind == tokens.revoked:
            for one in entry.read(_Named).hashes:
                yield tokens.subject(one), REVOKED
        elif entry.kind == tokens.given and tokens is OPERATORS:
            operator = entry.read(OperatorGiven)
            yield tokens.subject(operator.hash), operator.name
        elif entry.kind == tokens.given:
            given = entry.read(terminals.TokenGiven)
            terminal = Terminal(given.outlet, given.may)
            yield tokens.subject(given.hash), msgspec.json.encode(terminal).decode()


def _lototrot(books: ReadTransaction) -> Iterator[tuple[str, str]]:
    for entry in books.entries(book=days.OFFICE):
        if entry.kind.startswith("outlet_"):
            state = entry.kind.removeprefix("outlet_")
            yield lototrot_outlet(entry.read(days.Outlet).outlet), state
        elif entry.kind == "payment_order":
            yield entry.subject, "paying"
        elif entry.kind in DAYS:
            yield entry.subject, DAYS[entry.kind]
    kinds: tuple[tuple[str, type[Any]], ...] = (
        ("payment", days.Paid),
        ("refund", days.Paid),
        ("deposit", days.Deposited),
        ("decision", days.Decided),
    )
    for kind, body in kinds:
        for entry in books.entries(kind=kind):
            if entry.subject.startswith("lototrot/"):
                yield _lototrot_ticket(books, entry.read(body))


def _lototrot_ticket(books: ReadTransaction, body: Any) -> tuple[str, str]:
    code = read_code(body.code, clause="")
    sale = books.entry(code.book, code.number)
    assert sale is not None
    state = lototrot.PAID
    if isinstance(body, days.Deposited):
        state = lototrot.DEPOSITED
    elif isinstance(body, days.Decided) and not body.legitimate:
        state = "rejected"
    return lototrot.ticket_subject(sale), state


def _promotrot(books: ReadTransaction) -> Iterator[tuple[str, str]]:
    for entry in books.entries(book=accounts.OFFICE):
        if entry.kind.startswith("outlet_"):
            outlet, state = entry.read(entries.Outlet), entry.kind.removeprefix("outlet_")
            yield entries.outlet_subject(outlet.name), f"{state} {outlet.establishment}"
        elif entry.kind == "issue":
            tickets = sum(1 for _ in books.entries(subject=entry.subject, kind="ticket"))
            yield entry.subject, f"{office.OPEN} {tickets}"
        elif entry.kind == "end":
            yield entry.subject, f"{office.ENDED} {entry.read(entries.End).sold}"
        elif entry.kind == "lapse":
            lapse = entry.read(entries.Lapse)
            yield entries.lapsed_subject(lapse.issue), lapse.through.isoformat()
    for entry in books.entries(kind="payment"):
        if entry.subject.startswith("promotrot/"):
            yield _voucher(entry)


def _voucher(entry: Entry) -> tuple[str, str]:
    code = read_code(entry.read(entries.Payment).voucher, clause="")
    return entries.voucher_subject(code), entry.book
