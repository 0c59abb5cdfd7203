"""Games against the bank in the arena compared with the engine, step by step: acts, cards, money."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import numpy as np
import pytest
from tests.sim.engine import SEED, any_tables
from tests.support.beside_engine import Beside, Choices, Named, OneTable

from novamas.equipment.cards import DECK_52
from novamas.families.banked.acts import Bet
from novamas.families.banked.phases import Betting
from novamas.families.coups.setup import fresh_shoe
from novamas.families.house_holdem.acts import BetOn
from novamas.families.house_holdem.figures import FLOP
from novamas.hands import baccarat_points
from novamas.sim.arena import arena_module
from novamas.sim.deal_order import acts_of
from novamas.table.game import Table
from novamas.table.phases import AnyPhase
from novamas.testing.rehearsal import opened

GAMES = (
    ("tres_cartas", "AR10", "ante"),
    ("tres_cartas", "IB09", "ante"),
    ("trijoker", "AR10", "trijoker"),
    ("trijoker", "IB05", "trijoker"),
    ("sin_descarte", "AR10", "apuesta_inicial"),
    ("sin_descarte", "IB05", "apuesta_inicial"),
    ("holdem_contrapartida", "AR10", "ante"),
    ("holdem_bonus", "AR10", "ante"),
)


def decision(phase: AnyPhase) -> Choices | None:
    """Return the acts of the player, who decides after the bet."""
    if phase.turn != 1 or isinstance(phase, Betting):
        return None
    return {name_of(offer.act): offer.act for offer in phase.offers(1)}


def name_of(act: Any) -> str:
    return ("go" if act.street == FLOP else "bet") if isinstance(act, BetOn) else str(act.verb())


def sorted_cards(held: Sequence[int]) -> list[int]:
    return sorted((card + 1 for card in held), reverse=True)


def check(phase: AnyPhase, seen: Named) -> None:
    """Compare the cards that the player sees: own cards, community cards, the bank's up card."""
    felt: Any = phase.felt
    assert seen["own"].tolist() == sorted_cards(felt.cards(1))
    for name, owner in (("board", "board"), ("bank_open", "bank")):
        if name in seen:
            open_cards = [held.card for held in felt.held(owner) if held.card is not None]
            wanted = sorted_cards(open_cards)
            assert seen[name][: len(wanted)].tolist() == wanted
            assert not seen[name][len(wanted) :].any()
    assert "bank" not in seen or not seen["bank"].any()


def tables_of(game: str, norm: str, many: int) -> list[Table]:
    found = any_tables(game, norm, SEED, many)
    return [table for table in found if not table.chosen.get("buy_card")]


