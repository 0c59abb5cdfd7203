"""Group commit: updates that arrive at the same time share one transaction.

A caller continues once its own update is durable.
"""

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

MAX_BATCH = 256  # updates in one transaction: a larger batch would delay its first update
MAX_PENDING = 4096  # back-pressure: further updates are refused before they change anything


class _Call:
    """A pair of functions used in place of a future. No task waits for it, so no task must be woken."""

    __slots__ = ("_done", "_failed", "_loop")

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        done: Callable[[Any], None],
        failed: Callable[[BaseException], None],
    ) -> None:
        self._loop = loop
        self._done = done
        self._failed = failed

    def get_loop(self) -> asyncio.AbstractEventLoop:
        """Return the event loop in which the functions are called."""
        return self._loop

    def settle(self, outcome: Any) -> None:
        """Call the function for success or for failure. Its errors do not affect the other updates."""
        try:
            (self._failed if isinstance(outcome, BaseException) else self._done)(outcome)
        except Exception as mistake:
            self._loop.call_exception_handler({"message": "after a commit", "exception": mistake})


_AnyFuture: TypeAlias = Future[Any] | asyncio.Future[Any] | _Call  # for a thread, a task, or no task at all
_Pending: TypeAlias = tuple[Update[Any], _AnyFuture]
After = Callable[[Sequence[Any], float], None]  # gets the outcomes of a batch and its duration in seconds


class GroupCommit:
    """A writer thread that commits the updates of many threads and tasks in batches.

    An update runs inside the transaction on the writer's thread, and may run twice (see `Store.write`).
    It must be short and have no effect outside the transaction. A refused update does not affect the
    others. With a `window`, the batches of a busy store begin at least that far apart, so that more
    updates share a transaction. A single update never waits for it.
    """

    def __init__(self, store: Store, after: After | None = None, *, window: float = 0.0) -> None:
        self._store = store
        self._window = window  # seconds from one batch to the next, where several updates arrive together
        self._after = after
        self._queue: SimpleQueue[_Pending | None] = SimpleQueue()
        self._lock = Lock()
        self._closed = False  # if true, new updates are refused
        self._drained = False  # if true, the current batch is the last
        self._thread = Thread(target=self._run, name="counter", daemon=True)
        self._thread.start()

    def run(self, update: Update[Outcome]) -> Outcome:
        """Run an update and block until it is durable."""
        return self.submit(update).result()

    async def run_async(self, update: Update[Outcome]) -> Outcome:
        """Run an update and wait until it is durable, without blocking the event loop."""
        future: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
        self._enqueue((update, future))
        return await future

    def run_then(
        self,
        update: Update[Outcome],
        done: Callable[[Outcome], None],
        failed: Callable[[BaseException], None],
    ) -> None:
        """Run an update. Afterwards call one of the functions in the running event loop."""
        self._enqueue((update, _Call(asyncio.get_running_loop(), done, failed)))

    def submit(self, update: Update[Outcome]) -> Future[Outcome]:
        """Queue an update and return a future for its outcome."""
        future: Future[Outcome] = Future()
        self._enqueue((update, future))
        return future

    def _enqueue(self, pending: _Pending) -> None:
        with self._lock:
            if self._closed:
                raise StoreFault("counter_closed")
            if self._queue.qsize() >= MAX_PENDING:
                raise StoreFault("counter_full", waiting=MAX_PENDING)
            self._queue.put(pending)

    def close(self) -> None:
        """Refuse new updates, commit the queued updates and stop the thread."""
        with self._lock:
            if not self._closed:
                self._closed = True
                self._queue.put(None)  # the end mark, after all queued updates
        self._thread.join()

    def __enter__(self) -> GroupCommit:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _run(self) -> None:
        while not self._drained and (first := self._queue.get()) is not None:
            if not _claim(first):
                continue
            batch, began = [first], time.perf_counter()
            try:
                outcomes = self._store.write_together(self._updates(batch))
            except BaseException as fault:  # every caller must get a result, whatever failed
                outcomes = [fault] * len(batch)
            if self._after is not None:
                self._after(outcomes, time.perf_counter() - began)
            _deliver([(future, outcome) for (_, future), outcome in zip(batch, outcomes, strict=True)])
            if len(batch) > 1 and not self._closed:
                time.sleep(max(0.0, began + self._window - time.perf_counter()))

    def _updates(self, batch: list[_Pending]) -> Iterator[Update[Any]]:
        """Yield the updates of a batch, and add further updates from the queue to it.

        The store iterates only when it can write, so updates that arrive until then share the transaction.
        """
        yield batch[0][0]
        while len(batch) < MAX_BATCH:
            try:
                pending = self._queue.get_nowait()
            except Empty:
                return
            if pending is None:
                self._drained = True
                return
            if _claim(pending):
                batch.append(pending)
                yield pending[0]


def _claim(pending: _Pending) -> bool:
    """Return whether an update is still wanted. From then on, its caller can no longer cancel it."""
    future = pending[1]
    if isinstance(future, _Call):
        return True
    if isinstance(future, asyncio.Future):
        return not future.cancelled()
    return future.set_running_or_notify_cancel()


def _deliver(results: list[tuple[_AnyFuture, Any]]) -> None:
    """Set the outcome of each future. Each event loop is woken only once."""
    tasks: dict[asyncio.AbstractEventLoop, list[tuple[_AnyFuture, Any]]] = {}
    for future, outcome in results:
        if isinstance(future, asyncio.Future | _Call):
            tasks.setdefault(future.get_loop(), []).append((future, outcome))
        else:
            _deliver_each([(future, outcome)])
    for loop, waiting in tasks.items():
        with suppress(RuntimeError):  # the loop is closed: none of its tasks is waiting
            loop.call_soon_threadsafe(_deliver_each, waiting)


def _deliver_each(results: list[tuple[_AnyFuture, Any]]) -> None:
    for future, outcome in results:
        if isinstance(future, _Call):
            future.settle(outcome)
        elif future.done():
            continue  # the caller was cancelled
        elif isinstance(outcome, BaseException):
            future.set_exception(outcome)
        else:
            future.set_result(outcome)
