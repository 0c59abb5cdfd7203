"""Wheels and dice in the arena compared with the engine, and the mean of every bet with its odds."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import numpy as np
import pytest
from tests.sim.engine import SEED, any_tables
from tests.support.beside_engine import Beside, Choices, FromWays, Named

from novamas.families.banked.acts import Bet
from novamas.families.banked.phases import Betting
from novamas.odds.cache import cached_odds
from novamas.sim.arena import arena_module
from novamas.sim.games.walked import CHOICE, DRAWS, END, Moves, spots_of
from novamas.sim.wagers import PlacedBets, parse_bets
from novamas.table.game import Table
from novamas.table.phases import AnyPhase
from novamas.testing.rehearsal import opened

WHEELS = (
    ("boule", "IB05"),
    ("ruleta", "IB05"),
    ("ruleta_americana", "IB05"),
    ("ruleta_doble_cero", "AR10"),
    ("ruleta_de_la_fortuna", "IB05"),
)


def acts_of(table: Table) -> dict[str, Bet]:
    """Return the act that places each bet with its usual stake."""
    staked = {spot: PlacedBets(table, parse_bets(table, spot)).staked for spot in spots_of(table)}
    return {spot: Bet(1, spot, cents) for spot, cents in staked.items()}


@pytest.mark.parametrize(("game", "norm"), WHEELS)
def test_each_step_agrees_with_the_engine(game: str, norm: str, soak: bool) -> None:
    steps, tables = (10**7 // 10, 10) if soak else (600, 2)
    for n, table in enumerate(any_tables(game, norm, SEED, tables)):
        bets, choices = acts_of(table), {"asked": 0}

        def decision(phase: AnyPhase, bets: dict[str, Bet] = bets) -> Choices | None:
            if isinstance(phase, Betting) and not phase.felt.of(1):
                return bets
            if phase.turn == 1:
                return {offer.act.verb(): offer.act for offer in phase.offers(1)}
            return None

        def check(phase: AnyPhase, seen: Named, choices: dict[str, int] = choices) -> None:
            assert seen["asked"] == (1 if isinstance(phase, Betting) else 2)
            choices["asked"] += int(seen["asked"][0] == 2)
            assert (seen["bound"] > 0) == bool(phase.felt.of(1))

        prefer = {"rojo": 0.3, "imprison": 0.8, "leave_in_prison": 0.8}
        beside = Beside(table, (), decision, check, seed=SEED + n, fresh=False, source=FromWays(SEED + n))
        beside.play(steps, Random(n), prefer)
        assert game != "ruleta" or choices["asked"] > 0 or table.chosen.get("prison") is False


def means(moves: Moves) -> list[Fraction]:
    """Return the exact mean of each bet under the best choice, computed from the moves alone."""
    many, rounds = len(moves.drawn), 400
    values = np.zeros(len(moves.kinds))
    for _ in range(rounds):  # a bet in prison may come back to a moment, ever less likely
        led = moves.gains + np.where(moves.to >= 0, values[moves.to], -np.inf)
        after = np.where(
            moves.kinds == DRAWS, led[:, :many].mean(axis=1), led[:, : max(moves.acts, 1)].max(axis=1)
        )
        after[moves.kinds == END] = moves.gains[moves.kinds == END, 0]
        values = after
    return [values[root] - staked for root, staked in zip(moves.roots, moves.staked, strict=True)]


@pytest.mark.parametrize(("game", "norm"), [*WHEELS, ("craps", "IB05")])
def test_every_bet_has_the_mean_of_its_odds(game: str, norm: str) -> None:
    table = opened(game, norm)
    arena: Any = arena_module(table.game).arena(table)
    odds = cached_odds(table)
    for spot, mean, staked in zip(arena.actions, means(arena.tables), arena.tables.staked, strict=False):
        bet = spot if spot in odds else spot.partition(":")[0]
        edge = odds[bet].also.get("unit_of_the_simple_bet", odds[bet].edge)
        assert -mean / staked == pytest.approx(float(edge), abs=1e-9), spot


def test_a_choice_is_where_the_seat_can_choose() -> None:
    arena: Any = arena_module(opened("ruleta", "IB05").game).arena(opened("ruleta", "IB05"))
    assert {"take_half", "imprison"} <= set(arena.actions)
    moves = arena.tables
    assert ((moves.to[moves.kinds == CHOICE, : moves.acts] >= 0).sum(axis=1) > 1).all()
    assert len(moves.roots) == 161
