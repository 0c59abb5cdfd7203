"""A counter: whoever waits at the same time is served in one durable step, and told when it is done."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from typing import Any, TypeAlias

from novamas.store.errors import StoreFault
from novamas.store.store import Outcome, Store, Update

MAX_TOGETHER = 256  # acts in one step: more would make the first of them wait
MAX_WAITING = 4096  # beyond which whoever comes is sent away before anything was taken from him

_Answer: TypeAlias = Future[Any] | asyncio.Future[Any]  # for a thread, or for a task
_Waiting: TypeAlias = tuple[Update[Any], _Answer]
After = Callable[[Sequence[Any], float], None]  # is told what came of a step, and how many seconds it took


class GroupCommit:
    """Serves all who wait in a process, threads and tasks alike; what is refused is refused alone.

    An act is done inside the step, by the counter's own thread, and perhaps twice (see `Store.write`): it
    must be short and change nothing but the books. It was entered when it is answered, and not before.
    """

    def __init__(self, store: Store, after: After | None = None) -> None:
        self._store = store
        self._after = after
        self._queue: SimpleQueue[_Waiting | None] = SimpleQueue()
        self._door = Lock()
        self._closed = False  # nobody else may come
        self._done = False  # everybody was served
        self._thread = Thread(target=self._serve, name="counter", daemon=True)
        self._thread.start()

    def ask(self, act: Update[Outcome]) -> Outcome:
        """Do something to the books, and wait until it lasts."""
        return self.submit(act).result()

    async def answer(self, act: Update[Outcome]) -> Outcome:
        """The same for a task, which lets others go on while it waits."""
        answer: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
        self._queue_up((act, answer))
        return await answer

    def submit(self, act: Update[Outcome]) -> Future[Outcome]:
        """Queue for it; what comes of it is told later."""
        answer: Future[Outcome] = Future()
        self._queue_up((act, answer))
        return answer

    def _queue_up(self, waiting: _Waiting) -> None:
        with self._door:
            if self._closed:
                raise StoreFault("counter_closed")
            if self._queue.qsize() >= MAX_WAITING:
                raise StoreFault("counter_full", waiting=MAX_WAITING)
            self._queue.put(waiting)

    def close(self) -> None:
        """Serve all who wait, and nobody after them."""
        with self._door:
            if not self._closed:
                self._closed = True
                self._queue.put(None)  # after all who wait
        self._thread.join()

    def __enter__(self) -> GroupCommit:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _serve(self) -> None:
        while not self._done and (first := self._queue.get()) is not None:
            if not _still_waits(first):
                continue
            together, began = [first], time.perf_counter()
            try:
                told = self._store.write_together(self._acts(together))
            except BaseException as fault:  # whatever it is, nobody is left waiting
                told = [fault] * len(together)
            if self._after is not None:
                self._after(told, time.perf_counter() - began)
            _tell([(answer, outcome) for (_, answer), outcome in zip(together, told, strict=True)])

    def _acts(self, together: list[_Waiting]) -> Iterator[Update[Any]]:
        """What is wanted by all who wait by now; asked for when it is the counter's turn to write."""
        yield together[0][0]
        while len(together) < MAX_TOGETHER:
            try:
                waiting = self._queue.get_nowait()
            except Empty:
                return
            if waiting is None:
                self._done = True
                return
            if _still_waits(waiting):
                together.append(waiting)
                yield waiting[0]


def _still_waits(waiting: _Waiting) -> bool:
    """Did whoever asked not go away before his turn? From now on his act is done, whether he waits or not."""
    answer = waiting[1]
    if isinstance(answer, asyncio.Future):
        return not answer.cancelled()
    return answer.set_running_or_notify_cancel()


def _tell(answers: list[tuple[_Answer, Any]]) -> None:
    """Tell all who waited what came of it; the tasks of a loop together, which is woken once for them all."""
    tasks: dict[asyncio.AbstractEventLoop, list[tuple[_Answer, Any]]] = {}
    for answer, outcome in answers:
        if isinstance(answer, asyncio.Future):
            tasks.setdefault(answer.get_loop(), []).append((answer, outcome))
        else:
            _tell_each([(answer, outcome)])
    for loop, waiting in tasks.items():
        with suppress(RuntimeError):  # it has ended meanwhile, and nobody waits there
            loop.call_soon_threadsafe(_tell_each, waiting)


def _tell_each(answers: list[tuple[_Answer, Any]]) -> None:
    for answer, outcome in answers:
        if answer.done():
            continue  # whoever asked has gone away
        if isinstance(outcome, BaseException):
            answer.set_exception(outcome)
        else:
            answer.set_result(outcome)
