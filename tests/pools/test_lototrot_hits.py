"""Columns and their hits agree, counted one by one, by the polynomial, and for many tickets at once."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.pools.day_at_the_races import rules

from novamas.pools.lototrot.hits import Marks, columns_by_category, columns_by_hits
from novamas.pools.lototrot.tickets import Forecast

LAW = rules().law
NUMBERS = st.sets(st.integers(1, 60), min_size=1, max_size=3)
MARKS = NUMBERS.map(lambda numbers: tuple(sorted(numbers)))
FORECASTS = st.lists(MARKS, min_size=7, max_size=7).map(lambda marks: Forecast(tuple(marks)))
WINNING = st.lists(NUMBERS.map(frozenset), min_size=7, max_size=7)
ONES = [frozenset({1})] * 7


def one_by_one(forecast: Forecast, winning: list[frozenset[int]]) -> Counter[int]:
    """Return the hits of every column, counted one by one."""
    return Counter(
        sum(number in wins for number, wins in zip(column, winning, strict=True))
        for column in product(*forecast.marks)
    )


@given(FORECASTS, WINNING)
def test_the_polynomial_counts_what_columns_written_out_have(
    forecast: Forecast, winning: list[frozenset[int]]
) -> None:
    counted = dict(enumerate(columns_by_hits(forecast, winning)))
    assert counted == {hits: one_by_one(forecast, winning)[hits] for hits in range(8)}
    assert sum(counted.values()) == forecast.columns


@given(st.lists(FORECASTS, max_size=6), WINNING)
def test_many_tickets_at_once_are_counted_as_one_by_one(
    forecasts: list[Forecast], winning: list[frozenset[int]]
) -> None:
    marks = Marks(map(str, forecasts), 7)
    each = [columns_by_category(forecast, winning, LAW) for forecast in forecasts]
    assert marks.winners(winning, LAW) == tuple(map(sum, zip((0, 0, 0, 0), *each, strict=True)))
    assert marks.columns() == sum(forecast.columns for forecast in forecasts)


@pytest.mark.parametrize(
    ("hits", "category"),
    [
        pytest.param(7, 0, marks=pytest.mark.law("IB05.14.III.7.2")),
        pytest.param(6, 1, marks=pytest.mark.law("IB05.14.III.7.3")),
        pytest.param(5, 2, marks=pytest.mark.law("IB05.14.III.7.4")),
        pytest.param(4, 3, marks=pytest.mark.law("IB05.14.III.7.5")),
    ],
)
def test_a_column_is_in_the_category_of_its_hits(hits: int, category: int) -> None:
    forecast = Forecast(((1,),) * hits + ((2,),) * (7 - hits))
    expected = [0, 0, 0, 0]
    expected[category] = 1
    assert columns_by_category(forecast, ONES, LAW) == tuple(expected)


@pytest.mark.law("IB05.14.III.7.6")
def test_a_column_wins_in_one_category_alone() -> None:
    # 1,2 in two races: one column with seven hits, two with six, one with five; fewer than four win nothing.
    assert columns_by_category(Forecast(((1, 2),) * 2 + ((1,),) * 5), ONES, LAW) == (1, 2, 1, 0)
    assert columns_by_category(Forecast(((1,),) * 3 + ((2,),) * 4), ONES, LAW) == (0, 0, 0, 0)


def test_two_marks_that_count_for_one_horse_are_two_columns() -> None:
    # 3 was withdrawn and passes to 4, which won: a ticket with both has two columns that hit.
    winning = [frozenset({3, 4}), *ONES[1:]]
    assert columns_by_category(Forecast(((3, 4), *((1,),) * 6)), winning, LAW) == (2, 0, 0, 0)


def test_a_million_columns_are_not_too_many() -> None:
    everything = Forecast((tuple(range(1, 61)),) * 7)
    assert Marks([str(everything)], 7).columns() == 60**7 == everything.columns
