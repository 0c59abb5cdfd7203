"""Processes that sell and are killed at any moment.

`sell(store, key)` sells with that key and returns the entry of the sale. It must be a function of a module,
so that a new process can import it. A seller notes each acknowledged sale. When it is killed, another process
takes its place and repeats the unacknowledged requests with the same keys.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from multiprocessing.process import BaseProcess
from pathlib import Path
from random import Random
from threading import Thread
from typing import TypeAlias

from novamas.store import Entry, Store, StoreFault, Verified, open_store, verify

Sell: TypeAlias = Callable[[Store, str], Entry]
Ready: TypeAlias = Callable[[], None]

PROCESSES = multiprocessing.get_context("forkserver")  # a new seller starts at once
PROCESSES.set_forkserver_preload(["novamas.store", "psycopg", "sqlalchemy.dialects.postgresql", __name__])


class Clerks:
    """Processes that sell at one store, and the sales that they noted."""

    def __init__(
        self, address: str, sell: Sell, notes: Path, *, clerks: int, sales: int, windows: int = 1
    ) -> None:
        self.address = address
        self.sell = sell
        self.notes = notes
        self.keys = [
            [
                tuple(f"clerk {clerk}, window {window}, {number}" for number in range(sales // windows))
                for window in range(windows)
            ]
            for clerk in range(clerks)
        ]
        self._working: list[BaseProcess] = []

    def work(self, kills: int, rng: Random, *, also: Ready | None = None, pause: float = 0.3) -> int:
        """Let the processes sell everything, and kill one after another. `also` causes further faults.

        Return the number of processes killed at work.
        """
        killed = 0
        self._working = [self._clerk(number) for number in range(len(self.keys))]
        for _ in range(kills):
            time.sleep(rng.random() * pause)
            number = rng.randrange(len(self.keys))
            self._working[number].kill()
            self._working[number].join()
            killed += self._working[number].exitcode == -signal.SIGKILL
            if also is not None and rng.random() < 0.3:
                also()
            self._working[number] = self._clerk(number)
        for clerk in self._working:
            clerk.join(600)
            assert clerk.exitcode == 0
        return killed

    def _clerk(self, number: int) -> BaseProcess:
        notes = [self.notes / f"{number}-{window}" for window in range(len(self.keys[number]))]
        clerk = PROCESSES.Process(target=_sell_all, args=(self.address, self.sell, self.keys[number], notes))
        clerk.start()
        return clerk

    def acknowledged(self) -> dict[str, str]:
        """Return the acknowledged sales: the entry for each key."""
        lines = [line for path in self.notes.iterdir() for line in path.read_text("utf-8").splitlines()]
        noted = {key: entry for key, _, entry in (line.partition("\t") for line in lines)}
        assert len(noted) == len(lines), "a clerk asked again for what was acknowledged"
        return noted

    def check(self) -> Verified:
        """Check that each acknowledged sale is in the books once, and that a repeated request returns it."""
        told = self.acknowledged()
        every = [key for clerk in self.keys for window in clerk for key in window]
        assert sorted(told) == sorted(every)
        with open_store(self.address) as store:
            found = verify(store)
            assert found.breach is None
            with store.reading() as books:
                sold = {entry.key: _told(entry) for entry in books.entries() if entry.key in told}
                assert sum(entry.key in told for entry in books.entries()) == len(told)
            assert sold == told
            for key in every[:: max(1, len(every) // 50)]:
                assert _told(self.sell(store, key)) == told[key]
            assert verify(store).entries == found.entries
        return found


def _told(entry: Entry) -> str:
    return f"{entry.book} {entry.number} {entry.hash.hex()}"


def _sell_all(address: str, sell: Sell, keys: Sequence[Sequence[str]], notes: Sequence[Path]) -> None:
    """Sell everything that is not yet noted as sold, in several threads."""
    with _opened(address) as store:
        windows = [
            Thread(target=_sell_at, args=(store, sell, *window)) for window in zip(keys, notes, strict=True)
        ]
        for window in windows:
            window.start()
        for window in windows:
            window.join()


def _sell_at(store: Store, sell: Sell, keys: Sequence[str], notes: Path) -> None:
    done = len(notes.read_text("utf-8").splitlines()) if notes.exists() else 0
    file = os.open(notes, os.O_CREAT | os.O_APPEND | os.O_WRONLY)
    for key in keys[done:]:
        entry = next(_sold(store, sell, key))
        os.write(file, f"{key}\t{_told(entry)}\n".encode())  # one call: it is noted whole or not at all
    os.close(file)


def _sold(store: Store, sell: Sell, key: str) -> Iterator[Entry]:
    """Yield a sale, repeating the request until it is acknowledged, because a server may be away."""
    while True:
        try:
            yield sell(store, key)
        except StoreFault as fault:
            if fault.code not in ("store_unreachable", "store_busy"):
                raise
            time.sleep(0.05)


def _opened(address: str) -> Store:
    while True:
        try:
            return open_store(address)
        except StoreFault as fault:
            if fault.code != "store_unreachable":
                raise
            time.sleep(0.05)
