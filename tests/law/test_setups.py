"""A set-up is checked against the figures: bounds, needs, equipment. All faults are reported together."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from novamas.errors import InvalidInput
from novamas.law import Frame, catalogue, set_up
from novamas.law.conditions import names_in, value_of

from .conftest import Write

ONE, OTHER, THIRD = "IB05.00.AU.1", "IB05.04.V.b.2", "IB05.04.II.1"

TABLE = f"""
["IB05".limits]
cite = ["{ONE}"]
times = [10, 20]
part = "1/2"

["IB05".rules.minimum]
cite = ["{ONE}"]
says = "the least stake"
unit = "cents"
least = 1
default_from = "authorised_minimum"

["IB05".rules.maximum]
cite = ["{ONE}"]
says = "the most"
unit = "cents"
least = 1
most = 1000000
most_clause = "{THIRD}"
default_from = "limits.times_least * minimum"

["IB05".premises.authorised_minimum]
cite = ["{ONE}"]
says = "what the authorisation sets"
unit = "cents"
least = 1
default = 200

["IB05".premises.croupiers]
cite = ["{ONE}"]
says = "croupiers"
unit = "count"
least = 0
default = 2

["IB05".premises.lacks]
cite = ["{ONE}"]
says = "what is not there"
unit = "names"
one_of = ["wheel", "recording"]
default = []

["IB05".needs.minimum_too_low]
cite = ["{OTHER}"]
choice = "minimum"
must = "minimum >= authorised_minimum"
says = "The minimum of {{minimum}} is below the authorised {{authorised_minimum}}."

["IB05".needs.maximum_not_listed]
cite = ["{THIRD}"]
choice = "maximum"
when = "croupiers < 9"
must = "maximum / minimum in limits.times"
says = "The maximum is {{10 * minimum}} or {{20 * minimum}}, not {{maximum}}."

["IB05".needs.too_few_croupiers]
cite = ["{ONE}"]
choice = "croupiers"
must = "croupiers >= 2"
says = "Two croupiers are needed."

["IB05".equipment.wheel]
cite = ["{THIRD}"]
says = "a wheel"

["IB05".equipment.recording]
cite = ["{OTHER}"]
says = "a recording"
when = "maximum > 2000"
""".replace("limits.times_least", "10")


@pytest.fixture
def boule(write_figures: Write) -> Frame:
    return write_figures(boule=TABLE).frame("IB05", "boule")


def faults(frame: Frame, **stated: Any) -> list[tuple[str | None, str, str | None]]:
    return [(fault.choice, fault.code, fault.clause) for fault in set_up(frame, stated).faults]


def test_what_the_house_does_not_say_follows_from_what_it_says(boule: Frame) -> None:
    assert set_up(boule, {}).chosen["maximum"] == 2_000
    assert set_up(boule, {"authorised_minimum": 500}).chosen["maximum"] == 5_000
    assert set_up(boule, {"minimum": 300}).chosen["maximum"] == 3_000
    assert {option.part for option in boule.options.values()} == {"rules", "premises"}


def test_a_need_is_answered_with_its_own_clause_and_its_figures(boule: Frame) -> None:
    assert faults(boule, minimum=100) == [("minimum", "minimum_too_low", OTHER)]
    (fault,) = set_up(boule, {"maximum": 2_100}).faults
    assert (fault.code, fault.clause) == ("maximum_not_listed", THIRD)
    assert {"minimum": 200, "maximum": 2_100}.items() <= fault.figures.items()
    assert faults(boule, maximum=4_000) == []
    assert faults(boule, maximum=2_100, croupiers=9) == []


def test_one_value_out_of_bounds_hides_no_other_fault(boule: Frame) -> None:
    assert faults(boule, maximum=2_000_000, minimum=100, croupiers=1, lacks=["wheel"], odd=1) == [
        ("odd", "unknown_choice", None),
        ("maximum", "choice_too_high", THIRD),
        ("minimum", "minimum_too_low", OTHER),
        ("croupiers", "too_few_croupiers", ONE),
        ("lacks", "no_wheel", THIRD),
    ]


def test_some_things_only_some_tables_need(boule: Frame) -> None:
    assert faults(boule, lacks=["recording"]) == []
    assert faults(boule, maximum=4_000, lacks=["recording"]) == [("lacks", "no_recording", OTHER)]


@given(st.integers(-50, 50), st.integers(1, 50))
def test_conditions_count_exactly(one: int, other: int) -> None:
    known: dict[str, object] = {"one": one, "other": other}
    figures: dict[str, object] = {"limits": {"part": "1/3", "times": [1, 2]}}
    assert value_of("one / other", known, figures) == Fraction(one, other)
    assert value_of("one * limits.part", known, figures) == Fraction(one, 3)
    assert value_of("one < other <= 50 and not one == other", known, figures) is (one < other)
    assert value_of("one in limits.times", known, figures) is (one in (1, 2))
    assert value_of("max(one, other) if one else -other", known, figures) == (
        max(one, other) if one else -other
    )
    assert names_in("max(one, other) * limits.part") == {"one", "other", "limits"}


@pytest.mark.parametrize(
    "text", ["__import__('os')", "one.__class__", "[x for x in one]", "1.5", "lambda: 1", "one()"]
)
def test_conditions_know_nothing_else(text: str) -> None:
    with pytest.raises((ValueError, KeyError, TypeError)):
        value_of(text, {"one": 1}, {})


@pytest.mark.law("IB05.12.V.4.14")
def test_the_least_initial_bet_is_a_centimo_and_none_is_a_fault() -> None:
    frame = catalogue.under("IB05")["sintetico"]
    tiny = {"ante": 1, "minimum": 1, "authorised_minimum": 1, "chip": 1}
    assert not [fault for fault in set_up(frame, tiny).faults if fault.choice == "ante"]
    (fault,) = set_up(frame, {"ante": 0}).faults
    assert (fault.code, fault.clause) == ("ante_not_the_minimum", "IB05.12.V.4.14")


@pytest.mark.parametrize(
    ("written", "share"),
    [("60 %", "3/5"), ("60%", "3/5"), ("5 %", "1/20"), ("5,5 %", "11/200"), ("0.05", "1/20"), ("3/5", "3/5")],
)
def test_a_share_may_be_written_in_per_cent(written: str, share: str) -> None:
    option = catalogue.under("IB05")["sintetico"].options["rake"]
    assert option.read(written) == Fraction(share)


@pytest.mark.parametrize("written", ["%", "x %", "1/0 %", "5 % %", "60 % 5"])
def test_a_share_that_is_none_is_refused(written: str) -> None:
    with pytest.raises(InvalidInput):
        catalogue.under("IB05")["sintetico"].options["rake"].read(written)
