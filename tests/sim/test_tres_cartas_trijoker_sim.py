"""Simulated three-card poker and trijoker pay like the engine for the same decisions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice

import pytest
from tests.sim.engine import (
    SEED,
    FromDeck,
    any_tables,
    assert_same_coups,
    assert_same_seats,
    rounds_at,
    rounds_of_seats,
)

from novamas.equipment.cards import DECK_52
from novamas.errors import NovamasError
from novamas.families.banked.acts import Fold
from novamas.families.banked_poker.acts import Go
from novamas.games.trijoker.cloth import FIRST
from novamas.odds.games.tres_cartas import Play
from novamas.odds.games.trijoker.bets import worth_of
from novamas.sim.dispatch import compile_bet, compile_seats
from novamas.table.deeds import Deed
from novamas.table.game import Table, Wager
from novamas.table.phases import AnyPhase
from novamas.testing.rehearsal import opened

PREFIXES = (1, 2, 3, 10, 100, 300)
SOAKED = (*PREFIXES, 3000)


def hands(table: Table, wager: Wager, block: int, decide: Callable[[AnyPhase], Deed]) -> Iterator[int]:
    return rounds_at(table, wager, FromDeck(SEED, block, DECK_52), decide)


def always(verb: str) -> Callable[[AnyPhase], Deed]:
    def decide(phase: AnyPhase) -> Deed:
        acts = [offer.act for offer in phase.offers(phase.turn)]
        return next(act for act in acts if act.verb() == verb)

    return decide


# ---------------------------------------------------------------- tres cartas


def goes_when_best(table: Table) -> Callable[[AnyPhase], Deed]:
    best = Play(table)
    goes = dict(zip(map(tuple, best.census.hands.tolist()), best.goes.tolist(), strict=True))

    def decide(phase: AnyPhase) -> Deed:
        seat = phase.turn
        assert isinstance(seat, int)
        return Go(seat) if goes[tuple(sorted(phase.felt.cards(seat)))] else Fold(seat)

    return decide


@pytest.mark.parametrize("norm", ["AR10", "IB09"])
def test_the_ante_of_three_card_poker(norm: str, soak: bool) -> None:
    for block, table in enumerate(any_tables("tres_cartas", norm, SEED, 10 if soak else 3)):
        wager = table.game.wagers(table.opening)["ante"]
        best = hands(table, wager, block, goes_when_best(table))
        assert_same_coups(compile_bet(table, "ante"), best, SOAKED if soak else PREFIXES, block)
        never_folds = hands(table, wager, block, always("go"))
        assert_same_coups(compile_bet(table, "ante", "go"), never_folds, (1, 10, 100), block)


@pytest.mark.parametrize("prizes", ["A", "B", "C"])
def test_pareja_plus_is_what_it_adds_to_the_round(prizes: str, soak: bool) -> None:
    table = opened("tres_cartas", "AR10", pareja_plus=prizes)
    wagers = table.game.wagers(table.opening)
    both, alone = (hands(table, wagers[bet], 5, always("go")) for bet in ("pareja_plus", "ante"))
    added = (with_it - without for with_it, without in zip(both, alone, strict=True))
    play = compile_bet(table, "pareja_plus")
    assert_same_coups(play, islice(added, 3000), SOAKED if soak else PREFIXES, 5)


@pytest.mark.parametrize(("norm", "seats"), [("AR10", 2), ("IB09", 6)])
def test_several_boxes_of_three_card_poker(norm: str, seats: int, soak: bool) -> None:
    table = opened("tres_cartas", norm)
    wagers, many = table.game.wagers(table.opening), 2000 if soak else 150
    for bet, decide, strategy in (("ante", goes_when_best(table), "best"), ("ante", always("go"), "go")):
        engine = rounds_of_seats(table, wagers[bet], seats, FromDeck(SEED, seats, DECK_52), decide)
        assert_same_seats(compile_seats(table, bet, strategy, seats=seats), engine, many, seats)


def test_pareja_plus_leaves_nothing_to_decide() -> None:
    with pytest.raises(NovamasError, match="best"):
        compile_bet(opened("tres_cartas", "AR10"), "pareja_plus", "go")


# ---------------------------------------------------------------- trijoker


def leaves_when_best(table: Table) -> Callable[[AnyPhase], Deed]:
    """Return a player who decides by the value of a unit, hand by hand."""

    def decide(phase: AnyPhase) -> Deed:
        seat = phase.turn
        assert isinstance(seat, int)
        offers = [offer.act for offer in phase.offers(seat)]
        own = phase.felt.cards(seat)
        common = None if offers[0].bet == FIRST else phase.felt.cards("board")[0]  # type: ignore[attr-defined]
        return offers[0 if worth_of(table.frame, own, common) > 0 else 1]

    return decide


@pytest.mark.parametrize("norm", ["AR10", "IB05"])
def test_trijoker(norm: str, soak: bool) -> None:
    for block, table in enumerate(any_tables("trijoker", norm, SEED, 8 if soak else 2)):
        wager = table.game.wagers(table.opening)["trijoker"]
        best = hands(table, wager, block, leaves_when_best(table))
        assert_same_coups(compile_bet(table, "trijoker"), best, SOAKED if soak else PREFIXES, block)


@pytest.mark.parametrize("verb", ["leave", "withdraw"])
def test_trijoker_with_all_bets_or_one(verb: str) -> None:
    table = opened("trijoker", "AR10")
    wager = table.game.wagers(table.opening)["trijoker"]
    assert_same_coups(
        compile_bet(table, "trijoker", verb), hands(table, wager, 3, always(verb)), (1, 10, 200), 3
    )


@pytest.mark.parametrize(("norm", "seats"), [("AR10", 3), ("IB05", 7)])
def test_several_places_of_trijoker(norm: str, seats: int, soak: bool) -> None:
    table = opened("trijoker", norm)
    wager, source = table.game.wagers(table.opening)["trijoker"], FromDeck(SEED, 2, DECK_52)
    engine = rounds_of_seats(table, wager, seats, source, leaves_when_best(table))
    assert_same_seats(compile_seats(table, "trijoker", seats=seats), engine, 1000 if soak else 60, 2)
