"""What lets a table go on: that it is open, when something happens at it by itself, how a round of it began.

All of it follows from the books and is kept beside them, so that nobody has to read a long book to go on.
A row of `due` is taken by one process of several: on a server under a lock that the others step over, and
until a lease ends; if the process dies meanwhile, the next takes it then. In a file there is one process.
"""

from __future__ import annotations

from msgspec import Struct

from novamas.store.transactions import ReadTransaction, WriteTransaction

_SET = (
    "INSERT INTO due (book, moment) VALUES (?, ?) ON CONFLICT (book) DO UPDATE SET moment = excluded.moment"
)
_UNSET = "DELETE FROM due WHERE book = ?"
_TAKE = (
    "UPDATE due SET moment = ? WHERE book IN "
    "(SELECT book FROM due WHERE moment <= ? ORDER BY moment LIMIT ? FOR UPDATE SKIP LOCKED) RETURNING book"
)
_NEXT = "SELECT book, moment FROM due ORDER BY moment"
_KEEP = (
    "INSERT INTO snapshots (book, number, body) VALUES (?, ?, ?)"
    " ON CONFLICT (book) DO UPDATE SET number = excluded.number, body = excluded.body"
)
_KEPT = "SELECT number, body FROM snapshots WHERE book = ?"
_FORGET = "DELETE FROM snapshots WHERE book = ?"
_TELL = "SELECT pg_notify('novamas', ?)"
_LIST = (
    "INSERT INTO subjects (name, state) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET state = excluded.state"
)
_UNLIST = "DELETE FROM subjects WHERE name = ?"
_LISTED = "SELECT name, state FROM subjects WHERE name >= 'open/' AND name < 'open0'"
_OPEN, _PUBLIC, _PRIVATE = "open/", "public", "private"


class OpenTable(Struct, frozen=True):
    """A table that is open: whether anybody may find it, who opened it, and when."""

    table: str
    is_public: bool
    owner: str
    moment: int


def set_wakeup(books: WriteTransaction, book: str, moment: int | None) -> None:
    """Say when something happens at a table by itself; nothing where it waits for somebody."""
    if moment is None:
        books.later(_UNSET, (book,))
    else:
        books.later(_SET, (book, moment))


def claim_overdue(books: WriteTransaction, before: int, until: int, most: int) -> list[str]:
    """The tables at which something was due before; for whoever else asks, they are not until the lease ends.

    Only on a server: whoever writes in a file is alone.
    """
    return [book for (book,) in books.link.rows(_TAKE, until, before, most)]


def next_due(books: ReadTransaction) -> list[tuple[str, int]]:
    """All tables at which something is due, and when."""
    return [(book, moment) for book, moment in books.link.rows(_NEXT)]


def keep_snapshot(books: WriteTransaction, book: str, number: int, body: bytes) -> None:
    """Keep how a table stood after the entry of this number."""
    books.later(_KEEP, (book, number, body))


def snapshot_of(books: ReadTransaction, book: str) -> tuple[int, bytes] | None:
    """How a table stood, and after which entry."""
    found = books.link.rows(_KEPT, book)
    return (found[0][0], bytes(found[0][1])) if found else None


def forget_snapshot(books: WriteTransaction, book: str) -> None:
    """Nobody goes on with this table."""
    books.later(_FORGET, (book,))


def notify_processes(books: WriteTransaction, book: str, number: int) -> None:
    """Let other processes know how far a table went, as soon as it lasts."""
    books.later(_TELL, (f"{book} {number}",))


def list_open(books: WriteTransaction, table: str, *, is_public: bool, owner: str, moment: int) -> None:
    """Put a table on the list of those that are open."""
    kind = _PUBLIC if is_public else _PRIVATE
    books.later(_LIST, (f"{_OPEN}{table}", f"{moment} {kind} {owner}"))


def unlist(books: WriteTransaction, table: str) -> None:
    """Take a table off that list: it is closed."""
    books.later(_UNLIST, (f"{_OPEN}{table}",))


def listed(books: ReadTransaction) -> list[OpenTable]:
    """The tables that are open, the newest first."""
    found = []
    for name, state in books.link.rows(_LISTED):
        moment, kind, owner = state.split(" ", 2)
        found.append(OpenTable(name.removeprefix(_OPEN), kind == _PUBLIC, owner, int(moment)))
    return sorted(found, key=lambda one: -one.moment)
