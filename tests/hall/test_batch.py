"""Requests that arrive together share one commit and one update, but each is refused separately."""

from __future__ import annotations

import asyncio

import pytest
from tests.hall.checks import must_balance, must_be_as_written
from tests.hall.play import ANNA, BERN, OWNER, House, play, submit
from tests.hall.virtual_clock import AtOnce

from novamas.families.banked.acts import Bet
from novamas.hall.deliveries import Difference
from novamas.hall.tables.table import LiveTable
from novamas.protocol.pace import Pace
from novamas.protocol.tables import DeedsResult
from novamas.store import NotEntered
from novamas.table.roles import RAIL

PATIENT = Pace(step_ms=100, betting_ms=60_000, patience_ms=60_000)
SEATS = {1: ANNA, 2: BERN, 3: OWNER}


async def betting(house: House) -> LiveTable:
    """Return a roulette table at which three people may bet."""
    table = await house.open("ruleta", pace=PATIENT)
    house.go()
    for seat, person in SEATS.items():
        await house.sit(table.id, person, seat)
    await asyncio.sleep(1)
    return await house.hall.table(table.id)


def counted(house: House) -> list[str]:
    """Return a list to which each step of the group commit is added from now on."""
    assert isinstance(house.hall.commits, AtOnce)
    steps: list[str] = []

    async def count(when: str) -> None:
        steps.extend([when] if when == "before" else [])
        await asyncio.sleep(0.01)

    house.hall.commits.breaks_in = count
    return steps


def bet(
    house: House, table: LiveTable, seat: int, cents: int = 500, key: str | None = None
) -> asyncio.Task[DeedsResult]:
    """Submit a bet without waiting for the answer."""
    deed = Bet(by=seat, bet="rojo", cents=cents)
    return asyncio.create_task(
        submit(house.hall, table.id, SEATS[seat], seat, deed, at=table.number, key=key)
    )


def test_bets_that_come_while_one_is_written_are_written_together_and_told_once() -> None:
    async def main(house: House) -> None:
        table = await betting(house)
        watcher, _ = await house.hall.publisher.subscribe(table.id, "", RAIL, None)
        steps = counted(house)
        answers = await asyncio.gather(*[bet(house, table, seat) for seat in (1, 2, 3, 1, 2, 3)])
        assert [(one.done, one.refusal) for one in answers] == [(1, None)] * 6
        assert sorted(one.number for one in answers) == list(range(table.number + 1, table.number + 7))
        assert len(steps) == 1  # none was being written when the first was begun
        seen = await watcher.next()
        assert isinstance(seen, Difference)
        assert (seen.since, seen.number) == (table.number, table.number + 6)
        assert {told.number for told in seen.events} == set(range(table.number + 1, table.number + 7))
        now = await house.hall.table(table.id)
        assert [now.session.phase.felt.of(seat) for seat in (1, 2, 3)] == [1000, 1000, 1000]
        must_be_as_written(house.hall, now)
        must_balance(house.store, now)

    play(main)


def test_what_is_refused_to_one_is_refused_to_him_alone() -> None:
    async def main(house: House) -> None:
        table = await betting(house)
        counted(house)
        good, high, late = await asyncio.gather(
            bet(house, table, 1), bet(house, table, 2, cents=10**9), bet(house, table, 3)
        )
        assert (good.done, good.number) == (1, table.number + 1)
        assert (high.done, high.refusal and high.refusal.code) == (0, "above_maximum")
        assert (late.done, late.number) == (1, table.number + 2)
        must_balance(house.store, await house.hall.table(table.id))

    play(main)


def test_what_the_store_refuses_to_one_is_done_for_the_others() -> None:
    async def main(house: House) -> None:
        table = await betting(house)
        counted(house)
        poor, good = await asyncio.gather(
            house.sit(table.id, ANNA, 1, 10**11), bet(house, table, 2), return_exceptions=True
        )
        assert isinstance(poor, NotEntered)
        assert poor.code == "account_overdrawn"
        assert isinstance(good, DeedsResult)
        assert (good.done, good.number) == (1, table.number + 1)
        now = await house.hall.table(table.id)
        must_be_as_written(house.hall, now)
        must_balance(house.store, now)

    play(main)


def test_the_same_message_twice_at_the_same_time_is_done_once() -> None:
    async def main(house: House) -> None:
        table = await betting(house)
        counted(house)
        first, again, other = await asyncio.gather(
            bet(house, table, 1, key="k"), bet(house, table, 1, key="k"), bet(house, table, 2)
        )
        assert (first.done, again) == (1, first)
        assert other.done == 1
        now = await house.hall.table(table.id)
        assert [now.session.phase.felt.of(seat) for seat in (1, 2)] == [500, 500]
        must_balance(house.store, now)

    play(main)


@pytest.mark.parametrize("goes", [0, 1, 2])
def test_whoever_goes_away_is_served_and_holds_up_nobody(goes: int) -> None:
    async def main(house: House) -> None:
        table = await betting(house)
        counted(house)
        asked = [bet(house, table, seat) for seat in (1, 2, 3)]
        await asyncio.sleep(0.001)
        asked[goes].cancel()
        await asyncio.gather(*asked, return_exceptions=True)
        await asyncio.sleep(1)
        now = await house.hall.table(table.id)
        assert [now.session.phase.felt.of(seat) for seat in (1, 2, 3)] == [500, 500, 500]
        assert not len(house.hall.executor.queue)
        must_be_as_written(house.hall, now)

    play(main)
