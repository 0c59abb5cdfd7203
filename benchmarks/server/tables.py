"""Tables in play under load on loopback: `python -m benchmarks.server.tables 50 200 800 [--postgres]`.

One process serves. Another plays four clients at each table, who bet, act and are ready as soon as they can.
Tables run at the default pace of a house, but wait only a quarter of the time for a missing answer. Clients
never think, so a table is faster than one of people. The tables begin one after the other. With
`--language es` the clients also receive sentences on the events.

The response time of an act is the time from sending it to reading the reply, after the act is durable. An
entry is anything that changes a view: an act, a step of the croupier, a player who is ready. The processor
time per entry, with all its messages, is the figure that other work on the machine disturbs least. With
`--postgres` two processes serve, and one is killed in the middle. Then the delay of each table is measured.
With `--turns OTHER` the server of another checkout, which has its own `.venv`, takes turns with this one.
With `--timers` the server measures the time of its parts (see `timers`).
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from benchmarks.server.guests import (
    ARRIVAL,
    GAMES,
    PEOPLE,
    WHOLE_VIEWS,
    Figures,
    Manner,
    Players,
    open_tables,
)
from tests.store.databases import server

WANTED_MS, WANTED_KB, WANTED_GAP = 100, 200, 2.0
BUSY = 0.9  # of a core, above which a process of clients measures itself
HERE = Path(__file__).parents[2]
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


class Checkout(NamedTuple):
    """A copy of the project whose server is measured."""

    folder: Path = HERE

    @property
    def protocol(self) -> int:
        """The version of the checkout's protocol. The first version had no number."""
        asked = "from novamas.protocol import messages; print(getattr(messages, 'PROTOCOL', 1))"
        said = subprocess.run([self._python, "-c", asked], capture_output=True, check=True, text=True)
        return int(said.stdout)

    @property
    def _python(self) -> str:
        return sys.executable if self.folder == HERE else str(self.folder / ".venv" / "bin" / "python")

    def command(self, timers: Path | None) -> list[str]:
        """Return the command that runs novamas, with timers if a file for their sums is given."""
        if timers is None:
            return [self._python, "-m", "novamas"]
        return [self._python, str(Path(__file__).with_name("timers.py")), str(timers)]


THIS = Checkout()


@contextmanager
def served(
    store: str, folder: Path, workers: int, checkout: Checkout = THIS, timers: Path | None = None
) -> Iterator[tuple[str, int]]:
    """Start a server. Return its address and its process."""
    settings = folder / "settings.toml"
    settings.write_text(SETTINGS, "utf-8")
    command = [*checkout.command(timers), "serve", "--port", "0", "--store", store]
    command += ["--workers", str(workers), "--settings", str(settings)]
    environment = {**os.environ, "NOVAMAS_DATA": str(folder), "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment
    ) as process:
        assert process.stdout is not None
        try:
            for line in process.stdout:
                if "http://" in line:
                    yield "http://" + line.split("http://")[1].split()[0].rstrip(".,;"), process.pid
                    break
        finally:
            for _ in range(2):  # the second signal ends it without waiting for its clients
                process.send_signal(signal.SIGTERM)
                with suppress(subprocess.TimeoutExpired):
                    process.wait(1)
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
    """The number of deeds at a certain time, and the resources used until then."""

    at: float
    server: float  # seconds of processor
    clients: float
    entries: int

    @staticmethod
    def now(pid: int, figures: Figures) -> Use:
        taken = processor_of(pid), time.process_time()
        return Use(time.perf_counter(), *taken, sum(figures.numbers.values()))


class Cost(NamedTuple):
    """The resources that the tables used between two times."""

    entries: float  # a second
    an_entry: float  # microseconds of processor
    p50: float  # milliseconds
    p99: float
    memory: float  # kilobytes a table


