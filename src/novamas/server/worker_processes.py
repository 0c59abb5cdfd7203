"""Worker processes that serve one house. Each opens the store, and is restarted if it ends."""

from __future__ import annotations

import os
import signal
import tempfile
import time
from collections.abc import Callable
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from pathlib import Path

from prometheus_client.multiprocess import mark_process_dead

from novamas.errors import NovamasError
from novamas.hall.keys import folder_of, keys_for
from novamas.law import Library
from novamas.server import logs
from novamas.server.handoff import Handoff
from novamas.server.process import STOP_SIGNALS, Worker, listening_at, run
from novamas.server.settings import Settings
from novamas.store import open_store
from novamas.store.epochs import follow_mark

PAUSE = 0.2  # seconds between checks of the processes
LONGER_PAUSE = 3.0  # seconds before a restart, in which other processes take over the tables of the ended one
FIGURES = "PROMETHEUS_MULTIPROC_DIR"  # folder in which the library sums the metrics of all processes

_SPAWN = get_context("spawn")


def run_workers(settings: Settings, ready: Callable[[], None], law: Library) -> None:
    """Serve in several processes until a signal to stop arrives. A second signal kills them.

    All processes listen on the same port, and the system distributes the connections. The sockets of a
    table are passed to one of the processes.
    """
    with open_store(settings.serving.store) as store:  # a problem with the store is reported once, here
        keys_for(store, folder_of(settings.serving.store))
        follow_mark(store, folder_of(settings.serving.store))
    signals: list[int] = []
    before = {each: signal.signal(each, lambda number, _: signals.append(number)) for each in STOP_SIGNALS}
    with logs.whole_process(settings.logging), tempfile.TemporaryDirectory(prefix="novamas") as folder:
        os.environ[FIGURES] = folder
        try:
            _Workers(settings, Path(folder), law).run(signals, ready)
        finally:
            del os.environ[FIGURES]
            for number, handler in before.items():
                signal.signal(number, handler)


class _Workers:
    """The worker processes and the pipes to them."""

    def __init__(self, settings: Settings, folder: Path, law: Library) -> None:
        self._settings = settings
        self._law = law
        self._folder = folder  # of the sockets by which the processes pass connections on
        self._lines: dict[SpawnProcess, Connection] = {}
        self._processes: list[SpawnProcess] = []
        self._begun = 0.0  # start of the newest process
        self._ended: dict[int, float] = {}  # end of a process, by its index

    def run(self, signals: list[int], ready: Callable[[], None]) -> None:
        self._processes = [self._begin(place) for place in range(self._settings.serving.workers)]
        waiting = set(self._processes)
        while not signals:
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
                    self._processes[place] = self._begin(place)
            time.sleep(PAUSE)
        self._stop(signals)

    def _running(self) -> list[tuple[int, SpawnProcess]]:
        """Return the processes that still run, with their indexes."""
        return [(place, one) for place, one in enumerate(self._processes) if place not in self._ended]

    def _may_begin_again(self, place: int) -> bool:
        """Return whether a worker process may be restarted now.

        A restart waits for some time, because it loads the machine. It need not wait if no other process
        runs and the newest start was long enough ago.
        """
        now = time.monotonic()
        is_needed = not self._running() and now - self._begun >= LONGER_PAUSE
        return is_needed or now - self._ended[place] >= LONGER_PAUSE

    def _begin(self, place: int) -> SpawnProcess:
        ours, theirs = _SPAWN.Pipe()
        handoff = Handoff(self._folder, place, self._settings.serving.workers)
        worker = Worker(os.getpid(), handoff)
        process = _SPAWN.Process(target=_work, args=(self._settings, theirs, worker, self._law))
        process.start()
        theirs.close()
        self._lines[process] = ours
        self._begun = time.monotonic()
        return process

    def _forget(self, process: SpawnProcess) -> None:
        self._lines.pop(process).close()
        process.close()

    def _stop(self, signals: list[int]) -> None:
        """Stop all worker processes and wait until they have ended."""
        left = [one for _, one in self._running()]
        for one in left:
            one.terminate()
        while any(one.is_alive() for one in left):
            if len(signals) > 1:
                for one in left:
                    one.kill()
            time.sleep(PAUSE)
        for one in left:
            self._forget(one)


def _work(settings: Settings, line: Connection, worker: Worker, law: Library) -> None:
    """Run one worker process, which ends when its parent ends."""
    serving = settings.serving
    with logs.whole_process(settings.logging):
        try:
            with listening_at(serving.host, serving.port, together=True) as listening:
                run(settings, listening, lambda: line.send(True), worker, law)
        except NovamasError as fault:  # the parent tries again
            logs.log("not_ready", code=fault.code)
            raise SystemExit(1) from None
