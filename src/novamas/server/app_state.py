"""The house as it runs: its settings, figures and limits, who is connected, whether it can serve."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Protocol

from novamas.equipment.chance import system_seed
from novamas.errors import NovamasError
from novamas.hall.keys import Keys
from novamas.hall.people.persons import Persons
from novamas.server.catalogue.build_id import edition, edition_on_disk
from novamas.server.logs import log
from novamas.server.metrics import Metrics
from novamas.server.rate_limits import FailedAttempts, SocketRegistry, TokenBuckets
from novamas.server.settings import Settings
from novamas.store import Store, StoreFault
from novamas.store.connect import VERSION, VERSION_TABLE

Check = Callable[[], object]  # raises what is wrong


class Exchange(Protocol):
    """A request that is being answered, or a socket."""

    def drop_if_slow(self, now: float) -> None: ...


CHECKED_FOR = 1.0  # seconds that an answer about readiness is good
CHECK_SECONDS = 3.0  # that a check may take
TICK_SECONDS = 1.0
SWEEP_SECONDS = 15.0  # between looks whether passes of those who are connected were revoked
READ_SECONDS = 86_400.0  # between looks whether the program's own files were changed
JUMP_SECONDS = 2.0  # by which a clock is set, and not merely kept right


class AppState:
    """What all who serve share; made once for a process."""

    def __init__(self, settings: Settings) -> None:
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
        self.told = TokenBuckets(1 / 60, 1, limits.remembered)  # who was named in the log, once a minute
        self.requests: set[Exchange] = set()  # that are being answered
        self.lines: set[Exchange] = set()  # sockets
        self.is_stopping = False
        self._when_stopping: list[Callable[[], None]] = []
        self.persons: Persons | None = None
        self.checks: dict[str, Check] = {}
        self.measures: list[Callable[[], None]] = []  # of figures that are not counted as they happen
        self._checked: tuple[float, NovamasError | None] = (-CHECKED_FOR, None)

    def open(self, store: Store, keys: Keys) -> None:
        """The store is open: people may come in."""
        self.persons = Persons(store, keys.cookies, store.now)
        self.checks["store"] = lambda: check_store(store)
        self.checks["chance"] = system_seed  # which raises where the generator is not in good health
        self.metrics.ready.set(1)

    def people(self) -> Persons:
        """All who came; there are none before the store is open."""
        if self.persons is None:
            raise NovamasError("house_stopping")
        return self.persons

    # ------------------------------------------------------------ readiness

    async def unready(self) -> NovamasError | None:
        """Why the house cannot serve now, if it cannot; looked at once a second at most."""
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
        """It was told to stop: from now on it is not ready."""
        if not self.is_stopping:
            self.is_stopping = True
            self.metrics.ready.set(0)
            log("stopping", requests=len(self.requests), sockets=len(self.sockets))
            for told in self._when_stopping:
                told()

    def when_stopping(self, told: Callable[[], None]) -> None:
        """Have somebody told as soon as it is to stop."""
        self._when_stopping.append(told)

    # ------------------------------------------------------------ what is watched all the time

    async def watch(self) -> None:
        """Watch the clock, the memory, and whether those who are connected may still be."""
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
        """See that the program's files are still those with which it was started; else it is not ready."""
        if edition_on_disk() != edition() and "program" not in self.checks:
            log("program_changed")
            self.checks["program"] = _refuse_program

    async def sweep(self) -> int:
        """Drop the sockets whose passes were revoked, by whichever process."""
        passes = self.sockets.passes()
        if not passes or self.persons is None:
            return 0
        try:
            revoked = await asyncio.to_thread(self.persons.revoked, passes)
        except StoreFault:
            return 0  # it is looked again
        return await self.sockets.drop(revoked)


def _refuse_program() -> None:
    raise NovamasError("program_changed")


class ClockJumpMonitor:
    """Notices when the machine's clock is set: it goes on by other than the time that has passed."""

    def __init__(
        self, wall: Callable[[], float] = time.time, passed: Callable[[], float] = time.monotonic
    ) -> None:
        self._wall, self._passed = wall, passed
        self._ahead = wall() - passed()

    def look(self) -> float:
        """By how many seconds the clock was set since the last look; nought where it only runs."""
        ahead = self._wall() - self._passed()
        jump, self._ahead = ahead - self._ahead, ahead
        return jump if abs(jump) > JUMP_SECONDS else 0.0


def check_store(store: Store) -> None:
    """Can the store be read, and are its tables those of this program?"""
    with store.reading() as books:
        found = books.link.rows(f"SELECT version_num FROM {VERSION_TABLE}")
    if [row[0] for row in found] != [VERSION]:
        told = str(found[0][0]) if found else ""
        raise StoreFault("store_newer", path=store.place, found=told, known=VERSION)
