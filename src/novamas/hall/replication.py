"""What other processes do at tables that are watched here: they tell how far a table went, and it is read.

Of a table that nobody watches here nothing is read: it is forgotten, and whoever asks for it has it read
again. So each process has as much to do as there are tables that are played and watched at it.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

from novamas.hall.tables.loader import MAX_READ_ON, next_entries
from novamas.store import StoreFault

GATHERED: Final = 0.005  # seconds in which what is told is gathered: to read is more than to follow

if TYPE_CHECKING:
    from novamas.hall.hall import Hall


class Replicator:
    """Tables at which others went on, and that are to be read."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self._behind: set[str] = set()
        self._is_any = asyncio.Event()

    async def run(self) -> None:
        """Listen, and read what is told of, until this is cancelled."""
        async with asyncio.TaskGroup() as tasks:
            reading = tasks.create_task(self._read_all(tasks))
            try:
                async for told in self._hall.store.heard():
                    await self._hear(told)
            finally:
                reading.cancel()

    async def _hear(self, told: tuple[str, int] | None) -> None:
        """A book that somebody added to; nothing: some may have gone unheard."""
        hall = self._hall
        if told is None:
            self._read({table.id for table in hall.known() if hall.is_watched(table.id)})
        elif told[0].startswith("linked/"):
            await hall.level(told[0].removeprefix("linked/"))
        else:
            id = told[0].removeprefix("table/")
            known = hall.number_of(id)
            if known is not None and known < told[1]:
                if hall.is_watched(id):
                    self._read({id})
                else:
                    hall.forget(id)

    def _read(self, ids: set[str]) -> None:
        if ids:
            self._behind |= ids
            self._is_any.set()

    async def _read_all(self, tasks: asyncio.TaskGroup) -> None:
        """All that is behind is read at once; what is told of meanwhile comes next."""
        while True:
            await self._is_any.wait()
            await asyncio.sleep(GATHERED)
            self._is_any.clear()
            behind, self._behind = self._behind, set()
            numbers = {id: number for id in behind if (number := self._hall.number_of(id)) is not None}
            try:
                found = await asyncio.to_thread(next_entries, self._hall.store, numbers)
            except StoreFault:
                for id in numbers:
                    self._hall.doubt(id)
                continue
            for id, entries in found.items():
                tasks.create_task(self._hall.follow(id, entries))
            self._read({id for id, entries in found.items() if len(entries) == MAX_READ_ON})
