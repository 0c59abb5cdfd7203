"""Verification of the books: every chain, every transfer, every account and every recorded head.

Entries are read once, in order, and not held in memory, so memory use does not grow with their
number. The first breach is reported. `novamas.store.entries` explains which changes only a recorded
head can show.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

import msgspec
from msgspec import Struct

from novamas.errors import RecordMismatch
from novamas.money import Cents
from novamas.store.connections import Connection
from novamas.store.entries import (
    NOTHING_BEFORE,
    PUBLIC,
    Entry,
    Head,
    Transfer,
    hash_of,
    instant,
    transfers_read,
    transfers_written,
)
from novamas.store.store import Store

SHOWN = 16  # hexadecimal digits of a hash in a message
_HEADS = b'"heads":'

_ENTRIES = (
    "SELECT e.transfers, b.name, e.number, e.moment, e.kind, e.subject, e.key, e.body, e.hash"
    " FROM entries e LEFT JOIN books b ON b.id = e.book ORDER BY e.book, e.number"
)
_BALANCES = "SELECT a.account, b.name, a.cents FROM balances a LEFT JOIN books b ON b.id = a.book"
_KEY_TWICE = (
    "SELECT b.name, max(e.number), e.key FROM entries e JOIN books b ON b.id = e.book"
    " WHERE e.key IS NOT NULL GROUP BY e.book, b.name, e.key HAVING count(*) > 1 ORDER BY e.book LIMIT 1"
)
_HASH = "SELECT e.hash FROM entries e JOIN books b ON b.id = e.book WHERE b.name = ? AND e.number = ?"
_LAST = "SELECT max(e.number) FROM entries e JOIN books b ON b.id = e.book WHERE b.name = ?"

_GUARDED = tuple(f"{table}_no_{deed}" for table in ("books", "entries") for deed in ("update", "delete"))
_GUARDS = {
    "sqlite": (
        "SELECT name FROM sqlite_master"
        " WHERE type = 'trigger' AND sql LIKE '%BEGIN SELECT RAISE(ABORT, ''only_added''); END'"
    ),
    "postgresql": (
        "SELECT t.tgname FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid"
        " JOIN pg_class c ON c.oid = t.tgrelid WHERE c.relnamespace = current_schema()::regnamespace"
        " AND t.tgenabled IN ('O', 'A') AND p.prosrc LIKE '%%RAISE EXCEPTION ''only_added''%%'"
    ),
}


class Breach(Struct, frozen=True):
    """The first inconsistency in the books: its place, the expected value and the found value."""

    code: str
    book: str = ""
    number: int = 0
    expected: str = ""
    found: str = ""


class Breached(RecordMismatch):
    """Raised when the books are inconsistent."""

    def __init__(self, at: Breach) -> None:
        super().__init__(at.code, book=at.book, number=at.number, expected=at.expected, found=at.found)
        self.at = at

    def __reduce__(self) -> tuple[type[Breached], tuple[Breach]]:
        return Breached, (self.at,)


class Verified(Struct, frozen=True):
    """The result of a verification: the totals of the books, and the first breach or None."""

    entries: int
    transfers: int
    heads: dict[str, Head]  # of the books. Recorded elsewhere, each one anchors its book up to here
    balances: dict[str, Cents]
    anchors: int  # recorded heads that agree, named by entries or given by the caller
    breach: Breach | None = None


class Anchor(Struct, frozen=True):
    """A head of a book as recorded elsewhere. Its hash may be cut to its first digits, as on a ticket."""

    book: str
    number: int
    hash: str  # hexadecimal


class _Anchoring(Struct, frozen=True):
    """The part of an entry's body that states the heads of other books."""

    heads: dict[str, Head] = {}


def verify(store: Store, kept: Iterable[Anchor] = ()) -> Verified:
    """Read all books and report the first breach. `kept` are recorded heads to compare with them."""
    with store.reading() as books:
        walk = _Walk(books.link, store.kind, tuple(kept))
        breach = next(walk.breaches(), None)
    balances = {account: cents for account, cents in sorted(walk.balances().items()) if cents}
    return Verified(walk.entries, walk.transfers, walk.heads, balances, walk.agreed, breach)


