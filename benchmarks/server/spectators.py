"""One table with many spectators, on loopback: `python -m benchmarks.server.spectators 10 100 500`.

A server in a process of its own, with one roulette table at which a person and three bots play. In another
process this many spectators read every message, in Spanish. Printed are the server's processor time per entry
and per message, the bytes per entry and spectator, and the time from the first spectator who has a state to
the last one.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import tempfile
import time
from collections import defaultdict
from pathlib import Path

import httpx
import msgspec
from benchmarks.server.tables import Figures, Guest, processor_of, served
from websockets.asyncio.client import connect

PACE = {"step_ms": 200, "betting_ms": 2000, "patience_ms": 2000}
HELLO = msgspec.json.encode({"type": "hello", "eyes": "rail", "language": "es"}).decode()
SETTLES = 5.0  # seconds until all spectators are there and the first rounds are over


class _Numbered(msgspec.Struct):
    """The part of a message that says which state it is of."""

    type: str
    number: int = 0


_NUMBERED = msgspec.json.Decoder(_Numbered)


class Rail:
    """What all spectators have received."""

    def __init__(self) -> None:
        self.bytes = self.messages = 0
        self.times: dict[int, list[float]] = defaultdict(list)  # at which each state arrived

    def clear(self) -> None:
        self.bytes = self.messages = 0
        self.times.clear()

    async def watch(self, address: str, cookie: str) -> None:
        """Read every message of a table as one more spectator."""
        headers = {"cookie": f"novamas={cookie}"}
        async with connect(address, additional_headers=headers, compression=None, max_size=None) as socket:
            await socket.send(HELLO)
            async for message in socket:
                self.bytes += len(message.encode() if isinstance(message, str) else message)
                self.messages += 1
                self.times[_NUMBERED.decode(message).number].append(time.perf_counter())


async def measure(address: str, pid: int, spectators: int, seconds: float) -> None:
    """Watch a table with this many spectators, and print what it takes."""
    async with httpx.AsyncClient(base_url=address, timeout=60) as http:
        (await http.post("/api/me", json={})).raise_for_status()
        cookie = http.cookies["novamas"]
        bots = {"2": "steady", "3": "steady", "4": "steady"}
        opened = await http.post("/api/tables", json={"game": "ruleta", "pace": PACE, "bots": bots})
        opened.raise_for_status()
        table = opened.json()["table"]
        passes = []
        for _ in range(spectators):
            http.cookies.clear()
            (await http.post("/api/me", json={})).raise_for_status()
            passes.append(http.cookies["novamas"])
    figures, rail = Figures(), Rail()
    guest = Guest(address, table, 1, cookie, figures, comes=0)
    tasks = [asyncio.create_task(guest.play())]
    for one in passes:
        tasks.append(asyncio.create_task(rail.watch(guest.address, one)))
        await asyncio.sleep(0.005)
    await asyncio.sleep(SETTLES)
    rail.clear()
    first, began, before = figures.numbers[table], time.perf_counter(), processor_of(pid)
    await asyncio.sleep(seconds)
    if lost := sum(task.done() for task in tasks):
        raise SystemExit(f"{lost} connections were lost")
    passed, used, entries = (
        time.perf_counter() - began,
        processor_of(pid) - before,
        figures.numbers[table] - first,
    )
    spread = sorted(max(times) - min(times) for times in rail.times.values() if len(times) == spectators)
    median = spread[len(spread) // 2] * 1000 if spread else float("nan")
    print(
        f"  {spectators:4} spectators: {entries / passed:.1f} entries a second, "
        f"{used / passed:.2f} of a core\n"
        f"       {used / entries * 1e6:.0f} µs an entry, {used / rail.messages * 1e6:.1f} µs a message, "
        f"{rail.bytes / entries / spectators:.0f} bytes an entry and spectator\n"
        f"       the last has a state {median:.0f} ms after the first (median); "
        f"load average {os.getloadavg()[0]:.1f}",
        flush=True,
    )
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("spectators", type=int, nargs="*", default=[10, 500])
    parser.add_argument("--seconds", type=float, default=20.0)
    asked = parser.parse_args()
    for spectators in asked.spectators:
        with tempfile.TemporaryDirectory() as folder:
            store = str(Path(folder) / "books.sqlite")
            with served(store, Path(folder), 1) as (address, pid):
                asyncio.run(measure(address, pid, spectators, asked.seconds))


if __name__ == "__main__":
    main()
