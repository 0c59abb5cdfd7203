"""Rounds are reported in order, and are exactly those counted, kernel by kernel."""

from __future__ import annotations

from itertools import islice

import numpy as np
import pytest
from tests.sim.engine import SEED, FromStream, rounds_at

from novamas.sim.dispatch import compile_bet
from novamas.sim.play import BLOCK, CompiledBet
from novamas.testing.rehearsal import opened

BETS = [  # kernels of single draws, of shoes and of decks; one or two of each in a quick run
    ("ruleta", "IB05", "pleno"),
    ("ruleta", "IB05", "rojo"),
    ("craps", "IB05", "win"),
    ("punto_y_banca", "IB05", "banca"),
    ("treinta_y_cuarenta", "IB05", "color"),
    ("tres_cartas", "AR10", "ante"),
    pytest.param("blackjack", "IB05", "mano", marks=pytest.mark.soak),
    pytest.param("trijoker", "IB05", "trijoker", marks=pytest.mark.soak),
]


def play_of(game: str, norm: str, bet: str) -> CompiledBet:
    return compile_bet(opened(game, norm), bet)


@pytest.mark.parametrize(("game", "norm", "bet"), BETS)
def test_what_is_told_is_what_is_counted(game: str, norm: str, bet: str) -> None:
    play, rounds = play_of(game, norm, bet), 3000
    ends = play.outcomes(rounds, seed=SEED, first=5)
    assert (np.bincount(ends, minlength=len(play.nets)) == play.count(rounds, seed=SEED, first=5)).all()


@pytest.mark.parametrize(("game", "norm", "bet"), BETS)
def test_the_first_rounds_are_told_first(game: str, norm: str, bet: str) -> None:
    """The first rounds are reported first. A sorted or reversed list would not begin with them."""
    play = play_of(game, norm, bet)
    ends = play.outcomes(400, seed=SEED, first=7)
    for many in (1, 2, 7, 50, 200):
        counted = play.count(many, seed=SEED, first=7)
        assert (np.bincount(ends[:many], minlength=len(play.nets)) == counted).all()


def test_blocks_follow_each_other() -> None:
    play = play_of("ruleta", "IB05", "pleno")
    ends = play.outcomes(BLOCK + 100, seed=SEED, first=2)
    assert (ends[BLOCK:] == play.outcomes(100, seed=SEED, first=3)).all()


@pytest.mark.parametrize("bet", ["pleno", "rojo"])
def test_rounds_are_those_of_the_engine(bet: str) -> None:
    """The same draws give the same net win round by round, for single draws and for bets in prison."""
    table = opened("ruleta", "IB05")
    nets = rounds_at(table, table.game.wagers(table.opening)[bet], FromStream(SEED, 9))
    play = compile_bet(table, bet)
    assert [play.nets[end] for end in play.outcomes(60, seed=SEED, first=9)] == list(islice(nets, 60))
