"""Opening a store, which is a SQLite file by default or else a PostgreSQL server.

The tables of the store are created or migrated.
"""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from importlib.resources import files
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, create_engine, event, inspect, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError
from sqlalchemy.pool import QueuePool

from novamas.errors import quoted
from novamas.extras import optional_packages
from novamas.record.bounded_files import data_folder
from novamas.store.connections import (
    OWNER_ONLY,
    PostgresDatabase,
    SqliteDatabase,
    postgres_fault,
    sqlite_fault,
)
from novamas.store.errors import StoreFault
from novamas.store.store import Store
from novamas.store.transactions import Clock

VERSION = "0003"  # of the tables: the newest migration
VERSION_TABLE = "novamas_version"
FILE = "books.sqlite"
APPLICATION = 1852798561  # "nova": identifies the file as a store
PATIENCE_MS = 30_000  # longest wait for a lock
MAX_AT_ONCE = 40  # connections of one process
_MIGRATING = 7_305_513_417  # number of the advisory lock for migrations on a server


def right_now() -> datetime:
    """Return the current time of the system clock."""
    return datetime.now(UTC)


def open_store(url: str | Path | None = None, *, clock: Clock = right_now) -> Store:
    """Open a store: `postgresql://…`, `sqlite:///…` or a file path. The default is in the data folder."""
    address = address_of(url)
    if address.get_backend_name() == "sqlite":
        return _open_file(Path(str(address.database)), clock)
    return _open_server(address, clock)


def address_of(url: str | Path | None) -> URL:
    """Return the address of a store as a URL. Raise `store_address_unreadable` for any other text."""
    if url is None:
        url = data_folder() / FILE
    if isinstance(url, Path) or "://" not in url:
        return URL.create("sqlite", database=str(Path(url).expanduser()))
    try:
        address = make_url(url)
        name = address.drivername.partition("+")[0]
        if name == "sqlite" and address.database:
            return address
        if name in ("postgresql", "postgres"):
            return address.set(drivername="postgresql+psycopg")
    except (ArgumentError, ValueError):
        pass
    raise StoreFault("store_address_unreadable", given=quoted(url.partition("://")[0] + "://…"))


# ---------------------------------------------------------------- SQLite


def _open_file(path: Path, clock: Clock) -> Store:
    if path.is_dir():
        raise StoreFault("store_not_opened", path=str(path), errno=21)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        os.close(os.open(path, os.O_CREAT | os.O_WRONLY | os.O_APPEND, OWNER_ONLY))
    except OSError as fault:
        raise StoreFault("store_not_opened", path=str(path), errno=fault.errno) from None
    engine = create_engine(
        "sqlite://",
        creator=lambda: _connected(path),
        pool_size=MAX_AT_ONCE,
        max_overflow=0,
        pool_reset_on_return=None,
        pool_use_lifo=True,  # the connection used last has the best cache
        poolclass=QueuePool,
    )
    try:
        with engine.connect() as connection:
            _up_to_date(connection, str(path))
    except DBAPIError as fault:
        engine.dispose()
        raise sqlite_fault(fault.orig, str(path)) from fault  # type: ignore[arg-type]
    except sqlite3.Error as fault:
        engine.dispose()
        raise sqlite_fault(fault, str(path)) from fault
    except StoreFault:
        engine.dispose()
        raise
    return Store(SqliteDatabase(engine, str(path)), engine, clock)


def _connected(path: Path) -> sqlite3.Connection:
    """Open a connection that waits for locks and commits durably to disk."""
    existing = f"{path.absolute().as_uri()}?mode=rw"  # a file that was moved away is not created again
    connection = sqlite3.connect(existing, uri=True, isolation_level=None, check_same_thread=False)
    connection.execute(f"PRAGMA busy_timeout = {PATIENCE_MS}")
    connection.execute("PRAGMA page_size = 2048")  # of a new file: small pages mean that a sale writes less
    _write_ahead(connection)
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA recursive_triggers = ON")  # REPLACE runs the triggers on deletion
    return connection


