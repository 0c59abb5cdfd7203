"""Seconds to the first decision of a round, by game and speed: `python -m benchmarks.flow [GAME …]`.

A person alone with bots at a practice table plays rounds over the socket, and answers without thinking. The
time begins with the message after which the table continues: sitting down, or the ready mark after the bet.
It ends when the first decision of the round is on offer and its last step is drawn (`ms`). At a game without
decisions it ends when the round is paid and drawn. The budget is the sum of the steps that count in a round.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Any, Final, NamedTuple, cast, get_args

import httpx
import msgspec
from benchmarks.server.tables import served
from websockets.asyncio.client import connect

from novamas.client.kept import WHOLE, KeptTable
from novamas.games import game as game_named
from novamas.hall.tables.pace import paces
from novamas.protocol.messages import PROTOCOL
from novamas.protocol.pace import Speed, StepKind

SPEEDS: Final[tuple[Speed, ...]] = get_args(Speed)
BOTS: Final = 2
BOTS_IN_CIRCLE: Final = 4
STAKES: Final = ("bet", "stake")
MARGIN: Final = 1.15
INSTANT: Final = 0.3  # seconds
SPEAKS: Final = ("speaking", "punto_speaks")  # phases of baccarat in which the holder of the cards decides
AT_ONCE: Final = 4  # games
LONGEST: Final = 20.0  # seconds that a round may last
STEPS: Final = {  # to the first decision, or of the whole round
    **dict.fromkeys(("ruleta", "ruleta_americana", "ruleta_doble_cero", "boule"), "ball pay"),
    "ruleta_de_la_fortuna": "ball pay",
    "craps": "dice pay",
    "blackjack": "card*7 look",
    "treinta_y_cuarenta": "card*10 pay",
    "punto_y_banca": "card*6 pay",
    "chemin_de_fer": "lap*2 turn",
    "bacara_dos_panos": "lap*2 turn",
    "sin_descarte": "lap*5 turn",
    **dict.fromkeys(("trijoker", "tres_cartas"), "lap*3 turn"),
    "holdem_contrapartida": "lap*2 turn*2",
    "holdem_bonus": "lap*2 turn",
    **dict.fromkeys(("pai_gow_poker", "pai_gow_domino"), "dice packet*4 turn"),
    **dict.fromkeys(("holdem", "five_stud", "sintetico"), "draw chips lap*2 turn look"),
    "seven_stud": "draw chips lap*3 look",
    "omaha": "draw chips lap*4 look",
    "cubierto": "draw chips lap*5 look",
}


class Result(NamedTuple):
    """The seconds of each measured round, and the duration of whole rounds."""

    first: list[float]
    whole: list[float]


def budget(game: str, speed: Speed) -> float:
    """Return the total seconds of a game's steps."""
    durations = paces()[speed]
    steps = (each.partition("*") for each in STEPS[game].split())
    return sum(durations[cast("StepKind", kind)] * int(times or 1) for kind, _, times in steps) / 1000


class Player:
    """A person at a table who takes the first offer and stakes the minimum."""

    def __init__(self, game: str, rounds: int) -> None:
        self.pauses = {phase.tag() for phase in game_named(game).phases if phase.pause}
        self.rounds = rounds
        self.result = Result([], [])
        self.begun: float | None = None  # when the table went on
        self.has_decided = False
        self.answered = -1  # number of the state that was answered last
        self.asked = 0

    async def play(self, socket: Any, seat: int, begun: float) -> None:
        """Play until enough rounds were measured."""
        self.begun, kept = begun, None
        async for message in socket:
            said, now = msgspec.json.decode(message), time.perf_counter()
            if said["type"] in WHOLE:
                kept = KeptTable(said)
            elif said["type"] == "told" and kept is not None:
                kept.apply(said)
            elif said["type"] == "answer" and said.get("refusal"):
                self.answered = -1
                continue
            else:
                continue
            assert kept is not None
            drawn = now + said.get("ms", 0) / 1000
            if kept.state["view"]["shows"]["phase"] in SPEAKS:
                self._decide(drawn)
            if any(one["event"]["event"] == "round_over" for one in kept.state["events"]):
                self._end(drawn)
            if len(self.result.whole) >= self.rounds:
                return
            await self._answer(socket, seat, kept.state, drawn)

    def _decide(self, drawn: float) -> None:
        if self.begun is not None and not self.has_decided:
            self.result.first.append(drawn - self.begun)
            self.has_decided = True

    def _end(self, drawn: float) -> None:
        if self.begun is not None:
            self.result.whole.append(drawn - self.begun)
            if not self.has_decided:
                self.result.first.append(drawn - self.begun)
        self.begun, self.has_decided = None, False

    async def _answer(self, socket: Any, seat: int, state: dict[str, Any], drawn: float) -> None:
        view, number = state["view"], state["number"]
        if seat not in state.get("awaited", ()) or self.answered == number:
            return
        self.answered = number
        acts = [offer["act"] for offer in view["offers"]]
        if view["shows"]["phase"] in self.pauses:
            stakes = [act for act in acts if act["do"] in STAKES]
            if stakes and not any(chips[0] == seat for chips in view["chips"]):
                self.begun = None
                await self._say(socket, type="act", at=number, acts=stakes[:1])
            else:
                self.begun = self.begun or time.perf_counter()
                await self._say(socket, type="ready")
        elif view["turn"] == seat and acts:
            self._decide(drawn)
            await self._say(socket, type="act", at=number, acts=acts[:1])

    async def _say(self, socket: Any, **said: Any) -> None:
        self.asked += 1
        await socket.send(msgspec.json.encode({"id": f"flow-{self.asked}", **said}).decode())


