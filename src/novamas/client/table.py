"""A table over a WebSocket: its view, the player's possible acts, and automatic reconnection."""

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

from novamas.client.kept import WHOLE, Json, KeptTable
from novamas.equipment.chance import random_token
from novamas.errors import InvalidInput, NovamasError, quoted
from novamas.games import game as game_named
from novamas.law.texts import Language
from novamas.money import Cents
from novamas.protocol.messages import (
    PROTOCOL,
    Act,
    Answer,
    Bot,
    Bye,
    ClientMessage,
    Close,
    Closing,
    Coach,
    CoachMessage,
    Finish,
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
    SetPace,
    Sit,
    Stand,
    TableMessage,
    TakeRole,
    TopUp,
    WhatIf,
    WhatIfMessage,
    Why,
    WhyMessage,
    WhyNot,
    WhyNotMessage,
    said_at,
)
from novamas.protocol.notices import TableClosed
from novamas.protocol.pace import Speed
from novamas.protocol.tables import Clock, SeatInfo, TableInfo
from novamas.table.deeds import Deed
from novamas.table.game import Game
from novamas.table.offers import Offer
from novamas.table.refusals import Refused as ActRefused
from novamas.table.views import View, shows_in
from novamas.table.wire import reader, written

FIRST_PAUSE, LONGEST_PAUSE = 0.5, 8.0  # seconds before a reconnection; doubled after each failure
TRIES: Final = 12
MAX_TRIED: Final = 3  # attempts at an act that comes too late
LONGEST_MESSAGE: Final = 64 * 2**20  # a client that reconnects may have missed much
MAX_KEPT: Final = 10_000  # messages not yet read; the oldest are dropped
FOR_GOOD: Final = frozenset({4400, 4401, 4404, 4426})  # close codes after which a reconnection is useless
SEAT_LOST: Final = ("not_your_seat", "not_your_role")

Happened: TypeAlias = Greeting[View[Any, Any]] | TableMessage[View[Any, Any]]


class Cookies(Protocol):
    """The cookies that identify the client: those that it sends and those that it receives."""

    def given(self) -> Mapping[str, str]: ...

    def take(self, headers: Iterable[str], /) -> None: ...


