"""The same client without `async`: a loop of its own, in a thread of its own, does what is asked."""

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
    """A house of live tables, for programs that wait for each answer."""

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
        """Who one is here; with them one comes back as the same."""
        return self._house.cookies

    def tables(self, game: str | None = None) -> tuple[TableInfo, ...]:
        """The tables that are open to all."""
        return self._run(self._house.tables(game))

    def promise(self) -> SeedCommitment:
        """A promised seed."""
        return self._run(self._house.promise())

    def open(self, game: str, **how: Any) -> TableInfo:
        """Open a table."""
        return self._run(self._house.open(game, **how))

    def table(self, id: str) -> TableInfo:
        """What a table is, and who sits at it."""
        return self._run(self._house.table(id))

    def record(self, id: str) -> str:
        """The record of a closed table, as JSON Lines."""
        return self._run(self._house.record(id))

    def ask(self, id: str, what: str) -> Any:
        """What else a table tells: `books`, `events`, `verify`."""
        return self._run(self._house.ask(id, what))

    def at(self, id: str, *, eyes: str = "rail", since: int | None = None) -> SyncTable:
        """A table, to look at with these eyes and to play at."""
        return SyncTable(self._run, lambda: self._house.at(id, eyes=eyes, since=since))


class SyncTable:
    """A table over a socket; `for told in table` waits for what happens next."""

    def __init__(self, run: Run, make: Callable[[], TableClient]) -> None:
        self._run = run
        self._make = make
        self._table: TableClient

    def __enter__(self) -> SyncTable:
        self._table = self._run(self._enter())
        return self

    async def _enter(self) -> TableClient:
        return await self._make().__aenter__()  # made where it will be used: in the loop

    def __exit__(self, *_: object) -> None:
        self._run(self._table.__aexit__())

    @property
    def facts(self) -> TableInfo:
        """What the table is, as it was when one came."""
        return self._table.facts

    @property
    def view(self) -> View[Any, Any]:
        """How it stands."""
        return self._table.view

    @property
    def number(self) -> int | None:
        """The number of the state that was told last."""
        return self._table.number

    @property
    def offers(self) -> tuple[Offer[Any], ...]:
        """What one may do now."""
        return self._table.offers

    def offer(self, verb: str, **parts: object) -> Offer[Any] | None:
        """The first offer of this act."""
        return self._table.offer(verb, **parts)

    def __iter__(self) -> Iterator[Happened]:
        told = self._table.__aiter__()
        while (one := self._run(_next(told))) is not None:
            yield one

    def until(self, is_so: Callable[[TableClient], bool], seconds: float = 30.0) -> None:
        """Wait until the table stands so."""
        self._run(self._table.until(is_so, seconds))

    def do(self, *acts: Deed) -> Answer:
        """Do this, in this order."""
        return self._answer(self._table.do(*acts))

    def sit(self, seat: int, cents: Cents) -> Answer:
        """Sit down with so many céntimos, or bring more."""
        return self._answer(self._table.sit(seat, cents))

    def stand(self) -> Answer:
        """Get up as soon as nothing of one's own is in play."""
        return self._answer(self._table.stand())

    def ready(self) -> Answer:
        """One has bet all that one wants."""
        return self._answer(self._table.ready())

    def bot(self, seat: int, mind: str) -> Answer:
        """Let a bot sit down."""
        return self._answer(self._table.bot(seat, mind))

    def take_role(self, role: str) -> Answer:
        """Be the croupier or the floor."""
        return self._answer(self._table.take_role(role))

    def leave_role(self, role: str) -> Answer:
        """Leave a role to the house."""
        return self._answer(self._table.leave_role(role))

    def send_away(self, seat: int) -> Answer:
        """Have somebody get up."""
        return self._answer(self._table.send_away(seat))

    def close_table(self) -> Answer:
        """Close the table after this round."""
        return self._answer(self._table.close_table())

    def look(self, eyes: str) -> Answer:
        """Look with other eyes."""
        return self._answer(self._table.look(eyes))

    def _answer(self, asked: Coroutine[Any, Any, Answer]) -> Answer:
        found: Answer = self._run(asked)
        return found

    def why(self, number: int, nth: int) -> WhyMessage:
        """Why something was paid."""
        found: WhyMessage = self._run(self._table.why(number, nth))
        return found

    def why_not(self, act: Deed) -> WhyNotMessage:
        """Why something may not be done."""
        found: WhyNotMessage = self._run(self._table.why_not(act))
        return found

    def not_offered(self) -> NotOfferedMessage:
        """What is not offered now, and why not."""
        found: NotOfferedMessage = self._run(self._table.not_offered())
        return found

    def what_if(self, act: Deed) -> WhatIfMessage:
        """What would follow from something that the croupier or the floor does."""
        found: WhatIfMessage = self._run(self._table.what_if(act))
        return found

    def hint(self) -> HintMessage:
        """What would be best now."""
        found: HintMessage = self._run(self._table.hint())
        return found

    def ping(self) -> Pong:
        """Is anybody there?"""
        found: Pong = self._run(self._table.ping())
        return found


async def _next(told: Any) -> Happened | None:
    try:
        found: Happened = await anext(told)
    except StopAsyncIteration:
        return None
    return found
