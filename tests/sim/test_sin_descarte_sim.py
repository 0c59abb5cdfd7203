"""Poker without discard at volume: what the engine pays to who goes with the same hands."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tests.sim.engine import SEED, FromDeck, any_tables, assert_same_coups, netted, rounds_at

from novamas.errors import NovamasError
from novamas.hands import best_hand
from novamas.kit.cards import DECK_52
from novamas.odds.sin_descarte import worth_of
from novamas.odds.sin_descarte.doubts import pair
from novamas.odds.sin_descarte.pays import Pays, examples_of
from novamas.rounds.banked.acts import Fold
from novamas.rounds.banked_poker.acts import Go
from novamas.sim.ready import ready
from novamas.table.deeds import Deed
from novamas.table.game import Table
from novamas.table.phases import AnyPhase
from novamas.testing.rehearsal import opened

NORMS = ("AR10", "IB05")


def goes_when_best(table: Table) -> Callable[[AnyPhase], Deed]:
    """Ace and king are weighed card by card against what the bank shows."""
    pays, counted = Pays(table), examples_of(table.frame).census

    def decide(phase: AnyPhase) -> Deed:
        own = tuple(sorted(phase.felt.cards(1)))
        (up,) = (held.card for held in phase.felt.held("bank") if held.card is not None)
        strength = best_hand(counted.figures.ranking, own).strength
        if counted.bank_plays <= strength < pair(counted):
            worth = worth_of(pays, own, up)
            return Go(1) if worth["go"] >= worth["fold"] else Fold(1)
        return Go(1) if strength >= pair(counted) else Fold(1)

    return decide


def always_goes(phase: AnyPhase) -> Deed:
    return Go(1)


@pytest.mark.parametrize("norm", NORMS)
def test_the_initial_bet(norm: str, soak: bool) -> None:
    """The bank's open card comes second under one norm and last under the other."""
    table = opened("sin_descarte", norm)
    wager = table.game.wagers(table.opening)["apuesta_inicial"]
    source = FromDeck(SEED, 4, DECK_52)
    best = rounds_at(table, wager, source, goes_when_best(table))
    assert_same_coups(ready(table, "apuesta_inicial"), best, (1, 2, 10, 120, *((2000,) * soak)), 4)


@pytest.mark.parametrize("norm", NORMS)
def test_whatever_the_house_chooses(norm: str, soak: bool) -> None:
    for block, table in enumerate(any_tables("sin_descarte", norm, SEED, 12 if soak else 4)):
        wager = table.game.wagers(table.opening)["apuesta_inicial"]
        if table.chosen["buy_card"]:
            with pytest.raises(NovamasError, match="buy_card"):
                ready(table, "apuesta_inicial")
            continue
        engine = rounds_at(table, wager, FromDeck(SEED, block, DECK_52), always_goes)
        assert_same_coups(ready(table, "apuesta_inicial", "go"), engine, (1, 2, 10, 200), block)


def test_the_insurance_is_what_it_adds_to_the_round(soak: bool) -> None:
    table = opened("sin_descarte", "AR10")
    wagers, play = table.game.wagers(table.opening), ready(table, "seguro", "go")
    for block in range(3000 if soak else 300):
        both, alone = (
            next(rounds_at(table, wagers[bet], FromDeck(SEED, block, DECK_52), always_goes))
            for bet in ("seguro", "apuesta_inicial")
        )
        assert netted(play, block) == {both - alone: 1}


def test_what_is_not_simulated_yet_is_said() -> None:
    with pytest.raises(NovamasError, match="with the choice buy_card"):
        ready(opened("sin_descarte", "AR10", buy_card=True), "apuesta_inicial")
    table = opened("sin_descarte", "IB05", carrousel=100)
    with pytest.raises(NovamasError, match="this bet"):
        ready(table, "carrousel")
