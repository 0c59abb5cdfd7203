"""Tables in virtual time, with bots and with guests who do random offered acts."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

from tests.hall.virtual_clock import VirtualClock, a_hall, in_virtual_time, new_file
from tests.support.every_game import small_choices, small_table

from novamas.bots.minds import minds_at
from novamas.errors import NovamasError
from novamas.hall.hall import Hall
from novamas.hall.scheduler import Scheduler
from novamas.hall.tables import commands
from novamas.hall.tables.automation import DueAction
from novamas.hall.tables.table import LiveTable
from novamas.protocol.pace import Pace
from novamas.protocol.tables import DeedsResult, OpenTableRequest
from novamas.store import open_store
from novamas.store.encryption import Cipher
from novamas.store.epochs import follow_mark
from novamas.table.deeds import Deed

OWNER, ANNA, BERN = "owner", "anna", "bern"
BROUGHT = 5_000_000
QUICK = Pace(step_ms=100, betting_ms=2000, patience_ms=1500)
_KEYS = count(1)


class House:
    """A hall in virtual time, with its scheduler and its clock."""

    def __init__(
        self,
        address: str | Path,
        clock: VirtualClock,
        cipher: Cipher | None = None,
        *,
        follows: Path | None = None,
    ) -> None:
        self.clock = clock
        self.store = open_store(address, clock=clock)
        if follows is not None:
            follow_mark(self.store, follows)
        self.hall, self.scheduler = a_hall(self.store, cipher)
        self._running: asyncio.Task[None] | None = None

    def go(self) -> None:
        """Start the automatic actions of the tables."""
        self._running = asyncio.get_running_loop().create_task(self.scheduler.run())

    async def stop(self) -> None:
        """Stop the automatic actions of the tables, and close the store."""
        if self._running is not None:
            await self.scheduler.stop()
            await self._running
        await self.hall.shutdown()
        self.store.close()

    def after_each(self, look: Callable[[LiveTable], None]) -> None:
        """Check a table after each of its steps."""
        schedule = self.hall.loaded.schedule

        def both(table: LiveTable, following: DueAction | None) -> None:
            schedule(table, following)
            look(table)

        self.hall.loaded.schedule = both

    async def open(self, game: str, *, bots: int = 0, pace: Pace = QUICK, **asked: Any) -> LiveTable:
        """Open a small table with the given number of bots."""
        for person in (OWNER, ANNA, BERN):
            await self.hall.purses.welcome(person, 100_000_000)
        known = minds_at(small_table(game))
        minds = {seat: known[seat % len(known)] for seat in range(1, bots + 1)}
        asking = OpenTableRequest(game=game, bots=minds, pace=pace, choices=_choices(game), **asked)
        return await self.hall.open(asking, OWNER)

    async def sit(self, id: str, person: str, seat: int, cents: int = BROUGHT) -> LiveTable:
        return await self.hall.apply(id, commands.sit(person, person, seat, cents))


def _choices(game: str) -> dict[str, Any]:
    return {name: value for name, value in small_choices(game, {}).items() if name == "seats"}


@asynccontextmanager
async def opened(address: str | Path, clock: VirtualClock) -> AsyncIterator[House]:
    """Yield a house, and stop it at the end of the block."""
    house = House(address, clock)
    try:
        yield house
    finally:
        await house.stop()


def play(main: Callable[[House], Coroutine[Any, Any, None]], address: str | None = None) -> None:
    """Run a scenario in a house in virtual time."""
    clock = VirtualClock()

    async def whole(where: str | Path) -> None:
        async with opened(where, clock) as house:
            await main(house)

    if address is not None:
        in_virtual_time(whole(address), clock)
    else:
        with new_file() as path:
            in_virtual_time(whole(path), clock)


async def submit(
    hall: Hall, id: str, person: str, seat: int, *deeds: Deed, at: int | None = None, key: str | None = None
) -> DeedsResult:
    """Submit a person's deeds, by default for the present state."""
    number = (await hall.table(id)).number if at is None else at
    return await hall.submit(id, person, seat, deeds, at=number, key=key or f"k{next(_KEYS)}")


async def guest(hall: Hall, id: str, person: str, seat: int, rng: Random, *, pause: float = 0.3) -> None:
    """Do offered acts again and again while the person is seated."""
    while True:
        await asyncio.sleep(rng.random() * pause)
        table = await hall.table(id)
        if table.closed is not None or table.seats_of(person) != (seat,):
            return
        if offers := table.view(seat).offers:
            await submit(hall, id, person, seat, rng.choice(offers[:30]).sample(rng))
        if rng.random() < 0.3:
            with suppress(NovamasError):
                await hall.apply(id, commands.be_ready(person, seat))


__all__ = ["ANNA", "BERN", "BROUGHT", "OWNER", "QUICK", "House", "Scheduler", "guest", "play", "submit"]
