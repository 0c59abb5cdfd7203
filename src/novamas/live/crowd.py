"""All who wait for something that they asked for: so many at a table and in the house, and no more."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any, Final

from novamas.live.table import LiveTable
from novamas.store import StoreFault

MOST: Final = 1000  # in the house
MOST_AT_TABLE: Final = 200


class Crowd:
    """Who comes when too many wait is sent away before anything is taken from him."""

    def __init__(self) -> None:
        self._doing: set[asyncio.Task[LiveTable]] = set()
        self._at: Counter[str] = Counter()  # how many of them wait at which table

    def __len__(self) -> int:
        return len(self._doing)

    async def wait(self, table: str, do: Callable[[], Coroutine[Any, Any, LiveTable]]) -> LiveTable:
        """Have something done to its end, also where whoever waits for it goes away before."""
        if len(self._doing) >= MOST or self._at[table] >= MOST_AT_TABLE:
            raise StoreFault("hall_full", waiting=len(self._doing))
        doing = asyncio.create_task(do())
        self._doing.add(doing)
        self._at[table] += 1
        doing.add_done_callback(partial(self._over, table))
        return await asyncio.shield(doing)

    async def served(self) -> None:
        """All who wait have their answer."""
        await asyncio.gather(*self._doing, return_exceptions=True)

    def _over(self, table: str, doing: asyncio.Task[LiveTable]) -> None:
        self._doing.discard(doing)
        self._at[table] -= 1
        if not self._at[table]:
            del self._at[table]
