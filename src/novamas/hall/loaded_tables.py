"""The tables in this process's memory, each with its last known entry and its next due action."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Final
from weakref import WeakValueDictionary

from msgspec.structs import replace

from novamas.hall.clock import HallClock
from novamas.hall.tables.automation import DueAction, next_due_action
from novamas.hall.tables.linked_jackpots import Levels
from novamas.hall.tables.loader import MAX_READ_ON, load_table, next_entries, read_entries
from novamas.hall.tables.seeds import Seeds
from novamas.hall.tables.table import LiveTable
from novamas.law import Library
from novamas.store import Entry, Store

LEFT_TO_OTHERS: Final = 400_000  # microseconds that the process which appended last has for the due action
MAX_CLOSED: Final = 200  # closed tables in memory, for clients that read their end
LOADED_AT_ONCE: Final = 2  # tables, so that the loaded ones continue meanwhile


class TableLock(asyncio.Lock):
    """The lock of a table. A step that needs no task can take it without waiting."""

    def take(self) -> bool:
        """Acquire the lock if it is free. Return whether the lock was free."""
        acquiring = self.acquire()
        try:
            acquiring.send(None)  # a free lock is acquired at once
        except StopIteration:
            return True
        acquiring.close()
        return False


class LoadedTables:
    """The tables that this process has loaded, with one lock for each.

    A table is changed only while its lock is held. `schedule`, `retry_later`, `publish` and
    `is_watched` are hooks, which the scheduler and the publisher set. Of the closed tables without
    subscribers, only the youngest stay in memory.
    """

    def __init__(self, store: Store, seeds: Seeds, clock: HallClock, abandoned: int, law: Library) -> None:
        self.store = store
        self.seeds = seeds
        self.law = law
        self.clock = clock
        self.levels: dict[str, Levels] = {}  # of linked jackpots, by group
        self.schedule: Callable[[LiveTable, DueAction | None], None] = lambda _table, _due: None
        self.retry_later: Callable[[str], None] = lambda _id: None
        self.publish: Callable[[LiveTable], None] = lambda _table: None
        self.is_watched: Callable[[str], bool] = lambda _id: False
        self._abandoned = abandoned
        self._tables: dict[str, LiveTable] = {}
        self._due: dict[str, DueAction | None] = {}
        self._invalid: set[str] = set()  # tables whose last write may or may not have been committed
        self._closed: dict[str, None] = {}  # closed tables, the youngest last
        self._locks: WeakValueDictionary[str, TableLock] = WeakValueDictionary()  # those that are in use
        self._loading = asyncio.Semaphore(LOADED_AT_ONCE)

    def lock(self, id: str) -> TableLock:
        """Return a table's lock."""
        lock = self._locks.get(id)
        if lock is None:
            lock = self._locks[id] = TableLock()
        return lock

    # ------------------------------------------------------------ reading

    async def get(self, id: str) -> LiveTable:
        """Return a table as this process knows it. The table is loaded if necessary."""
        found = self._tables.get(id)
        if found is not None and id not in self._invalid:
            return found
        async with self.lock(id):
            return await self.current(id)

    def ready(self, id: str) -> LiveTable | None:
        """Return a table if it is loaded and up to date, or else None."""
        return None if id in self._invalid else self._tables.get(id)

    async def refresh(self, id: str) -> LiveTable:
        """Return a table as it is in the store now, with the entries of all processes."""
        async with self.lock(id):
            return await self.catch_up(await self.current(id))

    def known(self) -> tuple[LiveTable, ...]:
        """Return all loaded tables."""
        return tuple(self._tables.values())

    def loaded(self, id: str) -> LiveTable | None:
        """Return a table, or None if this process has not loaded it."""
        return self._tables.get(id)

    def number_of(self, id: str) -> int | None:
        """Return the number of a table's last known entry, or None if the table is not loaded."""
        found = self._tables.get(id)
        return found.number if found else None

    async def current(self, id: str) -> LiveTable:
        """Return a table whose lock the caller holds."""
        if id not in self._tables:
            async with self._loading:
                loaded = await asyncio.to_thread(load_table, self.store, self.seeds, id, law=self.law)
            loaded.levels = self.levels.get(loaded.opened.group, {})
            loaded.set_ticks(self.clock.tick_of)
            self.install(loaded, self.next_due(loaded))
        elif id in self._invalid:
            await self.catch_up(self._tables[id])
        self._invalid.discard(id)
        return self._tables[id]

    # ------------------------------------------------------------ due actions

    def due_action(self, table: LiveTable) -> DueAction | None:
        """Return the next automatic action of a table."""
        return self._due[table.id] if self._tables.get(table.id) is table else self.next_due(table)

    def overdue_action(self, table: LiveTable) -> DueAction | None:
        """Return the automatic action of a table, if its time has come."""
        due = self.due_action(table)
        return due if due is not None and due.tick <= self.clock.tick() else None

    def next_due(self, table: LiveTable) -> DueAction | None:
        """Compute the next automatic action of a table. An abandoned table has to close."""
        return next_due_action(table, self._abandoned)

    # ------------------------------------------------------------ changing

    def install(self, table: LiveTable, due: DueAction | None, *, delay: int = 0) -> None:
        """Make this the present state of its table, and schedule its next automatic action.

        With `delay`, the action is left for that time to the process that appended the last entry.
        """
        self._tables[table.id] = table
        self._due[table.id] = due
        later = replace(due, tick=due.tick + delay) if due and delay else due
        self.schedule(table, later)
        if table.closed is not None:
            self._closed[table.id] = None
            self.evict_closed()

    async def catch_up(self, table: LiveTable) -> LiveTable:
        """Apply the entries that other processes have appended meanwhile. The caller holds the lock."""
        while True:
            found = await asyncio.to_thread(next_entries, self.store, {table.id: table.number})
            table = self._apply(table, found[table.id])
            if len(found[table.id]) < MAX_READ_ON:
                return table

    async def apply_remote(self, id: str, entries: Sequence[Entry]) -> None:
        """Apply those entries of another process that are not yet applied."""
        async with self.lock(id):
            if (table := self._tables.get(id)) is not None:
                try:
                    new = [one for one in entries if one.number > table.number]
                    self._apply(table, new, just_now=True)
                except Exception:  # the table is read again, and an error that remains is reported then
                    self.invalidate(id)

    def _apply(self, table: LiveTable, entries: Sequence[Entry], *, just_now: bool = False) -> LiveTable:
        """Apply entries of other processes on a fork, then install the fork and publish it."""
        if not entries:
            return table
        fork = table.fork()
        read_entries(fork, entries)
        fork.mark_committed(table)
        now = self.clock.tick()
        fork.set_ticks((lambda _moment: now) if just_now else self.clock.tick_of, table.number)
        delay = 0 if self.store.kind == "sqlite" else LEFT_TO_OTHERS
        self.install(fork, self.next_due(fork), delay=delay)
        self.publish(fork)
        return fork

    def invalidate(self, id: str) -> None:
        """Mark a table as possibly out of date. It is read from the store before its next use."""
        self._invalid.add(id)
        self.retry_later(id)

    def evict(self, id: str) -> None:
        """Remove a table from memory, unless it is being changed. A later request loads it again."""
        lock = self._locks.get(id)
        if lock is None or not lock.locked():
            self._tables.pop(id, None)
            self._due.pop(id, None)
            self._closed.pop(id, None)
            self._invalid.discard(id)

    def evict_closed(self) -> None:
        """Remove closed tables without subscribers from memory, except for the youngest."""
        if len(self._closed) > MAX_CLOSED:
            idle = [id for id in self._closed if not self.is_watched(id)]
            for id in idle[: len(self._closed) - MAX_CLOSED]:
                self.evict(id)
