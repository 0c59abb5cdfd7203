"""Forecasts of Lototrot are written and read back, priced by column, and complete on the ticket."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.pools.day_at_the_races import DAY, programme, rules, told_in_three

from novamas.errors import NovamasError
from novamas.pools.codes import code_of
from novamas.pools.lototrot.tickets import (
    Forecast,
    Ticket,
    check_elements,
    check_forecast,
    differences,
    price_of,
    read_forecast,
    refuse_change,
    ticket_of,
)

RULES = rules()
MARKS = st.sets(st.integers(1, 8), min_size=1).map(lambda numbers: tuple(sorted(numbers)))
FORECASTS = st.lists(MARKS, min_size=7, max_size=7).map(lambda marks: Forecast(tuple(marks)))
CODE = code_of("palma-1", 12, bytes(32))


def forecast(text: str) -> Forecast:
    return read_forecast(text, RULES)


def ticket() -> Ticket:
    return ticket_of(CODE, forecast("3/1,4/7/2/5/6/1"), programme(), RULES)


def refusal(act: Callable[[], object]) -> tuple[str, str | None]:
    with pytest.raises(NovamasError) as caught:
        act()
    told_in_three(caught.value)
    return caught.value.code, caught.value.clause


@given(FORECASTS)
def test_a_forecast_is_read_as_it_is_written(one: Forecast) -> None:
    assert forecast(str(one)) == one
    check_forecast(one, programme(), RULES)


def test_blanks_and_the_order_in_a_race_do_not_matter() -> None:
    assert str(forecast(" 3 / 4, 1 /7/2/5/6/1")) == "3/1,4/7/2/5/6/1"


@pytest.mark.law("IB05.14.I.5.1")
@pytest.mark.parametrize("text", ["", "1/2/", "1//2", "a/1", "1.5/2", "1;2", "-1/2", "1/2," * 900])
def test_a_forecast_is_made_of_the_numbers_of_horses(text: str) -> None:
    assert refusal(lambda: forecast(text)) == ("forecast_unreadable", "IB05.14.I.5.1")


@pytest.mark.law("IB05.14.I.5.1")
def test_only_horses_of_the_programme_are_bet_on() -> None:
    other = forecast("9/1/1/1/1/1/1")
    assert refusal(lambda: check_forecast(other, programme(), RULES)) == ("no_such_horse", "IB05.14.I.5.1")
    with pytest.raises(NovamasError, match=r"Horse 2 is marked twice.*\(IB05\.14\.I\.5\.1\)"):
        forecast("1/1,2,2/1/1/1/1/1")


@pytest.mark.law("IB05.14.III.7.2")
def test_every_one_of_the_seven_races_is_forecast() -> None:
    short = forecast("1/1/1/1/1/1")
    found = refusal(lambda: check_forecast(short, programme(), RULES))
    assert found == ("forecast_of_other_races", "IB05.14.III.7.2")


@pytest.mark.law("IB05.14.III.5.5-2.1")
def test_several_horses_in_a_race_are_marked_only_where_that_form_is_accepted() -> None:
    several, single = forecast("3/1,4/7/2/5/6/1"), forecast("3/1/7/2/5/6/1")
    only_one = rules(form="sencilla")
    check_forecast(single, programme(), only_one)
    assert refusal(lambda: check_forecast(several, programme(), only_one)) == (
        "one_horse_a_race",
        "IB05.14.III.5.5-2.1",
    )
    assert (several.form, single.form) == ("multiple", "sencilla")


@pytest.mark.law("IB05.14.III.2.1")
def test_the_price_is_that_of_a_column_for_each_column() -> None:
    # 1 · 2 · 1 · 3 · 1 · 1 · 1 = 6 columns of 1.50 €: 9 €
    one = forecast("3/1,4/7/2,3,8/5/6/1")
    assert (one.columns, price_of(one, rules(price=150))) == (6, 900)


@pytest.mark.law("IB05.14.II.1.1", "IB05.14.II.1.2")
def test_the_ticket_states_all_the_elements_of_the_bet() -> None:
    given = ticket()
    check_elements(given, RULES)
    assert (given.code, given.outlet, given.game, given.day) == (str(CODE), "palma-1", "lototrot", DAY)
    assert given.racecourses == ("Son Pardo", "Maó")
    assert [(race.order, race.racecourse, race.number) for race in given.races][4] == (5, "Maó", 5)
    assert (given.forecast, given.form, given.cents) == ("3/1,4/7/2/5/6/1", "multiple", 200)


@pytest.mark.law("IB05.14.II.3.1")
@pytest.mark.parametrize(
    ("element", "value"),
    [
        ("code", ""), ("racecourses", ()), ("outlet", ""), ("races", ()), ("forecast", "3/1,4/7/2/5/6/"),
        ("game", ""), ("cents", 0), ("races", ticket().races[::-1]),
    ],
)  # fmt: skip
def test_a_ticket_without_one_of_its_elements_is_not_valid(element: str, value: object) -> None:
    lacking = msgspec.structs.replace(ticket(), **{element: value})
    with pytest.raises(NovamasError) as caught:
        check_elements(lacking, RULES)
    assert (caught.value.code, caught.value.clause) == ("ticket_lacks_elements", "IB05.14.II.3.1")
    assert f"element_{element}" in caught.value.figures["missing"]
    told_in_three(caught.value)


@pytest.mark.law("IB05.14.III.1.1-5.1")
def test_what_differs_from_the_organisers_data_is_named() -> None:
    shown = msgspec.structs.replace(ticket(), forecast="3/1,4/7/2/5/6/2", day=date(2026, 11, 21))
    assert differences(shown, ticket()) == ("day", "forecast")
    assert differences(ticket(), ticket()) == ()


@pytest.mark.law("IB05.14.III.1.1-4.1")
@pytest.mark.parametrize("request_", ["return", "modify", "extend", "correct"])
def test_a_registered_ticket_is_never_returned_or_changed(request_: str) -> None:
    assert refusal(lambda: refuse_change(request_, RULES)) == ("ticket_is_fixed", "IB05.14.III.1.1-4.1")  # type: ignore[arg-type]


@pytest.mark.law("IB05.14.III.1.1-2.1")
def test_once_it_is_taken_no_claim_is_admitted_for_an_error_in_it() -> None:
    assert refusal(lambda: refuse_change("claim", RULES)) == ("ticket_was_taken", "IB05.14.III.1.1-2.1")
