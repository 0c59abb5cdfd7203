"""The bytes that a table sends: `python -m benchmarks.server.bytes [GAME …]`, by default all games.

One player sits at a table of the house, on loopback, and does sixty sensible acts on offer. Circle games get
five bots. All bytes on the socket after the player sat down are counted, replies and sentences included, and
divided by the number of their events. `deflated` is what a connection with permessage-deflate would send. The
first view is the greeting to a player who sat down. `in play` is the greeting to one who connects while bets
may be placed or a hand is played. Each is compressed separately.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import tempfile
import time
import zlib
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import httpx
from benchmarks.server.tables import served
from websockets.asyncio.client import ClientConnection, connect

from novamas.bots.minds import minds_at
from novamas.client.kept import WHOLE, KeptTable
from novamas.games import GAMES
from novamas.hall.tables.opening import new_table
from novamas.house.opening import frame_to_play
from novamas.protocol.messages import PROTOCOL

ACTS = 60
SECONDS = 240.0  # at most at one table
PATIENCE = 0.5  # seconds without a message after which the player goes on
PATIENT = 12  # such waits in a row after which the player brings more chips
TOGETHER = 4  # tables at a time
SEAT, OTHERS = 1, range(2, 7)
PACE = {"step_ms": 100, "betting_ms": 3000, "patience_ms": 3000}
CASH = (20_000, 100_000, 1_000_000)  # céntimos, the first that the table takes
CHOICES = {"bacara_dos_panos": {"buy_in": 1_000_000}}  # all that a new player has
LEAVES = ("withdraw", "leave", "leave_table", "stand_up", "rest", "postpone", "pass_bank")
WANTED_KB, WANTED_FIRST_KB, WANTED_PACKED_KB = 0.4, 8.0, 1.2

Message = dict[str, Any]


class Sizes(NamedTuple):
    """The sizes of the messages from one table."""

    game: str
    messages: int
    events: int
    acts: int
    sent: int
    deflated: int
    largest: int
    first: int
    first_deflated: int
    in_play: int
    in_play_deflated: int

    def line(self) -> str:
        """Return the figures as a line of a table."""
        an_event, packed = self.sent / max(1, self.events) / 1000, self.deflated / max(1, self.events) / 1000
        first, first_packed = self.first / 1000, self.first_deflated / 1000
        late, late_packed = self.in_play / 1000, self.in_play_deflated / 1000
        missed = an_event > WANTED_KB or first > WANTED_FIRST_KB or first_packed > WANTED_PACKED_KB
        return (
            f"{self.game:22} {an_event:6.2f} {packed:8.2f} {self.largest / 1000:8.1f} {first:7.1f} "
            f"{first_packed:8.1f} {late:7.1f} {late_packed:8.1f} {self.events:7} {self.acts:5}"
            f"{'  MISSED' if missed else ''}"
        )


HEAD = (
    f"{'game':22} {'event':>6} {'deflated':>8} {'largest':>8} {'first':>7} {'deflated':>8} {'in play':>7} "
    f"{'deflated':>8} {'events':>7} {'acts':>5}   (kB)\n"
    f"{'(wanted)':22} {WANTED_KB:6.2f} {'':8} {'':8} {WANTED_FIRST_KB:7.1f} {WANTED_PACKED_KB:8.1f}"
)


class Player:
    """A player who takes offers and counts the bytes received."""

    def __init__(self, address: str, cookie: str, game: str, table: str) -> None:
        self.address = f"ws{address.removeprefix('http')}/api/tables/{table}/live"
        self.cookie, self.game = cookie, game
        self.rng = Random(game)  # noqa: S311 - plays, and keeps nothing secret
        self.ids = (f"a{number}" for number in count(1))
        self.deflate = zlib.compressobj(6, zlib.DEFLATED, -15)
        self.kept: KeptTable
        self.messages = self.events = self.acts = self.sent = self.deflated = self.largest = 0
        self.first = self.first_deflated = self.in_play = self.in_play_deflated = 0
        self.is_seated = False
        self.brought = 0  # céntimos
        self.waited = 0  # times in a row
        self.has_acted = False  # in the state that was received last

    @asynccontextmanager
    async def socket(self, eyes: str) -> Any:
        headers = {"cookie": f"novamas={self.cookie}"}
        async with connect(self.address, additional_headers=headers, compression=None, max_size=None) as one:
            await send(one, type="hello", eyes=eyes, language="es", protocol=PROTOCOL)
            yield one, str(await one.recv())

    async def play(self) -> Sizes:
        """Play sixty acts, or fewer if the time is over."""
        async with self.socket("rail") as (socket, _):
            await self._sit(socket)
            end = time.monotonic() + SECONDS
            while time.monotonic() < end and self.acts < ACTS:
                try:
                    text = str(await asyncio.wait_for(socket.recv(), PATIENCE))
                except TimeoutError:
                    text = ""
                self._hear(text)
                await self._choose(socket, waits=not text)
        return Sizes(
            self.game, self.messages, self.events, self.acts, self.sent, self.deflated, self.largest,
            self.first, self.first_deflated, self.in_play, self.in_play_deflated,
        )  # fmt: skip

    async def _sit(self, socket: ClientConnection) -> None:
        """Sit down with the minimum cash of the table, and wait for the view from the seat."""
        for cents in CASH:
            await send(socket, type="sit", id=next(self.ids), seat=SEAT, cents=cents)
            while True:
                text = str(await socket.recv())
                message = json.loads(text)
                if message["type"] == "hello":
                    self.brought = cents
                    self.first, self.first_deflated = sizes_of(text)
                    self._apply(message)
                    self.is_seated = True
                if message["type"] == "answer" or "answer" in message:
                    return
                if message["type"] == "refused":
                    refusal = message["error"]["says"]
                    break
        raise RuntimeError(f"{self.game}: {refusal}")

    def _hear(self, text: str) -> None:
        if not text:
            return
        message, data = json.loads(text), text.encode()
        self.messages += 1
        self.sent += len(data)
        self.largest = max(self.largest, len(data))
        self.deflated += len(self.deflate.compress(data) + self.deflate.flush(zlib.Z_SYNC_FLUSH)) - 4
        self.events += len(message.get("events") or ())
        self._apply(message)

    def _apply(self, message: Message) -> None:
        """Update the stored state of the table."""
        self.has_acted &= message["type"] not in (*WHOLE, "told")
        if message["type"] in WHOLE:
            self.kept = KeptTable(message)
        elif message["type"] == "told":
            self.kept.apply(message)

    def _offers(self) -> list[Message]:
        """Return the acts on offer that go on with the game, or the default of the player's turn."""
        view = self.kept.state["view"]
        acts = [one["act"] for one in view["offers"]]
        return [act for act in acts if act["do"] not in LEAVES] or (acts[:1] if view["turn"] == SEAT else [])

    async def _choose(self, socket: ClientConnection, *, waits: bool) -> None:
        self.waited = self.waited + 1 if waits else 0
        acts = self._offers()
        if not acts and waits:
            await self._wait(socket)
        if not acts or self.has_acted or not (waits or self.rng.random() < 0.4):
            return
        if not self.in_play:
            await self._look_again()
        self.acts, self.has_acted = self.acts + 1, True
        await send(
            socket,
            type="act",
            id=next(self.ids),
            at=self.kept.state["number"],
            acts=[self.rng.choice(acts[:6])],
        )
        if self.rng.random() < 0.3:
            await send(socket, type="ready", id=next(self.ids))

    async def _wait(self, socket: ClientConnection) -> None:
        """Let the table continue. After a long wait the chips are gone: bring more."""
        if SEAT in self.kept.state.get("awaited", ()):
            await send(socket, type="ready", id=next(self.ids))
        elif self.waited % PATIENT == 0:
            await send(socket, type="top_up", id=next(self.ids), cents=self.brought)

    async def _look_again(self) -> None:
        """Measure the greeting to a second client of the same player."""
        async with self.socket(f"s{SEAT}") as (_, greeting):
            self.in_play, self.in_play_deflated = sizes_of(greeting)


