"""All who wait for something that they asked for: so many at a table and in the house, and no more."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, Final, TypeAlias

from novamas.hall.batch import PendingRequest
from novamas.hall.tables.table import LiveTable
from novamas.store import StoreFault

MAX: Final = 1000  # in the house
MAX_AT_TABLE: Final = 200

SeesTo: TypeAlias = Callable[[str], Coroutine[Any, Any, None]]  # does all that waits at a table


class RequestQueue:
    """What waits to be done at tables, and at which of them somebody sees to it.

    Who comes when too many wait is sent away before anything is taken from him.
    """

    def __init__(self) -> None:
        self.is_closed = False  # nothing more is begun
        self._waiting: dict[str, list[PendingRequest]] = {}
        self._busy: set[str] = set()
        self._doing: set[asyncio.Task[None]] = set()
        self._at: Counter[str] = Counter()  # how many people wait at which table
        self._people = 0

    def __len__(self) -> int:
        return self._people

    async def wait(
        self, table: str, wish: PendingRequest, see_to: Callable[[str], Coroutine[Any, Any, None]]
    ) -> LiveTable:
        """Have something done to its end, also where whoever waits for it goes away before."""
        if self._people >= MAX or self._at[table] >= MAX_AT_TABLE:
            raise StoreFault("hall_full", waiting=self._people)
        if self.add(table, wish):
            doing = asyncio.create_task(see_to(table))
            self._doing.add(doing)
            doing.add_done_callback(self._doing.discard)
        return await wish.answer

    def add(self, table: str, wish: PendingRequest) -> bool:
        """Let something wait; whether nobody sees yet to what waits at this table."""
        if self.is_closed:
            raise StoreFault("hall_stopping")
        self._waiting.setdefault(table, []).append(wish)
        self._count(table, wish, 1)
        is_free = table not in self._busy
        self._busy.add(table)
        return is_free

    def waits_at(self, table: str) -> bool:
        """Does anything wait there?"""
        return table in self._waiting

    def take(self, table: str) -> list[PendingRequest]:
        """All that waits at a table, to be done together."""
        return self._waiting.pop(table)

    def leave(self, table: str) -> None:
        """See to a table no longer; what still waits there is not done."""
        self._busy.discard(table)
        left = self._waiting.pop(table, [])
        self.settle(table, left, None, [asyncio.CancelledError()] * len(left))

    def settle(
        self,
        table: str,
        wishes: Sequence[PendingRequest],
        now: LiveTable | None,
        refusals: Sequence[BaseException | None],
    ) -> None:
        """Tell what came of each wish."""
        for wish, refusal in zip(wishes, refusals, strict=True):
            self._count(table, wish, -1)
            wish.settle(now, refusal)

    async def served(self) -> None:
        """All who wait have their answer."""
        await asyncio.gather(*self._doing, return_exceptions=True)

    def _count(self, table: str, wish: PendingRequest, more: int) -> None:
        if wish.plan is not None:
            self._people += more
            self._at[table] += more
            if not self._at[table]:
                del self._at[table]
