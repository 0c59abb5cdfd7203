"""Figures need a clause. The house chooses within the law, or gets a list of all faults."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from fractions import Fraction
from typing import get_args

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from novamas.errors import InvalidInput, NovamasError
from novamas.law import FaultySetup, Frame, Library, NoFigures, Option, Source, set_up
from novamas.law.options import Unit
from novamas.words import voice_for
from novamas.words.problems import error_text

Write = Callable[..., Library]
CLAUSE = "IB05.00.AU.1"

BOULE = f"""
["IB05".bets.numero]
cite = ["{CLAUSE}"]
pays = "7"

["IB05".bets.sencilla]
cite = ["{CLAUSE}"]
pays = "1/2"
reading = true

["IB05".limits]
cite = ["{CLAUSE}"]
steps = [1, 2]

["IB05".rules.tier]
cite = ["{CLAUSE}"]
says = "which maximum"
one_of = [1, 2, 3]
default = 1

["IB05".rules.commission]
cite = ["{CLAUSE}"]
says = "the house's share"
unit = "fraction"
least = "0"
most = "1/20"
default = "1/40"

["IB05".rules.minimum]
cite = ["{CLAUSE}"]
says = "the least stake"
unit = "cents"
least = 100

["IB05".rules.surrender]
cite = ["{CLAUSE}"]
says = "whether it may be offered"
default = false
"""


class Bet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pays: Fraction


class CitedBet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    cite: tuple[str, ...]
    pays: Fraction
    reading: bool = False


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    steps: tuple[int, ...]


@pytest.fixture
def boule(write_figures: Write) -> Frame:
    return write_figures(boule=BOULE).frame("IB05", "boule")


def test_a_group_is_read_into_its_type(boule: Frame) -> None:
    assert boule.group("limits", Limits) == Limits((1, 2))
    assert boule.group("bets.numero", Bet) == Bet(Fraction(7))
    bets = {"numero": Bet(Fraction(7)), "sencilla": Bet(Fraction(1, 2))}
    assert boule.group("bets", dict[str, Bet]) == bets


def test_the_clause_is_kept_where_the_type_has_a_place_for_it(boule: Frame) -> None:
    sencilla = boule.group("bets", dict[str, CitedBet])["sencilla"]
    assert sencilla == CitedBet((CLAUSE,), Fraction(1, 2), reading=True)


def test_a_figure_the_type_does_not_know_is_refused(boule: Frame) -> None:
    class Nothing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
        pass

    with pytest.raises(msgspec.ValidationError, match="pays"):
        boule.group("bets.numero", Nothing)


def test_a_type_that_would_overlook_figures_is_refused(boule: Frame) -> None:
    class Careless(msgspec.Struct, frozen=True):
        pays: Fraction

    with pytest.raises(AssertionError, match="Careless must forbid unknown fields"):
        boule.group("bets.numero", Careless)


def test_a_float_is_no_fraction(write_figures: Write) -> None:
    law = write_figures(boule=f'["IB05".bets.numero]\ncite = ["{CLAUSE}"]\npays = 7.0\n')
    with pytest.raises(msgspec.ValidationError):
        law.frame("IB05", "boule").group("bets.numero", Bet)


def test_figures_that_are_not_there_are_asked_for_in_vain(boule: Frame) -> None:
    with pytest.raises(
        NoFigures, match=r"Under IB05, boule has no figures “jackpot”. It has “bets”, “limits”, “rules”"
    ):
        boule.group("jackpot", Bet)


def test_a_figure_without_a_clause_does_not_enter(write_figures: Write) -> None:
    law = write_figures(boule='["IB05".bets.numero]\npays = "7"\n')
    with pytest.raises(NovamasError, match=r"The figure bets\.numero\.pays cites no clause"):
        law.frame("IB05", "boule")


def test_the_pin_changes_with_the_figures_and_with_nothing_else(write_figures: Write) -> None:
    first, again, other = (
        write_figures(boule=text).frame("IB05", "boule")
        for text in (BOULE, "# the same\n" + BOULE, BOULE.replace('"7"', '"8"'))
    )
    assert first.pin == again.pin != other.pin
    assert len(first.pin) == 64
    assert first.law.pinned(first.pin) is first.law.frame("IB05", "boule") is first
    assert pickle.loads(pickle.dumps(first)) is first


BORROWER = f"""
["AR10"]
borrows = [
    {{ from = "IB05", game = "boule", groups = ["bets"], cite = ["AR10.AU.1"], without = ["bets.numero"] }},
    {{ from = "IB05", game = "boule", groups = ["limits"], cite = ["AR10.AU.1"] }},
]

["AR10".bets.especial]
cite = ["AR10.AU.1"]
pays = "6"

