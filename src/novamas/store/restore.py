"""Restoring a store from a copy. The copy is verified first, and the present store is set aside.

A restored store is in a new epoch: no seed from the copy deals again (`novamas.store.epochs`).
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeAlias

from msgspec import Struct

from novamas.store.backup import forget_file
from novamas.store.connect import APPLICATION, address_of, open_store
from novamas.store.connections import sqlite_fault
from novamas.store.epochs import enter_epoch, marked_epoch
from novamas.store.errors import StoreFault
from novamas.store.store import Store
from novamas.store.transactions import WriteTransaction
from novamas.store.verification import Breached, Verified, verify

Check: TypeAlias = Callable[[Store], None]


class Restored(Struct, frozen=True):
    """The result of a restore."""

    place: str
    entries: int
    transfers: int
    set_aside: str | None = None  # path of the previous store, if there was one


def restore(copy: Path, url: str | None, check: Check | None = None) -> Restored:
    """Replace a store by a copy.

    An existing file is moved aside, unless another process has it open. A database on a server must be
    empty. `check` compares the other rows of the copy with its books, and raises an error if they
    disagree.
    """
    address = address_of(url)
    is_file = address.get_backend_name() == "sqlite"
    target = Path(str(address.database)) if is_file else copy
    trial = Path(f"{target}.restoring")
    try:
        found = _proved(copy, trial, target.parent if is_file else None, check)
        if not is_file:
            return _fill(str(url), trial, found)
        aside = _set_aside(target)
        os.replace(trial, target)
        return Restored(str(target), found.entries, found.transfers, str(aside) if aside else None)
    except OSError as fault:
        raise StoreFault("store_not_opened", path=str(target), errno=fault.errno) from None
    finally:
        forget_file(trial)


def _proved(copy: Path, trial: Path, folder: Path | None, check: Check | None) -> Verified:
    """Copy a backup to `trial`, migrate and verify it there, and begin a new epoch.

    The epoch is later than the epoch of the store in this folder, which is replaced.
    """
    if not copy.is_file():
        raise StoreFault("store_not_opened", path=str(copy), errno=2)
    forget_file(trial)
    trial.parent.mkdir(parents=True, exist_ok=True)
    try:
        with (
            closing(sqlite3.connect(f"{copy.resolve().as_uri()}?mode=ro", uri=True)) as source,
            closing(sqlite3.connect(trial)) as target,
        ):
            if source.execute("PRAGMA application_id").fetchone()[0] != APPLICATION:
                raise StoreFault("store_unreadable", text_key="store_of_others", path=str(copy))
            source.backup(target)
    except sqlite3.Error as fault:
        raise sqlite_fault(fault, str(copy)) from fault
    with open_store(trial) as store:
        found = verify(store)
        if found.breach is not None:
            raise Breached(found.breach)
        if check is not None:
            check(store)

        def act(books: WriteTransaction) -> None:
            after = marked_epoch(folder, books) if folder is not None else 0
            enter_epoch(books, "restored", found.heads, after)

        store.write(act)
    return found


def _set_aside(target: Path) -> Path | None:
    """Move the present store's file aside. Raise `store_in_use` if a process has it open."""
    if not target.exists():
        return None
    check_unused(target)
    aside = Path(f"{target}.before-{datetime.now(UTC):%Y%m%dT%H%M%S%f}Z")
    os.replace(target, aside)
    for end in ("-wal", "-shm"):  # left by a damaged store
        if (log := Path(f"{target}{end}")).exists():
            os.replace(log, f"{aside}{end}")
    return aside


def check_unused(target: Path) -> None:
    """Raise `store_in_use` if a process has this file open. A damaged file counts as not in use."""
    try:
        with closing(sqlite3.connect(target, timeout=1, isolation_level=None)) as connection:
            connection.execute("PRAGMA journal_mode = DELETE")  # fails if another process has the store open
    except sqlite3.Error as fault:
        if getattr(fault, "sqlite_errorcode", 0) & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            raise StoreFault("store_in_use", path=str(target)) from None


def _fill(url: str, trial: Path, found: Verified) -> Restored:
    """Fill an empty database on a server in one transaction, and verify its books."""
    with open_store(url) as store:
        store.fill_from(trial)
        there = verify(store)
        if there.breach is not None:
            raise Breached(there.breach)
        return Restored(store.place, found.entries, found.transfers)