def sizes_of(message: str) -> tuple[int, int]:
    """Return the bytes of a message as it is sent, and after compression by itself."""
    data = message.encode()
    return len(data), len(zlib.compress(data, 6))


async def send(socket: ClientConnection, **message: Any) -> None:
    await socket.send(json.dumps(message))


def bots(game: str) -> dict[str, str]:
    """Return the bots for a table at which players play against each other."""
    opening = new_table(frame_to_play(game, None), {}).opening
    known, seats = minds_at(opening), opening.seats()
    if not opening.felt.purses and game not in ("chemin_de_fer", "bacara_dos_panos"):
        return {}
    return {str(seat): known[seat % len(known)] for seat in OTHERS if seat <= seats}


async def at_table(address: str, game: str) -> Sizes:
    """Open a table and play there."""
    async with httpx.AsyncClient(base_url=address, timeout=60) as http:
        answer = await http.post("/api/me", json={"name": "Ana", "language": "es"})
        answer.raise_for_status()
        cookie = answer.cookies["novamas"]
        body = {"game": game, "pace": PACE, "bots": bots(game), "choices": CHOICES.get(game, {})}
        answer = await http.post("/api/tables", json=body)
        answer.raise_for_status()
    return await Player(address, cookie, game, answer.json()["table"]).play()


async def at_tables(address: str, games: list[str]) -> None:
    """Play at several tables at the same time, and print the figures of each."""
    turns = asyncio.Semaphore(TOGETHER)

    async def one(game: str) -> None:
        async with turns:
            print((await at_table(address, game)).line(), flush=True)

    await asyncio.gather(*map(one, games))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(GAMES))
    games = parser.parse_args().games
    print(HEAD)
    with (
        tempfile.TemporaryDirectory() as folder,
        served(str(Path(folder) / "books.sqlite"), Path(folder), 1) as (address, _),
    ):
        asyncio.run(at_tables(address, games))


if __name__ == "__main__":
    main()
