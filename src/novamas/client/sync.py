"""Synchronous client: it runs the asynchronous client in an event loop of a separate thread."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterator, Mapping
from threading import Thread
from types import TracebackType
from typing import Any, TypeVar

from novamas.client.house import House
from novamas.client.table import Happened, TableClient
from novamas.law.texts import Language
from novamas.money import Cents
from novamas.protocol.messages import (
    Answer,
    HintMessage,
    NotOfferedMessage,
    Pong,
    WhatIfMessage,
    WhyMessage,
    WhyNotMessage,
)
from novamas.protocol.tables import SeedCommitment, TableInfo
from novamas.table.deeds import Deed
from novamas.table.offers import Offer
from novamas.table.views import View

Outcome = TypeVar("Outcome")
Run = Callable[[Coroutine[Any, Any, Any]], Any]


class SyncHouse:
    """A house of live tables, for synchronous programs."""

    def __init__(
        self,
        address: str,
        *,
        name: str = "",
        language: Language | None = None,
        cookies: Mapping[str, str] | None = None,
    ) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._loop.run_forever, name="novamas-client", daemon=True)
        self._house = House(address, name=name, language=language, cookies=cookies)

    def __enter__(self) -> SyncHouse:
        self._thread.start()
        try:
            self._run(self._house.__aenter__())
        except BaseException:
            self.__exit__(None, None, None)
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._run(self._house.__aexit__(kind, fault, trace))
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def _run(self, what: Coroutine[Any, Any, Outcome]) -> Outcome:
        return asyncio.run_coroutine_threadsafe(what, self._loop).result()

    @property
    def cookies(self) -> dict[str, str]:
        """Cookies that identify the client. A client that presents them later is the same player."""
        return self._house.cookies

    def tables(self, game: str | None = None) -> tuple[TableInfo, ...]:
        """Return the public tables."""
        return self._run(self._house.tables(game))

    def promise(self) -> SeedCommitment:
        """Return a seed commitment for a new table."""
        return self._run(self._house.promise())

    def open(self, game: str, **how: Any) -> TableInfo:
        """Open a table."""
        return self._run(self._house.open(game, **how))

    def table(self, id: str) -> TableInfo:
        """Return the description of a table, including its seats."""
        return self._run(self._house.table(id))

    def record(self, id: str) -> str:
        """Return the record of a closed table, as JSON Lines."""
        return self._run(self._house.record(id))

    def ask(self, id: str, what: str) -> Any:
        """Return another resource of a table: `books`, `events`, `verify`."""
        return self._run(self._house.ask(id, what))

    def at(self, id: str, *, eyes: str = "rail", since: int | None = None) -> SyncTable:
        """Return a client for a table, seen from this viewpoint."""
        return SyncTable(self._run, lambda: self._house.at(id, eyes=eyes, since=since))


class SyncTable:
    """A table over a WebSocket. `for message in table` waits for the next message."""

    def __init__(self, run: Run, make: Callable[[], TableClient]) -> None:
        self._run = run
        self._make = make
        self._table: TableClient

    def __enter__(self) -> SyncTable:
        self._table = self._run(self._enter())
        return self

    async def _enter(self) -> TableClient:
        return await self._make().__aenter__()  # created in the event loop in which it is used

    def __exit__(self, *_: object) -> None:
        self._run(self._table.__aexit__())

    @property
    def facts(self) -> TableInfo:
        """The description of the table at the time of the last connection."""
        return self._table.facts

    @property
    def view(self) -> View[Any, Any]:
        """The current view of the table."""
        return self._table.view

    @property
    def number(self) -> int | None:
        """The number of the last state that the client received."""
        return self._table.number

    @property
    def offers(self) -> tuple[Offer[Any], ...]:
        """The acts on offer now."""
        return self._table.offers

    def offer(self, verb: str, **parts: object) -> Offer[Any] | None:
        """Return the first offer of this act in which these parts are possible, or None."""
        return self._table.offer(verb, **parts)

    def __iter__(self) -> Iterator[Happened]:
        messages = self._table.__aiter__()
        while (one := self._run(_next(messages))) is not None:
            yield one

    def until(self, is_so: Callable[[TableClient], bool], seconds: float = 30.0) -> None:
        """Wait until a condition is true. Raise `TimeoutError` after this time."""
        self._run(self._table.until(is_so, seconds))

    def do(self, *acts: Deed) -> Answer:
        """Do these acts in the given order."""
        return self._answer(self._table.do(*acts))

    def sit(self, seat: int, cents: Cents) -> Answer:
        """Sit down with chips worth `cents`, or bring more chips to the same seat."""
        return self._answer(self._table.sit(seat, cents))

    def stand(self) -> Answer:
        """Leave the seat as soon as the player has no chips in play."""
        return self._answer(self._table.stand())

    def ready(self) -> Answer:
        """Announce that the player has no more bets to place."""
        return self._answer(self._table.ready())

    def bot(self, seat: int, mind: str) -> Answer:
        """Seat a bot with this skill."""
        return self._answer(self._table.bot(seat, mind))

    def take_role(self, role: str) -> Answer:
        """Take the role of croupier or table chief."""
        return self._answer(self._table.take_role(role))

    def leave_role(self, role: str) -> Answer:
        """Give a role back to the house."""
        return self._answer(self._table.leave_role(role))

    def send_away(self, seat: int) -> Answer:
        """Make a player leave their seat."""
        return self._answer(self._table.send_away(seat))

    def close_table(self) -> Answer:
        """Close the table after this round."""
        return self._answer(self._table.close_table())

    def look(self, eyes: str) -> Answer:
        """Change the viewpoint."""
        return self._answer(self._table.look(eyes))

    def _answer(self, request: Coroutine[Any, Any, Answer]) -> Answer:
        found: Answer = self._run(request)
        return found

    def why(self, number: int, nth: int) -> WhyMessage:
        """Explain a payment, which is event `nth` of state `number`."""
        found: WhyMessage = self._run(self._table.why(number, nth))
        return found

    def why_not(self, act: Deed) -> WhyNotMessage:
        """Explain why an act is not allowed now."""
        found: WhyNotMessage = self._run(self._table.why_not(act))
        return found

    def not_offered(self) -> NotOfferedMessage:
        """Return the acts that are not offered now, with the reason for each."""
        found: NotOfferedMessage = self._run(self._table.not_offered())
        return found

    def what_if(self, act: Deed) -> WhatIfMessage:
        """Return the consequences of an act of the croupier or the table chief, without doing it."""
        found: WhatIfMessage = self._run(self._table.what_if(act))
        return found

    def hint(self) -> HintMessage:
        """Return the best play now, or None if it is unknown."""
        found: HintMessage = self._run(self._table.hint())
        return found

    def ping(self) -> Pong:
        """Check that the house responds, and return the time of its clock."""
        found: Pong = self._run(self._table.ping())
        return found


async def _next(messages: Any) -> Happened | None:
    try:
        found: Happened = await anext(messages)
    except StopAsyncIteration:
        return None
    return found
