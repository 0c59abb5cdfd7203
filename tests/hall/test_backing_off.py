"""An action that fails for the moment is retried, ever more rarely, until it succeeds."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter

import pytest
from tests.hall.play import QUICK, House, play
from tests.hall.virtual_clock import AtOnce

from novamas.hall.batch import Settle
from novamas.hall.tables.commands import Command
from novamas.store import StoreFault

MINUTES = 10


async def tables(house: House, count: int) -> list[str]:
    """Return tables at which bots play, so that an action is always due."""
    return [(await house.open("ruleta", bots=2, alone=True, pace=QUICK)).id for _ in range(count)]


def test_a_full_store_is_tried_ever_more_rarely(caplog: pytest.LogCaptureFixture) -> None:
    tried: Counter[str] = Counter()

    async def main(house: House) -> None:
        house.go()
        opened = await tables(house, 3)
        await asyncio.sleep(20)
        commits = house.hall.commits
        assert isinstance(commits, AtOnce)
        run_due, run_soon = house.hall.executor.run_due, house.hall.executor.run_soon

        async def counted(id: str) -> None:
            tried[id] += 1
            await run_due(id)

        async def full(when: str) -> None:
            if when == "before":
                raise StoreFault("store_full", path="")

        def counted_soon(id: str, command: Command | None, settle: Settle) -> bool:
            begins = run_soon(id, command, settle)
            tried[id] += begins
            return begins

        house.hall.executor.run_due = counted  # type: ignore[method-assign]
        house.hall.executor.run_soon = counted_soon  # type: ignore[method-assign,assignment]
        before = {id: (await house.hall.table(id)).number for id in opened}
        commits.breaks_in, was = full, commits.breaks_in
        with caplog.at_level(logging.WARNING, "novamas.hall"):
            await asyncio.sleep(MINUTES * 60)
        assert set(tried) == set(opened)
        assert all(8 < times <= 20 for times in tried.values()), tried
        said = [one.getMessage() for one in caplog.records if "store_full" in one.getMessage()]
        assert len(said) == 2 * len(opened), said
        commits.breaks_in = was
        await asyncio.sleep(65)
        for id in opened:
            assert (await house.hall.table(id)).number > before[id]
        tried.clear()
        await asyncio.sleep(30)
        assert min(tried.values()) > 10  # and at once again, not every minute
        assert not house.scheduler._failed

    play(main)
