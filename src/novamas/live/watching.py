"""Whoever watches a table: a pair of eyes, and what they have still to be told."""

from __future__ import annotations

import asyncio
from typing import Final

from novamas.live.asking import Seen
from novamas.table.people import Who

MOST_WAITING: Final = 256  # messages that somebody may be behind before he is let go


class Watcher:
    """Somebody who watches: he takes what he is told when he can, or is let go if he does not."""

    def __init__(self, person: str, eyes: Who, number: int) -> None:
        self.person = person
        self.eyes = eyes
        self.number = number  # of the state that he was told last
        self._queue: asyncio.Queue[Seen | str | None] = asyncio.Queue(MOST_WAITING)
        self.is_gone = False

    def tell(self, seen: Seen | str) -> bool:
        """Tell him more, or answer him alone, in the order in which it comes; whether he still listens."""
        if self.is_gone:
            return False
        try:
            self._queue.put_nowait(seen)
        except asyncio.QueueFull:
            self.is_gone = True
        return not self.is_gone

    def finish(self) -> None:
        """Nothing is told after what waits already."""
        try:
            self._queue.put_nowait(None)
        except asyncio.QueueFull:
            self.is_gone = True

    async def next(self) -> Seen | str | None:
        """What he is told next; nothing where he was too slow, or nothing more is told."""
        return None if self.is_gone else await self._queue.get()
