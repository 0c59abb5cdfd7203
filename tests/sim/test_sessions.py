"""Sessions agree with the theory of gambler's ruin, and no system changes the expectation."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.sim.engine import SEED

import novamas
from novamas.errors import NovamasError
from novamas.sim.sessions import SYSTEMS, SessionPlan, kelly, next_units, sessions
from novamas.testing.rehearsal import opened

BOULE = opened("boule", "IB05")  # red wins with four numbers of nine, and loses with five
UNIT = 200
PLAYERS = 20_000


def reached(purse: int, target: int) -> float:
    """Return the probability that a bankroll reaches a target one unit at a time (de Moivre)."""
    ratio = 5 / 4
    return (ratio**purse - 1) / (ratio**target - 1)


def rounds_on_average(purse: int, target: int) -> float:
    """Return the mean number of rounds until ruin or target."""
    return (purse - target * reached(purse, target)) / (1 / 9)


@settings(max_examples=15, deadline=None)
@given(purse=st.integers(1, 12), more=st.integers(1, 12), seed=st.integers(0, 10**9))
def test_even_chances_ruin_as_the_theory_says(purse: int, more: int, seed: int) -> None:
    evening = SessionPlan(purse=purse * UNIT, rounds=10**5, target=(purse + more) * UNIT)
    found = sessions(BOULE, "rojo", evening, players=PLAYERS, seed=seed)
    chance = reached(purse, purse + more)
    off = sqrt(chance * (1 - chance) / PLAYERS)
    assert float(found.reached) == pytest.approx(chance, abs=5 * off)
    assert found.reached + found.ruined == 1
    staked = rounds_on_average(purse, purse + more) * UNIT
    assert float(found.staked) == pytest.approx(staked, rel=0.15)


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize(("table", "bet"), [(BOULE, "rojo"), (opened("ruleta", "IB05"), "rojo 4 €")])
def test_no_system_changes_what_a_stake_loses(table: novamas.Table, bet: str, system: str) -> None:
    """The mean win is the edge of the stakes, in whatever order they come (Wald)."""
    evening = SessionPlan(purse=20_000, rounds=60, target=30_000, system=system)
    found = sessions(table, bet, evening, players=PLAYERS, seed=SEED)
    off = sqrt(60) * float(found.staked) / 60 * 12 / sqrt(PLAYERS)
    assert float(found.mean) == pytest.approx(float(-found.edge * found.staked), abs=off)


def test_the_same_seed_gives_the_same_whatever_the_number_of_players() -> None:
    evening = SessionPlan(purse=2000, rounds=50)
    one, other = (sessions(BOULE, "rojo", evening, players=1024, seed=seed) for seed in (1, 2))
    assert one == sessions(BOULE, "rojo", evening, players=1024, seed=1)
    assert one != other


def test_nobody_stakes_more_than_the_table_takes_or_he_has() -> None:
    """A Martingale from one euro reaches the maximum of the table, and then the player's bankroll."""
    most = BOULE.chosen["maximum_sencilla"]
    rich = SessionPlan(purse=10**9, rounds=200, system="martingale")
    found = sessions(BOULE, "rojo", rich, players=2000, seed=SEED)
    assert found.most == most
    assert found.drawdown[-1][1] <= 200 * most
    poor = SessionPlan(purse=3 * UNIT, rounds=200, system="martingale")
    assert min(won for _, won in sessions(BOULE, "rojo", poor, players=2000, seed=SEED).result) == -3 * UNIT


def steps(system: str, nets: list[int], *, most: int = 1000, line: tuple[int, ...] = (1, 2, 3)) -> list[int]:
    """Return the stakes of a system in units, round by round."""
    numbers = np.zeros(8, np.int64)
    numbers[: len(line)] = line
    units, first, last = (line[0] + line[-1] if system == "labouchere" else 1), 0, len(line)
    found = [units]
    for net in nets:
        units, first, last = next_units(int(SYSTEMS[system]), units, net, most, numbers, first, last)
        found.append(units)
    return found


def test_stakes_follow_each_other_as_the_systems_say() -> None:
    assert steps("flat", [-1, -1, 1]) == [1, 1, 1, 1]
    assert steps("martingale", [-1, -1, 0, -1, 1]) == [1, 2, 4, 4, 8, 1]
    assert steps("martingale", [-1, -1, -1], most=5) == [1, 2, 4, 5]
    assert steps("dalembert", [-1, -1, 1, 1, 1, -1]) == [1, 2, 3, 2, 1, 1, 2]
    assert steps("labouchere", [-1, 1, 1]) == [4, 5, 5, 0]  # 1 2 3 4, then 2 3, then nothing is left
    assert steps("labouchere", [1, 1]) == [4, 2, 0]


def test_a_list_makes_room_for_many_losses() -> None:
    assert steps("labouchere", [-1] * 5 + [1] * 2 + [-1] * 4, most=3)[-1] > 0


def test_kelly_stakes_the_edge_over_the_odds_and_nothing_against_the_house() -> None:
    coin = [(Fraction(-1), Fraction(4, 10)), (Fraction(1), Fraction(6, 10))]
    assert kelly(coin) == pytest.approx(0.2)
    long_odds = [(Fraction(-1), Fraction(8, 10)), (Fraction(5), Fraction(2, 10))]
    assert kelly(long_odds) == pytest.approx((5 * 0.2 - 0.8) / 5)
    assert kelly([(Fraction(-1), Fraction(5, 9)), (Fraction(1), Fraction(4, 9))]) == 0


def test_a_round_that_may_cost_more_than_its_stake_is_paid_for() -> None:
    """At three-card poker a player who stays in stakes a second time. No bankroll ends below zero."""
    evening = SessionPlan(purse=1000, rounds=100)
    found = sessions(opened("tres_cartas", "AR10"), "ante", evening, players=2000, seed=SEED)
    assert min(won for _, won in found.result) >= -1000


@pytest.mark.parametrize(
    ("bet", "told", "code"),
    [
        ("rojo", {"purse": 100}, "purse_too_small"),
        ("rojo", {"target": 1000}, "target_not_above"),
        ("rojo", {"system": "luck"}, "no_such_system"),
        ("rojo", {"rounds": 0}, "no_such_rounds"),
        ("rojo", {"players": 0}, "no_such_players"),
        ("rojo", {"line": (0,)}, "no_such_line"),
        ("rojo", {"line": "1,2"}, "no_such_line"),
        ("rojo 1 €", {}, "below_minimum"),
        ("rojo + negro", {}, "bets_not_together"),
    ],
)
def test_what_cannot_be_played_is_refused(bet: str, told: dict[str, object], code: str) -> None:
    with pytest.raises(NovamasError) as refused:
        novamas.simulate_sessions(BOULE, bet, **{"purse": "10 €", "seed": 1, **told})  # type: ignore[arg-type]
    assert refused.value.code == code
