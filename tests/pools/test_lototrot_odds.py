"""Odds and expected prizes of Lototrot agree with full enumeration. Seasons are settled by the law."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import pairwise, product
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.pools.day_at_the_races import DAY, rules

from novamas.pools.lototrot.hits import columns_by_category
from novamas.pools.lototrot.odds import Field, Pool, chances_of, expected_prize, mean_share
from novamas.pools.lototrot.seasons import Season, simulate
from novamas.pools.lototrot.settlement import Funds
from novamas.pools.lototrot.tickets import Forecast

RULES = rules(price=100)
LAW = RULES.law
HALF = {1: Fraction(1, 2), 2: Fraction(1, 2)}
EVEN: Field = [{number: Fraction(1, 8) for number in range(1, 9)}] * 7
ONE = Forecast(((1,),) * 7)


def test_a_column_in_fields_of_eight() -> None:
    found = chances_of(ONE, EVEN, LAW)
    # (1/8)^7; 7 · (1/8)^6 · 7/8; 21 · (1/8)^5 · (7/8)^2; 35 · (1/8)^4 · (7/8)^3
    assert found.columns == tuple(Fraction(comb(7, k) * 7 ** (7 - k), 8**7) for k in (7, 6, 5, 4))
    assert found.best == found.columns
    assert found.nothing == 1 - sum(found.best)


def test_a_forecast_of_several_columns_against_all_results() -> None:
    field: Field = [{1: Fraction(1, 2), 2: Fraction(1, 3), 3: Fraction(1, 6)}] * 7
    forecast = Forecast(((1, 2), (1,), (2, 3), (1,), (1,), (3,), (1, 2, 3)))
    columns, best = Counter[int](), Counter[int]()
    for winners in product((1, 2, 3), repeat=7):
        likely = Fraction(1)
        for race, number in zip(field, winners, strict=True):
            likely *= race[number]
        won = columns_by_category(forecast, [frozenset({number}) for number in winners], LAW)
        for at, count in enumerate(won):
            columns[at] += likely * count  # type: ignore[assignment]  # a fraction
        best[next((at for at, count in enumerate(won) if count), 4)] += likely  # type: ignore[assignment]
    found = chances_of(forecast, field, LAW)
    assert found.columns == tuple(columns[at] for at in range(4))
    assert (*found.best, found.nothing) == tuple(best[at] for at in range(5))


@given(st.integers(0, 12), st.fractions(0, 1, max_denominator=20))
def test_the_mean_share_is_that_of_all_numbers_of_others(others: int, likely: Fraction) -> None:
    counted = sum(
        comb(others, n) * likely**n * (1 - likely) ** (others - n) * Fraction(1, 1 + n)
        for n in range(others + 1)
    )
    assert mean_share(others, likely) == counted


def written_out(others: int, field: Field, public: Field, funds: Funds) -> dict[str, Fraction]:
    """Return the expected prize of the column 1/1/1/1/1/1/1 over every result and every bet of the public."""
    takings = (others + 1) * 100 * Fraction(3, 5)
    money = {7: takings * Fraction(3, 10) + funds.seven + funds.reserve, 6: takings / 5, 5: takings / 5}
    money[4] = takings * Fraction(3, 10)
    found = dict.fromkeys(("seven", "six", "five", "four"), Fraction())
    names = {7: "seven", 6: "six", 5: "five", 4: "four"}
    for winners in product((1, 2), repeat=7):
        mine = winners.count(1)
        if mine < 4:
            continue
        likely = Fraction(1)
        for race, number in zip(field, winners, strict=True):
            likely *= race[number]
        hits = Counter[int]()  # of one other column, over all its forecasts
        for marked in product((1, 2), repeat=7):
            chance = Fraction(1)
            for race, number in zip(public, marked, strict=True):
                chance *= race[number]
            hits[sum(map(int.__eq__, marked, winners))] += chance  # type: ignore[assignment]  # a fraction
        for bets in product(hits, repeat=others):
            chance = likely
            for bet in bets:
                chance *= hits[bet]
            pot = money[mine]
            for higher in range(mine + 1, 7):
                if not any(higher >= bet > mine for bet in bets):
                    pot += money[higher]
            found[names[mine]] += chance * pot / (1 + bets.count(mine))
    return found


def test_what_a_column_can_expect_against_everything_written_out() -> None:
    field: Field = [{1: Fraction(2, 3), 2: Fraction(1, 3)}] * 3 + [HALF] * 4
    public: Field = [{1: Fraction(3, 4), 2: Fraction(1, 4)}] * 2 + [HALF] * 5
    funds = Funds(1000, 70)
    found = expected_prize(ONE, field, Pool(2, public, funds), RULES)
    assert found.exact
    assert found.by_category == written_out(2, field, public, funds)


def test_what_is_carried_makes_the_bet_better_by_so_much() -> None:
    few, many = (
        expected_prize(ONE, EVEN, Pool(30, EVEN, Funds(carried)), RULES) for carried in (0, 10_000_000)
    )
    assert many.cents - few.cents == few.seven_share * 10_000_000
    fair = expected_prize(ONE, EVEN, Pool(30, EVEN, Funds(int(few.fair_carry))), RULES)
    assert float(fair.returned) == pytest.approx(1, abs=1e-6)


def test_above_the_threshold_more_goes_to_the_reserve_and_less_to_seven() -> None:
    below, above = (
        expected_prize(ONE, EVEN, Pool(30, EVEN, Funds(carried)), RULES)
        for carried in (15_000_000, 15_000_001)
    )
    assert above.by_category["seven"] < below.by_category["seven"]
    assert above.by_category["four"] == below.by_category["four"]


def test_many_others_are_counted_in_floats_and_say_so() -> None:
    exact = expected_prize(ONE, EVEN, Pool(40, EVEN), RULES)
    near = expected_prize(ONE, EVEN, Pool(41, EVEN), RULES)
    assert (exact.exact, near.exact) == (True, False)
    assert float(exact.cents) == pytest.approx(float(near.cents), rel=0.05)


def test_a_pool_of_all_alike_gives_back_what_is_not_carried() -> None:
    """All columns are equally good, so the prizes of a day are the expected prize times their number."""
    others = 20_000
    found = expected_prize(ONE, EVEN, Pool(others, EVEN), RULES)
    season = Season(DAY, 400, others, EVEN, EVEN)
    settled = list(simulate(season, RULES, seed=1))
    lower = sum(sum(prize.total for prize in day.prizes[1:]) for day in settled) / (400 * others)
    assert float(found.cents - found.by_category["seven"]) == pytest.approx(lower, rel=0.02)


def test_a_season_is_the_same_by_the_same_seed_and_loses_nothing() -> None:
    season = Season(DAY, 60, 50_000, EVEN, EVEN, unclaimed=Fraction(1, 50))
    settled = list(simulate(season, RULES, seed=3))
    assert settled == list(simulate(season, RULES, seed=3)) != list(simulate(season, RULES, seed=4))
    for before, day in pairwise(settled):
        lapsed = day.brought.seven - before.left.seven
        assert lapsed >= 0
        assert day.brought.reserve == before.left.reserve
        assert day.takings + day.brought.seven + day.brought.reserve == (
            day.organiser + day.paid_out + day.left.seven + day.left.reserve
        )
    assert any(day.brought.seven > before.left.seven for before, day in pairwise(settled))
    assert len({day.prizes[0].winners for day in settled}) > 1