def _write_ahead(connection: sqlite3.Connection) -> None:
    """Switch the file to write-ahead logging.

    The switch is retried if another process opens the new file at the same time.
    """
    for attempt in range(50):
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as fault:
            if fault.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or attempt == 49:
                raise
            time.sleep(attempt / 100)


# ---------------------------------------------------------------- PostgreSQL


def _open_server(address: URL, clock: Clock) -> Store:
    place = address.set(drivername="postgresql", query={}).render_as_string(hide_password=True)
    with optional_packages():
        import psycopg  # noqa: F401 - SQLAlchemy would import it later, in the engine
    engine = create_engine(
        address,
        connect_args={"autocommit": True, "connect_timeout": 10},
        pool_size=MAX_AT_ONCE,
        max_overflow=0,
        pool_reset_on_return=None,
        pool_use_lifo=True,  # the connection used last has the best cache
    )
    event.listen(engine, "connect", _patient)
    try:
        with engine.connect() as connection:
            _up_to_date(connection, place)
    except DBAPIError as fault:
        engine.dispose()
        raise postgres_fault(fault.orig, place) from fault
    except StoreFault:
        engine.dispose()
        raise
    return Store(PostgresDatabase(engine, place), engine, clock)


def _patient(connection: Any, _: object) -> None:
    """Set the timeouts for locks and idle transactions, and turn on synchronous commit.

    The idle timeout keeps a stalled process from blocking the others for ever.
    """
    connection.execute(f"SET lock_timeout = {PATIENCE_MS}")
    connection.execute(f"SET idle_in_transaction_session_timeout = {2 * PATIENCE_MS}")
    connection.execute("SET synchronous_commit = on")  # whatever the server's default is


# ---------------------------------------------------------------- tables


def _up_to_date(connection: Connection, place: str) -> None:
    """Create the tables, or migrate them to this version. Concurrent callers wait for each other."""
    if _version(connection, place) == VERSION:
        return
    with _one_at_a_time(connection):
        if _version(connection, place) != VERSION:
            try:
                _migrate(connection)
            except LookupError as fault:
                raise StoreFault("store_unreadable", text_key="store_damaged", path=place) from fault


def _version(connection: Connection, place: str) -> str:
    """Return the version of the tables in the database, or an empty string if there are no tables."""
    tables = inspect(connection).get_table_names()
    if VERSION_TABLE not in tables:
        if tables and connection.dialect.name == "sqlite":
            raise StoreFault("store_unreadable", text_key="store_of_others", path=place)
        return ""
    found = connection.exec_driver_sql(f"SELECT version_num FROM {VERSION_TABLE}").scalar()
    if str(found or "") > VERSION:
        raise StoreFault("store_newer", path=place, found=str(found), known=VERSION)
    return str(found or "")


@contextmanager
def _one_at_a_time(connection: Connection) -> Iterator[None]:
    inspect(connection).clear_cache()
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    else:
        connection.exec_driver_sql("BEGIN")
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_MIGRATING})")
    try:
        yield
        connection.exec_driver_sql("COMMIT")
    except BaseException:
        with suppress(SQLAlchemyError):  # the connection may be lost
            connection.exec_driver_sql("ROLLBACK")
        raise


def _migrate(connection: Connection) -> None:
    from alembic.config import Config
    from alembic.runtime.environment import EnvironmentContext
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option(
        "script_location", str(files("novamas.store").joinpath("migrations")).replace("%", "%%")
    )
    config.set_main_option("path_separator", "os")
    scripts = ScriptDirectory.from_config(config)
    with EnvironmentContext(config, scripts, fn=lambda now, _: scripts._upgrade_revs(VERSION, now)) as steps:
        steps.configure(connection=connection, version_table=VERSION_TABLE, transactional_ddl=False)
        steps.run_migrations()
