"""Every game in play: after each entry the accounts and the book agree with the table."""

from __future__ import annotations

import asyncio
from random import Random
from unittest.mock import patch

import pytest
from tests.hall.checks import must_balance, must_be_as_written, must_hold
from tests.hall.play import ANNA, BERN, OWNER, House, guest, play
from tests.support.every_game import ONE_OF_EACH_KIND

from novamas.hall.tables import commands
from novamas.hall.tables.entries import Stood
from novamas.hall.tables.table import LiveTable

pytestmark = pytest.mark.parametrize("game", ONE_OF_EACH_KIND)


def test_after_each_entry_accounts_and_book_say_what_the_table_says(game: str, soak: bool) -> None:
    async def main(house: House) -> None:
        table = await house.open(game, bots=3)
        seats = len(table.seat_numbers)
        looked = 0

        def look(now: LiveTable) -> None:
            nonlocal looked
            looked += 1
            must_balance(house.store, now)
            if soak or looked % 8 == 0:
                must_be_as_written(house.hall, now, whole=looked % 40 == 0)

        house.after_each(look)
        house.go()
        await house.sit(table.id, ANNA, seats)
        await house.sit(table.id, BERN, 1)
        guests = [
            asyncio.create_task(guest(house.hall, table.id, who, seat, Random(seat)))
            for who, seat in ((ANNA, seats), (BERN, 1))
        ]
        await asyncio.sleep(200 if soak else 10)
        while not (await house.hall.table(table.id)).session.rounds:  # a hand of poker is long
            await asyncio.sleep(1)
        for one in guests:
            one.cancel()
        now = await house.hall.table(table.id)
        assert looked > 40
        must_be_as_written(house.hall, now)
        must_hold(house.store)

    with patch("novamas.hall.tables.table.SAVED_EVERY", 10):  # often enough to continue from one
        play(main)


def test_whoever_leaves_takes_along_what_is_his_and_closing_clears_the_table(game: str, soak: bool) -> None:
    """A player can leave whenever no own chips or cards are in play. Nothing of the player remains."""

    async def leave_after(house: House, steps: int) -> None:
        table = await house.open(game, bots=3)
        seat = len(table.seat_numbers)
        await house.sit(table.id, ANNA, seat)
        playing = asyncio.create_task(guest(house.hall, table.id, ANNA, seat, Random(steps)))
        while (await house.hall.table(table.id)).number < table.number + steps:
            await asyncio.sleep(0.05)
        playing.cancel()
        had = house.hall.purses.of(ANNA)
        await house.hall.apply(table.id, commands.stand(ANNA, seat))
        for _ in range(600):
            now = await house.hall.table(table.id)
            if not now.seats_of(ANNA):
                break
            await asyncio.sleep(0.5)
        assert not now.seats_of(ANNA), f"after {steps}: {now.session.phase}"
        with house.store.reading() as books:
            stood = [one.read(Stood) for one in books.entries(book=now.book, kind="stood")]
        assert house.hall.purses.of(ANNA) - had == [one.cents for one in stood if one.seat == seat][-1]
        await house.hall.apply(table.id, commands.close(OWNER))
        await asyncio.sleep(120)
        now = await house.hall.table(table.id)
        assert now.closed is not None, f"after {steps}: {now.session.phase}"
        must_balance(house.store, now)
        must_be_as_written(house.hall, now)
        with house.store.reading() as books:
            assert not any(books.balances(f"{now.book}/").values())
            head = books.head(now.book)
        assert head is not None
        assert head.number == now.number

    async def main(house: House) -> None:
        house.go()
        for steps in range(3, 63, 2 if soak else 16):
            await leave_after(house, steps)
        must_hold(house.store)

    play(main)
