"""Backup of a store to a SQLite file while it is in use, and restore into an empty server.

The copy is always a file, even if the store is on a server. Table names are inserted into the SQL
text. They come from the database schema, never from input.
"""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, inspect

from novamas.store.connections import AT_A_TIME, OWNER_ONLY, postgres_fault, sqlite_fault
from novamas.store.errors import StoreFault


def copy_file(engine: Engine, place: str, path: Path) -> None:
    """Copy all data that is committed when the copy starts to a new file, which is itself a store."""
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, OWNER_ONLY))  # never overwrites a file
    except OSError as fault:
        raise StoreFault("store_not_opened", path=str(path), errno=fault.errno) from None
    try:
        _copy_pages(engine, path) if engine.dialect.name == "sqlite" else _copy_rows(engine, place, path)
    except sqlite3.Error as fault:
        forget_file(path)
        raise sqlite_fault(fault, str(path)) from fault
    except BaseException:
        forget_file(path)
        raise


def forget_file(path: Path) -> None:
    """Delete the file of a store, together with its log files."""
    for end in ("", "-wal", "-shm", "-journal"):
        Path(f"{path}{end}").unlink(missing_ok=True)


def tables_of(engine: Engine) -> list[str]:
    """Return the store's table names. A table comes after the tables to which it refers."""
    from novamas.store.connect import VERSION_TABLE

    every = [name for name, _ in inspect(engine).get_sorted_table_and_fkc_names() if name]
    return [name for name in every if name != VERSION_TABLE]


def _copy_pages(engine: Engine, path: Path) -> None:
    borrowed = engine.raw_connection()
    source: Any = borrowed.driver_connection
    try:
        with closing(sqlite3.connect(path)) as copy:
            source.backup(copy)
    finally:
        borrowed.close()


def _copy_rows(engine: Engine, place: str, path: Path) -> None:
    """Copy all rows of a server's store, table by table, from one snapshot."""
    import psycopg

    from novamas.store.connect import open_store

    open_store(path).close()  # creates the same tables
    borrowed = engine.raw_connection()
    source: Any = borrowed.driver_connection
    try:
        source.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        with closing(sqlite3.connect(path)) as copy:
            for table in tables_of(engine):
                _copy_table(source, copy, table)
            copy.commit()
    except psycopg.Error as fault:
        raise postgres_fault(fault, place) from fault
    finally:
        source.rollback()
        borrowed.close()


def _copy_table(source: Any, copy: sqlite3.Connection, table: str) -> None:
    columns = [row[1] for row in copy.execute(f"PRAGMA table_info({table})")]
    insert = f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})"
    with source.cursor(name=f"copy_{table}") as rows:
        rows.itersize = AT_A_TIME
        rows.execute(f"SELECT {', '.join(columns)} FROM {table}")
        copy.executemany(insert, rows)


def fill_server(engine: Engine, place: str, path: Path) -> None:
    """Copy a backup file into an empty database on a server, in one transaction."""
    import psycopg

    borrowed = engine.raw_connection()
    target: Any = borrowed.driver_connection
    tables = tables_of(engine)
    try:
        with closing(sqlite3.connect(path)) as copy, target.transaction(), target.cursor() as cursor:
            if any(cursor.execute(f"SELECT 1 FROM {table} LIMIT 1").fetchone() for table in tables):
                raise StoreFault("store_not_empty", path=place)
            for table in tables:
                _fill_table(cursor, copy, table)
            cursor.execute(_NEXT_BOOK)
    except psycopg.Error as fault:
        raise postgres_fault(fault, place) from fault
    finally:
        borrowed.close()


_NEXT_BOOK = (
    "SELECT setval(pg_get_serial_sequence('books', 'id'), (SELECT coalesce(max(id), 1) FROM books),"
    " EXISTS (SELECT 1 FROM books))"
)


def _fill_table(cursor: Any, copy: sqlite3.Connection, table: str) -> None:
    columns = ", ".join(row[1] for row in copy.execute(f"PRAGMA table_info({table})"))
    with cursor.copy(f"COPY {table} ({columns}) FROM STDIN") as lines:
        for row in copy.execute(f"SELECT {columns} FROM {table}"):
            lines.write_row(row)
