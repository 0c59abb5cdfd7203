"""Several processes that serve one house: each opens the store itself; one that ends is begun again."""

from __future__ import annotations

import os
import signal
import tempfile
import time
from collections.abc import Callable
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess

from prometheus_client.multiprocess import mark_process_dead

from novamas.hall.keys import belongs, folder_of, keys_of_house
from novamas.server import logs
from novamas.server.process import STOP_SIGNALS, listening_at, run
from novamas.server.settings import Settings
from novamas.store import open_store

PAUSE = 0.2  # seconds between looks at the processes
LONGER_PAUSE = 3.0  # in which the others take over what one left that ended, before it is begun again
FIGURES = "PROMETHEUS_MULTIPROC_DIR"  # where the library of figures adds up those of all processes

_SPAWN = get_context("spawn")


def run_workers(settings: Settings, ready: Callable[[], None]) -> None:
    """Serve in several processes until somebody stops them; told twice, they are killed.

    Each listens at the same place for itself, so that those who come are dealt out to all of them.
    """
    with open_store(settings.serving.store) as store:  # what is wrong with it is told here, once
        belongs(store, keys_of_house(folder_of(settings.serving.store)))
    told: list[int] = []
    before = {each: signal.signal(each, lambda number, _: told.append(number)) for each in STOP_SIGNALS}
    logs.set_up(settings.logging)
    with tempfile.TemporaryDirectory(prefix="novamas") as folder:
        os.environ[FIGURES] = folder
        try:
            _Workers(settings).run(told, ready)
        finally:
            del os.environ[FIGURES]
            for number, handler in before.items():
                signal.signal(number, handler)


class _Workers:
    """The processes, and what they say."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._lines: dict[SpawnProcess, Connection] = {}
        self._processes: list[SpawnProcess] = []
        self._begun = 0.0  # when the last of them was begun
        self._ended: dict[int, float] = {}  # in which places one has ended, and when

    def run(self, told: list[int], ready: Callable[[], None]) -> None:
        self._processes = [self._begin() for _ in range(self._settings.serving.workers)]
        waiting = set(self._processes)
        while not told:
            for one in [*waiting]:
                if self._lines[one].poll():
                    waiting.discard(one)
                    if not waiting:
                        ready()
            for place, one in self._running():
                if not one.is_alive():
                    waiting.discard(one)
                    self._ended[place] = time.monotonic()
                    logs.log("worker_ended", process=one.pid, status=one.exitcode)
                    mark_process_dead(one.pid)  # type: ignore[no-untyped-call] # what it counted stays
                    self._forget(one)
            for place in [*self._ended]:
                if self._may_begin_again(place):
                    del self._ended[place]
                    self._processes[place] = self._begin()
            time.sleep(PAUSE)
        self._stop(told)

    def _running(self) -> list[tuple[int, SpawnProcess]]:
        """The processes in their places, but for those that ended."""
        return [(place, one) for place, one in enumerate(self._processes) if place not in self._ended]

    def _may_begin_again(self, place: int) -> bool:
        """It waits, for it loads the machine, unless nobody else is there and the last one had lasted."""
        now = time.monotonic()
        is_needed = not self._running() and now - self._begun >= LONGER_PAUSE
        return is_needed or now - self._ended[place] >= LONGER_PAUSE

    def _begin(self) -> SpawnProcess:
        ours, theirs = _SPAWN.Pipe()
        process = _SPAWN.Process(target=_work, args=(self._settings, theirs, os.getpid()))
        process.start()
        theirs.close()
        self._lines[process] = ours
        self._begun = time.monotonic()
        return process

    def _forget(self, process: SpawnProcess) -> None:
        self._lines.pop(process).close()
        process.close()

    def _stop(self, told: list[int]) -> None:
        """Tell all to stop, and wait for them."""
        left = [one for _, one in self._running()]
        for one in left:
            one.terminate()
        while any(one.is_alive() for one in left):
            if len(told) > 1:
                for one in left:
                    one.kill()
            time.sleep(PAUSE)
        for one in left:
            self._forget(one)


def _work(settings: Settings, line: Connection, parent: int) -> None:
    """One of the processes; it ends with the one that began it."""
    with listening_at(settings.serving.host, settings.serving.port, together=True) as listening:
        run(settings, listening, lambda: line.send(True), parent)
