"""Simulated treinta y cuarenta pays like the engine: rows, prison and the red card."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from tests.sim.engine import SEED, FromDeck, any_tables, assert_same_coups, rounds_at

from novamas.errors import NovamasError
from novamas.families.coups.setup import fresh_shoe
from novamas.sim.dispatch import compile_bet
from novamas.table.deeds import Deed
from novamas.table.game import Table
from novamas.table.phases import AnyPhase
from novamas.testing.rehearsal import opened


def always(verb: str) -> Callable[[AnyPhase], Deed]:
    def decide(phase: AnyPhase) -> Deed:
        acts = [offer.act for offer in phase.offers(phase.turn)]
        return next((act for act in acts if act.verb() == verb), acts[0])

    return decide


def bets(table: Table, bet: str, block: int, decide: Callable[[AnyPhase], Deed]) -> Iterator[int]:
    source = FromDeck(SEED, block, fresh_shoe(table.frame).left)
    return rounds_at(table, table.game.wagers(table.opening)[bet], source, decide)


@pytest.mark.parametrize("bet", ["negro", "rojo", "color", "inverso", "seguro:negro", "seguro:inverso"])
def test_bets_are_paid_as_the_engine_pays(bet: str, soak: bool) -> None:
    """Some shoes are played, each with the coup that the red card annuls at its end."""
    for block, table in enumerate(any_tables("treinta_y_cuarenta", "IB05", SEED, 8 if soak else 2)):
        if bet in table.game.wagers(table.opening):
            prefixes = (1, 2, 20, 29, 31, 40, 90, 400) if soak else (1, 2, 20, 29, 31, 40, 90)
            coups = bets(table, bet, block, always("take_half"))
            assert_same_coups(compile_bet(table, bet), coups, prefixes, block)


def test_prisoners_stay_until_they_are_decided(soak: bool) -> None:
    """One coup in 46 catches stakes. Of some thousand bets some are caught, and a few a second time."""
    table = opened("treinta_y_cuarenta", "IB05")
    play = compile_bet(table, "rojo", "imprison")
    prefixes = (10, 100, 400, 4000) if soak else (10, 100, 400)
    assert_same_coups(play, bets(table, "rojo", 77, always("imprison")), prefixes, 77)


def test_half_is_best_unless_it_is_rounded_to_nothing() -> None:
    table = opened("treinta_y_cuarenta", "IB05")
    assert compile_bet(table, "rojo").tables[-2] is False
    assert compile_bet(table, "rojo", "imprison").tables[-2] is True


def test_an_insured_bet_has_nothing_to_decide() -> None:
    with pytest.raises(NovamasError, match="best"):
        compile_bet(opened("treinta_y_cuarenta", "IB05"), "seguro:rojo", "imprison")


def test_it_is_said_that_rounds_come_from_a_shoe() -> None:
    assert compile_bet(opened("treinta_y_cuarenta", "IB05"), "rojo").from_shoe
    assert not compile_bet(opened("boule", "IB05"), "rojo").from_shoe
