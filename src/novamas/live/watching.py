"""Whoever watches a table: a pair of eyes, and what they have still to be told."""

from __future__ import annotations

import asyncio
from typing import Final

from novamas.errors import NovamasError
from novamas.live.asking import Seen
from novamas.live.table import LiveTable
from novamas.table.people import RAIL, Who

MOST_WAITING: Final = 256  # messages that somebody may be behind before he is let go


class Watcher:
    """Somebody who watches: he takes what he is told when he can, or is let go if he does not."""

    def __init__(self, person: str, eyes: Who, number: int) -> None:
        self.person = person
        self.eyes = eyes
        self.number = number  # of the state that he was told last
        self._queue: asyncio.Queue[Seen | str | None] = asyncio.Queue(MOST_WAITING)
        self.is_gone = False

    def tell(self, seen: Seen | str | None) -> bool:
        """Tell him more, or answer him alone, in the order in which it comes; whether he still listens.

        Nothing: he is so far behind that he has to come again.
        """
        if self.is_gone:
            return False
        try:
            self._queue.put_nowait(seen)
            if seen is None:
                self.is_gone = True
            elif not isinstance(seen, str):
                self.number = seen.number
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


def must_be_his(table: LiveTable, person: str, eyes: Who) -> None:
    """Refuse eyes that are somebody else's; everybody may look from the rail."""
    if eyes is RAIL or table.may_speak_as(person, eyes):
        return
    if isinstance(eyes, int):
        raise NovamasError("not_your_seat", seat=eyes)
    raise NovamasError("not_your_role", role=eyes)
