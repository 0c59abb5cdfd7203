"""The scheduler, which runs the automatic actions of tables when they are due.

The process that appended the last entry of a table schedules its next action. A row of the store
has the same time. A process that starts reads these rows. Processes that share a store take over
the overdue actions of a process that has died. If two processes try the same action, the second one
finds a newer state of the table and does nothing.
"""

from __future__ import annotations

import asyncio
import heapq
import logging
from contextlib import suppress
from typing import Final

from novamas.errors import NovamasError
from novamas.hall.clock import SECOND
from novamas.hall.hall import Hall
from novamas.hall.tables.automation import DueAction
from novamas.hall.tables.commands import stop_dealing
from novamas.hall.tables.table import LiveTable
from novamas.store import StoreFault, WriteTransaction
from novamas.store.entries import moment as moment_of
from novamas.store.open_tables import claim_overdue, next_due

OVERDUE: Final = SECOND // 2  # after which other processes may run a due action
LEASE: Final = SECOND  # for which a process that claims an overdue table keeps the others off it
CLAIM_EVERY: Final = 0.25  # seconds
PAUSE_AFTER_ERROR: Final = 60 * SECOND  # after an unexpected error, or if chance failed its health test
MAX_RETRY_PAUSE: Final = 60.0  # seconds: exponential back-off ends here
LOGGED_EVERY: Final = 10  # failures of a table in a row; the first is logged as well
MAX_CLAIMED: Final = 100  # overdue tables of other processes at a time
_LOG = logging.getLogger("novamas.hall")


