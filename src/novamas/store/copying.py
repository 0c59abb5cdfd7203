"""A copy of a store that is a file, made while others go on writing in it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from sqlalchemy import Engine

from novamas.store.errors import StoreFault
from novamas.store.links import sqlite_fault


def copy_file(engine: Engine, place: str, path: Path) -> None:
    """Copy all that was committed when it began; to restore a store is to open its copy."""
    if engine.dialect.name != "sqlite":
        raise StoreFault("store_not_copied", path=place)
    try:
        path.open("xb").close()  # nothing is written over
    except OSError as fault:
        raise StoreFault("store_not_opened", path=str(path), errno=fault.errno) from None
    borrowed = engine.raw_connection()
    source: Any = borrowed.driver_connection
    try:
        with closing(sqlite3.connect(path)) as copy:
            source.backup(copy)
    except sqlite3.Error as fault:
        path.unlink()
        raise sqlite_fault(fault, str(path)) from fault
    finally:
        borrowed.close()
