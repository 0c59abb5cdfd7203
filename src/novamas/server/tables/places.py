"""Who asks, how much he may ask for, and what all who serve tables share."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from litestar.connection import ASGIConnection
from litestar.di import NamedDependency
from msgspec import Struct

from novamas.errors import NovamasError
from novamas.kit.money import Cents
from novamas.law.texts import Language
from novamas.live.hall import Hall
from novamas.server.tables.saying import Saying

if TYPE_CHECKING:
    from novamas.server.tables.socket import Connection

NAME_LETTERS = 4  # of who has given no name: as much of what he is known by


class Person(Struct, frozen=True):
    """Somebody who asks: what he is known by, and what he wants to be called and spoken to in."""

    id: str
    name: str = ""
    language: Language | None = None

    @property
    def called(self) -> str:
        """What the others at a table see of him."""
        return self.name or f"#{self.id[:NAME_LETTERS]}"


class Whoever(Protocol):
    """Finds out who asks; raises why he may not."""

    async def __call__(self, connection: ASGIConnection[Any, Any, Any, Any], /) -> Person: ...


class Limits(Struct, frozen=True):
    """How much one may ask for at tables."""

    message_bytes: int = 64 * 1024
    messages_per_second: int = 20  # of one socket; who sends more is read no faster
    messages_at_once: int = 60
    sockets_per_person: int = 8
    tables_per_person: int = 8
    least_step_ms: int = 100  # at which a table may be asked to go on by itself
    hello_seconds: float = 10.0  # in which a socket must say what it wants to see
    send_seconds: float = 10.0  # in which a message must get through
    welcome: Cents = 1_000_000  # céntimos of play that everybody is given once


class Tables:
    """The tables of a house, to whoever comes over the network."""

    def __init__(
        self, hall: Hall, whoever: Whoever, limits: Limits | None = None, key: str | None = None
    ) -> None:
        self.hall = hall
        self.whoever = whoever
        self.limits = limits or Limits()
        self.key = key  # with which the house signs: the public one
        self.saying = Saying()
        self.counting = asyncio.Semaphore(1)  # of what takes a while: one at a time
        self._open: set[Connection] = set()
        self._of_person: Counter[str] = Counter()

    def enter(self, connection: Connection) -> None:
        """Count a socket in, or refuse it."""
        person, most = connection.person.id, self.limits.sockets_per_person
        if self._of_person[person] >= most:
            raise NovamasError("too_many_sockets_here", most=most)
        self._of_person[person] += 1
        self._open.add(connection)

    def leave(self, connection: Connection) -> None:
        """Count a socket out."""
        if connection in self._open:
            self._open.discard(connection)
            self._of_person[connection.person.id] -= 1
            if not self._of_person[connection.person.id]:
                del self._of_person[connection.person.id]

    def __len__(self) -> int:
        return len(self._open)

    def stop(self) -> None:
        """The house stops: whoever is connected is told to come back."""
        for connection in tuple(self._open):
            connection.stop()


Playing: TypeAlias = NamedDependency[Tables]  # the tables, as routes ask for them
