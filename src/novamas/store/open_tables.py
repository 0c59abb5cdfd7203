"""Rows from which open tables resume: the list of open tables, their due actions, their snapshots.

All of these rows can be derived from the books. They are stored so that no process has to read a
long book to resume a table. On a server several processes share the rows of `due`. A process claims
a row for the time of a lease, and skips rows that another process has locked. If it dies, another
process claims the row when the lease ends. Only one process uses a file.
"""

from __future__ import annotations

from msgspec import Struct

from novamas.store.reading import ReadTransaction, blob
from novamas.store.transactions import WriteTransaction

_SET = (
    "INSERT INTO due (book, moment) VALUES (?, ?) ON CONFLICT (book) DO UPDATE SET moment = excluded.moment"
)
_UNSET = "DELETE FROM due WHERE book = ?"
_SET_ALL = (
    "INSERT INTO due (book, moment) SELECT 'table/' || substr(name, 6), CAST(? AS bigint) FROM subjects"
    " WHERE name >= 'open/' AND name < 'open0'"
    " ON CONFLICT (book) DO UPDATE SET moment = excluded.moment"
)
_TAKE = (
    "UPDATE due SET moment = ? WHERE book IN "
    "(SELECT book FROM due WHERE moment <= ? ORDER BY moment LIMIT ? FOR UPDATE SKIP LOCKED) RETURNING book"
)
_NEXT = "SELECT book, moment FROM due ORDER BY moment"
_KEEP = (
    "INSERT INTO snapshots (book, number, body) VALUES (?, ?, ?)"
    " ON CONFLICT (book) DO UPDATE SET number = excluded.number, body = excluded.body"
)
_WITH_SNAPSHOTS = "SELECT book FROM snapshots ORDER BY book"
_KEPT = "SELECT number, body FROM snapshots WHERE book = ?"
_TELL = "SELECT pg_notify('novamas', ?)"
_LIST = (
    "INSERT INTO subjects (name, state) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET state = excluded.state"
)
_UNLIST = "DELETE FROM subjects WHERE name = ?"
_LISTED = "SELECT name, state FROM subjects WHERE name >= 'open/' AND name < 'open0'"
_OPEN, _PUBLIC, _PRIVATE = "open/", "public", "private"


class OpenTable(Struct, frozen=True):
    """An open table, with its owner, its opening time, and whether it is public."""

    table: str
    is_public: bool
    owner: str
    moment: int


def set_wakeup(books: WriteTransaction, book: str, moment: int | None) -> None:
    """Set when a table's next automatic action is due. None means that it waits for a player."""
    if moment is None:
        books.queue(_UNSET, (book,))
    else:
        books.queue(_SET, (book, moment))


def wake_all(books: WriteTransaction, moment: int) -> None:
    """Make an automatic action due at every open table."""
    books.queue(_SET_ALL, (moment,))


def claim_overdue(books: WriteTransaction, before: int, until: int, most: int) -> list[str]:
    """Claim up to `most` tables that have an action due by `before`, until the lease ends.

    This is only for a server. A file has one process, which needs no claims.
    """
    return [book for (book,) in books.link.rows(_TAKE, until, before, most)]


def next_due(books: ReadTransaction) -> list[tuple[str, int]]:
    """Return all tables that have a due action, each with its time, the earliest first."""
    return [(book, moment) for book, moment in books.link.rows(_NEXT)]


def keep_snapshot(books: WriteTransaction, book: str, number: int, body: bytes) -> None:
    """Store a snapshot of a table's state after the entry with this number."""
    books.queue(_KEEP, (book, number, body))


def snapshot_of(books: ReadTransaction, book: str) -> tuple[int, bytes] | None:
    """Return a table's last snapshot with the number of its last entry, or None."""
    found = books.link.rows(_KEPT, book)
    return (found[0][0], blob(found[0][1])) if found else None


def books_with_snapshots(books: ReadTransaction) -> list[str]:
    """Return the books of all tables that have snapshots."""
    return [book for (book,) in books.link.rows(_WITH_SNAPSHOTS)]


def notify_processes(books: WriteTransaction, book: str, number: int) -> None:
    """Announce a book's last entry number to the other processes, as soon as it is committed."""
    books.queue(_TELL, (f"{book} {number}",))


def list_open(books: WriteTransaction, table: str, *, is_public: bool, owner: str, moment: int) -> None:
    """Add a table to the list of open tables."""
    books.queue(_LIST, open_state(table, is_public, owner, moment))


def open_state(table: str, is_public: bool, owner: str, moment: int) -> tuple[str, str]:
    """Return the subject and the state that stand for an open table."""
    return f"{_OPEN}{table}", f"{moment} {_PUBLIC if is_public else _PRIVATE} {owner}"


def unlist(books: WriteTransaction, table: str) -> None:
    """Remove a closed table from the list of open tables."""
    books.queue(_UNLIST, (f"{_OPEN}{table}",))


def listed(books: ReadTransaction) -> list[OpenTable]:
    """Return all open tables, the newest first."""
    found = []
    for name, state in books.link.rows(_LISTED):
        moment, kind, owner = state.split(" ", 2)
        found.append(OpenTable(name.removeprefix(_OPEN), kind == _PUBLIC, owner, int(moment)))
    return sorted(found, key=lambda one: -one.moment)
