"""Publication of states. Each subscriber gets the states in order, as its viewpoint may see them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from msgspec.structs import replace

from novamas.hall.clock import HallClock
from novamas.hall.deliveries import Delivery, Difference, SharedTexts, WholeState
from novamas.hall.differences import SentState
from novamas.hall.loaded_tables import LoadedTables
from novamas.hall.subscribers import Subscriber, check_eyes
from novamas.hall.tables.automation import DueAction, awaited_at
from novamas.hall.tables.loader import load_past
from novamas.hall.tables.pace import paces
from novamas.hall.tables.table import LiveTable
from novamas.hall.views import Scene, seat_infos, seen_by
from novamas.protocol.messages import TableMessage
from novamas.protocol.notices import NumberedHallEvent
from novamas.protocol.tables import Clock
from novamas.table.roles import RAIL, Who
from novamas.table.wire import written

Greet: TypeAlias = Callable[[LiveTable, TableMessage[Any]], bytes]  # encodes the first state for a subscriber


class Publisher:
    """A publisher of table states to the subscribers of each table."""

    def __init__(self, loaded: LoadedTables) -> None:
        self._loaded = loaded
        self._subscribers: dict[str, set[Subscriber]] = {}
        self._sent: dict[str, SentState] = {}  # of tables whose subscribers are sent differences
        self._reading = asyncio.Semaphore(1)  # whole books are read one at a time
        loaded.publish = self.publish
        loaded.is_watched = self.has_subscribers

    def has_subscribers(self, id: str) -> bool:
        """Return whether any subscriber in this process follows a table."""
        return id in self._subscribers

    async def subscribe(
        self,
        id: str,
        person: str,
        eyes: Who,
        since: int | None,
        *,
        whole: bool = False,
        greet: Greet | None = None,
    ) -> tuple[Subscriber, TableMessage[Any]]:
        """Subscribe to a table from a viewpoint. Return its present state, with the events after `since`.

        If `since` is too long ago, the state has fewer events: its own `since` says after which state they
        begin. `greet` turns this state into the first message to the subscriber. Later states follow it.
        """
        check_eyes(await self._loaded.get(id), person, eyes)
        table, missed, since = await self._missed(id, eyes, since)
        check_eyes(table, person, eyes)
        subscriber = Subscriber(person, eyes, table.number, whole=whole)
        message = self._whole(table, subscriber, since, missed, self._scene(table))
        if greet is not None:
            subscriber.send(greet(table, message))
        self._subscribers.setdefault(id, set()).add(subscriber)
        return subscriber, message

    async def change_eyes(
        self, id: str, subscriber: Subscriber, eyes: Who, *, greet: Greet | None = None
    ) -> TableMessage[Any]:
        """Change a subscriber's viewpoint, and return the present state from there."""
        table = await self._loaded.get(id)
        check_eyes(table, subscriber.person, eyes)
        subscriber.eyes, subscriber.number = eyes, table.number
        message = self._whole(table, subscriber, table.number, (), self._scene(table))
        if greet is not None:
            subscriber.send(greet(table, message))
        return message

    def unsubscribe(self, id: str, subscriber: Subscriber) -> None:
        """Remove a subscriber from its table."""
        subscribers = self._subscribers.get(id, set())
        subscribers.discard(subscriber)
        if not subscribers:
            self._subscribers.pop(id, None)
            self._loaded.evict_closed()
        if all(one.whole for one in subscribers):
            self._sent.pop(id, None)

    async def events_since(
        self, id: str, person: str, eyes: Who, since: int
    ) -> tuple[list[NumberedHallEvent], int]:
        """Return the events after a state from one viewpoint, and the state after which they begin."""
        check_eyes(await self._loaded.get(id), person, eyes)
        _, found, since = await self._missed(id, eyes, since)
        return found, since

    async def _missed(
        self, id: str, eyes: Who, since: int | None
    ) -> tuple[LiveTable, list[NumberedHallEvent], int]:
        """Return a table, the events after a state, and the number of the state before these events."""
        loaded = self._loaded
        table = await loaded.get(id)
        if since is not None and since > table.number:  # another process has sent a later state
            table = await loaded.refresh(id)
        since = table.number if since is None else max(0, min(since, table.number))
        found = table.events_since(eyes, since)
        if found is None:
            async with self._reading:
                past = await asyncio.to_thread(load_past, loaded.store, loaded.seeds, id, since, loaded.law)
            table = await loaded.get(id)
            before, after = past.events_since(eyes, since), table.events_since(eyes, past.number)
            if before is not None and after is not None:
                found = [event for event in before if event.number <= table.number] + after
        return (table, found, since) if found is not None else (table, [], table.number)

    def publish(self, table: LiveTable) -> None:
        """Send the new state of a table to all its subscribers, with the events since the last one."""
        subscribers = tuple(self._subscribers.get(table.id, ()))
        if not subscribers:
            return
        sent = self._sent.get(table.id)
        before = sent.number if sent else -1
        scene = self._scene(table)
        if sent is not None:
            sent.advance(table, scene)
        shared = SharedTexts(table, before)
        made: dict[tuple[Who, int, bool, bool], Delivery] = {}
        for subscriber in subscribers:
            is_behind = subscriber.number != before
            if subscriber.eyes is not RAIL and not table.may_speak_as(subscriber.person, subscriber.eyes):
                subscriber.eyes, is_behind = RAIL, True  # the person has left the seat or the role
            key = subscriber.eyes, subscriber.number, subscriber.whole, is_behind
            if key not in made:
                difference = None
                if sent is not None and not (subscriber.whole or is_behind):
                    difference = _difference(table, sent, subscriber, shared)
                made[key] = difference or self._whole_state(table, subscriber, scene)
            delivery = made[key]
            if subscriber.reply is not None:
                delivery = _with_reply(delivery, subscriber)
            if not subscriber.send(delivery):
                self.unsubscribe(table.id, subscriber)

    def _whole_state(self, table: LiveTable, subscriber: Subscriber, scene: Scene) -> WholeState:
        """Return the whole state for a subscriber, with the missed events that are still in memory."""
        since = max(subscriber.number, table.kept_since)
        events = table.events_since(subscriber.eyes, since) or ()
        return WholeState(self._whole(table, subscriber, since, events, scene), table.table.frame)

    def _whole(
        self,
        table: LiveTable,
        subscriber: Subscriber,
        since: int,
        events: Sequence[NumberedHallEvent],
        scene: Scene,
    ) -> TableMessage[Any]:
        """Return the whole state. Subscribers that get differences receive its offers as rows."""
        message = seen_by(table, subscriber.eyes, since, events, scene)
        if subscriber.whole:
            return message
        sent = self._sent.get(table.id)
        if sent is None or sent.number != table.number:
            sent = self._sent[table.id] = SentState(table, scene)
        own = sent.own(table, subscriber.eyes)
        view = replace(message.view, offers=())
        return replace(message, view=view, kinds=own.kinds(), offers=own.offers())

    def _scene(self, table: LiveTable) -> Scene:
        """Return the parts of a state that look the same from all viewpoints."""
        due = self._loaded.due_action(table)
        clock = _clock_until(due, self._loaded.clock)
        speed = table.speed
        durations = paces()[speed] if speed else {}
        return Scene(seat_infos(table), clock, speed or "", durations, awaited_at(table))


