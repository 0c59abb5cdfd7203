"""Pauses of a table: if no bet can be placed, the betting time is skipped."""

from __future__ import annotations

import asyncio

import pytest
from tests.hall.play import House, play
from tests.support.every_game import ONE_OF_EACH_KIND, played

from novamas.hall.tables.table import LiveTable
from novamas.protocol.pace import Pace
from novamas.table.roles import CROUPIER

PACE = Pace(step_ms=1_000, betting_ms=20_000, patience_ms=20_000)
IDLE = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
BRINGS_IN = {"agree", "bid", "buy", "take_bank"}  # acts beside stakes for which a table waits a betting time
WAITS_FOR_SEATS = {"suspended"}  # phases in which the croupier has nothing to do until there are players


@pytest.mark.parametrize("game", ["chemin_de_fer", "bacara_dos_panos"])
def test_cards_pass_without_waiting_for_bets(game: str) -> None:
    """The mistake: idle players saw a table without a shoe for 20 s after each talla."""

    async def main(house: House) -> None:
        table = await house.open(game, pace=PACE)
        for seat, person in zip(table.seat_numbers, IDLE, strict=False):
            await house.hall.purses.welcome(person, 100_000_000)
            await house.sit(table.id, person, seat)
        entered: dict[str, float] = {}
        lasted: dict[str, float] = {}

        def look(table: LiveTable) -> None:
            phase, now = table.session.phase.tag(), asyncio.get_running_loop().time()
            if phase not in entered:
                for left in entered.keys() - lasted.keys():
                    lasted[left] = now - entered[left]
                entered[phase] = now

        look(table)
        house.after_each(look)
        house.go()
        await asyncio.sleep(600)
        assert PACE.step_ms is not None
        assert lasted["talla_over"] <= 3 * PACE.step_ms / 1_000, (lasted, entered)
        assert lasted["auction"] >= PACE.betting_ms / 1_000, (lasted, entered)  # bids are still waited for

    play(main)


@pytest.mark.parametrize("slug", ONE_OF_EACH_KIND)
def test_a_pause_is_brief_if_and_only_if_nothing_can_be_staked(slug: str) -> None:
    """In random play, a brief pause never offers a stake, and any other pause does at some time."""
    offered: dict[tuple[str, bool], set[str]] = {}
    for session in played(slug, seed=1, steps=1_500):
        phase = session.phase
        if phase.pause and phase.turn is CROUPIER and not phase.felt.chips:
            verbs = offered.setdefault((phase.tag(), phase.is_brief), set())
            for seat in range(1, phase.seats() + 1):
                verbs |= {offer.act.verb() for offer in session.offers(seat)}
    for (tag, is_brief), verbs in offered.items():
        brings_in = bool(verbs & BRINGS_IN) or any(
            "stake" in verb or verb in ("bet", "banco") for verb in verbs
        )
        assert brings_in != is_brief or tag in WAITS_FOR_SEATS, (tag, sorted(verbs))
