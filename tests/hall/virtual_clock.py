"""Halls in virtual time, without threads or waiting, so that one seed decides everything.

The loop advances its clock instead of sleeping. Work for a thread is done at once, after a step in which
other tasks may run first. The group commit lets a test interrupt before and after each commit.
"""

from __future__ import annotations

import asyncio
import selectors
import shutil
import tempfile
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, TypeVar
from unittest.mock import patch

from novamas.hall.hall import Hall
from novamas.hall.scheduler import Scheduler
from novamas.hall.tables.seeds import Seeds
from novamas.store import Store, Update, open_store
from novamas.store.encryption import Cipher

T = TypeVar("T")
BEGAN = datetime(2026, 11, 20, 17, 0, tzinfo=UTC)
MEMORY = Path("/dev/shm")


class Plain:
    """A cipher for tests that do not read encrypted data."""

    def encrypt(self, secret: bytes, about: str) -> bytes:
        return secret

    def decrypt(self, hidden: bytes, about: str) -> bytes:
        return hidden


class _Nothing(selectors.SelectSelector):
    """A selector without events from outside. Waiting only advances the time."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 0.0

    def select(self, timeout: float | None = None) -> list[Any]:
        if timeout is None:
            raise AssertionError("everybody waits for somebody else")
        self.now += max(timeout, 0.0)
        return []


class VirtualLoop(asyncio.SelectorEventLoop):
    """An event loop whose time advances only when no task can run."""

    def __init__(self) -> None:
        self._nothing = _Nothing()
        super().__init__(self._nothing)

    def time(self) -> float:
        return self._nothing.now


class VirtualClock:
    """The clock of a store in virtual time. A test can set it forward or back."""

    def __init__(self) -> None:
        self.ahead = 0.0
        self.loop: asyncio.AbstractEventLoop | None = None

    def __call__(self) -> datetime:
        passed = self.loop.time() if self.loop is not None else 0.0
        return BEGAN + timedelta(seconds=passed + self.ahead)


class AtOnce:
    """A group commit that serves at once. `breaks_in` may wait, fail or never return, before or after."""

    def __init__(self, store: Store, after: object = None, *, window: float = 0.0) -> None:
        self.store = store
        self.breaks_in: Callable[[str], Awaitable[None]] = _nobody
        self._running: set[asyncio.Task[None]] = set()

    async def run_async(self, act: Update[T]) -> T:
        await asyncio.sleep(0)
        await self.breaks_in("before")
        (outcome,) = self.store.write_together([act])
        await self.breaks_in("after")
        if isinstance(outcome, BaseException):
            raise outcome
        answered: T = outcome
        return answered

    def run_then(
        self, act: Update[T], done: Callable[[T], None], failed: Callable[[BaseException], None]
    ) -> None:
        """Run an update in a task, and call one of the functions with its outcome."""

        async def run() -> None:
            try:
                outcome = await self.run_async(act)
            except BaseException as fault:
                failed(fault)
                if not isinstance(fault, Exception):
                    raise
            else:
                done(outcome)

        task = asyncio.get_running_loop().create_task(run())
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    def close(self) -> None:
        """Do nothing, because no update is pending."""


async def _nobody(_when: str) -> None:
    """Do nothing. This is the default of `breaks_in`."""


async def _at_once(function: Callable[..., T], *args: Any, **named: Any) -> T:
    await asyncio.sleep(0)
    return function(*args, **named)


@contextmanager
def no_threads(rng: Random) -> Iterator[None]:
    """Let halls run without threads, with seeds from a random generator."""
    with (
        patch("novamas.hall.hall.GroupCommit", AtOnce),
        patch("asyncio.to_thread", _at_once),
        patch("novamas.equipment.chance.token_bytes", rng.randbytes),
    ):
        yield


def in_virtual_time(main: Coroutine[Any, Any, T], clock: VirtualClock, seed: int = 1) -> T:
    """Run a coroutine to its end in virtual time. The same seed gives the same run."""
    loop = clock.loop = VirtualLoop()
    try:
        with no_threads(Random(seed)):
            return loop.run_until_complete(main)
    finally:
        let_go(loop)
        loop.close()


def let_go(loop: asyncio.AbstractEventLoop) -> None:
    """Check that no task is left on the loop."""
    left = asyncio.all_tasks(loop)
    for task in left:
        task.cancel()
    if left:
        loop.run_until_complete(asyncio.gather(*left, return_exceptions=True))


@cache
def _empty_store() -> Path:
    """Return the path of an empty store, which is made only once."""
    path = Path(tempfile.mkdtemp(dir=MEMORY if MEMORY.is_dir() else None)) / "empty.sqlite"
    with open_store(path):
        pass
    return path


@contextmanager
def new_file() -> Iterator[Path]:
    """Yield the path of a new store in memory. Tests need no protection against a power cut."""
    with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as folder:
        path = Path(folder) / "books.sqlite"
        shutil.copyfile(_empty_store(), path)
        yield path


def a_hall(store: Store, cipher: Cipher | None = None) -> tuple[Hall, Scheduler]:
    """Return a hall on a store, and its scheduler, which is not yet started."""
    hall = Hall(store, Seeds(cipher or Plain()))
    return hall, Scheduler(hall)
