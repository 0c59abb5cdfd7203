"""Subscribers of a table. Each has a viewpoint and a bounded queue of unsent messages."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final, NamedTuple

from novamas.errors import NovamasError
from novamas.hall.deliveries import Delivery
from novamas.hall.tables.table import LiveTable
from novamas.protocol.messages import Reply
from novamas.table.roles import RAIL, Who

MAX_WAITING: Final = 256  # messages in the queue of a subscriber, which is dropped beyond that


class PendingReply(NamedTuple):
    """A reply to be sent with the next state, and whether a receipt of the record goes with it."""

    reply: Reply
    has_receipt: bool


class Subscriber:
    """A client that gets the states of a table. It is dropped if it does not read its messages."""

    def __init__(self, person: str, eyes: Who, number: int, *, whole: bool = False) -> None:
        self.person = person
        self.eyes = eyes
        self.number = number  # of the last state sent
        self.whole = whole  # each state is sent whole, with its offers in the view
        self.reply: PendingReply | None = None  # to a message of this client, to be sent with the next state
        self.replied = ""  # the id of the message whose reply was sent with a state
        self.at_once: Callable[[Delivery], bool] | None = None  # sends a message without waiting, if possible
        self.is_gone = False
        self._waiting: list[Delivery | None] = []
        self._more: asyncio.Future[None] | None = None  # set while the queue is empty and its reader waits

    def send(self, message: Delivery) -> bool:
        """Send a message after all earlier messages. Return whether the subscriber remains."""
        if self.is_gone:
            return False
        if not isinstance(message, bytes):
            self.number = message.number
        if not self._sends_at_once(message):
            self._enqueue(message)
        return not self.is_gone

    def _sends_at_once(self, message: Delivery) -> bool:
        """Send a message at once if no earlier message waits. Return whether it was sent."""
        is_idle = self._more is not None and not self._more.done()
        return is_idle and self.at_once is not None and self.at_once(message)

    def _enqueue(self, message: Delivery | None) -> None:
        if len(self._waiting) >= MAX_WAITING:
            self.is_gone = True
            return
        self._waiting.append(message)
        if self._more is not None and not self._more.done():
            self._more.set_result(None)

    def finish(self) -> None:
        """Close the queue. Messages that already wait are sent, and later ones are not."""
        self._enqueue(None)

    async def next(self) -> Delivery | None:
        """Return the next message, or None if the subscriber was dropped or the queue has ended."""
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
    """Raise an error if the viewpoint belongs to another person. All may watch from the rail.

    The error is `not_your_seat` or `not_your_role`.
    """
    if eyes is RAIL or table.may_speak_as(person, eyes):
        return
    if isinstance(eyes, int):
        raise NovamasError("not_your_seat", seat=eyes)
    raise NovamasError("not_your_role", role=eyes)
