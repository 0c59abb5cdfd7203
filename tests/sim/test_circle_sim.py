"""Simulated circle poker with community cards pays like the engine for the same bets."""

from __future__ import annotations

from collections import Counter
from itertools import islice

import pytest
from tests.sim.circle_engine import assert_same_hands, rounds
from tests.sim.engine import SEED, any_tables, netted

from novamas.errors import NovamasError
from novamas.sim.dispatch import compile_bet
from novamas.sim.games.circle.rounds import CAGNOTTE, PUESTO
from novamas.sim.games.circle.setup import stakes_of
from novamas.testing.rehearsal import opened

CIRCLE = ("holdem", "omaha", "sintetico", "five_stud", "seven_stud", "cubierto")


@pytest.mark.parametrize("strategy", ["any", "call", "strong", "strong/any", "any/strong"])
@pytest.mark.parametrize("game", ["holdem", "omaha"])
def test_hands_end_as_the_engine_ends_them(game: str, strategy: str, soak: bool) -> None:
    """Simulated hands with antes, six seats and a rake from the hand end as on the engine."""
    assert_same_hands(opened(game, "AR10"), 1, strategy, 2000 if soak else 40)


@pytest.mark.parametrize("limit", ["split_limit", "bote_con_limite", "bote_sin_limite"])
@pytest.mark.parametrize("blinds", [(0, 0), (100, 200), (0, 200)])
def test_limits_and_blinds(limit: str, blinds: tuple[int, int], soak: bool) -> None:
    small, big = blinds
    table = opened("holdem", "AR10", limit=limit, small_blind=small, big_blind=big, ante=0 if big else 50)
    assert_same_hands(table, 2, "any", 1000 if soak else 40)


@pytest.mark.parametrize("rake_at", ["mano", "intervalo"])
def test_what_the_house_takes(rake_at: str, soak: bool) -> None:
    """The rake comes from the pots of a hand or from each betting round, as on the engine."""
    table = opened("holdem", "IB09", rake_at=rake_at, chip=10)
    assert stakes_of(table).by_interval == (rake_at == "intervalo")
    for strategy in ("any", "call"):
        assert_same_hands(table, 3, strategy, 1000 if soak else 40)


@pytest.mark.parametrize("norm", ["AR10", "IB09"])
def test_whatever_the_house_chooses(norm: str, soak: bool) -> None:
    for block, table in enumerate(any_tables("holdem", norm, SEED, 40 if soak else 8)):
        assert_same_hands(table, block, "any", 60 if soak else 12)


@pytest.mark.parametrize(
    ("game", "norm", "limit", "maximum"),
    [
        ("sintetico", "IB05", "apuesta_maxima", 1040),
        (
            "five_stud",
            "AR10",
            "split_limit",
            1040,
        ),  # an open pair may bind all later raises
        ("seven_stud", "AR10", "split_limit", 640),
        ("seven_stud", "IB09", "bote_limitado", 640),
    ],
)
def test_a_maximum_that_no_chips_make(game: str, norm: str, limit: str, maximum: int, soak: bool) -> None:
    """If chips cannot make the maximum, a player bets at most the whole chips within it."""
    table = opened(game, norm, limit=limit, maximum=maximum, minimum=200, chip=50)
    assert_same_hands(table, 5, "any", 500 if soak else 30)


@pytest.mark.parametrize("strategy", ["any", "strong/any", "strong"])
@pytest.mark.parametrize("norm", ["AR10", "IB05", "IB09"])
def test_synthetic_poker(norm: str, strategy: str, soak: bool) -> None:
    """Simulated hands of synthetic poker end as on the engine, also if the mano moves clockwise."""
    for block, table in enumerate(any_tables("sintetico", norm, SEED, 12 if soak else 3)):
        assert_same_hands(table, block, strategy, 100 if soak else 50)


def test_a_charge_by_the_session_is_no_part_of_a_hand() -> None:
    """The report has the net win from the pots. The house takes nothing from a hand."""
    table = opened("holdem", "AR10", charge="sesion")
    assert_same_hands(table, 8, "any", 12)
    with pytest.raises(NovamasError, match="charge") as refused:
        compile_bet(table, CAGNOTTE, "any")
    assert refused.value.code == "not_simulated_yet"


@pytest.mark.parametrize(("game", "chosen"), [("holdem", {"chip": 1, "minimum": 1000}), ("cubierto", {})])
def test_every_hand_is_told(game: str, chosen: dict[str, int]) -> None:
    """Hands are reported in order, for any number of chips, and equal those that are counted."""
    table = opened(game, "IB09", **chosen)
    play = compile_bet(table, PUESTO, "any")
    ends = [play.nets[end] for end in play.outcomes(600, seed=SEED, first=9)]
    assert ends[:20] == [net for net, _ in islice(rounds(table, 9, "any", "any"), 20)]
    assert Counter(ends) == netted(play, 9, 600)


def test_there_is_no_best_strategy() -> None:
    for game in CIRCLE:
        table = opened(game, "AR10")
        for strategy in ("best", "any/best", "tight"):
            with pytest.raises(NovamasError) as refused:
                compile_bet(table, PUESTO, strategy)
            assert refused.value.code == "no_such_strategy"
        with pytest.raises(NovamasError, match="puesto"):
            compile_bet(table, "mano", "any")
