"""Clients for the benchmarks of live tables: four people per table, who act as soon as they can.

A guest understands both protocols of a table. Version 1 sent the whole view with each message, later versions
send the changes. So the same clients can measure the server of an older checkout.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Coroutine
from contextlib import suppress
from itertools import count
from math import inf
from typing import Any, NamedTuple

import httpx
import msgspec
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from novamas.client.kept import WHOLE, KeptTable
from novamas.protocol.messages import PROTOCOL
from novamas.protocol.pace import Pace

GAMES = ("ruleta", "blackjack", "punto_y_banca", "tres_cartas", "holdem", "boule", "craps", "cubierto")
PEOPLE = 4  # at each table
DEFAULT_CASH = 200_000  # céntimos
STAKES = ("bet", "stake", "buy")
FASTER = 4  # than by default those are given up who do not answer
PACE = {
    "step_ms": 700,  # as checkouts without speeds have it
    "betting_ms": Pace().betting_ms // FASTER,
    "patience_ms": Pace().patience_ms // FASTER,
}
GOLDEN = (5**0.5 - 1) / 2  # its multiples are spread evenly, however many there are
ARRIVAL = 10.0  # seconds in which all tables are begun to play at
WHOLE_VIEWS = 1  # the version of the protocol in which each message has the whole view

Message = dict[str, Any]


class Manner(NamedTuple):
    """How guests use a server: the version of the protocol, and the language of the sentences."""

    protocol: int = PROTOCOL
    language: str | None = None
    arrival: float = ARRIVAL
    games: tuple[str, ...] = GAMES

    def hello(self, **more: Any) -> bytes:
        """Return the first message of a client."""
        said = {"type": "hello", **more}
        if self.protocol > WHOLE_VIEWS:
            said["protocol"] = self.protocol
        if self.language is not None:
            said["language"] = self.language
        return msgspec.json.encode(said)


class Figures:
    """The measurements of all tables."""

    def __init__(self) -> None:
        self.answered: list[float] = []  # seconds from the asking of an act to its answer
        self.late = 0  # acts that came after the table had moved on
        self.due: dict[str, float] = {}  # when each table continues automatically, by the last update
        self.latest: float | None = None  # by how much any was late, since it was asked to measure
        self.lost = 0  # connections
        self.numbers: dict[str, int] = {}  # how far each table went

    def clear(self) -> None:
        """Delete the response times and the count of lost connections so far."""
        self.answered.clear()
        self.late = self.lost = 0

    def hear(self, table: str, message: Message) -> None:
        """Record an update of a table, with the due time of its next automatic action if that has changed."""
        self._be_late(table)
        clock = message["clock"] if "clock" in message else message.get("set", {}).get("clock", ...)
        if clock is ...:
            return
        waits = inf if clock is None else (clock["ends"] - clock["now"]) / 1e6
        self.due[table] = time.perf_counter() + waits

    def _be_late(self, table: str) -> None:
        if self.latest is not None:
            self.latest = max(self.latest, time.perf_counter() - self.due[table])

    def measure_lateness(self) -> float:
        """Return the largest delay of any table since the first request."""
        self.latest = self.latest or 0.0
        for table in self.due:
            self._be_late(table)
        return self.latest


class Guest:
    """A client that sits at a table and takes the first offer."""

    def __init__(
        self,
        address: str,
        table: str,
        seat: int,
        cookie: str,
        figures: Figures,
        manner: Manner,
        *,
        comes: float = 0.0,
    ) -> None:
        self.address = f"ws{address.removeprefix('http')}/api/tables/{table}/live"
        self.table, self.seat, self.cookie, self.figures = table, seat, cookie, figures
        self.manner = manner
        self.comes = comes  # seconds after which it begins
        self.number: int | None = None
        self.kept: KeptTable
        self.staked = (-1, "")  # round and phase of the last stake
        self.asked: dict[str, float] = {}
        self.ids = (f"{seat}-{time.monotonic_ns()}-{number}" for number in count())

    async def play(self) -> None:
        """Play at the table. Reconnect if the connection is lost."""
        is_seated = False
        await asyncio.sleep(self.comes)
        while True:
            with suppress(ConnectionClosed, OSError, TimeoutError):
                async with connect(
                    self.address,
                    additional_headers={"cookie": f"novamas={self.cookie}"},
                    compression=None,
                    max_size=None,
                    open_timeout=20,
                ) as socket:
                    eyes = f"s{self.seat}" if is_seated else "rail"
                    await socket.send(self.manner.hello(eyes=eyes, since=self.number).decode())
                    if not is_seated:
                        await self._send(
                            socket, type="sit", id=next(self.ids), seat=self.seat, cents=DEFAULT_CASH
                        )
                        is_seated = True
                    async for message in socket:
                        await self._hear(socket, msgspec.json.decode(message))
            self.figures.lost += 1
            self.asked.clear()
            await asyncio.sleep(0.1)

    async def _hear(self, socket: Any, said: Message) -> None:
        if said["type"] == "refused":
            raise RuntimeError(f"a guest was refused: {said['error']}")
        if said["type"] == "answer":
            self._answered(said)
        elif "answer" in said:
            self._answered(said["answer"])
        if (view := self._view(said)) is not None:
            self.figures.hear(self.table, said)
            self.number = self.figures.numbers[self.table] = said["number"]
            await self._answer(socket, said["number"], view)

    def _view(self, said: Message) -> Message | None:
        """Return the view after a message, or None if the message has no view."""
        if said["type"] not in (*WHOLE, "told"):
            return None
        state = said
        if self.manner.protocol > WHOLE_VIEWS:
            if said["type"] in WHOLE:
                self.kept = KeptTable(said)
            else:
                self.kept.apply(said)
            state = self.kept.state
        view: Message = state["view"]
        return view

    def _answered(self, answer: Message) -> None:
        begun = self.asked.pop(answer["id"], None)
        if begun is not None and answer.get("refusal") is None:
            self.figures.answered.append(time.perf_counter() - begun)
        elif begun is not None:
            self.figures.late += 1

    async def _answer(self, socket: Any, number: int, view: Message) -> None:
        """Act if the table waits for this seat, and stake once while it waits for bets."""
        if not view["offers"] or self.asked:
            return
        acts = [offer["act"] for offer in view["offers"]]
        stakes = [act for act in acts if act["do"] in STAKES]
        moment = view["rounds"], view["shows"]["phase"]
        if view["turn"] in (self.seat, f"s{self.seat}"):
            await self._act(socket, number, acts[0])
        elif stakes and self.staked != moment:
            self.staked = moment
            await self._act(socket, number, stakes[0])
            await self._send(socket, type="ready", id=next(self.ids))

    async def _act(self, socket: Any, number: int, act: Message) -> None:
        id = next(self.ids)
        self.asked[id] = time.perf_counter()
        await self._send(socket, type="act", id=id, at=number, acts=[act])

    @staticmethod
    async def _send(socket: Any, **said: Any) -> None:
        await socket.send(msgspec.json.encode(said).decode())


async def open_tables(address: str, tables: int, figures: Figures, manner: Manner) -> list[Guest]:
    """Open tables and return their guests. One guest of each table opens it."""
    guests: list[Guest] = []
    limits = httpx.Limits(max_connections=20)
    async with httpx.AsyncClient(base_url=address, timeout=60, limits=limits) as http:
        for nth in range(tables):
            cookies = [await pass_of(http) for _ in range(PEOPLE)]
            asked = {"game": manner.games[nth % len(manner.games)], "pace": PACE}
            answer = await http.post("/api/tables", json=asked, headers={"cookie": f"novamas={cookies[0]}"})
            answer.raise_for_status()
            table = answer.json()["table"]
            comes = nth * GOLDEN % 1 * manner.arrival
            guests += [
                Guest(address, table, seat, cookie, figures, manner, comes=comes)
                for seat, cookie in enumerate(cookies, start=1)
            ]
    return guests


async def pass_of(http: httpx.AsyncClient) -> str:
    """Return the guest pass of a new person."""
    http.cookies.clear()
    (await http.post("/api/me", json={})).raise_for_status()
    cookie = http.cookies["novamas"]
    http.cookies.clear()
    return cookie


class Players:
    """Guests that play until the end of a `with` block. An exception of any guest is raised there."""

    def __init__(self) -> None:
        self._tasks: list[asyncio.Task[None]] = []

    async def __aenter__(self) -> Players:
        return self

    def begin(self, *playing: Coroutine[Any, Any, None]) -> None:
        """Start the guests."""
        self._tasks += map(asyncio.create_task, playing)

    async def wait(self, seconds: float) -> None:
        """Wait while the guests play. Raise the exception of any guest."""
        done, _ = await asyncio.wait(self._tasks, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()

    async def __aexit__(self, *_: object) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
