"""The day of a floor compared with the exact mean and deviation, and the float that it needs."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt

import pytest
from tests.sim.engine import SEED

from novamas.sim.days import SHARES, Pace, day_of
from novamas.testing.rehearsal import opened

BOULE = opened("boule", "IB05")
DAYS = 4000


def pace(name: str = "B1", lays: str = "rojo", **told: int) -> Pace:
    return Pace(name, BOULE, lays, told.get("pace", 30), Fraction(told.get("hours", 4)), told.get("seats", 1))


def test_the_mean_and_the_deviation_are_exact_and_the_days_agree() -> None:
    (table,) = (found := day_of([pace(seats=3)], days=DAYS, seed=SEED)).tables
    rounds = 120 * 3
    assert table.expected == Fraction(rounds * 200, 9)
    assert table.sd == pytest.approx(200 * sqrt(rounds * (1 - Fraction(1, 81))))
    assert float(table.mean) == pytest.approx(float(table.expected), abs=4 * table.sd / sqrt(DAYS))
    spread = [won for share, won in table.win if share in (0.25, 0.75)]
    assert spread[1] - spread[0] == pytest.approx(1.349 * table.sd, rel=0.1)
    assert (found.floor.mean, found.floor.expected) == (table.mean, table.expected)


def test_one_round_brings_what_the_odds_say_and_needs_its_payment_as_float() -> None:
    (table,) = day_of([pace(lays="numero:5", pace=1, hours=1)], days=DAYS, seed=SEED).tables
    assert {won for _, won in table.win} <= {200, -1400}
    assert float(table.losing) == pytest.approx(1 / 9, abs=0.025)
    assert table.float_needed == 1400


def test_tables_are_added_up_and_need_less_float_together() -> None:
    paces = [pace(f"B{n}") for n in range(6)]
    found = day_of(paces, days=DAYS, seed=SEED)
    assert len({table.mean for table in found.tables}) == 6  # each table has separate chance
    assert found.floor.mean == sum(table.mean for table in found.tables)
    assert found.floor.sd == pytest.approx(sqrt(6) * found.tables[0].sd)
    assert max(each.float_needed for each in found.tables) < found.floor.float_needed
    assert found.floor.float_needed < sum(each.float_needed for each in found.tables)


def test_a_float_outlasts_the_worst_end_of_a_day() -> None:
    found = day_of([pace(pace=60, hours=10)], days=DAYS, seed=SEED)
    (table,) = found.tables
    assert table.float_needed >= -dict(table.win)[SHARES[1]]


def test_the_same_seed_gives_the_same() -> None:
    one, same, other = (day_of([pace()], days=300, seed=seed) for seed in (1, 1, 2))
    assert one == same != other