class Measuring(NamedTuple):
    """A measurement: the number of tables, its duration, and the manner of the guests."""

    tables: int
    seconds: float
    manner: Manner
    kills: bool = False
    timers: Path | None = None

    async def run(self, address: str, pid: int) -> Cost:
        """Play at the tables. Print and return the measurements."""
        figures, tables = Figures(), self.tables
        async with Players() as players:
            guests = await open_tables(address, len(self.manner.games), figures, self.manner)
            players.begin(*(one.play() for one in guests))
            await players.wait(2 * self.manner.arrival)
            before = memory_of(pid)
            guests = await open_tables(address, tables, figures, self.manner)
            players.begin(*(one.play() for one in guests))
            await players.wait(2 * self.manner.arrival)
            figures.clear()
            began, timed = Use.now(pid, figures), sums_of(self.timers, pid)
            if self.kills:
                await players.wait(self.seconds / 2)
                tell(figures, tables, began, Use.now(pid, figures))
                tell_cost(began, Use.now(pid, figures), (memory_of(pid) - before) / tables / 1024)
                began = await self._kill(players, figures, pid)
            else:
                await players.wait(self.seconds)
            ended = Use.now(pid, figures)
            memory = (memory_of(pid) - before) / tables / 1024
            p50, p99 = tell(figures, tables, began, ended)
            if not self.kills:  # else a process and what it took are gone
                tell_cost(began, ended, memory)
            if self.timers is not None:
                tell_parts(timed, sums_of(self.timers, pid), ended.entries - began.entries)
        entries = ended.entries - began.entries
        a_second = entries / (ended.at - began.at)
        return Cost(a_second, (ended.server - began.server) / entries * 1e6, p50, p99, memory)

    async def _kill(self, players: Players, figures: Figures, pid: int) -> Use:
        """Kill one of two processes, and print the largest delay of any table after that."""
        figures.clear()
        before, began = figures.measure_lateness(), Use.now(pid, figures)
        os.kill(max(children_of(pid), key=memory_of), signal.SIGKILL)
        await players.wait(self.seconds / 2)
        late = figures.measure_lateness()
        verdict = "ok" if late < WANTED_GAP else "MISSED"
        print(
            f"  one of two processes killed: no table went on more than {late:.2f} s late "
            f"(wanted {WANTED_GAP:.0f}: {verdict}; {before:.2f} s when it was killed)"
        )
        return began


def tell(figures: Figures, tables: int, began: Use, ended: Use) -> tuple[float, float]:
    """Print the response times of acts. Return their median and 99th percentile, in milliseconds."""
    passed, answered = ended.at - began.at, sorted(figures.answered)
    if not answered:
        raise SystemExit("no act was answered")
    p50, p99 = (answered[int(len(answered) * q)] * 1000 for q in (0.5, 0.99))
    verdict = "ok" if p99 < WANTED_MS else "MISSED"
    print(
        f"  {tables:4} tables, {tables * PEOPLE:5} people: {len(answered) / passed:6.0f} acts a second, "
        f"answered in {p50:.1f} ms (median), {p99:.1f} ms (99th of 100, wanted {WANTED_MS}: {verdict}), "
        f"{answered[-1] * 1000:.0f} ms at most; too late {figures.late}, connections lost {figures.lost}",
        flush=True,
    )
    return p50, p99


def tell_cost(began: Use, ended: Use, memory: float) -> None:
    """Print the resources that the tables used."""
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


def sums_of(timers: Path | None, pid: int) -> dict[str, Any]:
    """Return the present sums of a server's timers."""
    if timers is None:
        return {}
    timers.unlink(missing_ok=True)
    os.kill(pid, signal.SIGUSR1)
    for _ in range(100):
        time.sleep(0.05)
        if timers.exists():
            found: dict[str, Any] = json.loads(timers.read_text("utf-8"))
            return found
    raise SystemExit("the timers do not answer")


