"""Limits on tables, and the state that their routes share."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeAlias

from litestar.connection import ASGIConnection
from litestar.di import NamedDependency
from msgspec import Struct

from novamas.errors import NovamasError
from novamas.hall.hall import Hall
from novamas.hall.people.persons import Person, remember_speed
from novamas.hall.tables.commands import close_with_seats
from novamas.hall.tables.seating import is_idle
from novamas.money import Cents
from novamas.protocol.pace import Pace, Speed
from novamas.record.signatures import House
from novamas.server.catalogue.jobs import Jobs

if TYPE_CHECKING:
    from novamas.server.tables.connection import Connection

COMING: Final = 4  # sockets admitted at the same time


class IdentifyCaller(Protocol):
    """A function that returns the caller of a request, or raises an error."""

    async def __call__(self, connection: ASGIConnection[Any, Any, Any, Any], /) -> Person: ...


class TableLimits(Struct, frozen=True):
    """Limits on the clients at tables."""

    message_bytes: int = 64 * 1024
    messages_per_second: int = 20  # of a socket; further messages are read later
    messages_at_once: int = 60
    tables_per_person: int = 8
    least_step_ms: int = 100  # shortest pace of automatic actions that a caller may choose
    pace: Pace = Pace()  # default pace
    hello_seconds: float = 10.0  # for the hello message of a socket
    coming_seconds: float = 5.0  # that a new socket waits for its turn before it is refused
    left_seconds: float = 120.0  # after which an idle practice table is closed once its owner has left
    send_seconds: float = 10.0  # for a client to read a message
    welcome: Cents = 1_000_000  # practice chips that each person gets once, in céntimos


class TablesContext:
    """The tables of a house, as all routes and sockets share them."""

    def __init__(
        self,
        hall: Hall,
        identify: IdentifyCaller,
        jobs: Jobs,
        limits: TableLimits | None = None,
        house: House | None = None,
    ) -> None:
        self.hall = hall
        self.identify = identify
        self.limits = limits or TableLimits()
        self.house = house  # signs records, if given
        self.rereading = asyncio.Semaphore(1)  # one old round at a time is replayed
        self._coming = asyncio.Semaphore(COMING)
        self._waiting = 0  # sockets that wait for their turn
        self.jobs = jobs  # run tasks in worker processes
        self._open: set[Connection] = set()
        self._closing: set[asyncio.Task[None]] = set()

    @asynccontextmanager
    async def letting_in(self) -> AsyncIterator[None]:
        """Wait for a turn to be admitted, so that many new sockets do not delay the connected ones.

        Raise `hall_full` after a time limit, before any work is done for the socket.
        """
        self._waiting += 1
        try:
            async with asyncio.timeout(self.limits.coming_seconds):
                await self._coming.acquire()
        except TimeoutError:
            raise NovamasError("hall_full", waiting=self._waiting) from None
        finally:
            self._waiting -= 1
        try:
            yield
        finally:
            self._coming.release()

    async def check_purse(self, person: str, cents: Cents) -> None:
        """Raise `purse_short` if a person's balance is too low. A new person gets practice chips first."""
        await self.hall.purses.welcome(person, self.limits.welcome)
        balance = await asyncio.to_thread(self.hall.purses.of, person)
        if balance < cents:
            may_refill = await self.hall.purses.may_refill(person, self.limits.welcome)
            raise NovamasError("purse_short", has=balance, wanted=cents, may_refill=may_refill)

    async def remember_speed(self, person: str, speed: Speed) -> None:
        """Store the speed that a person prefers at their own tables."""
        await self.hall.commits.run_async(lambda books: remember_speed(books, person, speed))

    def enter(self, connection: Connection) -> None:
        """Register a socket."""
        self._open.add(connection)

    def leave(self, connection: Connection) -> None:
        """Remove a socket. A practice table to which its owner does not return is closed after a while."""
        self._open.discard(connection)
        left = partial(self._close_if_left, connection.id, connection.person.id)
        asyncio.get_running_loop().call_later(self.limits.left_seconds, left)

    def _close_if_left(self, id: str, person: str) -> None:
        table = self.hall.loaded.loaded(id)
        if table is None or table.closed is not None or self.hall.publisher.has_subscribers(id):
            return
        if table.opened.practice and table.opened.owner == person and is_idle(table, person):
            task = asyncio.create_task(self._close(id, person))
            self._closing.add(task)
            task.add_done_callback(self._closing.discard)

    async def _close(self, id: str, person: str) -> None:
        with suppress(NovamasError):  # the owner may have come back meanwhile, or the store is busy
            await self.hall.apply(id, close_with_seats(person))

    def __len__(self) -> int:
        return len(self._open)

    def stop(self) -> None:
        """Close all sockets because the house stops. Clients reconnect later."""
        for connection in tuple(self._open):
            connection.stop()


Playing: TypeAlias = NamedDependency[TablesContext]  # the context, injected into routes
