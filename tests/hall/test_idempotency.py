"""A repeated message gets the first answer. A different message with the same key is refused."""

from __future__ import annotations

import asyncio
from unittest.mock import patch

import pytest
from tests.hall.checks import must_balance, must_be_as_written
from tests.hall.play import ANNA, BERN, House, play, submit
from tests.hall.virtual_clock import a_hall

from novamas.families.banked.acts import Bet
from novamas.hall.tables import commands
from novamas.hall.tables.table import LiveTable
from novamas.protocol.pace import Pace
from novamas.store import NotEntered
from novamas.table.roles import CROUPIER

PATIENT = Pace(step_ms=100, betting_ms=60_000, patience_ms=60_000)
RED = Bet(by=1, bet="rojo", cents=500)
ODD = Bet(by=1, bet="impar", cents=500)


def on_cloth(house: House, id: str) -> int:
    with house.store.reading() as books:
        return books.balance(f"table/{id}/cloth")


async def betting(house: House, *, cents: int = 5_000_000) -> LiveTable:
    """Return a roulette table at which Anna sits and may bet."""
    table = await house.open("ruleta", pace=PATIENT)
    house.go()
    await house.sit(table.id, ANNA, 1, cents)
    await asyncio.sleep(1)
    return await house.hall.table(table.id)


@pytest.mark.parametrize("kept", [400, 0], ids=["at hand", "in the store only"])
def test_a_repeated_bet_is_answered_and_not_laid_twice(kept: int) -> None:
    async def main(house: House) -> None:
        now = table = await betting(house)
        first = await submit(house.hall, table.id, ANNA, 1, RED, ODD, at=now.number, key="a")
        assert (first.done, first.refusal) == (2, None)
        for hall in (house.hall, a_hall(house.store)[0]):  # the second has just been started
            again = await submit(hall, table.id, ANNA, 1, RED, ODD, at=now.number, key="a")
            assert again == first
        await house.hall.apply(table.id, commands.be_ready(ANNA, 1))
        await asyncio.sleep(30)  # the round is over, and the number long stale
        assert (await house.hall.table(table.id)).session.rounds == 1
        assert await submit(house.hall, table.id, ANNA, 1, RED, ODD, at=now.number, key="a") == first
        await house.hall.apply(table.id, commands.stand(ANNA, 1))
        await asyncio.sleep(5)  # the player has left
        assert await submit(house.hall, table.id, ANNA, 1, RED, ODD, at=now.number, key="a") == first
        must_balance(house.store, await house.hall.table(table.id))

    with patch("novamas.hall.idempotency.MAX_KEPT", kept):
        play(main)


def test_the_same_key_for_something_else_is_refused() -> None:
    async def main(house: House) -> None:
        table = await betting(house)
        await submit(house.hall, table.id, ANNA, 1, RED, key="a")
        for hall in (house.hall, a_hall(house.store)[0]):
            with pytest.raises(NotEntered, match="“a”") as refused:
                await submit(hall, table.id, ANNA, 1, ODD, key="a")
            assert refused.value.code == "key_reused"
        await house.sit(table.id, BERN, 2)
        other = await submit(house.hall, table.id, BERN, 2, Bet(by=2, bet="rojo", cents=500), key="a")
        assert other.done == 1  # keys are everybody's own
        assert on_cloth(house, table.id) == 1000

    play(main)


def test_whoever_sits_down_twice_under_one_key_pays_once() -> None:
    async def main(house: House) -> None:
        table = await house.open("ruleta", pace=PATIENT)
        before = house.hall.purses.of(ANNA)
        for hall in (house.hall, house.hall, a_hall(house.store)[0]):
            await hall.submit_command(
                table.id, ANNA, commands.sit(ANNA, "Anna", 1, 5_000), asked=b"sit", key="a"
            )
        assert house.hall.purses.of(ANNA) == before - 5_000
        await house.hall.submit_command(
            table.id, ANNA, commands.sit(ANNA, "Anna", 1, 5_000), asked=b"sit", key="b"
        )  # the player brings more
        assert house.hall.purses.of(ANNA) == before - 10_000
        must_be_as_written(house.hall, await house.hall.table(table.id))

    play(main)


