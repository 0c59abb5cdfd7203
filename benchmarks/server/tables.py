"""Tables in play under load, on loopback: `python -m benchmarks.server.tables 50 200 800 [--postgres]`.

One process serves. Another plays four clients at each table, who bet, act and are ready as soon as they may.
Tables run at the default pace of a house, but wait only a fourth of the time for a missing answer. Clients
never think, so a table is faster than one of people. The tables begin one after the other.

The response time of an act lasts from sending it to reading the reply, after the act is durable. An entry is
anything that changes what a viewpoint sees: an act, a step of the croupier, a player who is ready. The
processor time per entry, with all its messages, is the figure that other work on the machine disturbs least.
With `--postgres` two processes serve, and one is killed half way. The delay of each table is measured then.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from math import inf
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import msgspec
from tests.store.databases import server
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
    "speed": Pace().speed,
    "betting_ms": Pace().betting_ms // FASTER,
    "patience_ms": Pace().patience_ms // FASTER,
}
GOLDEN = (5**0.5 - 1) / 2  # its multiples are spread evenly, however many there are
ARRIVAL = 10.0  # seconds in which all tables are begun to play at
WANTED_MS, WANTED_KB, WANTED_GAP = 50, 200, 2.0
BUSY = 0.9  # of a core, above which a process of clients measures itself
SETTINGS = """
[limits]
requests_per_second = 100000
burst = 100000
person_requests_per_second = 1000
person_burst = 1000
arrivals_per_minute = 1000000
arrivals_burst = 100000
sockets = 10000
sockets_per_address = 10000
"""


class Figures:
    """The measurements of all tables."""

    def __init__(self) -> None:
        self.answered: list[float] = []  # seconds from the asking of an act to its answer
        self.late = 0  # acts that came after the table had moved on
        self.due: dict[str, float] = {}  # when each table continues automatically, by the last update
        self.latest: float | None = None  # by how much any was late, since it was asked to measure
        self.lost = 0  # connections
        self.numbers: dict[str, int] = {}  # how far each table went

    def hear(self, table: str, message: dict[str, Any]) -> None:
        """Record an update of a table, and when its next automatic action is due, if that has changed."""
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
        """Return the largest delay of any table so far, from the first request on."""
        self.latest = self.latest or 0.0
        for table in self.due:
            self._be_late(table)
        return self.latest


class Guest:
    """A client at a table that takes the first offer."""

    def __init__(
        self, address: str, table: str, seat: int, cookie: str, figures: Figures, *, comes: float
    ) -> None:
        self.address = f"ws{address.removeprefix('http')}/api/tables/{table}/live"
        self.table, self.seat, self.cookie, self.figures = table, seat, cookie, figures
        self.comes = comes  # seconds after which it ends
        self.number: int | None = None
        self.kept: KeptTable
        self.staked = (-1, "")  # round and phase of the last stake
        self.asked: dict[str, float] = {}
        self.ids = (f"{seat}-{time.monotonic_ns()}-{number}" for number in count())

    async def play(self) -> None:
        """Play at the table, and reconnect if the connection is lost."""
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
                    await self._send(socket, type="hello", eyes=eyes, since=self.number, protocol=PROTOCOL)
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

    async def _hear(self, socket: Any, said: dict[str, Any]) -> None:
        if said["type"] == "answer":
            begun = self.asked.pop(said["id"], None)
            if begun is not None and said.get("refusal") is None:
                self.figures.answered.append(time.perf_counter() - begun)
            elif begun is not None:
                self.figures.late += 1
            return
        if said["type"] in WHOLE:
            self.kept = KeptTable(said)
        elif said["type"] == "told":
            self.kept.apply(said)
        else:
            return
        self.figures.hear(self.table, said)
        self.number = self.figures.numbers[self.table] = said["number"]
        await self._answer(socket, said["number"], self.kept.state["view"])

    async def _answer(self, socket: Any, number: int, view: dict[str, Any]) -> None:
        """Do what is asked of this seat, and stake once while the table waits."""
        if not view["offers"] or self.asked:
            return
        acts = [offer["act"] for offer in view["offers"]]
        stakes = [act for act in acts if act["do"] in STAKES]
        moment = view["rounds"], view["shows"]["phase"]
        if view["turn"] == self.seat:
            await self._act(socket, number, acts[0])
        elif stakes and self.staked != moment:
            self.staked = moment
            await self._act(socket, number, stakes[0])
            await self._send(socket, type="ready", id=next(self.ids))

    async def _act(self, socket: Any, number: int, act: dict[str, Any]) -> None:
        id = next(self.ids)
        self.asked[id] = time.perf_counter()
        await self._send(socket, type="act", id=id, at=number, acts=[act])

    @staticmethod
    async def _send(socket: Any, **said: Any) -> None:
        await socket.send(msgspec.json.encode(said).decode())


async def open_tables(address: str, tables: int, figures: Figures) -> list[Guest]:
    """Open tables, each by one of the clients that then sit at it."""
    guests: list[Guest] = []
    limits = httpx.Limits(max_connections=20)
    async with httpx.AsyncClient(base_url=address, timeout=60, limits=limits) as http:
        for nth in range(tables):
            cookies = []
            for _ in range(PEOPLE):
                http.cookies.clear()
                answer = await http.post("/api/me", json={})
                answer.raise_for_status()
                cookies.append(http.cookies["novamas"])
            http.cookies.clear()
            asked = {
                "game": GAMES[nth % len(GAMES)],
                "pace": PACE,
            }
            answer = await http.post("/api/tables", json=asked, headers={"cookie": f"novamas={cookies[0]}"})
            answer.raise_for_status()
            table = answer.json()["table"]
            comes = nth * GOLDEN % 1 * ARRIVAL
            guests += [
                Guest(address, table, seat, cookie, figures, comes=comes)
                for seat, cookie in enumerate(cookies, start=1)
            ]
    return guests


@contextmanager
def served(store: str, folder: Path, workers: int) -> Iterator[tuple[str, int]]:
    """Start a server. Return its address and its process."""
    settings = folder / "settings.toml"
    settings.write_text(SETTINGS, "utf-8")
    command = [sys.executable, "-m", "novamas", "serve", "--port", "0", "--store", store]
    command += ["--workers", str(workers), "--settings", str(settings)]
    environment = {**os.environ, "NOVAMAS_DATA": str(folder), "PYTHONUNBUFFERED": "1"}
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment
    )
    assert process.stdout is not None
    try:
        for line in process.stdout:
            if "http://" in line:
                yield "http://" + line.split("http://")[1].split()[0].rstrip(".,;"), process.pid
                break
    finally:
        process.send_signal(signal.SIGTERM)
        with suppress(subprocess.TimeoutExpired):
            process.wait(40)
        process.kill()


def memory_of(pid: int) -> int:
    """Return the memory of a process and its children, in bytes."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * 4096 + sum(map(memory_of, children_of(pid)))


