"""A worker process, which runs one task after the other with a time limit for each.

The process reports its progress. It is killed if a task is cancelled, takes too long or needs too
much memory. It ends with the server. It has a lower priority than the server, so light requests are
not delayed.
"""

from __future__ import annotations

import logging
import os
import signal
import tempfile
from collections.abc import Callable
from contextlib import suppress
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from threading import Thread
from time import monotonic
from typing import TypeAlias

import msgspec

from novamas.errors import NovamasError
from novamas.law import Library, library
from novamas.law.texts import Language
from novamas.server import logs
from novamas.server.catalogue.tasks import Form, Outcome, Task, done, failed
from novamas.server.settings import Logging

NICENESS = 10
OFTEN = 0.2  # seconds between reports of progress
LOOKING = 0.05  # seconds between checks whether a task was cancelled
MAX_TASKS = 500  # before the process is replaced
_LOG = logging.getLogger("novamas.server.jobs")


class Progress(msgspec.Struct, frozen=True):
    """The progress of a task: its present part, the steps done, and the steps in all."""

    what: str
    done: int
    whole: int


Telling: TypeAlias = Progress | Outcome


class Worker:
    """The server's side of a worker process. The process is started when it is first needed."""

    def __init__(self, megabytes: int | None = None, law: Library | None = None) -> None:
        self._law = law or library()
        self._megabytes = megabytes  # None: as much as there is
        self._context = get_context("spawn")
        self._process: SpawnProcess | None = None
        self._line: Connection | None = None
        self._tasks = 0

    def begin(self) -> None:
        """Start the process, or replace a process that has run many tasks or uses much memory."""
        is_running = self._process is not None and self._process.is_alive()
        if is_running and self._tasks < MAX_TASKS and not self._is_above(0.5):
            return
        self.end()
        ours, theirs = self._context.Pipe()
        self._process = self._context.Process(
            target=_work, args=(theirs, logs.of_process(), self._law), daemon=True, name="novamas"
        )
        self._process.start()
        theirs.close()
        self._line, self._tasks = ours, 0

    def do(
        self,
        task: Task,
        language: Language,
        form: Form,
        seconds: float,
        heard: Callable[[Progress], None],
        is_wanted: Callable[[], bool],
    ) -> Outcome:
        """Run a task and return its outcome. If the process fails, the outcome is an error."""
        try:
            self.begin()
            assert self._line is not None
            self._tasks += 1
            self._line.send((task, language, form))
            deadline = monotonic() + seconds
            while monotonic() < deadline and is_wanted():
                if self._is_above(1.0):
                    self.end()
                    return failed(NovamasError("job_too_large", most=self._megabytes), language, self._law)
                if self._line.poll(LOOKING):
                    message: Telling = self._line.recv()
                    if isinstance(message, Outcome):
                        return message
                    heard(message)
        except (EOFError, OSError) as fault:
            _LOG.error("the worker has gone: %s", type(task).__name__, exc_info=fault)
            self.end()
            return failed(NovamasError("job_lost"), language, self._law)
        self.end()
        return failed(
            NovamasError("job_too_long", seconds=round(seconds))
            if is_wanted()
            else NovamasError("job_cancelled"),
            language,
            self._law,
        )

    def _is_above(self, share: float) -> bool:
        """Return whether the process uses more than this share of its memory limit."""
        return self._megabytes is not None and (self._resident() or 0) > share * self._megabytes

    def _resident(self) -> int | None:
        """Return the memory of the process in MiB, or None if the system does not report it."""
        try:
            with open(f"/proc/{self._process.pid if self._process else 0}/statm", encoding="ascii") as file:
                pages = int(file.read().split()[1])
        except (OSError, IndexError):
            return None
        return pages * os.sysconf("SC_PAGE_SIZE") // 2**20

    def end(self) -> None:
        """Kill the process if it runs. The process has no data to save."""
        process, line = self._process, self._line
        self._process = self._line = None  # first: the thread of the queue may end it at the same time
        if process is not None:
            process.kill()
            process.join()
            process.close()
        if line is not None:
            line.close()


def _work(line: Connection, logging: Logging, law: Library) -> None:
    """Run tasks until the server closes the pipe. This is the main loop of the process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends this process
    Thread(target=_leave_with_server, daemon=True).start()
    with suppress(AttributeError, OSError):
        os.nice(NICENESS)
    with logs.whole_process(logging):
        _serve(line, law)


def _serve(line: Connection, law: Library) -> None:
    home = os.getcwd()
    while True:
        try:
            task, language, form = line.recv()
        except EOFError:
            return
        with tempfile.TemporaryDirectory(prefix="novamas-") as folder:
            os.chdir(folder)
            try:
                line.send(_done(task, language, form, line, law))
            finally:
                os.chdir(home)


def _done(task: Task, language: Language, form: Form, line: Connection, law: Library) -> Outcome:
    """Run a task and report its progress."""
    from novamas.odds.progress import on_progress

    sent_at = monotonic()

    def send_progress(what: str, so_far: int, whole: int) -> None:
        nonlocal sent_at
        if monotonic() - sent_at >= OFTEN:
            sent_at = monotonic()
            line.send(Progress(what, so_far, whole))

    with on_progress(send_progress):
        return done(task, language, form, law)


def _leave_with_server() -> None:
    """Make this process exit when the server exits, even if the server is killed."""
    server = parent_process()
    if server is not None:
        server.join()
        os._exit(0)
