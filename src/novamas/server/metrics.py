"""Prometheus metrics of a running house: amounts, times and failures, but nothing on persons.

With several processes, the Prometheus library adds up their metrics from files in
`PROMETHEUS_MULTIPROC_DIR`. `novamas serve --workers` sets this variable.
"""

from __future__ import annotations

import os
from collections import Counter as Tally
from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

from novamas.errors import NovamasError
from novamas.games import known_games
from novamas.hall.tables.table import LiveTable
from novamas.store import StoreFault

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)


class Metrics:
    """All metrics of one process."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.is_one_of_many = "PROMETHEUS_MULTIPROC_DIR" in os.environ
        counter = partial(Counter, namespace="novamas", registry=self.registry)
        gauge = partial(Gauge, namespace="novamas", registry=self.registry, multiprocess_mode="livesum")
        seconds = partial(Histogram, namespace="novamas", registry=self.registry, buckets=SECONDS)
        self.requests = counter("requests", "Requests answered.", ("route", "method", "status"))
        self.latency = seconds("request_seconds", "From the request to the end of its answer.", ("route",))
        self.refused = counter("refused", "Refusals, by their code.", ("code",))
        self.dropped = counter("dropped_clients", "Clients that were too slow or silent.", ("why",))
        self.sockets = gauge("sockets", "Sockets that are open.")
        self.commits = counter("commits", "Durable steps of the store.")
        self.commit_seconds = seconds("commit_seconds", "From the first who waits to the durable step.")
        self.acts = counter("acts", "Acts that were entered in those steps.")
        self.store_faults = counter("store_faults", "Faults of the store, by their code.", ("code",))
        self.tables = gauge("tables", "Tables in memory, by their game.", ("game",))
        self.seats = gauge("seats", "Seats that are taken, by who sits there.", ("by",))
        self.clock_jumps = counter("clock_jumps", "Times that the clock was set.")
        self.ready = gauge("ready", "Processes that can serve.")
        self.memory = gauge("memory_bytes", "Memory that the processes have.")
        self._kept: dict[tuple[str, str, int], tuple[Any, Any]] = {}

    def answered(self, route: str, method: str, status: int, seconds: float) -> None:
        """Count a response and record its duration."""
        found = self._kept.get((route, method, status))
        if found is None:
            found = (self.requests.labels(route, method, str(status)), self.latency.labels(route))
            self._kept[route, method, status] = found
        found[0].inc()
        found[1].observe(seconds)

    def committed(self, outcomes: Sequence[Any], seconds: float) -> None:
        """Record a commit to the store and the outcomes of its updates."""
        faults = [one.code for one in outcomes if isinstance(one, StoreFault)]
        for code in faults:
            self.store_faults.labels(code).inc()
        if len(faults) < len(outcomes) or not outcomes:
            self.commits.inc()
            self.commit_seconds.observe(seconds)
        self.acts.inc(sum(not isinstance(one, BaseException) for one in outcomes))

    def refuse(self, error: NovamasError) -> None:
        """Count a refusal."""
        self.refused.labels(error.code).inc()

    def measure_tables(self, tables: Iterable[LiveTable]) -> None:
        """Update the numbers of tables by game, and of taken seats, in this process."""
        games: Tally[str] = Tally()
        seats: Tally[str] = Tally(person=0, bot=0)
        for table in tables:
            games[table.game.slug] += 1
            seats.update("bot" if seat.mind else "person" for seat in table.seats.values())
        for game in known_games():
            self.tables.labels(game).set(games[game])
        for by, count in seats.items():
            self.seats.labels(by).set(count)

    def measure(self) -> None:
        """Update the metric of memory use, which is measured and not counted."""
        self.memory.set(resident_bytes())

    def as_text(self) -> bytes:
        """Return all metrics in the Prometheus text format."""
        self.measure()
        if not self.is_one_of_many:
            return generate_latest(self.registry)
        every = CollectorRegistry()
        MultiProcessCollector(every)  # type: ignore[no-untyped-call]
        return generate_latest(every)


def resident_bytes() -> int:
    """Return the resident memory of this process, or 0 if the system does not report it."""
    try:
        with open("/proc/self/statm", "rb") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError):
        return 0
