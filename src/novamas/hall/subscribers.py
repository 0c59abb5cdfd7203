"""Whoever watches a table: a pair of eyes, and what they have still to be told."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final, TypeAlias

from novamas.errors import NovamasError
from novamas.hall.tables.table import LiveTable
from novamas.protocol.tables import TableUpdate
from novamas.table.roles import RAIL, Who

MAX_WAITING: Final = 256  # messages that somebody may be behind before he is let go

Delivery: TypeAlias = TableUpdate | bytes  # of the table, or an answer to him alone


class Subscriber:
    """Somebody who watches: he takes what he is told when he can, or is let go if he does not."""

    def __init__(self, person: str, eyes: Who, number: int) -> None:
        self.person = person
        self.eyes = eyes
        self.number = number  # of the state that he was told last
        self.at_once: Callable[[Delivery], bool] | None = None  # takes what he is told, if it can
        self.is_gone = False
        self._waiting: list[Delivery | None] = []  # for him to take it
        self._more: asyncio.Future[None] | None = None  # where he has taken all and waits for more

    def tell(self, seen: Delivery | None) -> bool:
        """Tell him more, or answer him alone, in the order in which it comes; whether he still listens.

        Nothing: he is so far behind that he has to come again.
        """
        if self.is_gone:
            return False
        if isinstance(seen, TableUpdate):
            self.number = seen.number
        if seen is None or not self._takes_at_once(seen):
            self._put(seen)
            self.is_gone |= seen is None
        return not self.is_gone

    def _takes_at_once(self, seen: Delivery) -> bool:
        """Did he take it now? Only where nothing waits that was told him before."""
        has_all = self._more is not None and not self._more.done()
        return has_all and self.at_once is not None and self.at_once(seen)

    def _put(self, seen: Delivery | None) -> None:
        if len(self._waiting) >= MAX_WAITING:
            self.is_gone = True
            return
        self._waiting.append(seen)
        if self._more is not None and not self._more.done():
            self._more.set_result(None)

    def finish(self) -> None:
        """Nothing is told after what waits already."""
        self._put(None)

    async def next(self) -> Delivery | None:
        """What he is told next; nothing where he was too slow, or nothing more is told."""
        if self.is_gone:
            return None
        if not self._waiting:
            self._more = asyncio.get_running_loop().create_future()
            try:
                await self._more
            finally:
                self._more = None
        return self._waiting.pop(0)


def check_eyes(table: LiveTable, person: str, eyes: Who) -> None:
    """Refuse eyes that are somebody else's; everybody may look from the rail."""
    if eyes is RAIL or table.may_speak_as(person, eyes):
        return
    if isinstance(eyes, int):
        raise NovamasError("not_your_seat", seat=eyes)
    raise NovamasError("not_your_role", role=eyes)
