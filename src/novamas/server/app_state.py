"""The state that all requests share: settings, metrics, limits, connected clients, readiness."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Protocol

from novamas.equipment.chance import system_seed
from novamas.errors import NovamasError
from novamas.hall.keys import Keys
from novamas.hall.people.persons import Persons
from novamas.law import Library, library
from novamas.server.catalogue.build_id import edition, edition_on_disk
from novamas.server.logs import log
from novamas.server.metrics import Metrics
from novamas.server.rate_limits import FailedAttempts, SocketRegistry, TokenBuckets
from novamas.server.settings import Settings
from novamas.store import Store, StoreFault
from novamas.store.connect import VERSION, VERSION_TABLE

Check = Callable[[], object]  # raises an error if something is wrong


class Exchange(Protocol):
    """A request in progress or an open socket."""

    def drop_if_slow(self, now: float) -> None: ...


CHECKED_FOR = 1.0  # seconds for which a result of the readiness check is cached
CHECK_SECONDS = 3.0  # timeout of a check
TICK_SECONDS = 1.0
SWEEP_SECONDS = 15.0  # between checks for revoked passes of connected clients
READ_SECONDS = 86_400.0  # between checks for changed program files
JUMP_SECONDS = 2.0  # a larger step of the clock counts as a jump, a smaller one as an adjustment


class AppState:
    """The state shared by all requests in one process."""

    def __init__(self, settings: Settings, law: Library | None = None) -> None:
        self.law = law or library()
        limits = settings.limits
        self.settings = settings
        self.metrics = Metrics()
        self.failures = FailedAttempts(limits)
        self.sockets = SocketRegistry(limits)
        self.addresses = TokenBuckets(limits.requests_per_second, limits.burst, limits.remembered)
        self.persons_asking = TokenBuckets(
            limits.person_requests_per_second, limits.person_burst, limits.remembered
        )
        self.arrivals = TokenBuckets(
            limits.arrivals_per_minute / 60, limits.arrivals_burst, limits.remembered
        )
        self.log_lines = TokenBuckets(
            1 / 60, 1, limits.remembered
        )  # limits repeated log lines to one a minute
        self.requests: set[Exchange] = set()  # in progress
        self.lines: set[Exchange] = set()  # open sockets
        self.is_stopping = False
        self._when_stopping: list[Callable[[], None]] = []
        self.persons: Persons | None = None
        self.checks: dict[str, Check] = {}
        self.measures: list[Callable[[], None]] = []  # callbacks that update measured metrics
        self._checked: tuple[float, NovamasError | None] = (-CHECKED_FOR, None)

    def open(self, store: Store, keys: Keys) -> None:
        """Begin to serve people, with an open store and the keys of the house."""
        self.persons = Persons(store, keys.cookies, store.now)
        self.checks["store"] = lambda: check_store(store)
        self.checks["chance"] = system_seed  # raises an error if the random source is unhealthy
        self.metrics.ready.set(1)

    def people(self) -> Persons:
        """Return the register of persons. Raise `house_stopping` if the store is not open."""
        if self.persons is None:
            raise NovamasError("house_stopping")
        return self.persons

    # ------------------------------------------------------------ readiness

    async def unready(self) -> NovamasError | None:
        """Return the reason why the house cannot serve, or None. The result is cached for a second."""
        if self.is_stopping:
            return NovamasError("house_stopping")
        then, found = self._checked
        if time.monotonic() - then < CHECKED_FOR:
            return found
        before, found = found, await self._look()
        self._checked = (time.monotonic(), found)
        self.metrics.ready.set(0 if found else 1)
        if found is not None and before is None:
            log("not_ready", code=found.code)
        elif found is None and before is not None:
            log("ready_again")
        return found

    async def _look(self) -> NovamasError | None:
        for name, check in [*self.checks.items()]:
            try:
                async with asyncio.timeout(CHECK_SECONDS):
                    await asyncio.to_thread(check)
            except NovamasError as wrong:
                return wrong
            except TimeoutError:
                return NovamasError("check_too_slow", check=name)
        return None

    # ------------------------------------------------------------ stopping

    def stop(self) -> None:
        """Report the house as not ready and call the callbacks of `when_stopping`. Idempotent."""
        if not self.is_stopping:
            self.is_stopping = True
            self.metrics.ready.set(0)
            log("stopping", requests=len(self.requests), sockets=len(self.sockets))
            for callback in self._when_stopping:
                callback()

    def when_stopping(self, callback: Callable[[], None]) -> None:
        """Register a callback, which is called as soon as the house begins to stop."""
        self._when_stopping.append(callback)

    # ------------------------------------------------------------ periodic checks

    async def watch(self) -> None:
        """Run the periodic checks until cancelled.

        The checks find clock jumps, slow clients, revoked guest passes and changed program files. They also
        update the metrics.
        """
        clock, swept, read = ClockJumpMonitor(), time.monotonic(), time.monotonic()
        while True:
            await asyncio.sleep(TICK_SECONDS)
            if jump := clock.look():
                self.metrics.clock_jumps.inc()
                log("clock_jumped", seconds=round(jump, 3))
            for one in [*self.requests, *self.lines]:
                one.drop_if_slow(time.monotonic())
            self.metrics.measure()
            for measure in self.measures:
                measure()
            self.metrics.sockets.set(len(self.sockets))
            if time.monotonic() - swept > SWEEP_SECONDS:
                swept = time.monotonic()
                await self.sweep()
            if time.monotonic() - read > READ_SECONDS:
                read = time.monotonic()
                await asyncio.to_thread(self.read_program)

    def read_program(self) -> None:
        """Make the house unready if the program's files have changed since the start."""
        if edition_on_disk() != edition() and "program" not in self.checks:
            log("program_changed")
            self.checks["program"] = _refuse_program

    async def sweep(self) -> int:
        """Close the sockets of revoked guest passes. Return the number of closed sockets.

        Any process may have revoked the passes.
        """
        passes = self.sockets.passes()
        if not passes or self.persons is None:
            return 0
        try:
            revoked = await asyncio.to_thread(self.persons.revoked, passes)
        except StoreFault:
            return 0  # retried at the next check
        return await self.sockets.drop(revoked)


def _refuse_program() -> None:
    raise NovamasError("program_changed")


class ClockJumpMonitor:
    """A monitor that finds jumps of the system clock by comparing it with the monotonic clock."""

    def __init__(
        self, wall: Callable[[], float] = time.time, passed: Callable[[], float] = time.monotonic
    ) -> None:
        self._wall, self._passed = wall, passed
        self._ahead = wall() - passed()

    def look(self) -> float:
        """Return the jump of the system clock since the last call, in seconds. It is usually 0."""
        ahead = self._wall() - self._passed()
        jump, self._ahead = ahead - self._ahead, ahead
        return jump if abs(jump) > JUMP_SECONDS else 0.0


def check_store(store: Store) -> None:
    """Raise an error if the store cannot be read and written, or lacks tables of this version."""
    store.check_writable()
    with store.reading() as books:
        found = books.link.rows(f"SELECT version_num FROM {VERSION_TABLE}")
    if [row[0] for row in found] != [VERSION]:
        version = str(found[0][0]) if found else ""
        raise StoreFault("store_newer", path=store.place, found=version, known=VERSION)