def _difference(
    table: LiveTable, sent: SentState, subscriber: Subscriber, shared: SharedTexts
) -> Difference | None:
    """Return the changes for a subscriber, or None if the subscriber needs the whole state."""
    eyes = subscriber.eyes
    told, changes = shared.events_of(eyes), sent.changes(table, eyes)
    if told is None or changes is None:
        return None
    return Difference(table.number, eyes, told, changes.encoded() + _shown(table, shared.since), shared)


def _shown(table: LiveTable, since: int) -> bytes:
    """Return the message fields for the step after a state, or nothing if the step takes no time."""
    if table.speed is None or table.step_number <= since or not (ms := table.step_ms):
        return b""
    return b',"steps":%s,"ms":%d' % (written(table.step.kinds), ms)


def _with_reply(delivery: Delivery, subscriber: Subscriber) -> Delivery:
    """Return a difference with the reply to a subscriber's message. A whole state cannot have a reply."""
    pending, subscriber.reply = subscriber.reply, None
    if pending is None or not isinstance(delivery, Difference):
        return delivery
    subscriber.replied = pending.reply.id
    return delivery.answering(pending.reply, has_receipt=pending.has_receipt)


def _clock_until(due: DueAction | None, clock: HallClock) -> Clock | None:
    """Return the countdown to an automatic action, if players see it."""
    if due is None or not due.is_shown:
        return None
    tick, date = clock.read()
    return Clock(date + due.tick - tick, date)
