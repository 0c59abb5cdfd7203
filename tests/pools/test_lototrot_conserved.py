"""In whole seasons with random sales and results no money is lost, and no lower prize is larger."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st
from tests.pools.day_at_the_races import DAY, programme, rules

from novamas.pools.lototrot.hits import Marks, columns_by_category
from novamas.pools.lototrot.races import Result, starters, winning_marks
from novamas.pools.lototrot.settlement import Funds, settle
from novamas.pools.lototrot.tickets import Forecast

RACES = programme(horses=4).races
MARKS = st.sets(st.integers(1, 4), min_size=1, max_size=3).map(lambda numbers: tuple(sorted(numbers)))
FORECASTS = st.lists(MARKS, min_size=7, max_size=7).map(lambda marks: Forecast(tuple(marks)))


@st.composite
def days(draw: st.DrawFn) -> tuple[list[Forecast], list[frozenset[int]], int]:
    """Return the tickets of a day, the numbers that hit in each race, and which prizes are claimed."""
    winning = []
    for order, race in enumerate(RACES, 1):
        withdrawn = draw(st.sets(st.integers(1, 4), max_size=3))
        running = starters(race, withdrawn)
        winners = draw(st.sets(st.sampled_from(running), min_size=1, max_size=2))
        winning.append(winning_marks(Result(order, tuple(winners)), race, withdrawn))
    return draw(st.lists(FORECASTS, max_size=5)), winning, draw(st.integers(1, 3))


@given(
    st.lists(days(), min_size=1, max_size=8),
    st.integers(50, 600),
    st.integers(600, 1000),
    st.integers(0, 2 * 10**7),
)
def test_money_in_is_prizes_organiser_carried_and_reserve(
    season: list[tuple[list[Forecast], list[frozenset[int]], int]], price: int, share: int, carried: int
) -> None:
    by = rules(price=price, prize_share=Fraction(share, 1000))
    funds, lapsed, into, paid, organiser = Funds(carried, 0), 0, carried, 0, 0
    for tickets, winning, every in season:
        winners = [columns_by_category(ticket, winning, by.law) for ticket in tickets]
        together = Marks(map(str, tickets), 7).winners(winning, by.law)
        columns = sum(ticket.columns for ticket in tickets)
        found = settle(DAY, columns, together, funds, by, lapsed=lapsed)
        won = [found.won_by(each) for each in winners]
        assert sum(won) == found.paid_out
        claimed = sum(won[::every])  # some bettors never come
        into += columns * price
        paid, organiser = paid + claimed, organiser + found.organiser
        funds, lapsed = found.left, found.paid_out - claimed
        assert min(funds.seven, funds.reserve, found.organiser) >= 0
        assert into == paid + lapsed + organiser + funds.seven + funds.reserve
        assert found.prize_money >= columns * price * Fraction(share, 1000)


@given(
    st.tuples(*(st.integers(0, 400) for _ in range(4))),
    st.integers(0, 10**6),
    st.integers(0, 3 * 10**7),
    st.integers(0, 10**6),
)
def test_prizes_never_grow_as_categories_go_down(
    winners: tuple[int, ...], columns: int, seven: int, reserve: int
) -> None:
    found = settle(DAY, columns, winners, Funds(seven, reserve), rules(price=50))
    prizes = [prize.cents for prize in found.prizes if prize.winners]
    assert prizes == sorted(prizes, reverse=True)
    assert seven + reserve + found.takings == (
        found.organiser + found.paid_out + found.left.seven + found.left.reserve
    )
    if winners[0]:
        assert found.left.seven == 0
    else:
        assert found.left.seven >= seven
