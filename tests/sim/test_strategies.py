"""Strategies from a file: lawful and complete, or one sentence with line and field."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from tests.sim.engine import SEED

import novamas
from novamas.errors import NovamasError
from novamas.hands import best_hand, ranking_of
from novamas.kit.cards import cards
from novamas.odds.tres_cartas import Play as BestPlay
from novamas.testing.rehearsal import opened

TRES = opened("tres_cartas", "AR10")


def written(folder: Path, text: str) -> str:
    path = folder / "mine.toml"
    path.write_text(text, "utf-8")
    return str(path)


def from_hand(folder: Path, hand: str, game: str = "tres_cartas") -> str:
    return written(folder, f'game = "{game}"\n\n[decide]\ngo = "{hand}"\n')


def test_the_best_threshold_is_the_best_play(tmp_path: Path) -> None:
    best, mine = (
        novamas.simulate(TRES, "ante", rounds=300_000, seed=SEED, strategy=strategy)
        for strategy in ("best", from_hand(tmp_path, "Qs 6d 4c"))
    )
    assert {each.net: each.times for each in mine.outcomes} == {
        each.net: each.times for each in best.outcomes
    }
    assert (mine.strategy, mine.agreement) == ("mine.toml", None)


@pytest.mark.parametrize("hand", ["As Ks Qs", "2s 2d 3c", "Ah Kd 2c", "2s 3d 5c"])
def test_another_threshold_loses_what_the_census_says(tmp_path: Path, hand: str) -> None:
    """Every hand from this one up goes on: its exact worth, and what was played, within four errors."""
    play = BestPlay(TRES)
    least = best_hand(ranking_of(TRES.frame), cards(hand)).strength
    exact = -play.worth(play.census.strengths >= least)
    found = novamas.simulate(TRES, "ante", rounds=1_000_000, seed=SEED, strategy=from_hand(tmp_path, hand))
    assert float(found.edge) == pytest.approx(float(exact), abs=4 * found.se)


def test_poker_without_discard_goes_on_from_a_hand_up(tmp_path: Path) -> None:
    """With a pair of twos or better: as many folds as there are lower hands."""
    table = opened("sin_descarte", "AR10", buy_card=False)
    strategy = from_hand(tmp_path, "2s 2d 3c 4h 5s", "sin_descarte")
    found = novamas.simulate(table, "apuesta_inicial", rounds=400_000, seed=SEED, strategy=strategy)
    nothing = Fraction(1_302_540, 2_598_960)  # hands without a combination
    folded = next(each.times for each in found.outcomes if each.net == -500)
    assert folded / found.rounds == pytest.approx(float(nothing), abs=0.004)


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ('game = "tres_cartas"\n', "strategy_lacks", 1),
        ('game = "tres_cartas"\n[decide]\n', "strategy_lacks", 2),
        ('[decide]\ngo = "Qs 6d 4c"\n', "strategy_lacks", 1),
        ('game = "ruleta"\n[decide]\ngo = "Qs 6d 4c"\n', "strategy_of_another_game", 1),
        ('game = "tres_cartas"\n[decide]\ngo = 3\n', "strategy_no_text", 3),
        ('game = "tres_cartas"\n[decide]\ngo = "Qs 6d"\n', "hand_of_wrong_length", 3),
        ('game = "tres_cartas"\n[decide]\ngo = "Qs 6d zz"\n', "card_unreadable", 3),
        ('game = "tres_cartas"\n\n[decide]\ngo = "Qs 6d 4c"\nfold = "x"\n', "unknown_field_of_strategy", 5),
        ('game = "tres_cartas"\n[decide\n', "floor_no_toml", 2),
    ],
)
def test_what_is_wrong_with_a_file_is_told_with_its_line(
    tmp_path: Path, text: str, code: str, line: int
) -> None:
    with pytest.raises(NovamasError) as refused:
        novamas.simulate(TRES, "ante", rounds=1000, strategy=written(tmp_path, text))
    assert (refused.value.code, refused.value.figures["line"]) == (code, line)
    assert "mine.toml" in str(refused.value)


def test_a_bet_that_decides_nothing_takes_no_file(tmp_path: Path) -> None:
    with pytest.raises(NovamasError) as refused:
        novamas.simulate(TRES, "pareja_plus", rounds=1000, strategy=from_hand(tmp_path, "Qs 6d 4c"))
    assert refused.value.code == "no_such_strategy"
