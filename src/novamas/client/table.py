"""A table as a program plays at it: what its eyes see, what it may do, and a connection that comes back."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from contextlib import suppress
from itertools import count
from typing import Any, Final, Protocol, TypeAlias

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidURI

from novamas.equipment.chance import random_token
from novamas.errors import InvalidInput, NovamasError, quoted
from novamas.games import game as game_named
from novamas.law.texts import Language
from novamas.money import Cents
from novamas.protocol.messages import (
    Act,
    Answer,
    Bot,
    Bye,
    ClientMessage,
    Close,
    Closing,
    Greeting,
    Hello,
    Hint,
    HintMessage,
    LeaveRole,
    Look,
    NotOffered,
    NotOfferedMessage,
    Ping,
    Pong,
    ProblemMessage,
    Ready,
    RefusedMessage,
    SendAway,
    Sit,
    Stand,
    TakeRole,
    UpdateMessage,
    WhatIf,
    WhatIfMessage,
    Why,
    WhyMessage,
    WhyNot,
    WhyNotMessage,
    said_at,
)
from novamas.protocol.notices import TableClosed
from novamas.protocol.tables import Clock, SeatInfo, TableInfo
from novamas.table.deeds import Deed
from novamas.table.game import Game
from novamas.table.offers import Offer
from novamas.table.refusals import Refused as ActRefused
from novamas.table.views import View
from novamas.table.wire import reader, written

FIRST_PAUSE, LONGEST_PAUSE = 0.5, 8.0  # seconds before one tries again; each is twice the one before
TRIES: Final = 12
MAX_TRIED: Final = 3  # times that an act is asked for that comes too late
LONGEST_MESSAGE: Final = 64 * 2**20  # what one missed may be much
MAX_KEPT: Final = 10_000  # messages, for whoever is slow to read them
FOR_GOOD: Final = frozenset({4400, 4401, 4404})  # codes after which nobody need try again
SEAT_LOST: Final = ("not_your_seat", "not_your_role")

Happened: TypeAlias = Greeting[View[Any, Any]] | UpdateMessage[View[Any, Any]]


class Cookies(Protocol):
    """By what a house knows somebody: what he shows, and what he is given in its place."""

    def given(self) -> Mapping[str, str]: ...

    def take(self, headers: Iterable[str], /) -> None: ...


class TableClient:
    """A table over a socket: `view` is how it stands, `offers` what one may do, and `do` does it.

    `async for told in table` gives all that happens, up to the closing of the table. A connection that is
    lost is taken up again where it broke; what was asked meanwhile is asked again, and done once.
    """

    game: Game
    facts: TableInfo
    view: View[Any, Any]

    def __init__(
        self,
        address: str,
        cookies: Cookies,
        *,
        eyes: str = "rail",
        since: int | None = None,
        language: Language | None = None,
    ) -> None:
        self.address = address
        self.eyes = eyes
        self.language = language
        self.number: int | None = since  # of the state that was told last
        self.seats: tuple[SeatInfo, ...] = ()
        self.cash: Cents | None = None
        self.clock: Clock | None = None
        self.receipt = ""
        self.connections = 0  # how often one came, or came back
        self._cookies = cookies
        self._ids = (f"{random_token()[:12]}-{number}" for number in count(1))
        self._waiting: dict[str, tuple[ClientMessage, asyncio.Future[Any]]] = {}
        self._told: deque[Happened] = deque(maxlen=MAX_KEPT)
        self._changed = asyncio.Condition()
        self._socket: ClientConnection | None = None
        self._task: asyncio.Task[None] | None = None
        self._ended: NovamasError | None = None
        self._is_over = False

    async def __aenter__(self) -> TableClient:
        self._task = asyncio.create_task(self._stay())
        await self._until(lambda: self.connections > 0)
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    # ------------------------------------------------------------ how it stands

    @property
    def offers(self) -> tuple[Offer[Any], ...]:
        """What one may do now."""
        return self.view.offers

    def offer(self, verb: str, **parts: object) -> Offer[Any] | None:
        """The first offer of this act, with these parts of it where they are said."""
        for offer in self.offers:
            fits = all(_fits(offer, name, value) for name, value in parts.items())
            if offer.act.verb() == verb and fits:
                return offer
        return None

    def __aiter__(self) -> AsyncIterator[Happened]:
        return self._each()

    async def _each(self) -> AsyncIterator[Happened]:
        while True:
            await self._until(lambda: bool(self._told) or self._is_over)
            if not self._told:
                return
            yield self._told.popleft()

    async def until(self, is_so: Callable[[TableClient], bool], seconds: float = 30.0) -> None:
        """Wait until the table stands so."""
        async with asyncio.timeout(seconds):
            await self._until(lambda: is_so(self))

    async def _until(self, is_so: Callable[[], bool]) -> None:
        async with self._changed:
            await self._changed.wait_for(lambda: self._ended is not None or is_so())
        if self._ended is not None and not is_so():
            raise self._ended

    # ------------------------------------------------------------ what one does

    async def do(self, *acts: Deed) -> Answer:
        """Do this, in this order; where the table went on meanwhile and it is still offered, once more."""
        done = 0
        for tried in count(1):
            answer: Answer = await self._ask(Act(next(self._ids), self.number or 0, acts[done:]))
            done += answer.done
            if answer.refusal is None:
                break
            is_late = answer.refusal.code == "stale" and tried < MAX_TRIED
            if not is_late or not self._stands(acts[done]):
                raise ActRefused(answer.refusal, self.game.slug)
        return msgspec.structs.replace(answer, done=done)

    def _stands(self, act: Deed) -> bool:
        return any(offer.covers(act) for offer in self.offers)

    async def sit(self, seat: int, cents: Cents) -> Answer:
        """Sit down with so many céntimos, or bring more; from then on one sees what the seat sees."""
        return await self._answered(Sit(next(self._ids), seat, cents))

    async def stand(self) -> Answer:
        """Get up as soon as nothing of one's own is in play."""
        return await self._answered(Stand(next(self._ids)))

    async def ready(self) -> Answer:
        """One has bet all that one wants."""
        return await self._answered(Ready(next(self._ids)))

    async def bot(self, seat: int, mind: str) -> Answer:
        """Let a bot sit down."""
        return await self._answered(Bot(next(self._ids), seat, mind))

    async def take_role(self, role: str) -> Answer:
        """Be the croupier or the floor."""
        return await self._answered(TakeRole(next(self._ids), role))

    async def leave_role(self, role: str) -> Answer:
        """Leave a role to the house."""
        return await self._answered(LeaveRole(next(self._ids), role))

    async def send_away(self, seat: int) -> Answer:
        """Have somebody get up."""
        return await self._answered(SendAway(next(self._ids), seat))

    async def close_table(self) -> Answer:
        """Close the table after this round."""
        return await self._answered(Close(next(self._ids)))

    async def look(self, eyes: str) -> Answer:
        """Look with other eyes."""
        return await self._answered(Look(next(self._ids), eyes))

    async def _answered(self, asked: ClientMessage) -> Answer:
        found: Answer = await self._ask(asked)
        return found

    # ------------------------------------------------------------ what one asks

    async def why(self, number: int, nth: int) -> WhyMessage:
        """Why something was paid."""
        found: WhyMessage = await self._ask(Why(next(self._ids), number, nth))
        return found

    async def why_not(self, act: Deed) -> WhyNotMessage:
        """Why something may not be done."""
        found: WhyNotMessage = await self._ask(WhyNot(next(self._ids), act))
        return found

    async def not_offered(self) -> NotOfferedMessage:
        """What is not offered now, and why not."""
        found: NotOfferedMessage = await self._ask(NotOffered(next(self._ids)))
        return found

    async def what_if(self, act: Deed) -> WhatIfMessage:
        """What would follow from something that the croupier or the floor does."""
        found: WhatIfMessage = await self._ask(WhatIf(next(self._ids), act))
        return found

    async def hint(self) -> HintMessage:
        """What would be best now."""
        found: HintMessage = await self._ask(Hint(next(self._ids)))
        return found

    async def ping(self) -> Pong:
        """Is anybody there?"""
        found: Pong = await self._ask(Ping(next(self._ids)))
        return found

    async def _ask(self, asked: Any) -> Any:
        """Ask, and again after each time that the connection broke, until there is an answer."""
        if self._ended is not None:
            raise self._ended
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._waiting[asked.id] = asked, answer
        try:
            await self._send(asked)
            return await answer
        finally:
            self._waiting.pop(asked.id, None)

    async def _send(self, asked: ClientMessage) -> None:
        if self._socket is not None:
            with suppress(ConnectionClosed):  # it is asked again when one is back
                await self._socket.send(written(asked).decode())

    # ------------------------------------------------------------ the connection

    async def _stay(self) -> None:
        """Be connected, again and again, until it is over or nobody answers."""
        tries = 0
        while not self._is_over and self._ended is None:
            before = self.connections
            try:
                await self._connected()
            except (OSError, InvalidHandshake, ConnectionClosed, TimeoutError):
                pass
            except InvalidURI:
                self._ended = InvalidInput("address_unfit", given=quoted(self.address))
            except (msgspec.MsgspecError, UnicodeError):
                self._ended = InvalidInput("house_answer_unreadable", url=quoted(self.address))
            self._socket = None
            tries = 0 if self.connections > before else tries + 1
            if tries >= TRIES:
                self._ended = NovamasError("house_unreachable", url=quoted(self.address))
            elif not self._is_over and self._ended is None:
                await asyncio.sleep(_pause(tries))
        await self._end()

    async def _connected(self) -> None:
        cookies = "; ".join(f"{name}={value}" for name, value in self._cookies.given().items())
        async with connect(
            self.address,
            additional_headers={"Cookie": cookies} if cookies else {},
            max_size=LONGEST_MESSAGE,
            compression=None,
            proxy=None,
        ) as socket:
            if socket.response is not None:
                self._cookies.take(socket.response.headers.get_all("Set-Cookie"))
            with suppress(ConnectionClosed):  # who is sent away at once has still to hear why
                await socket.send(written(Hello(self.eyes, self.number, self.language)).decode())
            async for message in socket:
                await self._hear(message, socket)
                if self._is_over and not self._waiting:
                    return

    async def _hear(self, message: str | bytes, socket: ClientConnection) -> None:
        """What the table says: how it stands, or an answer."""
        said = self._reader(message).decode(message)
        match said:
            case Greeting():
                await self._greeted(said, socket)
            case UpdateMessage():
                await self._stands_now(said)
            case RefusedMessage(id, error):
                self._resolve(id, error)
            case Bye(code, error):
                await self._bye(code, error)
            case Closing():
                pass  # one comes back
            case _:
                self._resolve(said.id, said)

    def _reader(self, message: str | bytes) -> Any:
        """What reads the words of this table; its first ones say which game is played."""
        if not hasattr(self, "game"):
            first = msgspec.json.decode(message, type=_First)
            if first.table is None:
                return reader(Bye)
            self.game = game_named(first.table.game)
            self._typed = reader(said_at(self.game))
        return self._typed

    async def _greeted(self, said: Greeting[Any], socket: ClientConnection) -> None:
        is_new = self._socket is not socket
        self.facts, self.eyes = said.table, said.eyes
        if is_new:
            self._socket = socket
            self.connections += 1
        await self._stands_now(said)
        if is_new:
            for asked, _ in tuple(self._waiting.values()):
                await self._send(asked)

    async def _stands_now(self, said: Happened) -> None:
        async with self._changed:
            self.view, self.number, self.seats = said.view, said.number, said.seats
            self.cash, self.clock, self.receipt = said.cash, said.clock, said.receipt
            self.eyes = str(said.view.eyes) if not isinstance(said.view.eyes, int) else f"s{said.view.eyes}"
            self._told.append(said)
            self._is_over |= any(isinstance(told.event, TableClosed) for told in said.events)
            self._changed.notify_all()

    def _resolve(self, id: str, answer: Any) -> None:
        _, waiting = self._waiting.get(id, (None, None))
        if waiting is None or waiting.done():
            return
        if isinstance(answer, ProblemMessage):
            waiting.set_exception(refused(answer))
        else:
            waiting.set_result(answer)

    async def _bye(self, code: int, error: ProblemMessage) -> None:
        if error.code in SEAT_LOST and self.connections:
            self.eyes = "rail"  # somebody else has the seat now
        elif code in FOR_GOOD:
            self._ended = refused(error)

    async def _end(self) -> None:
        """Nobody waits any longer."""
        gone = self._ended or NovamasError("house_unreachable", url=quoted(self.address))
        for _, waiting in self._waiting.values():
            if not waiting.done():
                waiting.set_exception(gone)
        async with self._changed:
            self._changed.notify_all()


class _FirstTable(msgspec.Struct):
    game: str


class _First(msgspec.Struct):
    """As much of the first message as says which game is played."""

    table: _FirstTable | None = None


def _fits(offer: Offer[Any], name: str, value: object) -> bool:
    dial = offer.dials.get(name)
    return dial.fits(value) if dial is not None else getattr(offer.act, name, None) == value


def _pause(tries: int) -> float:
    """How long one waits before one tries again: longer each time, and not all at the same moment."""
    jitter = int(random_token()[:4], 16) / 0xFFFF
    return float(min(FIRST_PAUSE * 2**tries, LONGEST_PAUSE) * (0.5 + jitter / 2))


def refused(error: ProblemMessage) -> NovamasError:
    """What the house refused, as an error of ours."""
    says = error.says.removesuffix(f" ({error.clause})")  # it is cited where it is told
    return NovamasError(error.code, told_as="central_refused", clause=error.clause, says=says)
