"""Write transactions on the books.

Entries are collected in memory and sent together at the commit. This saves round trips to the
database.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any, TypeAlias

import msgspec
from msgspec import Struct

from novamas.errors import quoted
from novamas.money import Cents
from novamas.store.connections import ACCOUNT, ALONE, BOOK, SHARED, STATE, Connection, Row, Statement
from novamas.store.encryption import HIDDEN, Cipher, is_plain
from novamas.store.entries import (
    NOTHING_BEFORE,
    PUBLIC,
    Entry,
    Head,
    Transfer,
    hash_of,
    instant,
    moment,
    transfers_written,
    written,
)
from novamas.store.errors import NotEntered
from novamas.store.reading import ReadTransaction, state_in
from novamas.store.statements import (
    ADD_TO_BALANCE,
    BALANCE,
    BOOK_ID,
    DELETE_SECRET,
    ENTRY_BY_KEY,
    LAST_ENTRY,
    NEW_BOOK,
    NEW_ENTRY,
    NEW_SUBJECT,
    SET_SECRET,
    SET_STATE,
)

Clock: TypeAlias = Callable[[], datetime]

STEPS_BACK = 5_000_000  # microseconds by which a clock may be set back
LONGEST_NAME = 200


class WriteTransaction(ReadTransaction):
    """A transaction that writes to the books. Its changes are committed together or not at all.

    Entries stay in memory until the commit. Reads in this transaction see them too.
    """

    def __init__(
        self,
        link: Connection,
        ids: dict[str, int],
        clock: Clock,
        cipher: Cipher | None = None,
        *,
        looks_first: bool = True,
    ) -> None:
        super().__init__(link, ids, cipher)
        self._new_ids: dict[str, int] = {}  # of books created in this transaction
        self._clock = clock
        self.looks_first = looks_first  # if false, conflicts are not looked for but found at the insert
        self._last: dict[str, tuple[int, int, bytes]] = {}  # last entry per book: number, time, hash
        self._entries: list[Row] = []
        self._moved: dict[tuple[str, str], Cents] = {}  # by account and book, of pending entries
        self._keys: dict[tuple[str, str], Entry] = {}  # pending entries by book and key
        self._states: dict[str, str] = {}  # pending states by subject
        self._others: list[tuple[str, Row]] = []  # other pending statements
        self.sent = 0  # how often statements were sent before the commit

    def now(self) -> datetime:
        """Return the time of the store's clock, which decides whether a deadline has passed."""
        return self._clock()

    # ------------------------------------------------------------ appending entries

    def append(
        self,
        book: str,
        kind: str,
        body: Any,
        *,
        subject: str = "",
        key: str | None = None,
        transfers: Sequence[Transfer] = (),
    ) -> Entry:
        """Append an entry to a book, with the money that the entry moves.

        Idempotent by `key`: if the book has an entry with this key and the same content, that entry is
        returned. Raise `key_reused` if the content differs, `account_overdrawn` if an account other than
        the public's would become negative, and `clock_went_back` if the clock is well behind the book's
        last entry.
        """
        number, last, before = self._ours(book)
        text = body if isinstance(body, bytes) else written(body)
        if key is not None and (made := self._made(book, key)) is not None:
            return self._the_same(made, kind, subject, text, transfers)
        _well_named(kind, *filter(None, (subject, key)))
        now = moment(self._clock())
        if now < last - STEPS_BACK:
            raise NotEntered("clock_went_back", book=book, last=_written_time(last), now=_written_time(now))
        entry = Entry(book, number + 1, max(now, last), kind, subject, key, text, b"")
        entry = msgspec.structs.replace(entry, hash=hash_of(before, entry, transfers))
        self._move(book, transfers)
        self._wait(entry, transfers)
        return entry

    def lock_books(self, books: Iterable[str]) -> None:
        """Lock all books to which this transaction will append, and wait for other writers.

        All transactions lock books in the same order, so two of them cannot deadlock.
        """
        names = {id: book for book in books if (id := self._id(book)) is not None}
        for id, *last in self.link.take(sorted(names)):
            number, moment, hash = last
            self._last[names[id]] = (number, moment, hash)

    def number_of(self, book: str) -> int:
        """Return the number of the last entry of a book to which this transaction will append."""
        return self._ours(book)[0]

    def _ours(self, book: str) -> tuple[int, int, bytes]:
        """Return the last entry of a book to which this transaction appends.

        Locks the book, unless `looks_first` is false and this connection was the last to append. In that
        case the cached head is used, and a concurrent append shows as a `Collision`.
        """
        if book not in self._last and not self.looks_first and book not in self.link.known.shared:
            left = self.link.known.heads.get(book)
            if left is not None:
                self._last[book] = left
        if book not in self._last:
            id = self._id(book) or self._begin(book)
            found = self.link.locked(BOOK, id, LAST_ENTRY, id)
            self._last[book] = found[0] if found else (0, 0, NOTHING_BEFORE)
        return self._last[book]

    def _begin(self, book: str) -> int:
        """Create a book.

        If nothing is appended to it, an empty book may remain, which has no meaning.
        """
        _well_named(book)
        self.link.do([(NEW_BOOK, [(book,)])])
        self._new_ids[book] = int(self.link.rows(BOOK_ID, book)[0][0])
        return self._new_ids[book]

    def _id(self, book: str) -> int | None:
        return self._new_ids.get(book) or super()._id(book)

    def _made(self, book: str, key: str) -> Entry | None:
        """Return the book's entry with this key, or None."""
        return self.entry_of(book, key) if self.looks_first else self._keys.get((book, key))

    def _the_same(
        self, made: Entry, kind: str, subject: str, body: bytes, transfers: Sequence[Transfer]
    ) -> Entry:
        """Return the earlier entry if the new one equals it. Raise `key_reused` if they differ."""
        before = self.entry(made.book, made.number - 1) if made.number > 1 else None
        again = msgspec.structs.replace(made, kind=kind, subject=subject, body=body)
        if hash_of(before.hash if before else NOTHING_BEFORE, again, transfers) != made.hash:
            raise NotEntered("key_reused", book=made.book, number=made.number, key=str(made.key))
        return made

    def _move(self, book: str, transfers: Sequence[Transfer]) -> None:
        """Move money between accounts. Raise `account_overdrawn` if an account has too little.

        Only the entries of a book move money of accounts below the book's name. The owner of the book knows
        their balance, so it is not read here, and `verify` checks it.
        """
        if not transfers:
            return
        moved = dict(self._moved)
        for transfer in transfers:
            if type(transfer.cents) is not int or transfer.cents <= 0 or transfer.source == transfer.target:
                raise ValueError(f"{transfer} moves nothing")
            _well_named(transfer.source, transfer.target)
            moved[transfer.source, book] = moved.get((transfer.source, book), 0) - transfer.cents
            moved[transfer.target, book] = moved.get((transfer.target, book), 0) + transfer.cents
        for account in sorted({transfer.source for transfer in transfers} - {PUBLIC}):
            if account.startswith(f"{book}/"):
                continue
            found = self.link.locked(ACCOUNT, account, BALANCE, account)
            if (balance := int(found[0][0]) + _moved_into(account, moved)) < 0:
                raise NotEntered("account_overdrawn", account=account, cents=-balance)
        self._moved = moved

    def _wait(self, entry: Entry, transfers: Sequence[Transfer]) -> None:
        self._entries.append(
            (
                *(self._id(entry.book), entry.number, entry.moment, entry.kind, entry.subject),
                *(entry.key, entry.body, transfers_written(transfers), entry.hash),
            )
        )
        self._last[entry.book] = (entry.number, entry.moment, entry.hash)
        if entry.key is not None:
            self._keys[entry.book, entry.key] = entry

    # ------------------------------------------------------------ subjects and secrets

    def state(self, subject: str, *, alone: bool = False) -> str | None:
        """Return the state of a subject and lock it until the commit.

        Other transactions cannot change it. With `alone` they cannot rely on it either.
        """
        if subject in self._states:
            return self._states[subject]
        if alone:
            self.link.do([(NEW_SUBJECT, [(subject,)])])  # a row to lock: without a state it means nothing
        return state_in(self.link.locked(ALONE if alone else SHARED, subject, STATE, subject))

    def set_state(self, subject: str, state: str) -> None:
        """Set a subject's state. The commit waits for transactions that rely on the previous state."""
        self._states[subject] = state

    def keep_secret(self, name: str, value: bytes) -> None:
        """Store a secret unencrypted, in place of any earlier secret with this name."""
        self.link.do([(SET_SECRET, [(name, value)])])
        self.sent += 1

    def forget_secret(self, name: str) -> None:
        """Delete a secret that `keep_secret` has stored."""
        self.link.do([(DELETE_SECRET, [(name,)])])
        self.sent += 1

    def put_encrypted(self, name: str, value: bytes) -> None:
        """Encrypt a secret and store it. In a store without a key it stays plain text."""
        if self.cipher is None:
            self.keep_secret(name, value)
        else:
            self.keep_secret(HIDDEN + name, self.cipher.encrypt(value, HIDDEN + name))

    def forget_hidden(self, name: str) -> None:
        """Delete a secret, whether it is encrypted or in plain text."""
        self.forget_secret(HIDDEN + name)
        self.forget_secret(name)

    def hide_plain(self) -> int:
        """Encrypt the secrets that older versions stored in plain text. Return their number.

        The store must have a key, because the secrets would otherwise be deleted.
        """
        plain = [name for (name,) in self.link.rows("SELECT name FROM secrets") if is_plain(name)]
        for name in plain:
            self.put_encrypted(name, self.secret(name) or b"")
            self.forget_secret(name)
        return len(plain)

    def queue(self, sql: str, row: Row) -> None:
        """Queue a further statement, which is sent together with the entries or not at all.

        Queue at most one change of a row, because statements with the same SQL are sent together.
        """
        self._others.append((sql, row))

    # ------------------------------------------------------------ reads that include pending entries

    def head(self, book: str) -> Head | None:
        if book in self._last:
            number, _, hash = self._last[book]
            return Head(number, hash.hex()) if number else None
        return super().head(book)

    def entry_of(self, book: str, key: str) -> Entry | None:
        if (book, key) in self._keys:
            return self._keys[book, key]
        id = self._id(book)
        found = self.link.rows(ENTRY_BY_KEY, id, key) if id is not None else []
        return Entry(*found[0]) if found else None

    def balance(self, account: str) -> Cents:
        return int(self.link.rows(BALANCE, account)[0][0]) + _moved_into(account, self._moved)

    def _rows(self, sql: str, *values: Any) -> list[Row]:
        self.send()
        return self.link.rows(sql, *values)

    def _each(self, sql: str, *values: Any) -> Iterator[Row]:
        self.send()
        return self.link.each(sql, *values)

    # ------------------------------------------------------------ pending changes

    def waiting(self) -> list[Statement]:
        """Return the statements that have not been sent yet."""
        balances = [(account, self._id(book), cents) for (account, book), cents in self._moved.items()]
        states = [*self._states.items()]
        every = ((NEW_ENTRY, self._entries), (ADD_TO_BALANCE, balances), (SET_STATE, states))
        others: dict[str, list[Row]] = {}
        for sql, row in self._others:
            others.setdefault(sql, []).append(row)
        return [*((sql, rows) for sql, rows in every if rows), *others.items()]

    def commit(self) -> None:
        """Send all pending statements and commit. The changes are durable when this returns."""
        self.link.commit(self.waiting())
        self.link.known.heads.update(self._last)

    def on_conflict(self) -> None:
        """After a collision, make this connection lock these books before each later append."""
        self.link.known.shared.update(self._last)

    def send(self) -> None:
        """Send the pending statements now, so that the next read sees their effect."""
        if waiting := self.waiting():
            self.link.do(waiting)
            self.sent += 1
            self._entries, self._moved, self._keys, self._states, self._others = [], {}, {}, {}, []

    def mark(self) -> Savepoint:
        """Return a savepoint to which `undo` can return."""
        lengths = len(self._entries), len(self._others), self.sent
        return Savepoint(*lengths, dict(self._last), dict(self._moved), dict(self._states))

    def undo(self, mark: Savepoint) -> bool:
        """Return to a savepoint. Return false if statements sent since then cannot be undone."""
        if self.sent != mark.sent:
            return False
        for row in self._entries[mark.entries :]:
            self._keys = {known: made for known, made in self._keys.items() if made.hash != row[-1]}
        del self._entries[mark.entries :], self._others[mark.others :]
        self._last, self._moved, self._states = dict(mark.last), dict(mark.moved), dict(mark.states)
        return True


class Savepoint(Struct, frozen=True):
    """A state of a write transaction's pending changes, to which it can be rolled back."""

    entries: int
    others: int
    sent: int
    last: dict[str, tuple[int, int, bytes]]
    moved: dict[tuple[str, str], Cents]
    states: dict[str, str]


def _moved_into(account: str, moved: dict[tuple[str, str], Cents]) -> Cents:
    """Return the money moved into an account less the money moved out of it, in all books."""
    return sum(cents for (name, _), cents in moved.items() if name == account)


def _well_named(*names: str) -> None:
    """Raise `name_unreadable` if a name is empty, too long or not printable."""
    for name in names:
        if not (0 < len(name) <= LONGEST_NAME and name.isprintable()):
            raise NotEntered("name_unreadable", given=quoted(repr(name)))


def _written_time(moment: int) -> str:
    return instant(moment).isoformat(timespec="seconds")