class _Walk:
    """A verification that reads all books once."""

    def __init__(self, link: Connection, kind: str, kept: tuple[Anchor, ...]) -> None:
        self.link = link
        self.kind = kind
        self.entries = self.transfers = self.agreed = 0
        self.heads: dict[str, Head] = {}
        self.moved: defaultdict[tuple[str, str], Cents] = defaultdict(int)  # by account and book
        self.anchors = list(kept)

    def breaches(self) -> Iterator[Breach]:
        """Yield all breaches in the order in which they are found."""
        yield from self._chains()
        yield from self._keys()
        yield from self._check_anchors()
        yield from self._accounts()
        yield from self._balances()
        yield from self._guards()
        yield from self._file()

    def _file(self) -> Iterator[Breach]:
        """Check the pages and indexes of a SQLite file with SQLite's own test."""
        if self.kind == "sqlite":
            for (found,) in self.link.rows("PRAGMA integrity_check(1)"):
                if found != "ok":
                    yield Breach("store_corrupt", found=found)

    def _chains(self) -> Iterator[Breach]:
        book: str | None = None
        last, before, then = 0, NOTHING_BEFORE, 0
        for text, *values in self.link.each(_ENTRIES):
            entry = Entry(*values)
            if entry.book != book:
                book, last, before, then = entry.book, 0, NOTHING_BEFORE, 0
            transfers = _transfers(text)
            yield from _unchained(entry, last, before, then, transfers)
            yield from self._moved(entry, transfers or ())
            last, before, then = entry.number, entry.hash, entry.moment
            self.entries += 1
            self.heads[entry.book] = entry.head
            if _HEADS in entry.body:
                self.anchors += _named(entry)

    def _moved(self, entry: Entry, transfers: Iterable[Transfer]) -> Iterator[Breach]:
        for one in transfers:
            if one.cents <= 0 or one.source == one.target:
                description = f"{one.source} → {one.target}: {one.cents}"
                yield Breach("transfer_faulty", entry.book, entry.number, found=description)
            self.moved[one.source, entry.book] -= one.cents
            self.moved[one.target, entry.book] += one.cents
            self.transfers += 1

    def balances(self) -> dict[str, Cents]:
        """Return each account's balance, computed from all transfers."""
        totals: defaultdict[str, Cents] = defaultdict(int)
        for (account, _), cents in self.moved.items():
            totals[account] += cents
        return totals

    def _keys(self) -> Iterator[Breach]:
        for book, number, key in self.link.rows(_KEY_TWICE):
            yield Breach("key_twice", book, number, found=key)

    def _accounts(self) -> Iterator[Breach]:
        for account, cents in sorted(self.balances().items()):
            if cents < 0 and account != PUBLIC:
                yield Breach("account_below_nought", account, found=str(cents))

    def _balances(self) -> Iterator[Breach]:
        stored = {(account, book): cents for account, book, cents in self.link.rows(_BALANCES)}
        for account, book in sorted(self.moved.keys() | stored.keys(), key=repr):
            computed, recorded = self.moved.get((account, book), 0), stored.get((account, book), 0)
            if computed != recorded:
                yield Breach("balance_altered", account, 0, f"{computed} ({book})", f"{recorded} ({book})")

    def _check_anchors(self) -> Iterator[Breach]:
        for anchor in self.anchors:
            found = self.link.rows(_HASH, anchor.book, anchor.number)
            if not found:
                last = self.link.rows(_LAST, anchor.book)[0][0] or 0
                yield Breach("head_missing", anchor.book, anchor.number, anchor.hash[:SHOWN], str(last))
            elif not anchor.hash or not found[0][0].hex().startswith(anchor.hash.lower()):
                actual = found[0][0].hex()[:SHOWN]
                yield Breach("other_head", anchor.book, anchor.number, anchor.hash[:SHOWN], actual)
            self.agreed += 1

    def _guards(self) -> Iterator[Breach]:
        present = {name for (name,) in self.link.rows(_GUARDS[self.kind])}
        for guard in _GUARDED:
            if guard not in present:
                yield Breach("guard_missing", expected=guard)


def _transfers(text: str | None) -> tuple[Transfer, ...] | None:
    """Decode an entry's transfers. Return None if they are not in the canonical format."""
    try:
        transfers = transfers_read(text)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None
    return transfers if transfers_written(transfers) == text else None


def _unchained(
    entry: Entry, last: int, before: bytes, then: int, transfers: tuple[Transfer, ...] | None
) -> Iterator[Breach]:
    """Yield each reason why an entry does not follow from the entry before it."""
    if entry.book is None:
        yield Breach("entry_of_no_book", "", entry.number)
    if entry.number != last + 1:
        yield Breach("entry_missing", entry.book, last + 1, str(last + 1), str(entry.number))
    expected = hash_of(before, entry, transfers or ())
    if entry.hash != expected or transfers is None:
        yield Breach(
            "entry_altered", entry.book, entry.number, expected.hex()[:SHOWN], entry.hash.hex()[:SHOWN]
        )
    if entry.moment < then:
        yield Breach("entry_before_last", entry.book, entry.number, _as_text(then), _as_text(entry.moment))


def _named(entry: Entry) -> list[Anchor]:
    """Return the heads of books that the body of an entry states."""
    try:
        heads = entry.read(_Anchoring).heads
    except (msgspec.DecodeError, UnicodeDecodeError):  # another field of this name
        return []
    return [Anchor(book, head.number, head.hash) for book, head in heads.items()]


def _as_text(moment: int) -> str:
    return instant(moment).isoformat(timespec="milliseconds")
