"""Restoring a store from a copy: the copy is proved first, and what was there is kept."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from msgspec import Struct

from novamas.store.backup import forget_file
from novamas.store.connect import APPLICATION, address_of, open_store
from novamas.store.connections import sqlite_fault
from novamas.store.entries import Head
from novamas.store.errors import StoreFault
from novamas.store.verification import Breached, Verified, verify

BOOK = "office/house"  # what was done to the store as a whole


class Restored(Struct, frozen=True):
    """A store that was restored."""

    place: str
    entries: int
    transfers: int
    set_aside: str | None = None  # where the store lies that was there before


class WasRestored(Struct, frozen=True, forbid_unknown_fields=True):
    """The store goes on from a copy that ended here; what came after it is not in these books."""

    heads: dict[str, Head]


def restore(copy: Path, url: str | None) -> Restored:
    """Put a copy in the place of a store.

    A file that is there is set aside, if nobody has it open; a database on a server must be empty.
    """
    address = address_of(url)
    is_file = address.get_backend_name() == "sqlite"
    target = Path(str(address.database)) if is_file else copy
    trial = Path(f"{target}.restoring")
    try:
        found = _proved(copy, trial)
        if not is_file:
            return _fill(str(url), trial, found)
        aside = _set_aside(target)
        os.replace(trial, target)
        return Restored(str(target), found.entries, found.transfers, str(aside) if aside else None)
    except OSError as fault:
        raise StoreFault("store_not_opened", path=str(target), errno=fault.errno) from None
    finally:
        forget_file(trial)


def _proved(copy: Path, trial: Path) -> Verified:
    """A copy of the copy, brought up to date, in which every chain holds."""
    if not copy.is_file():
        raise StoreFault("store_not_opened", path=str(copy), errno=2)
    forget_file(trial)
    trial.parent.mkdir(parents=True, exist_ok=True)
    try:
        with (
            closing(sqlite3.connect(f"{copy.resolve().as_uri()}?mode=ro", uri=True)) as source,
            closing(sqlite3.connect(trial)) as into,
        ):
            if source.execute("PRAGMA application_id").fetchone()[0] != APPLICATION:
                raise StoreFault("store_unreadable", told_as="store_of_others", path=str(copy))
            source.backup(into)
    except sqlite3.Error as fault:
        raise sqlite_fault(fault, str(copy)) from fault
    with open_store(trial) as store:
        found = verify(store)
        if found.breach is not None:
            raise Breached(found.breach)
        said = WasRestored(found.heads)
        store.write(lambda books: books.append(BOOK, "restored", said))
    return found


def _set_aside(target: Path) -> Path | None:
    """Move away the store that is there, if nobody has it open."""
    if not target.exists():
        return None
    try:
        with closing(sqlite3.connect(target, timeout=1, isolation_level=None)) as there:
            there.execute("PRAGMA journal_mode = DELETE")  # which only he can who has it alone
    except sqlite3.Error as fault:
        if getattr(fault, "sqlite_errorcode", 0) & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            raise StoreFault("store_in_use", path=str(target)) from None
        # it is damaged, which is why it is restored
    aside = Path(f"{target}.before-{datetime.now(UTC):%Y%m%dT%H%M%S%f}Z")
    os.replace(target, aside)
    for end in ("-wal", "-shm"):  # of a store that was damaged
        if (log := Path(f"{target}{end}")).exists():
            os.replace(log, f"{aside}{end}")
    return aside


def _fill(url: str, trial: Path, found: Verified) -> Restored:
    """Fill an empty database on a server, all of it or nothing; and prove it there."""
    with open_store(url) as store:
        store.fill_from(trial)
        there = verify(store)
        if there.breach is not None:
            raise Breached(there.breach)
        return Restored(store.place, found.entries, found.transfers)
