"""Do the books hold? Every chain, every transfer, every account, and every head that somebody kept.

Entries are read once, in order, and not kept: a million of them take no more memory than a few. The first
place that does not hold is told. What only a head that was kept can tell is said in `novamas.store.entries`.
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

SHOWN = 16  # hexadecimal digits of a hash
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
    """Where the books do not hold: the first place, what should stand there and what does."""

    code: str
    book: str = ""
    number: int = 0
    expected: str = ""
    found: str = ""


class Breached(RecordMismatch):
    """The books do not hold."""

    def __init__(self, at: Breach) -> None:
        super().__init__(at.code, book=at.book, number=at.number, expected=at.expected, found=at.found)
        self.at = at

    def __reduce__(self) -> tuple[type[Breached], tuple[Breach]]:
        return Breached, (self.at,)


class Verified(Struct, frozen=True):
    """What was read, and where it does not hold, if it does not."""

    entries: int
    transfers: int
    heads: dict[str, Head]  # of the books: kept elsewhere, each anchors its book up to here
    balances: dict[str, Cents]
    anchors: int  # heads that were named by entries or kept by somebody, and agree
    breach: Breach | None = None


class Anchor(Struct, frozen=True):
    """A head of a book that somebody kept; of its hash perhaps only the beginning, as on a ticket."""

    book: str
    number: int
    hash: str  # in hexadecimal


class _Anchoring(Struct, frozen=True):
    """An entry that names heads of books."""

    heads: dict[str, Head] = {}


def verify(store: Store, kept: Iterable[Anchor] = ()) -> Verified:
    """Read all books, and tell the first place where they do not hold, by themselves or by what was kept."""
    with store.reading() as books:
        walk = _Walk(books.link, store.kind, tuple(kept))
        breach = next(walk.breaches(), None)
    balances = {account: cents for account, cents in sorted(walk.balances().items()) if cents}
    return Verified(walk.entries, walk.transfers, walk.heads, balances, walk.agreed, breach)


class _Walk:
    """One reading of all books."""

    def __init__(self, link: Connection, kind: str, kept: tuple[Anchor, ...]) -> None:
        self.link = link
        self.kind = kind
        self.entries = self.transfers = self.agreed = 0
        self.heads: dict[str, Head] = {}
        self.moved: defaultdict[tuple[str, str], Cents] = defaultdict(int)  # by account and book
        self.anchors = list(kept)

    def breaches(self) -> Iterator[Breach]:
        """Whatever does not hold, as it is met."""
        yield from self._chains()
        yield from self._keys()
        yield from self._kept()
        yield from self._accounts()
        yield from self._balances()
        yield from self._guards()

    def _chains(self) -> Iterator[Breach]:
        of: str | None = None
        last, before, then = 0, NOTHING_BEFORE, 0
        for text, *figures in self.link.each(_ENTRIES):
            entry = Entry(*figures)
            if entry.book != of:
                of, last, before, then = entry.book, 0, NOTHING_BEFORE, 0
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
                told = f"{one.source} → {one.target}: {one.cents}"
                yield Breach("transfer_faulty", entry.book, entry.number, found=told)
            self.moved[one.source, entry.book] -= one.cents
            self.moved[one.target, entry.book] += one.cents
            self.transfers += 1

    def balances(self) -> dict[str, Cents]:
        """What lies in each account by all its transfers."""
        lies: defaultdict[str, Cents] = defaultdict(int)
        for (account, _), cents in self.moved.items():
            lies[account] += cents
        return lies

    def _keys(self) -> Iterator[Breach]:
        for book, number, key in self.link.rows(_KEY_TWICE):
            yield Breach("key_twice", book, number, found=key)

    def _accounts(self) -> Iterator[Breach]:
        for account, cents in sorted(self.balances().items()):
            if cents < 0 and account != PUBLIC:
                yield Breach("account_below_nought", account, found=str(cents))

    def _balances(self) -> Iterator[Breach]:
        counted = {(account, book): cents for account, book, cents in self.link.rows(_BALANCES)}
        for account, book in sorted(self.moved.keys() | counted.keys(), key=repr):
            lies, told = self.moved.get((account, book), 0), counted.get((account, book), 0)
            if lies != told:
                yield Breach("balance_altered", account, 0, f"{lies} ({book})", f"{told} ({book})")

    def _kept(self) -> Iterator[Breach]:
        for anchor in self.anchors:
            found = self.link.rows(_HASH, anchor.book, anchor.number)
            if not found:
                last = self.link.rows(_LAST, anchor.book)[0][0] or 0
                yield Breach("head_missing", anchor.book, anchor.number, anchor.hash[:SHOWN], str(last))
            elif not anchor.hash or not found[0][0].hex().startswith(anchor.hash.lower()):
                stands = found[0][0].hex()[:SHOWN]
                yield Breach("other_head", anchor.book, anchor.number, anchor.hash[:SHOWN], stands)
            self.agreed += 1

    def _guards(self) -> Iterator[Breach]:
        standing = {name for (name,) in self.link.rows(_GUARDS[self.kind])}
        for guard in _GUARDED:
            if guard not in standing:
                yield Breach("guard_missing", expected=guard)


def _transfers(text: str | None) -> tuple[Transfer, ...] | None:
    """The transfers of an entry; nothing if they are not written as we write them."""
    try:
        transfers = transfers_read(text)
    except msgspec.DecodeError:
        return None
    return transfers if transfers_written(transfers) == text else None


def _unchained(
    entry: Entry, last: int, before: bytes, then: int, transfers: tuple[Transfer, ...] | None
) -> Iterator[Breach]:
    """Why an entry does not follow from the one before it."""
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
        yield Breach("entry_before_last", entry.book, entry.number, _told(then), _told(entry.moment))


def _named(entry: Entry) -> list[Anchor]:
    """The heads that an entry names."""
    try:
        heads = entry.read(_Anchoring).heads
    except msgspec.DecodeError:  # some other heads
        return []
    return [Anchor(book, head.number, head.hash) for book, head in heads.items()]


def _told(moment: int) -> str:
    return instant(moment).isoformat(timespec="milliseconds")