["AR10".limits]
cite = ["{CLAUSE}"]
steps = [5]
"""


def test_borrowed_groups_are_marked_and_give_way_to_the_norms_own(write_figures: Write) -> None:
    law = write_figures(boule=BOULE, ruleta_doble_cero=BORROWER)
    frame = law.frame("AR10", "ruleta_doble_cero")
    assert frame.stage == "whole"
    assert frame.group("bets", dict[str, Bet]) == {
        "sencilla": Bet(Fraction(1, 2)),
        "especial": Bet(Fraction(6)),
    }
    assert frame.group("limits", Limits) == Limits((5,))
    assert frame.borrowed == {"bets.sencilla": Source("IB05", "boule", ("AR10.AU.1",))}


def test_what_is_lent_on_within_the_norm_is_not_borrowed(write_figures: Write) -> None:
    lent = f'borrows = {{ from = "IB05", game = "boule", groups = ["limits"], cite = ["{CLAUSE}"] }}'
    further = 'borrows = { from = "IB05", game = "ruleta", groups = ["limits"], cite = ["AR10.AU.1"] }'
    law = write_figures(boule=BOULE, ruleta=f'["IB05"]\n{lent}\n', ruleta_doble_cero=f'["AR10"]\n{further}\n')
    assert law.frame("IB05", "ruleta").group("limits", Limits) == Limits((1, 2))
    assert law.frame("IB05", "ruleta").borrowed == {}
    assert law.frame("AR10", "ruleta_doble_cero").borrowed["limits"].norm == "IB05"


def test_of_most_aragonese_wheels_only_the_amended_parts_are_held(write_figures: Write) -> None:
    law = write_figures(boule=f'["AR10".limits]\ncite = ["{CLAUSE}"]\nsteps = [4]\n')
    frame = law.frame("AR10", "boule")
    assert frame.stage == "amended parts only"
    assert frame.group("limits", Limits) == Limits((4,))
    with pytest.raises(
        NoFigures, match=r"its rules are in Decree 159/2002, whose text novamas does not have"
    ):
        frame.group("bets", dict[str, Bet])
    assert "rules_not_held" in [fault.code for fault in set_up(frame, {}).faults]
    assert "Decree 159/2002" in error_text(set_up(frame, {}).faults[0], voice_for("en"))


def test_what_the_house_does_not_choose_is_the_default(boule: Frame) -> None:
    usual = {"tier": 1, "commission": Fraction(1, 40), "surrender": False}
    assert set_up(boule, {"minimum": 200}).chosen == {**usual, "minimum": 200}
    given = {"minimum": 100, "tier": 3, "commission": Fraction(1, 20), "surrender": True}
    assert set_up(boule, given).chosen == given


def test_every_fault_is_found_at_once_with_its_clause(boule: Frame) -> None:
    given = {"teir": 1, "tier": 4, "commission": Fraction(1, 10), "minimum": True, "surrender": 1}
    faults = set_up(boule, given).faults
    faulty = FaultySetup(faults)
    assert [(fault.choice, fault.code) for fault in faults] == [
        ("teir", "unknown_choice"),
        ("tier", "choice_not_offered"),
        ("commission", "choice_too_high"),
        ("minimum", "choice_of_wrong_kind"),
        ("surrender", "choice_of_wrong_kind"),
    ]
    said = [error_text(fault, voice_for("en")) for fault in faults]
    assert said[0] == "Under IB05, this game (boule) has no choice “teir”; did you mean tier?"
    assert [fault.clause for fault in faults] == [None, CLAUSE, CLAUSE, CLAUSE, CLAUSE]
    assert all(one in str(faulty) for one in said)
    assert pickle.loads(pickle.dumps(faulty)).faults == faults


def test_what_the_house_must_state_has_no_default(boule: Frame) -> None:
    (missing,) = set_up(boule, {}).faults
    assert (missing.choice, missing.code) == ("minimum", "choice_missing")
    (low,) = set_up(boule, {"minimum": 99}).faults
    assert (low.code, low.figures["least"], low.figures["given"]) == ("choice_too_low", 100, 99)


def test_units_left_out_are_seen_in_the_default(boule: Frame) -> None:
    units = {name: option.unit for name, option in boule.options.items()}
    assert units == {"tier": "count", "commission": "fraction", "minimum": "cents", "surrender": "flag"}


@given(st.integers(), st.integers(-50, 50), st.integers(0, 50))
def test_a_number_is_lawful_from_the_least_to_the_most(value: int, least: int, more: int) -> None:
    option = Option("minimum", (CLAUSE,), "cents", "rules", least=least, most=least + more)
    assert (option.fault(value) is None) == (least <= value <= least + more)


@given(st.one_of(st.integers(), st.booleans(), st.fractions(), st.text(), st.lists(st.text(min_size=1))))
def test_a_value_fits_one_kind_of_unit(value: object) -> None:
    fitting = {unit for unit in get_args(Unit) if Option("x", (CLAUSE,), unit, "rules").fault(value) is None}
    if isinstance(value, bool):
        assert fitting == {"flag"}
    elif isinstance(value, int):
        assert fitting == {"cents", "count", "days", "fraction", "millimetres"}
    elif isinstance(value, Fraction):
        assert fitting == {"fraction", "millimetres"}
    else:
        assert len(fitting) == 1


@given(st.fractions())
def test_what_a_person_types_is_read_in_the_units_way(value: Fraction) -> None:
    assert Option("share", (CLAUSE,), "fraction", "rules").read(str(value)) == value
    assert Option("limit", (CLAUSE,), "cents", "rules").read(str(value.numerator)) == value.numerator


def test_flags_and_names_are_read_and_nonsense_is_refused() -> None:
    flag = Option("surrender", (CLAUSE,), "flag", "rules")
    assert flag.read("true") is True
    assert flag.read("false") is False
    assert Option("lacks", (CLAUSE,), "names", "rules").read("cylinder, cloths") == (
        "cylinder",
        "cloths",
    )
    assert Option("rounding", (CLAUSE,), "name", "rules").read("up") == "up"
    with pytest.raises(InvalidInput, match=r"“perhaps” is not a value of “surrender”: write true or false"):
        flag.read("perhaps")
    with pytest.raises(InvalidInput, match="a fraction such as 1/20"):
        Option("share", (CLAUSE,), "fraction", "rules").read("1/0")