async def measure(address: str, game: str, speed: Speed, rounds: int) -> Result:
    """Open a practice table, sit down, and measure rounds."""
    async with httpx.AsyncClient(base_url=address, timeout=60) as http:
        (await http.post("/api/me", json={})).raise_for_status()
        setup = (await http.get(f"/api/setups/{game}")).json()
        minds = setup["minds"]
        bots = BOTS_IN_CIRCLE if game_named(game).family == "circle" else BOTS
        stated = [one for one in setup["choices"] if one["must_be_stated"] and one["example"] is not None]
        asked = {
            "game": game,
            "norm": setup["norm"],
            "choices": {one["choice"]: one["example"] for one in stated},
            "bots": {str(nth + 2): minds[nth % len(minds)] for nth in range(bots)},
            "practice": True,
            "pace": {"speed": speed, "betting_ms": 0, "patience_ms": 0},
            "sit": {"seat": 1},
        }
        begun = time.perf_counter()
        answer = await http.post("/api/tables", json=asked)
        if answer.is_error:
            raise ValueError(answer.text)
        table = answer.json()["table"]
        url = f"ws{address.removeprefix('http')}/api/tables/{table}/live"
        player = Player(game, rounds)
        cookie = f"novamas={http.cookies['novamas']}"
        async with connect(url, additional_headers={"cookie": cookie}, max_size=None) as socket:
            await socket.send(
                msgspec.json.encode({"type": "hello", "eyes": "s1", "protocol": PROTOCOL}).decode()
            )
            async with asyncio.timeout(LONGEST * rounds):
                await player.play(socket, 1, begun)
        return player.result


async def measure_all(address: str, games: Sequence[str], speeds: Sequence[Speed], rounds: int) -> bool:
    """Measure each game at each speed, and print one line per game.

    Return whether all games keep their budgets.
    """
    print(f"{'game':22}" + "".join(f"{f'{speed}: first (budget) round':>32}" for speed in speeds), flush=True)
    at_once = asyncio.Semaphore(AT_ONCE)
    is_good = True

    async def row(game: str) -> str:
        nonlocal is_good
        cells = []
        async with at_once:
            for speed in speeds:
                try:
                    found = await measure(address, game, speed, rounds)
                except (TimeoutError, ValueError) as fault:
                    is_good = False
                    cells.append(f"{type(fault).__name__} {fault}"[:150])
                    continue
                first, most = median(found.first), MARGIN * budget(game, speed) or INSTANT
                is_good &= first <= most
                mark = "" if first <= most else " MISSED"
                text = f"{first:.2f} ({budget(game, speed):.2f}) {median(found.whole):.2f}{mark}"
                cells.append(f"{text:>32}")
        return f"{game:22}" + "".join(cells)

    for each in asyncio.as_completed([row(game) for game in games]):
        print(await each, flush=True)
    return is_good


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(STEPS))
    parser.add_argument("--speeds", nargs="*", default=SPEEDS, choices=SPEEDS)
    parser.add_argument("--rounds", type=int, default=5)
    asked = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as folder,
        served(f"{folder}/books.sqlite", Path(folder), 1) as (address, _),
    ):
        is_good = asyncio.run(measure_all(address, asked.games, asked.speeds, asked.rounds))
    print("all within their budgets" if is_good else "some MISSED their budgets")


if __name__ == "__main__":
    main()
