"""Wallets of practice chips: a refill never adds to chips that a person has elsewhere."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from tests.hall.play import House, play, submit

from novamas.errors import NovamasError
from novamas.hall.tables import commands
from novamas.protocol.pace import Pace
from novamas.store import verify

CARLA = "carla"  # whom no table of these tests gives chips
GIFT = 1_000_000
SLOW = Pace(step_ms=100, betting_ms=600_000, patience_ms=600_000)

Hides = Callable[[House], Awaitable[list[str]]]


async def at_one_table(house: House) -> list[str]:
    """Sit down at one table with all chips."""
    table = await house.open("boule", pace=SLOW)
    await house.sit(table.id, CARLA, 1, await balance(house))
    return [table.id]


async def at_three_tables(house: House) -> list[str]:
    """Sit down at three tables with a third of the chips at each, and unload the tables."""
    share, ids = await balance(house) // 3, []
    for game in ("boule", "ruleta", "boule"):
        table = await house.open(game, pace=SLOW)
        await house.sit(table.id, CARLA, 1, share)
        ids.append(table.id)
    house.hall.loaded._tables.clear()
    return ids


async def in_play(house: House) -> list[str]:
    """Sit down with all chips and stake some."""
    (id,) = await at_one_table(house)
    while not (table := await house.hall.table(id)).view(1).offers:
        await asyncio.sleep(1)
    stake = next(offer for offer in table.view(1).offers if "cents" in offer.dials)
    result = await submit(house.hall, id, CARLA, 1, stake.turned(cents=stake.dials["cents"].every()[-1]))
    assert result.done == 1
    assert (await house.hall.table(id)).staked_by(1) > 0
    return [id]


async def balance(house: House) -> int:
    return house.hall.purses.of(CARLA)


@pytest.mark.parametrize("hide", [at_one_table, at_three_tables, in_play], ids=lambda hide: hide.__name__)
def test_chips_at_tables_count_as_those_of_the_wallet(hide: Hides) -> None:
    async def main(house: House) -> None:
        await house.hall.purses.welcome(CARLA, GIFT)
        house.go()
        ids = await hide(house)
        before = await balance(house)
        assert await house.hall.purses.refill(CARLA, GIFT) == before < GIFT
        for id in ids:
            table = await house.hall.table(id)
            if table.staked_by(1):
                take = next(offer for offer in table.view(1).offers if offer.act.verb() == "withdraw")
                await submit(house.hall, id, CARLA, 1, take.act)
            await house.hall.apply(id, commands.stand(CARLA, 1))
        for id in ids:
            while (await house.hall.table(id)).seats_of(CARLA):
                await asyncio.sleep(1)
        assert await balance(house) == GIFT
        assert verify(house.store).breach is None

    play(main)


def test_what_was_lost_at_a_table_is_refilled_also_while_the_person_sits_there() -> None:
    async def main(house: House) -> None:
        await house.hall.purses.welcome(CARLA, GIFT)
        table = await house.open("boule", pace=SLOW)
        await house.sit(table.id, CARLA, 1, GIFT - 400)
        await house.hall.apply(table.id, commands.stand(CARLA, 1))
        house.go()
        while (await house.hall.table(table.id)).seats_of(CARLA):
            await asyncio.sleep(1)
        await house.sit(table.id, CARLA, 1, GIFT - 400)
        assert await house.hall.purses.refill(CARLA, GIFT + 100) == 500
        with pytest.raises(NovamasError) as refused:
            await house.hall.purses.refill(CARLA, GIFT + 200)
        assert refused.value.code == "refilled_today"

    play(main)


def test_chips_that_move_while_they_are_counted_are_counted_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """If chips move between the reading of a table and the entry of the refill, they are counted again."""

    async def main(house: House) -> None:
        await house.hall.purses.welcome(CARLA, GIFT)
        first, second = [await house.open("boule", pace=SLOW) for _ in range(2)]
        await house.sit(first.id, CARLA, 1, 400)
        refresh, sat = house.hall.loaded.refresh, False

        async def and_then_sits_elsewhere(id: str) -> object:
            nonlocal sat
            found = await refresh(id)
            if not sat:
                sat = True
                await house.sit(second.id, CARLA, 1, GIFT - 400)
            return found

        monkeypatch.setattr(house.hall.loaded, "refresh", and_then_sits_elsewhere)
        assert await house.hall.purses.refill(CARLA, GIFT) == 0

    play(main)
