"""A process of its own for what takes long: one task after the other, each with a limit on its time.

It tells how far it has come, is killed where a task takes too long or is not wanted any more, and ends with
the server. It is nicer than the server: whoever asks for something light does not wait for it.
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
from novamas.law.texts import Language
from novamas.server.catalogue.tasks import Form, Outcome, Task, done, failed

NICENESS = 10
OFTEN = 0.2  # seconds between two tellings of how far it is
LOOKING = 0.05  # seconds between two looks whether a task is still wanted
MAX_TASKS = 500  # after which a process gives way to a new one: what it has learnt by heart is forgotten
_LOG = logging.getLogger("novamas.server")


class Progress(msgspec.Struct, frozen=True):
    """How far a task has come: what is gone through, how many are done, of how many."""

    what: str
    done: int
    whole: int


Telling: TypeAlias = Progress | Outcome


class Worker:
    """The process, as the server knows it; it is begun when it is first needed."""

    def __init__(self) -> None:
        self._context = get_context("spawn")
        self._process: SpawnProcess | None = None
        self._line: Connection | None = None
        self._tasks = 0

    def begin(self) -> None:
        """Have a process that waits for tasks."""
        if self._process is not None and self._process.is_alive() and self._tasks < MAX_TASKS:
            return
        self.end()
        ours, theirs = self._context.Pipe()
        self._process = self._context.Process(target=_work, args=(theirs,), daemon=True, name="novamas")
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
        """Have a task done; whatever happens to the process, there is an outcome."""
        try:
            self.begin()
            assert self._line is not None
            self._tasks += 1
            self._line.send((task, language, form))
            latest = monotonic() + seconds
            while monotonic() < latest and is_wanted():
                if self._line.poll(LOOKING):
                    told: Telling = self._line.recv()
                    if isinstance(told, Outcome):
                        return told
                    heard(told)
        except (EOFError, OSError) as fault:
            _LOG.error("the worker has gone: %s", type(task).__name__, exc_info=fault)
            self.end()
            return failed(NovamasError("job_lost"), language)
        self.end()
        return failed(
            NovamasError("job_too_long", seconds=round(seconds))
            if is_wanted()
            else NovamasError("job_cancelled"),
            language,
        )

    def end(self) -> None:
        """The process is killed, if there is one: nothing that it does must be saved."""
        if self._process is not None:
            self._process.kill()
            self._process.join()
            self._process.close()
        if self._line is not None:
            self._line.close()
        self._process = self._line = None


def _work(line: Connection) -> None:
    """What the process does: a task, its outcome, the next; until nobody is at the other end."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever stops the server stops us
    Thread(target=_leave_with_server, daemon=True).start()
    with suppress(AttributeError, OSError):
        os.nice(NICENESS)
    home = os.getcwd()
    while True:
        try:
            task, language, form = line.recv()
        except EOFError:
            return
        with tempfile.TemporaryDirectory(prefix="novamas-") as folder:
            os.chdir(folder)
            try:
                line.send(_done(task, language, form, line))
            finally:
                os.chdir(home)


def _done(task: Task, language: Language, form: Form, line: Connection) -> Outcome:
    """A task, with what is told of it on the way."""
    from novamas.odds.progress import on_progress

    told_at = monotonic()

    def tell(what: str, so_far: int, whole: int) -> None:
        nonlocal told_at
        if monotonic() - told_at >= OFTEN:
            told_at = monotonic()
            line.send(Progress(what, so_far, whole))

    with on_progress(tell):
        return done(task, language, form)


def _leave_with_server() -> None:
    """A server that was killed leaves nobody behind who goes on counting."""
    server = parent_process()
    if server is not None:
        server.join()
        os._exit(0)