def test_the_same_key_for_another_arrangement_or_for_an_act_is_refused() -> None:
    async def main(house: House) -> None:
        table = await betting(house)
        id, sitting = table.id, commands.sit(ANNA, "Anna", 1, 5_000)
        first = await house.hall.submit_command(id, ANNA, sitting, asked=b"sit 1 5000", key="a")
        await submit(house.hall, id, ANNA, 1, RED, key="b")
        before, has = (await house.hall.table(id)).number, house.hall.purses.of(ANNA)
        for hall in (house.hall, a_hall(house.store)[0]):
            assert await hall.submit_command(id, ANNA, sitting, asked=b"sit 1 5000", key="a") == first
            for key, asked in (("a", b"sit 1 6000"), ("b", b"sit 1 5000")):
                with pytest.raises(NotEntered) as refused:
                    await hall.submit_command(
                        id, ANNA, commands.sit(ANNA, "Anna", 1, 6_000), asked=asked, key=key
                    )
                assert refused.value.code == "key_reused"
            with pytest.raises(NotEntered) as refused:
                await submit(hall, id, ANNA, 1, RED, key="a")
            assert refused.value.code == "key_reused"
        assert (await house.hall.table(id)).number == before
        assert house.hall.purses.of(ANNA) == has

    play(main)


def test_nobody_sits_down_with_more_than_he_has() -> None:
    """A hundred concurrent requests try to spend the same wallet. Only one succeeds."""

    async def main(house: House) -> None:
        table = await house.open("ruleta", pace=PATIENT)
        has = house.hall.purses.of(ANNA)
        halls = [house.hall, *(a_hall(house.store)[0] for _ in range(3))]
        asked = [
            halls[nth % 4].submit_command(
                table.id, ANNA, commands.sit(ANNA, "Anna", 1, has), asked=b"sit", key=f"k{nth}"
            )
            for nth in range(100)
        ]
        told = await asyncio.gather(*asked, return_exceptions=True)
        refused = [one for one in told if isinstance(one, NotEntered)]
        assert len(refused) == 99
        assert {one.code for one in refused} == {"account_overdrawn"}
        assert house.hall.purses.of(ANNA) == 0

    play(main)


def test_of_several_acts_those_before_the_first_refused_are_done() -> None:
    async def main(house: House) -> None:
        now = table = await betting(house, cents=700)
        answer = await submit(house.hall, table.id, ANNA, 1, RED, ODD, key="a")
        assert (answer.done, answer.number) == (1, now.number + 1)
        assert answer.refusal is not None
        assert answer.refusal.code == "not_enough_chips"
        again = await submit(house.hall, table.id, ANNA, 1, RED, ODD, key="a")
        assert (again.done, again.number) == (1, now.number + 1)
        assert on_cloth(house, table.id) == 500

    play(main)


def test_who_is_late_or_speaks_for_another_changes_nothing() -> None:
    async def main(house: House) -> None:
        table = await betting(house)
        now = await house.sit(table.id, BERN, 2)
        hall, id = house.hall, table.id
        refusals = [
            await submit(hall, id, BERN, 1, RED),
            await submit(hall, id, BERN, 2, RED),
            await submit(hall, id, "", 3, Bet(by=3, bet="rojo", cents=500)),
            await submit(hall, id, ANNA, CROUPIER, RED),  # type: ignore[arg-type]
            await submit(hall, id, ANNA, 1, RED, at=now.number + 1),
            await submit(hall, id, ANNA, 1, RED, at=-1),
        ]
        codes = [answer.refusal.code for answer in refusals if answer.refusal is not None]
        assert codes == ["not_yours"] * 4 + ["stale"] * 2
        assert (await hall.table(id)).number == now.number
        await submit(hall, id, ANNA, 1, RED)
        late = await submit(hall, id, BERN, 2, Bet(by=2, bet="rojo", cents=500), at=now.number)
        assert late.refusal is None  # while players bet, the bets of others make no one late

    play(main)