def tell_parts(before: dict[str, Any], after: dict[str, Any], entries: int) -> None:
    """Print the time that each part of the server takes per entry."""
    whole = after["processor"] - before["processor"]
    spent = {name: after["seconds"][name] - before["seconds"].get(name, 0.0) for name in after["seconds"]}
    calls = {name: after["calls"][name] - before["calls"].get(name, 0) for name in after["calls"]}
    for name, seconds in sorted(spent.items(), key=lambda one: -one[1]):
        print(f"       {seconds / entries * 1e6:7.1f} µs  {calls[name] / entries:6.2f} times  {name}")
    rest = (whole - sum(spent.values())) / entries * 1e6
    collector = (after["collector"] - before["collector"]) / entries * 1e6
    print(f"       {rest:7.1f} µs  in no part; all {whole / entries * 1e6:.1f}")
    pauses = ", ".join(f"{one * 1000:.0f}" for one in after["longest_collections"])
    print(
        f"       {collector:7.1f} µs  garbage collector, inside the others; longest pauses {pauses} ms",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tables", type=int, nargs="*", default=[200])
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--postgres", action="store_true", help="on PostgreSQL")
    parser.add_argument("--processes", type=int, help="two on PostgreSQL if not given, and one is killed")
    parser.add_argument(
        "--language", choices=("es", "ca", "en"), help="of sentences, which nobody reads otherwise"
    )
    parser.add_argument("--arrival", type=float, default=ARRIVAL, help="seconds in which all tables begin")
    parser.add_argument("--games", nargs="+", default=GAMES)
    parser.add_argument("--turns", type=Path, help="another checkout, which serves in turns with this one")
    parser.add_argument("--rounds", type=int, default=3, help="of turns")
    parser.add_argument("--timers", action="store_true", help="take the time of the parts of the server")
    asked = parser.parse_args()
    checkouts = [THIS] if asked.turns is None else [Checkout(asked.turns.resolve()), THIS]
    for tables in asked.tables:
        costs: dict[Checkout, list[Cost]] = {one: [] for one in checkouts}
        for _ in range(1 if asked.turns is None else asked.rounds):
            for checkout in checkouts:
                costs[checkout].append(_measured(asked, tables, checkout))
        if asked.turns is not None:
            tell_turns(*costs.values())


def _measured(asked: argparse.Namespace, tables: int, checkout: Checkout) -> Cost:
    """Serve the house from a checkout, and measure it."""
    processes = asked.processes or (2 if asked.postgres else 1)
    protocol = checkout.protocol
    manner = Manner(protocol, asked.language, asked.arrival, tuple(asked.games))
    with tempfile.TemporaryDirectory() as folder, _store(Path(folder), postgres=asked.postgres) as store:
        timers = Path(folder) / "timers.json" if asked.timers else None
        what = Measuring(tables, asked.seconds, manner, kills=processes > 1, timers=timers)
        kind = "whole views" if protocol == WHOLE_VIEWS else "differences"
        print(
            f"{'PostgreSQL' if asked.postgres else 'SQLite'}, processes: {processes}; "
            f"{checkout.folder.name}, {kind}, sentences: {asked.language or 'none'}:",
            flush=True,
        )
        with served(store, Path(folder), processes, checkout, timers) as (address, pid):
            return asyncio.run(what.run(address, pid))


def tell_turns(others: list[Any], ours: list[Any]) -> None:
    """Print the resources that both checkouts used, as medians over all turns, and their ratio."""
    for name in ours[0]._fields:
        other, own = (median(getattr(one, name) for one in costs) for costs in (others, ours))
        print(f"  {name:9} {other:8.1f} -> {own:8.1f}  ({own / other:.2f})", flush=True)


@contextmanager
def _store(folder: Path, *, postgres: bool) -> Iterator[str]:
    """Yield the address of an empty store, on a server or in a folder."""
    if postgres:
        with server(durable=True) as address:
            yield address
    else:
        yield str(folder / "books.sqlite")


if __name__ == "__main__":
    main()
