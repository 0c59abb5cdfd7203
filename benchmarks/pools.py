"""Sales per second, each durable before its reply, compared with the bare database. Run it by hand.

Two client processes with one outlet each use a database file, and then a private database server. Both are on
the disk of the folder for temporary files. `bare` is a single INSERT with its COMMIT. `one by one` are sales,
each after the one before. `together` are sales of sixteen threads per process through a group commit. The
three take turns, so that each meets the same disk.

    .venv/bin/python -m benchmarks.pools [rounds]
"""

from __future__ import annotations

import multiprocessing
import sqlite3
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Any

import psycopg
from msgspec import Struct
from tests.store.databases import database, server

from novamas.store import PUBLIC, Entry, GroupCommit, Transfer, WriteTransaction, open_store, verify

CLIENTS = 2
THREADS = 16
SECONDS = 1.5
ROUNDS = 5
AT_LEAST = {"one by one": 0.5, "together": 1.0}  # of the bare rate
DAY = "2026-11-20"

_PROCESSES = multiprocessing.get_context("spawn")


class Ticket(Struct, frozen=True):
    """A body as long as that of a ticket."""

    day: str
    forecast: tuple[tuple[int, ...], ...]
    price: int
    columns: int


TICKET = Ticket(DAY, ((1,), (4,), (2, 3), (7,), (5,), (1,), (6,)), 100, 2)


def bare_file(address: str, _client: int) -> Callable[[int], Any]:
    """Return a function that does one INSERT with its COMMIT in a file, fully synchronised."""
    file = sqlite3.connect(address, isolation_level=None, check_same_thread=False)
    for setting in ("busy_timeout = 30000", "journal_mode = WAL", "synchronous = FULL"):
        file.execute(f"PRAGMA {setting}")

    def insert(_number: int) -> None:
        file.execute("INSERT INTO bare (body) VALUES (?)", (b"x" * 100,))  # commits by itself

    return insert


def bare_server(address: str, _client: int) -> Callable[[int], Any]:
    """Return a function that does one INSERT with its COMMIT on a server."""
    connection = psycopg.connect(address, autocommit=True)

    def insert(_number: int) -> None:
        connection.execute("INSERT INTO bare (body) VALUES (%s)", (b"x" * 100,))

    return insert


def _sale(client: int, number: int) -> Callable[[WriteTransaction], Entry]:
    """Return the update that sells a ticket, with its transfer of money."""
    paid = (Transfer(PUBLIC, f"stakes/lototrot/{DAY}", 200),)
    key = f"{client} {number} {time.time_ns()}"

    def sell(books: WriteTransaction) -> Entry:
        return books.append(
            f"outlet/{client}", "ticket", TICKET, subject=f"lototrot/{DAY}", key=key, transfers=paid
        )

    return sell


def one_by_one(address: str, client: int) -> Callable[[int], Any]:
    """Return a function that sells one ticket in a transaction of its own."""
    store = open_store(address)
    return lambda number: store.write(_sale(client, number))


def together(address: str, client: int) -> Callable[[int], Any]:
    """Return a function that sells one ticket through the group commit."""
    counter = GroupCommit(open_store(address))
    return lambda number: counter.run(_sale(client, number))


def _work(
    way: Callable[[str, int], Callable[[int], Any]],
    address: str,
    client: int,
    threads: int,
    ready: Any,
    done: Any,
) -> None:
    do, counts = way(address, client), [0] * threads
    for number in range(20):
        do(number)
    ready.wait()
    end = time.perf_counter() + SECONDS

    def go_on(thread: int) -> None:
        while time.perf_counter() < end:
            do(counts[thread])
            counts[thread] += 1

    working = [Thread(target=go_on, args=(thread,)) for thread in range(threads)]
    for one in working:
        one.start()
    for one in working:
        one.join()
    done.put(sum(counts))


def rate(way: Callable[[str, int], Callable[[int], Any]], address: str, threads: int) -> float:
    """Return the number of updates per second that two client processes reach in this way."""
    ready, done = _PROCESSES.Barrier(CLIENTS), _PROCESSES.Queue()
    clients = [
        _PROCESSES.Process(target=_work, args=(way, address, client, threads, ready, done))
        for client in range(CLIENTS)
    ]
    for client in clients:
        client.start()
    total: int = sum(done.get() for _ in clients)
    for client in clients:
        client.join()
    return total / SECONDS


def measure(name: str, address: str, bare: Callable[[str, int], Callable[[int], Any]], rounds: int) -> None:
    """Measure all three ways in turns, and return the medians."""
    ways = {"bare": (bare, 1), "one by one": (one_by_one, 1), "together": (together, THREADS)}
    found: dict[str, list[float]] = {way: [] for way in ways}
    for _ in range(rounds):
        for way, (does, threads) in ways.items():
            found[way].append(rate(does, address, threads))
    for way, rates in found.items():
        ratio = median(own / raw for own, raw in zip(rates, found["bare"], strict=True))
        wanted = AT_LEAST.get(way)
        mark = (
            ""
            if wanted is None
            else f"  {ratio:5.2f} of bare, wanted {wanted}: {'ok' if ratio >= wanted else 'TOO SLOW'}"
        )
        print(f"{name:10} {way:10} {median(rates):8,.0f} a second{mark}")
    with open_store(address) as store:
        assert verify(store).breach is None


def main() -> None:
    """Measure both kinds of database."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS
    only = sys.argv[2:] or ["SQLite", "PostgreSQL"]
    if "SQLite" in only:
        with TemporaryDirectory() as folder:
            path = str(Path(folder) / "books.sqlite")
            open_store(path).close()
            with sqlite3.connect(path) as file:
                file.execute("CREATE TABLE bare (number INTEGER PRIMARY KEY, body BLOB)")
            measure("SQLite", path, bare_file, rounds)
    if "PostgreSQL" in only:
        with server(durable=True) as address:
            place = database(address)
            open_store(place).close()
            with psycopg.connect(place, autocommit=True) as connection:
                connection.execute(
                    "CREATE TABLE bare (number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, body bytea)"
                )
            measure("PostgreSQL", place, bare_server, rounds)


if __name__ == "__main__":
    main()
