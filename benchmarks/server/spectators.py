"""One table with many spectators, on loopback: `python -m benchmarks.server.spectators 10 100 500`.

A separate server process has one roulette table, at which a person and three bots play. In another process
the given number of spectators read every message, in Spanish. The output has the server's processor time per
entry and per message, the bytes per entry and spectator, and the time between the first and the last
spectator to receive a state. With `--turns OTHER` the server of another checkout, which has its own `.venv`,
takes turns.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import tempfile
import time
from collections import defaultdict
from pathlib import Path
from statistics import median
from typing import NamedTuple

import httpx
import msgspec
from benchmarks.server.guests import Figures, Guest, Manner, Players, pass_of
from benchmarks.server.tables import THIS, Checkout, processor_of, served, tell_turns
from websockets.asyncio.client import connect

PACE = {"step_ms": 200, "betting_ms": 2000, "patience_ms": 2000}
SETTLES = 5.0  # seconds until all spectators are there and the first rounds are over


class _Numbered(msgspec.Struct):
    """The number of the state in a message."""

    type: str
    number: int = 0


_NUMBERED = msgspec.json.Decoder(_Numbered)


class Cost(NamedTuple):
    """The resources that the spectators used."""

    an_entry: float  # microseconds of processor
    a_message: float
    bytes: float  # an entry and spectator
    spread: float  # milliseconds from the first spectator to the last


class Rail:
    """All that the spectators have received."""

    def __init__(self, manner: Manner) -> None:
        self.manner = manner
        self.bytes = self.messages = 0
        self.times: dict[int, list[float]] = defaultdict(list)  # at which each state arrived

    def clear(self) -> None:
        self.bytes = self.messages = 0
        self.times.clear()

    async def watch(self, address: str, cookie: str) -> None:
        """Read every message of a table as a further spectator."""
        headers = {"cookie": f"novamas={cookie}"}
        async with connect(address, additional_headers=headers, compression=None, max_size=None) as socket:
            await socket.send(self.manner.hello(eyes="rail").decode())
            async for message in socket:
                self.bytes += len(message.encode() if isinstance(message, str) else message)
                self.messages += 1
                self.times[_NUMBERED.decode(message).number].append(time.perf_counter())


async def measure(address: str, pid: int, spectators: int, seconds: float, manner: Manner) -> Cost:
    """Watch a table with the given number of spectators. Print and return the cost."""
    async with httpx.AsyncClient(base_url=address, timeout=60) as http:
        cookie = await pass_of(http)
        bots = {"2": "steady", "3": "steady", "4": "steady"}
        asked = {"game": "ruleta", "pace": PACE, "bots": bots}
        opened = await http.post("/api/tables", json=asked, headers={"cookie": f"novamas={cookie}"})
        opened.raise_for_status()
        table = opened.json()["table"]
        passes = [await pass_of(http) for _ in range(spectators)]
    figures, rail = Figures(), Rail(manner)
    guest = Guest(address, table, 1, cookie, figures, manner)
    async with Players() as players:
        players.begin(guest.play())
        for one in passes:
            players.begin(rail.watch(guest.address, one))
            await players.wait(0.005)
        await players.wait(SETTLES)
        rail.clear()
        first, began, before = figures.numbers[table], time.perf_counter(), processor_of(pid)
        await players.wait(seconds)
        passed, used = time.perf_counter() - began, processor_of(pid) - before
        entries = figures.numbers[table] - first
    spread = sorted(max(times) - min(times) for times in rail.times.values() if len(times) == spectators)
    cost = Cost(
        used / entries * 1e6,
        used / rail.messages * 1e6,
        rail.bytes / entries / spectators,
        median(spread) * 1000 if spread else float("nan"),
    )
    print(
        f"  {spectators:4} spectators: {entries / passed:.1f} entries a second, "
        f"{used / passed:.2f} of a core\n"
        f"       {cost.an_entry:.0f} µs an entry, {cost.a_message:.1f} µs a message, "
        f"{cost.bytes:.0f} bytes an entry and spectator\n"
        f"       the last has a state {cost.spread:.0f} ms after the first (median); "
        f"load average {os.getloadavg()[0]:.1f}",
        flush=True,
    )
    return cost


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("spectators", type=int, nargs="*", default=[10, 500])
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--language", choices=("es", "ca", "en"), default="es")
    parser.add_argument("--turns", type=Path, help="another checkout, which serves in turns with this one")
    parser.add_argument("--rounds", type=int, default=3, help="of turns")
    asked = parser.parse_args()
    checkouts = [THIS] if asked.turns is None else [Checkout(asked.turns.resolve()), THIS]
    for spectators in asked.spectators:
        costs: dict[Checkout, list[Cost]] = {one: [] for one in checkouts}
        for _ in range(1 if asked.turns is None else asked.rounds):
            for checkout in checkouts:
                manner = Manner(checkout.protocol, asked.language)
                with tempfile.TemporaryDirectory() as folder:
                    store = str(Path(folder) / "books.sqlite")
                    with served(store, Path(folder), 1, checkout) as (address, pid):
                        cost = asyncio.run(measure(address, pid, spectators, asked.seconds, manner))
                costs[checkout].append(cost)
        if asked.turns is not None:
            tell_turns(*costs.values())


if __name__ == "__main__":
    main()