class Scheduler:
    """The due actions of one process, in order of time."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.store = hall.store
        self._heap: list[tuple[int, str, int]] = []  # tick, table, and its number then
        self._failed: dict[str, int] = {}  # failures in a row, by table or by what else could not be done
        self._retries: dict[str, int] = {}  # the tick at which a table is looked at again
        self._alarm: asyncio.TimerHandle | None = None  # set for the first action of the heap
        self._alarm_tick = 0
        self._is_firing = True  # until the wakeups are loaded: no alarm is set
        self._stopped = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()
        self._is_stopping = False
        hall.loaded.schedule = self.schedule
        hall.loaded.retry_later = self._retry_later

    def schedule(self, table: LiveTable, due: DueAction | None) -> None:
        """Schedule the next action of a table. The action is dropped if a new entry comes first."""
        if due is not None:
            self._push(due.tick, table.id, table.number)

    def _push(self, tick: int, id: str, number: int) -> None:
        heapq.heappush(self._heap, (tick, id, number))
        self._set_alarm()

    def _retry_later(self, id: str, after: int = SECOND) -> None:
        """Retry a table's action after a delay, in whatever state. Only the earliest retry is kept."""
        tick = self.hall.clock.tick() + max(after, int(self._pause_of(id) * SECOND))
        if tick < self._retries.get(id, tick + 1):
            self._retries[id] = tick
            self._push(tick, id, ANY)

    def _has_failed(self, what: str, fault: NovamasError) -> None:
        """Count a failure for the back-off. The first and every tenth failure in a row are logged."""
        times = self._failed[what] = self._failed.get(what, 0) + 1
        if times == 1 or times % LOGGED_EVERY == 0:
            _LOG.warning("%s waits after %d failures: %s", what, times, fault.code)

    def _pause_of(self, what: str) -> float:
        """Return the seconds to wait after several failures in a row: 1, 2, 4 … up to a minute."""
        times = self._failed.get(what, 0)
        return min(MAX_RETRY_PAUSE, 2.0 ** min(times - 1, 10)) if times else 0.0

    async def run(self) -> None:
        """Run due actions until `stop` is called."""
        while not self._is_stopping and not await self._load_wakeups():
            with suppress(TimeoutError):
                async with asyncio.timeout(self._pause_of(WAKEUPS)):
                    await self._stopped.wait()
        others = () if self.store.kind == "sqlite" else (self._claim_overdue(), self.hall.listen())
        tasks = [asyncio.create_task(each) for each in others]
        try:
            self._fire()
            await self._stopped.wait()
        finally:
            self._is_firing = True
            if self._alarm is not None:
                self._alarm.cancel()
            for task in tasks:
                task.cancel()

    async def stop(self) -> None:
        """Start no further action, and wait for the running ones."""
        self._is_stopping = True
        self._stopped.set()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _load_wakeups(self) -> bool:
        """Schedule the due actions that the store lists. Return whether the store could be read."""

        def read() -> list[tuple[str, int]]:
            with self.store.reading() as books:
                return next_due(books)

        try:
            tick, now = self.hall.clock.read()
            for book, moment in await asyncio.to_thread(read):
                self._push(tick + moment - now, book.removeprefix("table/"), ANY)
        except StoreFault as fault:
            self._has_failed(WAKEUPS, fault)
            return False
        self._failed.pop(WAKEUPS, None)
        return True

    async def _claim_overdue(self) -> None:
        """Run overdue actions of other processes, because those processes have died."""

        left: set[asyncio.Task[None]] = set()

        def claim(books: WriteTransaction) -> list[str]:
            now = moment_of(books.now())
            return claim_overdue(books, now - OVERDUE, now + LEASE, MAX_CLAIMED - len(left))

        while True:
            await asyncio.sleep(max(CLAIM_EVERY, self._pause_of(OTHERS)))
            left = {task for task in left if not task.done()}
            try:
                for book in await asyncio.to_thread(self.store.write, claim):
                    left.add(self._begin(book.removeprefix("table/"), is_overdue=True))
                self._failed.pop(OTHERS, None)
            except StoreFault as fault:
                self._has_failed(OTHERS, fault)

    def _fire(self) -> None:
        """Begin every action whose time has come, and set the alarm for the next one."""
        self._is_firing = True
        try:
            now, _ = self.hall.clock.read()  # notices if the machine's clock was set
            while self._heap and self._heap[0][0] <= now and not self._is_stopping:
                tick, id, number = heapq.heappop(self._heap)
                if self._retries.get(id) == tick:
                    del self._retries[id]
                if number in (ANY, self.hall.loaded.number_of(id)) and not self._runs_now(id):
                    self._begin(id)
        finally:
            self._is_firing, self._alarm = False, None
            self._set_alarm()

    def _set_alarm(self) -> None:
        """Set the alarm for the first action, or for the next look at the clock, if none is set earlier."""
        if self._is_firing or self._is_stopping:
            return
        now = self.hall.clock.tick()
        tick = min(self._heap[0][0], now + SECOND) if self._heap else now + SECOND
        if self._alarm is not None:
            if self._alarm_tick <= tick:
                return
            self._alarm.cancel()
        self._alarm_tick = tick
        self._alarm = asyncio.get_running_loop().call_later(max(0, tick - now) / SECOND, self._fire)

    def _runs_now(self, id: str) -> bool:
        """Try to run a table's due action without a task. Return whether that was possible."""
        loaded = self.hall.loaded
        table = loaded.ready(id)
        if table is None or loaded.overdue_action(table) is None:
            return False

        def settle(_: LiveTable | None, fault: BaseException | None) -> None:
            if fault is None:
                self._failed.pop(id, None)
            elif isinstance(fault, StoreFault):
                self._has_failed(id, fault)
                self._retry_later(id)
            elif not self._is_stopping:
                self._begin(id)  # what has failed is tried again, and reported

        return self.hall.executor.run_soon(id, None, settle)

    def _begin(self, id: str, *, is_overdue: bool = False) -> asyncio.Task[None]:
        task = asyncio.create_task(self._run_due(id, is_overdue=is_overdue))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _run_due(self, id: str, *, is_overdue: bool) -> None:
        """Run a table's due action if its time has come. An overdue table is first read again."""
        loaded = self.hall.loaded
        try:
            table = await (loaded.refresh(id) if is_overdue else loaded.get(id))
            due = loaded.due_action(table)
            if due is not None and due.tick > self.hall.clock.tick():
                self.schedule(table, due)
            elif due is not None:
                await self.hall.executor.run_due(id)
            self._failed.pop(id, None)
        except NovamasError as fault:  # the store is unavailable, or its clock went back: retried later
            if fault.code == "chance_failed":
                await self._stop_dealing(id)
            else:
                self._has_failed(id, fault)
                self._retry_later(id)
        except Exception:
            _LOG.exception("table %s cannot continue", id)
            self._retry_later(id, PAUSE_AFTER_ERROR)

    async def _stop_dealing(self, id: str) -> None:
        """Enter in a table's book that its chance failed the health test. The table is retried later."""
        _LOG.error("table %s cannot continue: chance_failed", id)
        self._retry_later(id, PAUSE_AFTER_ERROR)
        try:
            await self.hall.apply(id, stop_dealing)
        except NovamasError as fault:
            _LOG.warning("table %s cannot enter that chance failed: %s", id, fault.code)


ANY: Final = -1  # whatever the number of the table
WAKEUPS: Final = "tables due in the store"
OTHERS: Final = "tables of other processes"
