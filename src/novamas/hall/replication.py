"""Replication: each process announces its new entries, and the other processes read them.

Only tables with subscribers in this process are followed. The others are evicted from memory, and a
later request loads them again. So each process works only for the tables that are played and
watched through it.
"""

from __future__ import annotations

import asyncio
from typing import Final

from novamas.hall.jackpot_sync import JackpotSync
from novamas.hall.loaded_tables import LoadedTables
from novamas.hall.publisher import Publisher
from novamas.hall.tables.loader import MAX_READ_ON, next_entries
from novamas.store import StoreFault

GATHERED: Final = 0.005  # seconds in which notifications are collected: one query then reads many tables


class Replicator:
    """A reader of the entries that other processes append."""

    def __init__(self, loaded: LoadedTables, publisher: Publisher, jackpots: JackpotSync) -> None:
        self._loaded = loaded
        self._publisher = publisher
        self._jackpots = jackpots
        self._behind: set[str] = set()
        self._is_any = asyncio.Event()

    async def run(self) -> None:
        """Subscribe to the store's notifications, and read the announced entries until cancelled."""
        async with asyncio.TaskGroup() as tasks:
            reading = tasks.create_task(self._read_all(tasks))
            try:
                async for notification in self._loaded.store.notifications():
                    await self._handle(notification)
            finally:
                reading.cancel()

    async def _handle(self, notification: tuple[str, int] | None) -> None:
        """Handle a notification of a book's last number. None means that notifications may be lost."""
        loaded = self._loaded
        if notification is None:
            self._read({one.id for one in loaded.known() if self._publisher.has_subscribers(one.id)})
            return
        book, number = notification
        if book.startswith("linked/"):
            await self._jackpots.sync(book.removeprefix("linked/"))
            return
        id = book.removeprefix("table/")
        known = loaded.number_of(id)
        if known is not None and known < number:
            if self._publisher.has_subscribers(id):
                self._read({id})
            else:
                loaded.evict(id)

    def _read(self, ids: set[str]) -> None:
        if ids:
            self._behind |= ids
            self._is_any.set()

    async def _read_all(self, tasks: asyncio.TaskGroup) -> None:
        """Read new entries of all tables that are behind, in one query each time, until cancelled."""
        loaded = self._loaded
        while True:
            await self._is_any.wait()
            await asyncio.sleep(GATHERED)
            self._is_any.clear()
            behind, self._behind = self._behind, set()
            numbers = {id: number for id in behind if (number := loaded.number_of(id)) is not None}
            try:
                found = await asyncio.to_thread(next_entries, loaded.store, numbers)
            except StoreFault:
                for id in numbers:
                    loaded.invalidate(id)
                continue
            for id, entries in found.items():
                tasks.create_task(loaded.apply_remote(id, entries))
            self._read({id for id, entries in found.items() if len(entries) == MAX_READ_ON})
