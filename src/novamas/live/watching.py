"""Whoever watches a table: a pair of eyes, and what they have still to be told."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final, TypeAlias

from novamas.errors import NovamasError
from novamas.live.asking import Seen
from novamas.live.table import LiveTable
from novamas.table.people import RAIL, Who

MOST_WAITING: Final = 256  # messages that somebody may be behind before he is let go

Told: TypeAlias = Seen | bytes  # of the table, or an answer to him alone


class Watcher:
    """Somebody who watches: he takes what he is told when he can, or is let go if he does not."""

    def __init__(self, person: str, eyes: Who, number: int) -> None:
        self.person = person
        self.eyes = eyes
        self.number = number  # of the state that he was told last
        self.at_once: Callable[[Told], bool] | None = None  # takes what he is told, if it can
        self._has_all = False  # that he was told, and waits for more
        self._queue: asyncio.Queue[Told | None] = asyncio.Queue(MOST_WAITING)
        self.is_gone = False

    def tell(self, seen: Told | None) -> bool:
        """Tell him more, or answer him alone, in the order in which it comes; whether he still listens.

        Nothing: he is so far behind that he has to come again.
        """
        if self.is_gone:
            return False
        if isinstance(seen, Seen):
            self.number = seen.number
        if seen is not None and self._has_all and self.at_once is not None and self.at_once(seen):
            return True
        self._has_all = False
        try:
            self._queue.put_nowait(seen)
            self.is_gone = seen is None
        except asyncio.QueueFull:
            self.is_gone = True
        return not self.is_gone

    def finish(self) -> None:
        """Nothing is told after what waits already."""
        self._has_all = False
        try:
            self._queue.put_nowait(None)
        except asyncio.QueueFull:
            self.is_gone = True

    async def next(self) -> Told | None:
        """What he is told next; nothing where he was too slow, or nothing more is told."""
        if self.is_gone:
            return None
        self._has_all = self._queue.empty()
        return await self._queue.get()


def must_be_his(table: LiveTable, person: str, eyes: Who) -> None:
    """Refuse eyes that are somebody else's; everybody may look from the rail."""
    if eyes is RAIL or table.may_speak_as(person, eyes):
        return
    if isinstance(eyes, int):
        raise NovamasError("not_your_seat", seat=eyes)
    raise NovamasError("not_your_role", role=eyes)