class TableClient:
    """A table over a WebSocket. `view` is its state, `offers` are the possible acts, `do` does acts.

    `async for message in table` yields the whole state after each change until the table closes. A lost
    connection is restored. Pending requests are then sent again under the same id, so each is done only once.
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
        receipts: bool = False,
    ) -> None:
        self.address = address
        self.receipts = receipts  # of every state, not only at the end of a round
        self.eyes = eyes
        self.language = language
        self.number: int | None = since  # of the last state received
        self.seats: tuple[SeatInfo, ...] = ()
        self.cash: Cents | None = None
        self.clock: Clock | None = None
        self.receipt = ""  # the last one received
        self.connections = 0  # number of connections, reconnections included
        self._cookies = cookies
        self._ids = (f"{random_token()[:12]}-{number}" for number in count(1))
        self._reply: Json | None = None  # what the last message said to acts of this client
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

    # ------------------------------------------------------------ state

    @property
    def offers(self) -> tuple[Offer[Any], ...]:
        """The acts on offer now."""
        return self.view.offers

    def offer(self, verb: str, **parts: object) -> Offer[Any] | None:
        """Return the first offer of this act in which these parts are possible, or None."""
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
        """Wait until a condition is true. Raise `TimeoutError` after this time."""
        async with asyncio.timeout(seconds):
            await self._until(lambda: is_so(self))

    async def _until(self, is_so: Callable[[], bool]) -> None:
        async with self._changed:
            await self._changed.wait_for(lambda: self._ended is not None or is_so())
        if self._ended is not None and not is_so():
            raise self._ended

    # ------------------------------------------------------------ commands

    async def do(self, *acts: Deed) -> Answer:
        """Do these acts in the given order. Raise `Refused` at the first act that is refused.

        If the state of the table has changed and that act is still offered, it is sent again, a few times at
        most.
        """
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

    async def sit(
        self, seat: int | None = None, cents: Cents | None = None, *, ready: bool = False
    ) -> Answer:
        """Sit down with chips worth `cents`, or bring more chips to the same seat.

        The default is a free seat, with the chips that the table offers. With `ready`, the chips that the
        game requires are bought at once. From then on the client has the viewpoint of that seat.
        """
        return await self._answered(Sit(next(self._ids), seat, cents, ready))

    async def top_up(self, cents: Cents | None = None) -> Answer:
        """Get more practice chips at a practice table."""
        return await self._answered(TopUp(next(self._ids), cents))

    async def set_pace(self, speed: Speed) -> Answer:
        """Set the speed at which the table continues."""
        return await self._answered(SetPace(next(self._ids), speed))

    async def finish(self) -> Answer:
        """Play the rest of the deal without delays, if the player is alone with bots."""
        return await self._answered(Finish(next(self._ids)))

    async def stand(self) -> Answer:
        """Leave the seat as soon as the player has no chips in play."""
        return await self._answered(Stand(next(self._ids)))

    async def ready(self) -> Answer:
        """Announce that the player has no more bets to place."""
        return await self._answered(Ready(next(self._ids)))

    async def bot(self, seat: int, mind: str) -> Answer:
        """Seat a bot with this skill."""
        return await self._answered(Bot(next(self._ids), seat, mind))

    async def take_role(self, role: str) -> Answer:
        """Take the role of croupier or table chief."""
        return await self._answered(TakeRole(next(self._ids), role))

    async def leave_role(self, role: str) -> Answer:
        """Give a role back to the house."""
        return await self._answered(LeaveRole(next(self._ids), role))

    async def send_away(self, seat: int) -> Answer:
        """Make a player leave their seat."""
        return await self._answered(SendAway(next(self._ids), seat))

    async def close_table(self) -> Answer:
        """Close the table after this round."""
        return await self._answered(Close(next(self._ids)))

    async def look(self, eyes: str) -> Answer:
        """Change the viewpoint."""
        return await self._answered(Look(next(self._ids), eyes))

    async def _answered(self, request: ClientMessage) -> Answer:
        found: Answer = await self._ask(request)
        return found

    # ------------------------------------------------------------ queries

    async def why(self, number: int, nth: int) -> WhyMessage:
        """Explain a payment, which is event `nth` of state `number`."""
        found: WhyMessage = await self._ask(Why(next(self._ids), number, nth))
        return found

    async def why_not(self, act: Deed) -> WhyNotMessage:
        """Explain why an act is not allowed now."""
        found: WhyNotMessage = await self._ask(WhyNot(next(self._ids), act))
        return found

    async def not_offered(self) -> NotOfferedMessage:
        """Return the acts that are not offered now, with the reason for each."""
        found: NotOfferedMessage = await self._ask(NotOffered(next(self._ids)))
        return found

    async def what_if(self, act: Deed) -> WhatIfMessage:
        """Return the consequences of an act of the croupier or the table chief, without doing it."""
        found: WhatIfMessage = await self._ask(WhatIf(next(self._ids), act))
        return found

    async def hint(self) -> HintMessage:
        """Return the best play now, or None if it is unknown."""
        found: HintMessage = await self._ask(Hint(next(self._ids)))
        return found

    async def coach(self) -> CoachMessage[Any]:
        """Return the advised act, the cost of other acts, and the edges of the bets on the cloth."""
        found: CoachMessage[Any] = await self._ask(Coach(next(self._ids)))
        return found

    async def ping(self) -> Pong:
        """Check that the house responds, and return the time of its clock."""
        found: Pong = await self._ask(Ping(next(self._ids)))
        return found

    async def _ask(self, request: Any) -> Any:
        """Send a request and return the reply. Send it again after each reconnection."""
        if self._ended is not None:
            raise self._ended
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._waiting[request.id] = request, answer
        try:
            await self._send(request)
            return await answer
        finally:
            self._waiting.pop(request.id, None)

    async def _send(self, request: ClientMessage) -> None:
        if self._socket is not None:
            with suppress(ConnectionClosed):  # sent again after the reconnection
                await self._socket.send(written(request).decode())

    # ------------------------------------------------------------ the connection

    async def _stay(self) -> None:
        """Stay connected until the table closes or the house cannot be reached.

        A lost connection is restored with exponential back-off.
        """
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
            with suppress(ConnectionClosed):  # a client that is rejected at once must still read the reason
                await socket.send(written(self._hello()).decode())
            async for message in socket:
                await self._hear(message, socket)
                if self._is_over and not self._waiting:
                    return

    def _hello(self) -> Hello:
        return Hello(self.eyes, self.number, self.language, protocol=PROTOCOL, receipts=self.receipts)

    async def _hear(self, message: str | bytes, socket: ClientConnection) -> None:
        """Handle a message from the house: a state of the table, or a reply."""
        decoded = self._decoded(message)
        match decoded:
            case Greeting():
                await self._greeted(decoded, socket)
            case TableMessage():
                await self._stands_now(decoded)
                if (reply := self._reply) is not None:
                    self._resolve(
                        reply["id"], Answer(reply["id"], decoded.number, reply["done"], receipt=self.receipt)
                    )
            case RefusedMessage(id, error):
                self._resolve(id, error)
            case Bye(code, error):
                await self._bye(code, error)
            case Closing():
                pass  # the client will reconnect
            case _:
                self._resolve(decoded.id, decoded)

    def _decoded(self, message: str | bytes) -> Any:
        """Return a decoded message, with a difference expanded to the whole state.

        The first message names the game.
        """
        kind = msgspec.json.decode(message, type=_Kind)
        if not hasattr(self, "game"):
            if kind.table is None:
                return reader(Bye).decode(message)
            self.game = game_named(kind.table.game)
            self._typed = reader(said_at(self.game))
            shows = [shows_in(phase) for phase in self.game.phases]
            self._facts = {each.__struct_config__.tag: each.__struct_fields__ for each in shows}
        if kind.type not in (*WHOLE, "told"):
            return self._typed.decode(message)
        try:
            kept = msgspec.json.decode(message)
            self._reply = kept.get("answer")  # to acts of this client, sent with the state they led to
            self._keep(kind.type, kept)
            return self._whole(self._kept.state, kind.type)
        except (AttributeError, KeyError, IndexError, TypeError, ValueError):
            raise msgspec.ValidationError from None

    def _keep(self, kind: str, message: Json) -> None:
        if kind in WHOLE:
            self._kept = KeptTable(message)
        else:
            self._kept.apply(message)

    def _whole(self, state: Json, kind: str) -> Any:
        """Return the whole state with its types. A difference omits facts that have no value."""
        shows = state["view"]["shows"]
        facts = {name: shows.get(name) for name in self._facts[shows["phase"]]}
        view = {**state["view"], "shows": {"phase": shows["phase"], **facts}}
        type = kind if kind in WHOLE else "table"
        return self._typed.decode(msgspec.json.encode({**state, "type": type, "view": view}))

    async def _greeted(self, greeting: Greeting[Any], socket: ClientConnection) -> None:
        is_new = self._socket is not socket
        self.facts, self.eyes = greeting.table, greeting.eyes
        if is_new:
            self._socket = socket
            self.connections += 1
        await self._stands_now(greeting)
        if is_new:
            for request, _ in tuple(self._waiting.values()):
                await self._send(request)

    async def _stands_now(self, message: Happened) -> None:
        async with self._changed:
            self.view, self.number, self.seats = message.view, message.number, message.seats
            self.cash, self.clock, self.receipt = message.cash, message.clock, message.receipt
            self.eyes = (
                str(message.view.eyes) if not isinstance(message.view.eyes, int) else f"s{message.view.eyes}"
            )
            self._told.append(message)
            self._is_over |= any(isinstance(numbered.event, TableClosed) for numbered in message.events)
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
            self.eyes = "rail"  # another client has the seat now
        elif code in FOR_GOOD:
            self._ended = refused(error)

    async def _end(self) -> None:
        """Fail all pending requests, and wake all callers that wait."""
        gone = self._ended or NovamasError("house_unreachable", url=quoted(self.address))
        for _, waiting in self._waiting.values():
            if not waiting.done():
                waiting.set_exception(gone)
        async with self._changed:
            self._changed.notify_all()


class _FirstTable(msgspec.Struct):
    game: str


class _Kind(msgspec.Struct):
    """The kind of a message and, in the first message, the part that names the game."""

    type: str = ""
    table: _FirstTable | None = None


def _fits(offer: Offer[Any], name: str, value: object) -> bool:
    dial = offer.dials.get(name)
    return dial.fits(value) if dial is not None else getattr(offer.act, name, None) == value


def _pause(tries: int) -> float:
    """Return the seconds to wait before the next attempt: exponential back-off with jitter."""
    jitter = int(random_token()[:4], 16) / 0xFFFF
    return float(min(FIRST_PAUSE * 2**tries, LONGEST_PAUSE) * (0.5 + jitter / 2))


def refused(error: ProblemMessage) -> NovamasError:
    """Convert an error of the house into a `NovamasError`."""
    says = error.says.removesuffix(f" ({error.clause})")  # the error text cites the clause itself
    return NovamasError(error.code, text_key="central_refused", clause=error.clause, says=says)
