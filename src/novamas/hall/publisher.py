"""Publishing of states to subscribers: each gets what its viewpoint may see, in order."""

from __future__ import annotations

import asyncio

from novamas.hall.clock import HallClock
from novamas.hall.loaded_tables import LoadedTables
from novamas.hall.subscribers import Subscriber, check_eyes
from novamas.hall.tables.automation import DueAction
from novamas.hall.tables.loader import load_past
from novamas.hall.tables.table import LiveTable
from novamas.hall.views import Scene, seat_infos, seen_by
from novamas.protocol.notices import NumberedHallEvent
from novamas.protocol.tables import Clock, TableUpdate
from novamas.table.roles import RAIL, Who


class Publisher:
    """The subscribers of each table."""

    def __init__(self, loaded: LoadedTables) -> None:
        self._loaded = loaded
        self._subscribers: dict[str, set[Subscriber]] = {}
        self._reading = asyncio.Semaphore(1)  # whole books are read one at a time
        loaded.publish = self.publish
        loaded.is_watched = self.has_subscribers

    def has_subscribers(self, id: str) -> bool:
        """Return whether a table has subscribers in this process."""
        return id in self._subscribers

    async def subscribe(
        self, id: str, person: str, eyes: Who, since: int | None
    ) -> tuple[Subscriber, TableUpdate]:
        """Subscribe to a table from a viewpoint. Return the present state, with the events after `since`.

        If `since` is too long ago, the update has fewer events: its own `since` says after which state they
        begin.
        """
        check_eyes(await self._loaded.get(id), person, eyes)
        table, missed, since = await self._missed(id, eyes, since)
        check_eyes(table, person, eyes)
        subscriber = Subscriber(person, eyes, table.number)
        self._subscribers.setdefault(id, set()).add(subscriber)
        return subscriber, seen_by(table, eyes, since, missed, self._scene(table))

    async def change_eyes(self, id: str, subscriber: Subscriber, eyes: Who) -> TableUpdate:
        """Change the viewpoint of a subscriber, and return the present state from there."""
        table = await self._loaded.get(id)
        check_eyes(table, subscriber.person, eyes)
        subscriber.eyes = eyes
        return seen_by(table, eyes, table.number, (), self._scene(table))

    def unsubscribe(self, id: str, subscriber: Subscriber) -> None:
        """Remove a subscriber."""
        subscribers = self._subscribers.get(id, set())
        subscribers.discard(subscriber)
        if not subscribers:
            self._subscribers.pop(id, None)
            self._loaded.evict_closed()

    async def events_since(
        self, id: str, person: str, eyes: Who, since: int
    ) -> tuple[list[NumberedHallEvent], int]:
        """Return the events after a state as a viewpoint saw them, and the state after which they begin."""
        check_eyes(await self._loaded.get(id), person, eyes)
        _, found, since = await self._missed(id, eyes, since)
        return found, since

    async def _missed(
        self, id: str, eyes: Who, since: int | None
    ) -> tuple[LiveTable, list[NumberedHallEvent], int]:
        """Return the table, the events after a state, and the state after which they begin."""
        loaded = self._loaded
        table = await loaded.get(id)
        if since is not None and since > table.number:  # another process has sent a later state
            table = await loaded.refresh(id)
        since = table.number if since is None else max(0, min(since, table.number))
        found = table.events_since(eyes, since)
        if found is None:
            async with self._reading:
                past = await asyncio.to_thread(load_past, loaded.store, loaded.seeds, id, since)
            table = await loaded.get(id)
            before, after = past.events_since(eyes, since), table.events_since(eyes, past.number)
            if before is not None and after is not None:
                found = [event for event in before if event.number <= table.number] + after
        return (table, found, since) if found is not None else (table, [], table.number)

    def publish(self, table: LiveTable) -> None:
        """Send the new state to all subscribers of a table, with the events since the last one sent."""
        subscribers = tuple(self._subscribers.get(table.id, ()))
        if not subscribers:
            return
        scene = self._scene(table)
        updates: dict[tuple[Who, int], TableUpdate | None] = {}
        for subscriber in subscribers:
            eyes = subscriber.eyes
            if eyes is not RAIL and not table.may_speak_as(subscriber.person, eyes):
                subscriber.eyes = eyes = RAIL  # the person has left the seat or the role
            since = subscriber.number
            if (eyes, since) not in updates:
                events = table.events_since(eyes, since)
                updates[eyes, since] = (
                    seen_by(table, eyes, since, events, scene) if events is not None else None
                )
            if not subscriber.send(updates[eyes, since]):
                self.unsubscribe(table.id, subscriber)

    def _scene(self, table: LiveTable) -> Scene:
        """Return the parts of a state that are the same for all viewpoints."""
        due = self._loaded.due_action(table)
        return Scene(seat_infos(table), _clock_until(due, self._loaded.clock), table.receipt)


def _clock_until(due: DueAction | None, clock: HallClock) -> Clock | None:
    """Return the countdown to an automatic action, if it is shown."""
    if due is None or not due.is_shown:
        return None
    return Clock(clock.date_at(due.tick), clock.date())
