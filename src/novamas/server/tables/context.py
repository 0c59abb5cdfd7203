"""Who asks, how much he may ask for, and what all who serve tables share."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeAlias

from litestar.connection import ASGIConnection
from litestar.di import NamedDependency
from msgspec import Struct

from novamas.errors import NovamasError
from novamas.hall.hall import Hall
from novamas.hall.people.persons import Person
from novamas.money import Cents
from novamas.protocol.tables import Pace
from novamas.record.signatures import House
from novamas.server.catalogue.jobs import Jobs

if TYPE_CHECKING:
    from novamas.server.tables.connection import Connection

COMING: Final = 4  # who are let in at the same time


class IdentifyCaller(Protocol):
    """Finds out who asks; raises why he may not."""

    async def __call__(self, connection: ASGIConnection[Any, Any, Any, Any], /) -> Person: ...


class TableLimits(Struct, frozen=True):
    """How much one may ask for at tables."""

    message_bytes: int = 64 * 1024
    messages_per_second: int = 20  # of one socket; who sends more is read no faster
    messages_at_once: int = 60
    tables_per_person: int = 8
    least_step_ms: int = 100  # at which a table may be asked to go on by itself
    pace: Pace = Pace()  # at which it does where nobody asks for another
    hello_seconds: float = 10.0  # in which a socket must say what it wants to see
    coming_seconds: float = 5.0  # for which who comes waits to be let in, before he is sent away
    send_seconds: float = 10.0  # in which a message must get through
    welcome: Cents = 1_000_000  # céntimos of play that everybody is given once


class TablesContext:
    """The tables of a house, to whoever comes over the network."""

    def __init__(
        self,
        hall: Hall,
        whoever: IdentifyCaller,
        jobs: Jobs,
        limits: TableLimits | None = None,
        house: House | None = None,
    ) -> None:
        self.hall = hall
        self.whoever = whoever
        self.limits = limits or TableLimits()
        self.house = house  # that signs, where one does
        self.rereading = asyncio.Semaphore(1)  # of rounds that are long past: one at a time
        self._coming = asyncio.Semaphore(COMING)
        self._waiting = 0  # to be let in
        self.jobs = jobs  # where what takes a while is done, by workers
        self._open: set[Connection] = set()

    @asynccontextmanager
    async def letting_in(self) -> AsyncIterator[None]:
        """The turn of somebody who comes: where many come at once, those who are there play on.

        Who waits too long for it is sent away, before anything is done for him.
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

    def enter(self, connection: Connection) -> None:
        """Count a socket in."""
        self._open.add(connection)

    def leave(self, connection: Connection) -> None:
        """Count a socket out."""
        self._open.discard(connection)

    def __len__(self) -> int:
        return len(self._open)

    def stop(self) -> None:
        """The house stops: whoever is connected is told to come back."""
        for connection in tuple(self._open):
            connection.stop()


Playing: TypeAlias = NamedDependency[TablesContext]  # the tables, as routes ask for them
