"""Epochs of chance: after a restore, no draw uses a seed that came from the copy.

A copy contains the seeds of open tables, issues and races. People know the draws that were made
from them after the copy. A restored store therefore begins a new epoch: an entry in the book of the
house, and a number in the state of a subject. Every draw compares the epoch of its seed with that
number.

`novamas store restore` begins the epoch. A file that was only copied back is recognised by its
*mark*: a file next to the key of the house with the epoch and the number of entries that the store
has reached. A store that is behind its mark, or has none, is a copy. A PostgreSQL store has no
mark, but its copies are files.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from msgspec import Struct

from novamas.equipment.chance import random_token
from novamas.store.connections import OWNER_ONLY, Connection
from novamas.store.entries import Head, moment
from novamas.store.errors import StoreFault
from novamas.store.open_tables import wake_all
from novamas.store.reading import ReadTransaction
from novamas.store.store import Store
from novamas.store.transactions import WriteTransaction

BOOK: Final = "office/house"  # records restores and other changes of the whole store
RESTORED: Final = ("restored", "recognised")  # by the command, or at the next start
EPOCH: Final = "house/epoch"  # subjects
IDENTITY: Final = "house/store"
_ENTRIES = "SELECT coalesce(max(rowid), 0) FROM entries"


class WasRestored(Struct, frozen=True, forbid_unknown_fields=True):
    """The body of the entry about a restore, with the last heads in the copy.

    Entries that the previous store had after these heads are not in the restored books.
    """

    heads: dict[str, Head]
    epoch: int = 0  # 0 in books of older versions


class Reached(Struct, frozen=True, order=True):
    """The position that a store has reached: its epoch and its number of entries."""

    epoch: int
    entries: int


def epoch_of(books: ReadTransaction) -> int:
    """Return the present epoch. It is 0 if the store was never restored."""
    return int(books.state(EPOCH) or 0)


def enter_epoch(books: WriteTransaction, kind: str, heads: dict[str, Head], after: int = 0) -> int:
    """Begin an epoch later than the store's present one and than `after`. Open tables are woken to close."""
    epoch = max(epoch_of(books), after) + 1
    books.append(BOOK, kind, WasRestored(heads, epoch))
    books.set_state(EPOCH, str(epoch))
    wake_all(books, moment(books.now()))
    return epoch


class Mark:
    """The file that records the position of a SQLite store. Only its owner may read it.

    It is written after each commit but not forced to disk. After a power cut it may be behind the
    store, but never ahead of it.
    """

    def __init__(self, path: Path, epoch: int) -> None:
        self._path = path
        self._epoch = epoch
        self._file = -1

    @classmethod
    def of(cls, folder: Path, store: str, epoch: int = 0) -> Mark:
        """Return the mark of the store that has this identity."""
        return cls(folder / f"server.epoch-{store}", epoch)

    def read(self) -> Reached | None:
        """Return the recorded position, or None if no position is recorded."""
        try:
            epoch, entries = self._path.read_text("ascii").split()
            return Reached(int(epoch), int(entries))
        except (OSError, ValueError):
            return None

    def position(self, link: Connection) -> int:
        """Return the position of the store in a transaction."""
        return int(link.rows(_ENTRIES)[0][0])

    def write(self, position: int) -> None:
        """Record a position of the store."""
        try:
            if self._file < 0:
                self._file = os.open(self._path, os.O_CREAT | os.O_WRONLY, OWNER_ONLY)
            os.pwrite(self._file, f"{self._epoch:019d} {position:019d}\n".encode(), 0)
        except OSError as fault:
            raise StoreFault("store_not_opened", path=str(self._path), errno=fault.errno) from None

    def close(self) -> None:
        """Close the file of the mark."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1


def identity_of(books: ReadTransaction) -> str | None:
    """Return the identity that a store shares with its copies, or None if it never had a mark."""
    return books.state(IDENTITY)


def marked_epoch(folder: Path, books: ReadTransaction) -> int:
    """Return the epoch that the mark of the store in this folder records."""
    identity = identity_of(books)
    marked = Mark.of(folder, identity).read() if identity else None
    return marked.epoch if marked else 0


def follow_mark(store: Store, folder: Path) -> int | None:
    """Record the position of a SQLite store from now on. If it is a copy, return its new epoch.

    A process calls this before its first draw on a store.
    """

    def act(books: WriteTransaction) -> tuple[str, int, bool]:
        identity = identity_of(books)
        if identity is None:  # a new store, or one of an older version
            identity = random_token()[:16]
            books.set_state(IDENTITY, identity)
            return identity, epoch_of(books), False
        if store.kind != "sqlite":
            return identity, epoch_of(books), False
        marked = Mark.of(folder, identity).read()
        reached = Reached(epoch_of(books), int(books.link.rows(_ENTRIES)[0][0]))
        if marked is not None and reached >= marked:
            return identity, reached.epoch, False
        heads = books.heads()
        return identity, enter_epoch(books, "recognised", heads, marked.epoch if marked else 0), True

    identity, epoch, is_copy = store.write(act)
    if store.kind != "sqlite":
        return None
    store.follow(Mark.of(folder, identity, epoch))
    return epoch if is_copy else None
