"""Reading books, and adding to them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, TypeAlias

import msgspec
from msgspec import Struct

from novamas.errors import quoted
from novamas.money import Cents
from novamas.store.connections import (
    ACCOUNT,
    ALONE,
    AT_A_TIME,
    BOOK,
    SHARED,
    STATE,
    Connection,
    Row,
    Statement,
)
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
    transfers_read,
    transfers_written,
    written,
)
from novamas.store.errors import NotEntered, StoreFault

Clock: TypeAlias = Callable[[], datetime]

STEPS_BACK = 5_000_000  # microseconds that a clock may go back when it is set right
LONGEST_NAME = 200

_ENTRY = "SELECT b.name, e.number, e.moment, e.kind, e.subject, e.key, e.body, e.hash FROM entries e"
_OF_BOOK = f"{_ENTRY} JOIN books b ON b.id = e.book"
_ID = "SELECT id FROM books WHERE name = ?"
_NEW_BOOK = "INSERT INTO books (name) VALUES (?) ON CONFLICT (name) DO NOTHING"
_LAST = "SELECT number, moment, hash FROM entries WHERE book = ? ORDER BY number DESC LIMIT 1"
_BY_KEY = f"{_OF_BOOK} WHERE e.book = ? AND e.key = ?"
_BY_NUMBER = f"{_OF_BOOK} WHERE e.book = ? AND e.number = ?"
_NEXT_ENTRIES = (
    f"SELECT * FROM ({_OF_BOOK} WHERE e.book = {{}} AND e.number > {{}}"
    " ORDER BY e.number LIMIT {}) AS following"
)
_TRANSFERS = "SELECT transfers FROM entries WHERE book = ? AND number = ?"
_NEW_ENTRY = (
    "INSERT INTO entries (book, number, moment, kind, subject, key, body, transfers, hash)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
_NEW_BALANCE = (
    "INSERT INTO balances (account, book, cents) VALUES (?, ?, ?)"
    " ON CONFLICT (account, book) DO UPDATE SET cents = balances.cents + excluded.cents"
)
_BALANCE = "SELECT CAST(coalesce(sum(cents), 0) AS bigint) FROM balances WHERE account = ?"
_BALANCES = (
    "SELECT account, CAST(sum(cents) AS bigint) FROM balances"
    " WHERE account >= ? AND account < ? GROUP BY account ORDER BY account"
)
_OF_ONE_BOOK = "SELECT cents FROM balances WHERE account = ? AND book = ?"
_NEW_SUBJECT = "INSERT INTO subjects (name) VALUES (?) ON CONFLICT (name) DO NOTHING"
_NEW_STATE = (
    "INSERT INTO subjects (name, state) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET state = excluded.state"
)
_SECRET = "SELECT value FROM secrets WHERE name = ?"
_NEW_SECRET = (
    "INSERT INTO secrets (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value"
)
_NO_SECRET = "DELETE FROM secrets WHERE name = ?"


class ReadTransaction:
    """The books as they stand at one moment."""

    def __init__(self, link: Connection, ids: dict[str, int], cipher: Cipher | None = None) -> None:
        self.link = link  # to the database, for whoever checks it
        self.cipher = cipher  # by which secrets are hidden, where the store has one
        self._ids = ids  # of books, which never change; all who read share them

    def _id(self, book: str) -> int | None:
        if book not in self._ids:
            found = self.link.rows(_ID, book)
            if not found:
                return None
            self._ids[book] = found[0][0]
        return self._ids[book]

    def _asked(self, sql: str, *figures: Any) -> list[Row]:
        return self.link.rows(sql, *figures)

    def _each(self, sql: str, *figures: Any) -> Iterator[Row]:
        return self.link.each(sql, *figures)

    def books(self, beginning: str = "") -> tuple[str, ...]:
        """The names of all books, or of those whose names begin so."""
        sql = "SELECT name FROM books WHERE name >= ? AND name < ? ORDER BY id"
        return tuple(name for (name,) in self._asked(sql, *_from_to(beginning)))

    def head(self, book: str) -> Head | None:
        """How far a book went; nothing where it has no entry."""
        id = self._id(book)
        found = self._asked(_LAST, id) if id is not None else []
        return Head(found[0][0], found[0][2].hex()) if found else None

    def heads(self, beginning: str = "") -> dict[str, Head]:
        """How far each book went: an entry that holds this, as `heads`, anchors them all."""
        heads = {book: self.head(book) for book in self.books(beginning)}
        return {book: head for book, head in heads.items() if head is not None}

    def entry(self, book: str, number: int) -> Entry | None:
        """The entry of this number."""
        return self._one(_BY_NUMBER, book, number)

    def entry_of(self, book: str, key: str) -> Entry | None:
        """The entry that was made under this key."""
        return self._one(_BY_KEY, book, key)

    def _one(self, sql: str, book: str, figure: int | str) -> Entry | None:
        id = self._id(book)
        found = self._asked(sql, id, figure) if id is not None else []
        return Entry(*found[0]) if found else None

    def entries(
        self, *, subject: str | None = None, kind: str | None = None, book: str | None = None
    ) -> Iterator[Entry]:
        """All entries about a subject, of a kind, of a book, in order; read as they are asked for."""
        wanted: list[tuple[str, Any]] = [("e.subject", subject), ("e.kind", kind)]
        if book is not None:
            wanted.append(("e.book", self._id(book) or 0))
        given = [(column, figure) for column, figure in wanted if figure is not None]
        where = " AND ".join(f"{column} = ?" for column, _ in given)
        if subject:
            where += " AND e.subject <> ''"  # those are in the index
        sql = f"{_OF_BOOK} {f'WHERE {where} ' if where else ''}ORDER BY e.book, e.number"
        return (Entry(*row) for row in self._each(sql, *(figure for _, figure in given)))

    def entries_after(self, book: str, number: int) -> Iterator[Entry]:
        """The entries of a book after the one of this number, in order; read as they are asked for."""
        while True:
            found = self.entries_after_each({book: number}, AT_A_TIME)[book]
            yield from found
            if len(found) < AT_A_TIME:
                return
            number = found[-1].number

    def entries_after_each(self, numbers: Mapping[str, int], most: int) -> dict[str, list[Entry]]:
        """The next entries of several books, each after the one of its number: so many of each at most."""
        known = [(id, number) for book, number in numbers.items() if (id := self._id(book)) is not None]
        found: dict[str, list[Entry]] = {book: [] for book in numbers}
        if known:
            every = " UNION ALL ".join(_NEXT_ENTRIES.format(id, number, most) for id, number in known)
            for row in self._asked(every):
                found[row[0]].append(Entry(*row))
        for entries in found.values():
            entries.sort(key=lambda entry: entry.number)
        return found

    def transfers(self, entry: Entry) -> tuple[Transfer, ...]:
        """The money that moved for an entry."""
        found = self._asked(_TRANSFERS, self._id(entry.book), entry.number)
        return transfers_read(found[0][0]) if found else ()

    def balance(self, account: str) -> Cents:
        """What lies in an account: what came in less what went out."""
        return int(self._asked(_BALANCE, account)[0][0])

    def balances(self, beginning: str = "") -> dict[str, Cents]:
        """What lies in each account, or in each whose name begins so."""
        return {account: int(cents) for account, cents in self._asked(_BALANCES, *_from_to(beginning))}

    def till(self, book: str) -> Cents:
        """The cash that lies where a book is kept: what came from the public by it less what went to them."""
        id = self._id(book)
        found = self._asked(_OF_ONE_BOOK, PUBLIC, id) if id is not None else []
        return -int(found[0][0]) if found else 0

    def state(self, subject: str) -> str | None:
        """The state of a subject; nothing where nobody has set one."""
        return _state(self._asked(STATE, subject))

    def secret(self, name: str) -> bytes | None:
        """What is kept under this name, for whoever knows it."""
        found = self.link.rows(_SECRET, name)
        return bytes(found[0][0]) if found else None

    def hidden(self, name: str) -> bytes | None:
        """What was hidden under this name; older programs kept it as it is."""
        found = self.secret(HIDDEN + name)
        if found is None:
            return self.secret(name)
        if self.cipher is None:
            raise StoreFault("secret_without_key", name=name)
        return self.cipher.decrypt(found, HIDDEN + name)


class WriteTransaction(ReadTransaction):
    """The books while somebody adds to them: all of it is entered together, or nothing.

    Entries wait until the end and go to the database together; what is read meanwhile sees them, too.
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
        self._new_ids: dict[str, int] = {}  # of books that are only now begun
        self._clock = clock
        self.looks_first = looks_first  # for an entry of the same key, which the database would not take
        self._last: dict[str, tuple[int, int, bytes]] = {}  # number, moment and hash, of books that are ours
        self._entries: list[Row] = []
        self._moved: dict[tuple[str, str], Cents] = {}  # into and out of accounts, in books, by what waits
        self._keys: dict[tuple[str, str], Entry] = {}  # of what waits
        self._states: dict[str, str] = {}  # that wait
        self._others: list[tuple[str, Row]] = []  # what else waits
        self.sent = 0  # how often something went to the database before the end

    def now(self) -> datetime:
        """What the clock shows, by which terms are counted."""
        return self._clock()

    # ------------------------------------------------------------ adding

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
        """Add an entry to a book, with the money that moves for it.

        Where there is one of the same key, that entry comes back, or `key_reused` if it says anything else.
        No account but the public's may fall below nought (`account_overdrawn`), and no book takes an entry
        from before its last (`clock_went_back`).
        """
        number, last, before = self._ours(book)
        text = body if isinstance(body, bytes) else written(body)
        if key is not None and (made := self._made(book, key)) is not None:
            return self._the_same(made, kind, subject, text, transfers)
        _well_named(kind, *filter(None, (subject, key)))
        now = moment(self._clock())
        if now < last - STEPS_BACK:
            raise NotEntered("clock_went_back", book=book, last=_told(last), now=_told(now))
        entry = Entry(book, number + 1, max(now, last), kind, subject, key, text, b"")
        entry = msgspec.structs.replace(entry, hash=hash_of(before, entry, transfers))
        self._move(book, transfers)
        self._wait(entry, transfers)
        return entry

    def take(self, books: Iterable[str]) -> None:
        """Have books for ourselves that we shall add to, all at once; whoever has one of them is waited for.

        Two who take several cannot wait for each other, for both take them in the same order.
        """
        names = {id: book for book in books if (id := self._id(book)) is not None}
        for id, *last in self.link.take(sorted(names)):
            number, moment, hash = last
            self._last[names[id]] = (number, moment, hash)

    def number_of(self, book: str) -> int:
        """How far a book went, to which we shall add."""
        return self._ours(book)[0]

    def _ours(self, book: str) -> tuple[int, int, bytes]:
        """How far a book went, which from now on nobody else adds to."""
        if book not in self._last and not self.looks_first and book not in self.link.known.shared:
            left = self.link.known.heads.get(book)
            if left is not None:
                self._last[book] = left
        if book not in self._last:
            id = self._id(book) or self._begin(book)
            found = self.link.locked(BOOK, id, _LAST, id)
            self._last[book] = found[0] if found else (0, 0, NOTHING_BEFORE)
        return self._last[book]

    def _begin(self, book: str) -> int:
        """Begin a book; without entries it says nothing, and may stay where nothing comes of it."""
        _well_named(book)
        self.link.do([(_NEW_BOOK, [(book,)])])
        self._new_ids[book] = int(self.link.rows(_ID, book)[0][0])
        return self._new_ids[book]

    def _id(self, book: str) -> int | None:
        return self._new_ids.get(book) or super()._id(book)

    def _made(self, book: str, key: str) -> Entry | None:
        """The entry of this key, if there is one."""
        return self.entry_of(book, key) if self.looks_first else self._keys.get((book, key))

    def _the_same(
        self, made: Entry, kind: str, subject: str, body: bytes, transfers: Sequence[Transfer]
    ) -> Entry:
        """An entry that was made before, if it says what is said now."""
        before = self.entry(made.book, made.number - 1) if made.number > 1 else None
        again = msgspec.structs.replace(made, kind=kind, subject=subject, body=body)
        if hash_of(before.hash if before else NOTHING_BEFORE, again, transfers) != made.hash:
            raise NotEntered("key_reused", book=made.book, number=made.number, key=str(made.key))
        return made

    def _move(self, book: str, transfers: Sequence[Transfer]) -> None:
        """Move money, if it is there.

        What lies in accounts that bear the name of a book is moved by the entries of that book alone: whoever
        keeps it knows that without asking, and `verify` does add it up.
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
            found = self.link.locked(ACCOUNT, account, _BALANCE, account)
            if (lies := int(found[0][0]) + _of(account, moved)) < 0:
                raise NotEntered("account_overdrawn", account=account, cents=-lies)
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
        """The state of a subject, which nobody changes until this is done; `alone`: nor relies on."""
        if subject in self._states:
            return self._states[subject]
        if alone:
            self.link.do([(_NEW_SUBJECT, [(subject,)])])  # without a state it says nothing
        return _state(self.link.locked(ALONE if alone else SHARED, subject, STATE, subject))

    def set_state(self, subject: str, state: str) -> None:
        """Give a subject another state; whoever relies on the one before is waited for."""
        self._states[subject] = state

    def keep_secret(self, name: str, value: bytes) -> None:
        """Keep something under a name, in place of what was there."""
        self.link.do([(_NEW_SECRET, [(name, value)])])
        self.sent += 1

    def forget_secret(self, name: str) -> None:
        """Forget what was kept under a name."""
        self.link.do([(_NO_SECRET, [(name,)])])
        self.sent += 1

    def hide(self, name: str, value: bytes) -> None:
        """Hide something under a name; in a store without a key it is kept as it is."""
        if self.cipher is None:
            self.keep_secret(name, value)
        else:
            self.keep_secret(HIDDEN + name, self.cipher.encrypt(value, HIDDEN + name))

    def forget_hidden(self, name: str) -> None:
        """Forget what was hidden under a name."""
        self.forget_secret(HIDDEN + name)
        self.forget_secret(name)

    def hide_plain(self) -> int:
        """Hide all that older programs kept as it is; how much it was."""
        plain = [name for (name,) in self.link.rows("SELECT name FROM secrets") if is_plain(name)]
        for name in plain:
            self.hide(name, self.secret(name) or b"")
            self.forget_secret(name)
        return len(plain)

    def later(self, sql: str, row: Row) -> None:
        """Something else that goes to the database with the entries, or not at all; once for each thing."""
        self._others.append((sql, row))

    # ------------------------------------------------------------ reading what waits, too

    def head(self, book: str) -> Head | None:
        if book in self._last:
            number, _, hash = self._last[book]
            return Head(number, hash.hex()) if number else None
        return super().head(book)

    def entry_of(self, book: str, key: str) -> Entry | None:
        if (book, key) in self._keys:
            return self._keys[book, key]
        id = self._id(book)
        found = self.link.rows(_BY_KEY, id, key) if id is not None else []
        return Entry(*found[0]) if found else None

    def balance(self, account: str) -> Cents:
        return int(self.link.rows(_BALANCE, account)[0][0]) + _of(account, self._moved)

    def _asked(self, sql: str, *figures: Any) -> list[Row]:
        self.send()
        return self.link.rows(sql, *figures)

    def _each(self, sql: str, *figures: Any) -> Iterator[Row]:
        self.send()
        return self.link.each(sql, *figures)

    # ------------------------------------------------------------ what waits

    def waiting(self) -> list[Statement]:
        """What still has to go to the database."""
        balances = [(account, self._id(book), cents) for (account, book), cents in self._moved.items()]
        states = [*self._states.items()]
        every = ((_NEW_ENTRY, self._entries), (_NEW_BALANCE, balances), (_NEW_STATE, states))
        others: dict[str, list[Row]] = {}
        for sql, row in self._others:
            others.setdefault(sql, []).append(row)
        return [*((sql, rows) for sql, rows in every if rows), *others.items()]

    def commit(self) -> None:
        """Make all of it last."""
        self.link.commit(self.waiting())
        self.link.known.heads.update(self._last)

    def collided(self) -> None:
        """Somebody else adds to these books, or the same was asked for before: look first from now on."""
        self.link.known.shared.update(self._last)

    def send(self) -> None:
        """Bring to the database what waits, so that whatever is read sees it."""
        if waiting := self.waiting():
            self.link.do(waiting)
            self.sent += 1
            self._entries, self._moved, self._keys, self._states, self._others = [], {}, {}, {}, []

    def mark(self) -> Savepoint:
        """How things stand, to come back to."""
        lengths = len(self._entries), len(self._others), self.sent
        return Savepoint(*lengths, dict(self._last), dict(self._moved), dict(self._states))

    def undo(self, mark: Savepoint) -> bool:
        """Come back to how things stood, if nothing went to the database since."""
        if self.sent != mark.sent:
            return False
        for row in self._entries[mark.entries :]:
            self._keys = {known: made for known, made in self._keys.items() if made.hash != row[-1]}
        del self._entries[mark.entries :], self._others[mark.others :]
        self._last, self._moved, self._states = dict(mark.last), dict(mark.moved), dict(mark.states)
        return True


class Savepoint(Struct, frozen=True):
    """How things stood while somebody added to the books."""

    entries: int
    others: int
    sent: int
    last: dict[str, tuple[int, int, bytes]]
    moved: dict[tuple[str, str], Cents]
    states: dict[str, str]


def _state(found: Sequence[Row]) -> str | None:
    return found[0][0] if found else None


def _of(account: str, moved: dict[tuple[str, str], Cents]) -> Cents:
    """What moved into an account, less what moved out, in all books."""
    return sum(cents for (name, _), cents in moved.items() if name == account)


def _from_to(beginning: str) -> tuple[str, str]:
    """Between which all names lie that begin so."""
    return beginning, f"{beginning}\U0010ffff"


def _well_named(*names: str) -> None:
    """A book, an account, a subject or a key has a name that is short and prints."""
    for name in names:
        if not (0 < len(name) <= LONGEST_NAME and name.isprintable()):
            raise NotEntered("name_unreadable", given=quoted(repr(name)))


def _told(moment: int) -> str:
    return instant(moment).isoformat(timespec="seconds")
