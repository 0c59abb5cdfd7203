"""The clockwork of a hall: each table goes on by itself when something is due at it.

The process that made the last entry of a table knows when something is due there, and does it. Rows of the
store say the same to all: a process that starts reads them, and where several serve the same store each
takes what is overdue, which is what a process left undone that is gone. Whoever is second finds the table
gone on, and does nothing.
"""

from __future__ import annotations

import asyncio
import heapq
import logging
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

OVERDUE: Final = SECOND // 2  # after which others than the last to write may go on
LEASE: Final = SECOND  # for which whoever takes what is overdue keeps the others off it
LOOKS_EVERY: Final = 0.25  # seconds
STANDS_STILL: Final = 60 * SECOND  # after what nobody foresaw, or where chance is not in good health
AT_ONCE: Final = 100  # tables that others left undone, and that are gone on with
_LOG = logging.getLogger("novamas.hall")


class Scheduler:
    """What is due at which table, as one process knows it."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.store = hall.store
        self._heap: list[tuple[int, str, int]] = []  # at which tick, which table, at which number
        self._wake = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()
        self._is_stopping = False
        hall.schedule = self.schedule
        hall.look_again = self._look_again

    def schedule(self, table: LiveTable, following: DueAction | None) -> None:
        """Something is due at a table, unless it goes on before."""
        if following is not None:
            self._push(following.tick, table.id, table.number)

    def _push(self, tick: int, id: str, number: int) -> None:
        heapq.heappush(self._heap, (tick, id, number))
        self._wake.set()

    def _look_again(self, id: str, after: int = SECOND) -> None:
        """Ask the store in a while how far a table went."""
        self._push(self.hall.clock.tick() + after, id, ANY)

    async def run(self) -> None:
        """Let tables go on by themselves, until it is stopped."""
        while not self._is_stopping and not await self._remembers():
            await self._sleep()
        others = () if self.store.kind == "sqlite" else (self._look_for_overdue(), self.hall.listen())
        tasks = [asyncio.create_task(each) for each in others]
        while not self._is_stopping:
            self._fire()
            await self._sleep()
        for task in tasks:
            task.cancel()

    async def stop(self) -> None:
        """Nothing more is begun; what was begun is ended."""
        self._is_stopping = True
        self._wake.set()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _remembers(self) -> bool:
        """What was due when this store was served before; whether the store could be asked."""

        def read() -> list[tuple[str, int]]:
            with self.store.reading() as books:
                return next_due(books)

        try:
            now, tick = self.hall.clock.date(), self.hall.clock.tick()
            for book, moment in await asyncio.to_thread(read):
                self._push(tick + moment - now, book.removeprefix("table/"), ANY)
        except StoreFault as fault:
            _LOG.warning("tables wait: %s", fault.code)
            return False
        return True

    async def _look_for_overdue(self) -> None:
        """Go on where the process that should have is gone."""

        left: set[asyncio.Task[None]] = set()

        def take(books: WriteTransaction) -> list[str]:
            now = moment_of(books.now())
            return claim_overdue(books, now - OVERDUE, now + LEASE, AT_ONCE - len(left))

        while True:
            await asyncio.sleep(LOOKS_EVERY)
            left = {task for task in left if not task.done()}
            try:
                for book in await asyncio.to_thread(self.store.write, take):
                    left.add(self._begin(book.removeprefix("table/"), is_overdue=True))
            except StoreFault as fault:
                _LOG.warning("overdue tables wait: %s", fault.code)

    def _fire(self) -> None:
        self.hall.clock.date()  # so that it is noticed when the machine's is set
        now = self.hall.clock.tick()
        while self._heap and self._heap[0][0] <= now:
            _, id, number = heapq.heappop(self._heap)
            if number in (ANY, self.hall.number_of(id)):
                self._begin(id)

    def _begin(self, id: str, *, is_overdue: bool = False) -> asyncio.Task[None]:
        task = asyncio.create_task(self._go_on(id, is_overdue=is_overdue))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _sleep(self) -> None:
        wait = (self._heap[0][0] - self.hall.clock.tick()) / SECOND if self._heap else 1.0
        self._wake.clear()
        alarm = asyncio.get_running_loop().call_later(max(0.0, min(wait, 1.0)), self._wake.set)
        try:
            await self._wake.wait()  # `wait_for` would go on where it is cancelled just when it is woken
        finally:
            alarm.cancel()

    async def _go_on(self, id: str, *, is_overdue: bool) -> None:
        """What is due at a table, if it still is; what others left undone is due at how they left it."""
        try:
            table = await (self.hall.read_on(id) if is_overdue else self.hall.table(id))
            following = self.hall.following(table)
            if following is not None and following.tick > self.hall.clock.tick():
                self.schedule(table, following)
            elif following is not None:
                await self.hall.go_on(id)
        except NovamasError as fault:  # the store is away, or its clock went back: it goes on afterwards
            if fault.code == "chance_failed":
                await self._stop_dealing(id)
            else:
                _LOG.warning("table %s waits: %s", id, fault.code)
                self._look_again(id)
        except Exception:
            _LOG.exception("table %s stands still", id)
            self._look_again(id, STANDS_STILL)

    async def _stop_dealing(self, id: str) -> None:
        """Chance is not in good health: the table says so, and is looked at again in a while."""
        _LOG.error("table %s stands still: chance_failed", id)
        self._look_again(id, STANDS_STILL)
        try:
            await self.hall.change(id, stop_dealing)
        except NovamasError as fault:
            _LOG.warning("table %s cannot say so: %s", id, fault.code)


ANY: Final = -1  # whatever its number