@pytest.mark.parametrize(("game", "norm", "bet"), GAMES)
def test_each_step_agrees_with_the_engine(game: str, norm: str, bet: str, soak: bool) -> None:
    steps, many = (10**7 // 8, 8) if soak else (400, 3)
    for n, table in enumerate(tables_of(game, norm, many)):
        bets = acts_of(table.game.wagers(table.opening)[bet], 1)
        beside = Beside(table, bets, decision, check, cards=DECK_52, seed=SEED + n, fresh=False)
        beside.play(steps, Random(n), {"go": 0.6})
        assert len(beside.acts) == len(beside.one.arena.actions)


@pytest.mark.parametrize("fresh", [True, False])
def test_each_coup_of_punto_y_banca_agrees_with_the_engine(fresh: bool, soak: bool) -> None:
    """Shoe after shoe is compared, with the seen cards and the number of cards before the cut card."""
    steps, many = (10**7 // 8, 4) if soak else (400, 2)
    for n, table in enumerate(any_tables("punto_y_banca", "IB05", SEED, many)):
        wagers = table.game.wagers(table.opening)
        bets = {name: Bet(1, name, wager.stake) for name, wager in wagers.items()}

        def decide(phase: AnyPhase, bets: dict[str, Bet] = bets) -> Choices | None:
            return bets if isinstance(phase, Betting) and not phase.felt.of(1) else None

        cards = fresh_shoe(table.frame).left

        def look(phase: AnyPhase, seen: Named, cards: Sequence[int] = cards) -> None:
            shoe: Any = phase.felt.shoe
            left = np.bincount([baccarat_points((card,)) for card in shoe.left], minlength=10)
            whole = np.bincount([baccarat_points((card,)) for card in cards], minlength=10)
            assert (seen["seen"] == whole - left).all()

        beside = Beside(table, (), decide, look, cards=cards, seed=SEED + n, fresh=fresh)
        beside.play(steps, Random(n))


@pytest.mark.parametrize("fresh", [True, False])
def test_each_bet_of_treinta_y_cuarenta_agrees_with_the_engine(fresh: bool, soak: bool) -> None:
    """Shoe after shoe is compared, with coups that the red card annuls, prison and insured bets."""
    steps, many, met = *((10**7 // 8, 4) if soak else (1200, 2)), set[str]()
    for n, table in enumerate(any_tables("treinta_y_cuarenta", "IB05", SEED, many)):
        wagers = table.game.wagers(table.opening)
        bets = {
            name: tuple(act for act in wager.acts if act.verb() != "cut") for name, wager in wagers.items()
        }

        def decide(phase: AnyPhase, bets: dict[str, Any] = bets) -> Choices | None:
            if isinstance(phase, Betting) and not phase.felt.of(1):
                return bets
            acts = {offer.act.verb(): offer.act for offer in phase.offers(1)} if phase.turn == 1 else {}
            return acts if "take_half" in acts else None

        def look(phase: AnyPhase, seen: Named) -> None:
            assert seen["asked"] == (1 if isinstance(phase, Betting) else 2)

        cards = fresh_shoe(table.frame).left
        beside = Beside(table, (), decide, look, cards=cards, seed=SEED + n, fresh=fresh)
        beside.play(steps, Random(n), {"imprison": 0.3})
        met |= set(beside.acts)
    assert {"imprison", "take_half", "seguro:rojo"} <= met


def one_table(game: str, norm: str) -> OneTable:
    table = opened(game, norm)
    return OneTable(arena_module(table.game).arena(table), SEED)


@pytest.mark.parametrize(("game", "norm", "bet"), [each for each in GAMES if each[1] == "AR10"])
def test_cards_that_are_hidden_are_not_seen(game: str, norm: str, bet: str) -> None:
    """The hidden cards are swapped, and observation and mask stay the same."""
    module: Any = arena_module(opened(game, norm).game)
    one, rng = one_table(game, norm), np.random.default_rng(2)
    state: Any = one.state
    for _ in range(60):
        named = one.seen
        shown = np.concatenate([named[name] for name in ("own", "board", "bank_open") if name in named])
        deck = state.decks[0]
        hidden = np.flatnonzero(~np.isin(deck + 1, shown))
        deck[hidden] = rng.permutation(deck[hidden])
        seen, mask = one.results.seen[0].copy(), one.results.masks[0].copy()
        module.show(0, state, one.arena.tables, seen, mask, False)
        assert (seen == one.results.seen[0]).all()
        assert (mask == one.results.masks[0]).all()
        one.do(sorted(one.lawful)[int(rng.integers(len(one.lawful)))])


# ---------------------------------------------------------------- faults that the comparison finds


def beside_of(**kwargs: Any) -> Beside:
    table = opened("holdem_bonus", "AR10")
    bets = acts_of(table.game.wagers(table.opening)["ante"], 1)
    return Beside(table, bets, decision, check, cards=DECK_52, seed=1, fresh=False, **kwargs)


def skipped_round(beside: Beside) -> None:
    beside.one.do("fold")


def wrong_mask(beside: Beside) -> None:
    beside.one.results.masks[0] = True


def leak(beside: Beside) -> None:
    beside.one.seen["bank"][0] = 1


def wrong_money(beside: Beside) -> None:
    tables: Any = beside.one.arena.tables
    tables.nets[0] -= 1


@pytest.mark.parametrize("fault", [skipped_round, wrong_mask, leak, wrong_money])
def test_the_comparison_finds_a_fault(fault: Callable[[Beside], None]) -> None:
    beside = beside_of()
    fault(beside)
    with pytest.raises(AssertionError):
        beside.play(60, Random(1))