def children_of(pid: int) -> list[int]:
    with suppress(FileNotFoundError):
        return [int(one) for one in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    return []


def processor_of(pid: int) -> float:
    """Return the processor time of a process and its children, in seconds."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    ticks = int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK") + sum(map(processor_of, children_of(pid)))


class Use(NamedTuple):
    """A count of deeds at a timestamp, and the resources used so far."""

    at: float
    server: float  # seconds of processor
    clients: float
    entries: int

    @staticmethod
    def now(pid: int, figures: Figures) -> Use:
        taken = processor_of(pid), time.process_time()
        return Use(time.perf_counter(), *taken, sum(figures.numbers.values()))


async def measure(address: str, pid: int, tables: int, seconds: float, *, kills: bool) -> None:
    """Play at a number of tables, and print the measurements."""
    figures = Figures()
    warm = await open_tables(address, len(GAMES), figures)
    warming = [asyncio.create_task(one.play()) for one in warm]
    await asyncio.sleep(2 * ARRIVAL)
    before = memory_of(pid)
    guests = await open_tables(address, tables, figures)
    playing = [asyncio.create_task(one.play()) for one in guests]
    await asyncio.sleep(2 * ARRIVAL)
    figures.answered.clear()
    figures.late = figures.lost = 0
    began = Use.now(pid, figures)
    if kills:
        await asyncio.sleep(seconds / 2)
        tell(figures, tables, began, Use.now(pid, figures))
        tell_cost(began, Use.now(pid, figures), (memory_of(pid) - before) / tables / 1024)
        figures.answered.clear()
        figures.late = figures.lost = 0
        before_that, began = figures.measure_lateness(), Use.now(pid, figures)
        os.kill(max(children_of(pid), key=memory_of), signal.SIGKILL)
        await asyncio.sleep(seconds / 2)
        late = figures.measure_lateness()
        verdict = "ok" if late < WANTED_GAP else "MISSED"
        print(
            f"  one of two processes killed: no table went on more than {late:.2f} s late "
            f"(wanted {WANTED_GAP:.0f}: {verdict}; {before_that:.2f} s when it was killed)"
        )
    else:
        await asyncio.sleep(seconds)
    ended = Use.now(pid, figures)
    memory = (memory_of(pid) - before) / tables / 1024
    tell(figures, tables, began, ended)
    if not kills:  # else a process and what it took are gone
        tell_cost(began, ended, memory)
    for task in (*warming, *playing):
        task.cancel()
    await asyncio.gather(*warming, *playing, return_exceptions=True)


def tell(figures: Figures, tables: int, began: Use, ended: Use) -> None:
    """Print the response times of acts."""
    passed, answered = ended.at - began.at, sorted(figures.answered)
    p50, p99 = (answered[int(len(answered) * q)] * 1000 for q in (0.5, 0.99))
    verdict = "ok" if p99 < WANTED_MS else "MISSED"
    print(
        f"  {tables:4} tables, {tables * PEOPLE:5} people: {len(answered) / passed:6.0f} acts a second, "
        f"answered in {p50:.1f} ms (median), {p99:.1f} ms (99th of 100, wanted {WANTED_MS}: {verdict}), "
        f"{answered[-1] * 1000:.0f} ms at most; too late {figures.late}, connections lost {figures.lost}",
        flush=True,
    )


def tell_cost(began: Use, ended: Use, memory: float) -> None:
    """Print the resources used."""
    passed, entries = ended.at - began.at, ended.entries - began.entries
    server, clients = ended.server - began.server, (ended.clients - began.clients) / passed
    warning = " (TOO BUSY to measure others)" if clients > BUSY else ""
    verdict = "ok" if memory < WANTED_KB else "MISSED"
    print(
        f"       {entries / passed:.0f} entries a second, {server / entries * 1e6:.0f} µs of processor each "
        f"({server / passed:.2f} of a core); {memory:.0f} kB a table with its sockets "
        f"(wanted {WANTED_KB}: {verdict}); the clients {clients:.2f} of a core{warning}; "
        f"load average {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tables", type=int, nargs="*", default=[200])
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--postgres", action="store_true", help="two processes on PostgreSQL, one is killed")
    asked = parser.parse_args()
    for tables in asked.tables:
        with tempfile.TemporaryDirectory() as folder, _store(Path(folder), postgres=asked.postgres) as store:
            print(f"{'PostgreSQL, two processes' if asked.postgres else 'SQLite, one process'}:", flush=True)
            with served(store, Path(folder), 2 if asked.postgres else 1) as (address, pid):
                asyncio.run(measure(address, pid, tables, asked.seconds, kills=asked.postgres))


@contextmanager
def _store(folder: Path, *, postgres: bool) -> Iterator[str]:
    """Return the folder of the books, on a disk that really writes."""
    if postgres:
        with server(durable=True) as address:
            yield address
    else:
        yield str(folder / "books.sqlite")


if __name__ == "__main__":
    main()
