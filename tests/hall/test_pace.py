"""Pace of a table: each kind of step has its duration, and a player among bots never waits long."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from itertools import pairwise
from typing import Final

import pytest
from benchmarks.flow import SPEAKS, STEPS, budget
from tests.hall.checks import must_balance, must_be_as_written
from tests.hall.play import ANNA, BERN, OWNER, House, play, submit
from tests.support.every_game import ONE_OF_EACH_KIND, small_choices, small_table

from novamas.bots.minds import minds_at
from novamas.errors import NovamasError
from novamas.games import GAMES
from novamas.games import game as game_named
from novamas.hall.tables import commands
from novamas.hall.tables.automation import awaited_at
from novamas.hall.tables.pace import paces
from novamas.hall.tables.table import LEAST_ALONE_MS, RUNS_ALONE_AFTER, LiveTable
from novamas.protocol.pace import Pace, Speed
from novamas.protocol.tables import OpenTableRequest

STAKES: Final = ("bet", "stake")
MARGIN: Final = 1.15
LONGEST: Final = 2.0  # seconds to the first decision at the speed `quick`


async def alone(house: House, game: str, speed: Speed, *, bots: int | None = None) -> LiveTable:
    """Return a practice table at which a person has just sat down among bots."""
    opening, choices = small_table(game), small_choices(game, {})
    known = minds_at(opening)
    others = range(2, (opening.seats() if bots is None else bots + 1) + 1)
    asked = OpenTableRequest(
        game=game,
        choices={name: value for name, value in choices.items() if name == "seats"},
        bots={seat: known[seat % len(known)] for seat in others},
        pace=Pace(betting_ms=0, patience_ms=0, speed=speed),
        practice=True,
    )
    return await house.hall.open(asked, ANNA, commands.sits_first(ANNA, "Anna", 1, None))


async def until(
    house: House, id: str, is_so: Callable[[LiveTable], bool], seconds: float = 60.0
) -> LiveTable:
    """Wait until the state of a table meets a condition."""
    ends = asyncio.get_running_loop().time() + seconds
    while not is_so(table := await house.hall.table(id)):
        assert asyncio.get_running_loop().time() < ends, (table.session.phase, awaited_at(table))
        await asyncio.sleep(0.001)
    return table


def is_asked(table: LiveTable) -> bool:
    return 1 in awaited_at(table)


async def goes_on(house: House, id: str) -> float:
    """Stake the minimum while bets are open, and then be ready. Return the time of the next step."""
    while True:
        table = await until(house, id, is_asked)
        acts = [offer.act for offer in table.session.offers(1)]
        stakes = [act for act in acts if act.verb() in STAKES]
        if not table.session.phase.pause:
            assert acts
            await submit(house.hall, id, ANNA, 1, acts[0])
        elif stakes and not table.session.phase.felt.of(1):
            await submit(house.hall, id, ANNA, 1, stakes[0])
        else:
            if table.session.phase.felt.purses and not table.purse_of(1):
                await house.hall.apply(id, commands.top_up(ANNA, None))
            await house.hall.apply(id, commands.be_ready(ANNA, 1))
            return asyncio.get_running_loop().time()


async def seconds_to_decision(house: House, id: str, begun: float) -> float:
    """Return the seconds until a decision is on offer, or the next round begins, with all steps drawn."""
    rounds = (await house.hall.table(id)).session.rounds

    def is_decided(table: LiveTable) -> bool:
        return is_asked(table) or table.session.rounds > rounds or table.session.phase.tag() in SPEAKS

    table = await until(house, id, is_decided)
    return asyncio.get_running_loop().time() + table.step_ms / 1000 - begun


def test_the_paces_are_whole() -> None:
    """Every speed defines every kind of step. No step takes longer at a faster speed."""
    kinds = paces()["normal"].keys()
    assert [*paces()] == ["calm", "normal", "quick", "instant"]
    assert all(durations.keys() == kinds for durations in paces().values())
    for slower, quicker in pairwise(paces().values()):
        assert all(slower[kind] > quicker[kind] for kind in kinds)
    assert not any(paces()["instant"].values())


@pytest.mark.parametrize("game", ONE_OF_EACH_KIND)
@pytest.mark.parametrize("speed", ["quick", "instant"])
def test_a_person_alone_with_bots_soon_decides(game: str, speed: Speed) -> None:
    async def main(house: House) -> None:
        house.go()
        table = await alone(house, game, speed)
        found = []
        for _ in range(3):
            begun = await goes_on(house, table.id)
            found.append(await seconds_to_decision(house, table.id, begun))
        most = max(MARGIN * budget(game, speed), 0.05)
        if game_named(game).family == "passing_bank":  # bots may first pass the bank on
            most = LONGEST
        assert sorted(found)[1] <= min(most, LONGEST), found
        must_balance(house.store, await house.hall.table(table.id))

    play(main)


@pytest.mark.parametrize("game", GAMES)
def test_one_message_leads_to_the_first_card_or_the_first_bet(game: str) -> None:
    """A person opens a table and sits down. The table then goes on by itself to the first deal or bet."""

    async def main(house: House) -> None:
        house.go()
        table = await alone(house, game, "quick")
        table = await until(house, table.id, is_asked, seconds=5)
        acts = {offer.act.verb() for offer in table.session.offers(1)}
        has_cards = any(pile.owner == 1 for pile in table.session.phase.felt.piles)
        assert has_cards or acts - {"buy", "leave", "agree"}, acts
        must_be_as_written(house.hall, table)

    play(main)


@pytest.mark.parametrize("game", ["blackjack", "sin_descarte", "pai_gow_poker"])
def test_waiting_does_not_depend_on_the_number_of_bots(game: str) -> None:
    async def main(house: House) -> None:
        house.go()
        seconds = []
        for bots in (1, small_table(game).seats() - 1):
            table = await alone(house, game, "normal", bots=bots)
            begun = await goes_on(house, table.id)
            seconds.append(await seconds_to_decision(house, table.id, begun))
        assert max(seconds) <= MARGIN * budget(game, "normal"), seconds

    play(main)


def test_a_finished_deal_has_the_same_cards_at_once() -> None:
    """A fork shows the result in advance. The table then reaches the same phase without delay."""

    async def main(house: House) -> None:
        house.go()
        table = await alone(house, "blackjack", "calm")
        await goes_on(house, table.id)
        table = await until(house, table.id, lambda one: one.session.phase.tag() == "dealing")
        begun = asyncio.get_running_loop().time()
        same = table.fork()
        while same.session.phase.tag() == "dealing":
            same.do(same.draw())
        finish = commands.finish(ANNA)
        assert (await house.hall.submit_command(table.id, ANNA, finish, asked=b"finish", key="f")).done
        table = await until(house, table.id, is_asked)
        assert asyncio.get_running_loop().time() - begun < 0.1
        assert table.session.phase.felt.held("bank") == same.session.phase.felt.held("bank")
        assert table.session.phase.felt.held(1)[:2] == same.session.phase.felt.held(1)
        must_be_as_written(house.hall, table)

    play(main)


def test_nobody_cuts_short_what_others_watch() -> None:
    async def main(house: House) -> None:
        pace = Pace(betting_ms=0, patience_ms=0)
        table = await house.open("ruleta", bots=1, pace=pace)
        for person, seat in ((OWNER, 2), (ANNA, 3)):
            await house.sit(table.id, person, seat)
        assert await refused(house, table.id, commands.finish(ANNA)) == "not_alone"
        assert await refused(house, table.id, commands.set_pace(ANNA, "instant")) == "not_your_table"
        await house.hall.apply(table.id, commands.set_pace(OWNER, "quick"))  # no round has begun
        assert (await house.hall.table(table.id)).speed == "quick"
        house.go()
        await until(house, table.id, lambda one: one.session.phase.tag() == "betting")
        assert await refused(house, table.id, commands.set_pace(OWNER, "calm")) == "pace_between_rounds"
        await house.hall.apply(table.id, commands.stand(ANNA, 3))
        await until(house, table.id, lambda one: 3 not in one.seats)
        await house.hall.apply(table.id, commands.set_pace(OWNER, "calm"))  # alone with bots again
        assert (await house.hall.table(table.id)).speed == "calm"

    play(main)


def test_a_table_that_nobody_plays_at_is_not_instant_for_ever() -> None:
    """With a betting time of a millisecond and no steps, a minimum delay saves the processor."""

    async def main(house: House) -> None:
        house.go()
        pace = Pace(betting_ms=1, patience_ms=1, speed="instant")
        table = await house.open("boule", bots=2, pace=pace)
        await house.sit(table.id, ANNA, 3)
        await asyncio.sleep(100)
        table = await house.hall.table(table.id)
        assert table.session.rounds > 1
        assert table.number <= RUNS_ALONE_AFTER + 45 * 100_000 / LEAST_ALONE_MS

    play(main)


def test_practice_chips_never_leave_the_wallet_and_are_topped_up_in_place() -> None:
    async def main(house: House) -> None:
        house.go()
        for game in ("ruleta", "holdem"):
            table = await alone(house, game, "instant")
            await house.hall.purses.welcome(ANNA, 1_000)
            before = (await house.hall.table(table.id)).chips_of(1)
            await house.hall.apply(table.id, commands.top_up(ANNA, 5_000))
            table = await house.hall.table(table.id)
            assert table.chips_of(1) + table.staked_by(1) == before + 5_000
            assert await refused(house, table.id, commands.sit(BERN, "Bern", 2, 5_000)) == "practice_table"
            assert await refused(house, table.id, commands.top_up(ANNA, 10**11)) == "practice_full"
            await house.hall.apply(table.id, commands.close(ANNA))
            await house.hall.apply(table.id, commands.stand(ANNA, 1))
            await until(house, table.id, lambda one: one.closed is not None)
            assert house.hall.purses.of(ANNA) == 1_000
            must_balance(house.store, await house.hall.table(table.id))

    play(main)


async def refused(house: House, id: str, command: commands.Command) -> str:
    """Return the code of the refusal of a command."""
    with pytest.raises(NovamasError) as found:
        await house.hall.apply(id, command)
    return found.value.code


def test_every_game_has_a_budget() -> None:
    assert STEPS.keys() == set(GAMES)
