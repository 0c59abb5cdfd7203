"""The organiser's choices and the programme of a Lototrot day: all faults at once, with their clauses."""

from __future__ import annotations

from datetime import timedelta
from fractions import Fraction
from typing import Any

import msgspec
import pytest
from tests.pools.day_at_the_races import DAY, FIRST, changed, programme, race, rules

from novamas.law import Fault, FaultySetup
from novamas.pools.lototrot.programme import Horse, Programme, check_programme, programme_faults
from novamas.pools.lototrot.setup import Rules, rules_of
from novamas.words import voice_for


def faults_of(**choices: object) -> list[tuple[str, str | None]]:
    with pytest.raises(FaultySetup) as caught:
        rules(**choices)
    assert caught.value.game == "lototrot"
    for language in ("es", "ca", "en"):
        assert voice_for(language).error(caught.value)
    return [(fault.code, fault.clause) for fault in caught.value.faults]


def test_the_organiser_states_a_price_and_the_rest_has_a_usual_value() -> None:
    found = rules_of({"price": 50})
    assert (found.price, found.prize_share, found.form) == (50, Fraction(3, 5), "multiple")
    with pytest.raises(FaultySetup, match="price"):
        rules_of({})


@pytest.mark.law("IB05.14.III.2.1")
def test_a_column_costs_from_fifty_centimos_to_six_euros() -> None:
    assert (rules(price=50).price, rules(price=600).price) == (50, 600)
    assert faults_of(price=49) == [("choice_too_low", "IB05.14.III.2.1")]
    assert faults_of(price=601) == [("choice_too_high", "IB05.14.III.2.1")]


@pytest.mark.law("IB05.14.III.6.6-1.1")
def test_at_least_sixty_per_cent_go_to_prizes() -> None:
    assert rules(prize_share=Fraction(7, 10)).prize_share == Fraction(7, 10)
    assert faults_of(prize_share=Fraction(599, 1000)) == [("choice_too_low", "IB05.14.III.6.6-1.1")]


@pytest.mark.law("IB05.14.I.1.2")
def test_the_contest_is_none_of_the_racecourse_itself() -> None:
    assert faults_of(apart_from_internal_bets=False) == [("same_as_internal_bet", "IB05.14.I.1.2")]


@pytest.mark.law("IB05.14.II.2.1", "IB05.14.II.2.2")
def test_the_ticket_is_authorised_and_has_room_for_all_it_says() -> None:
    assert faults_of(ticket_model_authorised=False) == [("ticket_not_authorised", "IB05.14.II.2.1")]
    assert faults_of(lacks=("clear_ticket",)) == [("no_clear_ticket", "IB05.14.II.2.2")]


@pytest.mark.law("IB05.14.III.6.6-2.1")
def test_rules_and_percentage_are_shown_where_bets_are_taken() -> None:
    assert faults_of(lacks=("rules_shown", "share_shown")) == [
        ("no_rules_shown", "IB05.14.III.6.6-2.1"),
        ("no_share_shown", "IB05.14.III.6.6-2.1"),
    ]


# ---- the programme

RULES = rules()


def wrong(given: Programme, by: Rules = RULES) -> list[Fault]:
    found = list(programme_faults(given, by))
    for fault in found:
        for language in ("es", "ca", "en"):
            assert (
                voice_for(language, "lototrot")
                .error(FaultySetup([fault], "lototrot"))
                .endswith(f"({fault.clause})")
            )
    return found


def codes(given: Programme) -> list[str]:
    return [fault.code for fault in wrong(given)]


@pytest.mark.law("IB05.14.I.5.2", "IB05.14.III.5.5-1.1")
def test_the_organiser_chooses_races_of_one_or_several_racecourses() -> None:
    check_programme(programme(), RULES)
    assert programme().racecourses == ("Son Pardo", "Maó")
    late = tuple(race(order + 3) for order in range(1, 8))  # the fourth race to the tenth
    check_programme(changed(programme(), races=late, closes=late[0].starts), RULES)


@pytest.mark.law("IB05.14.III.7.2")
def test_a_bet_is_on_seven_races() -> None:
    for races in (programme().races[:6], (*programme().races, race(8))):
        (fault,) = wrong(changed(programme(), races=races))
        assert (fault.code, fault.clause) == ("wrong_number_of_races", "IB05.14.III.7.2")


@pytest.mark.law("IB05.14.III.5.5-2.1")
def test_a_programme_is_approved_and_hangs_in_the_outlets_before_bets_are_taken() -> None:
    assert [fault.clause for fault in wrong(changed(programme(), approval=" "))] == ["IB05.14.III.5.5-2.1"]
    assert codes(changed(programme(), displayed=None)) == ["not_displayed"]
    assert codes(changed(programme(), displayed=programme().closes)) == ["not_displayed"]


def with_race(order: int, **fields: Any) -> Programme:
    races = list(programme().races)
    races[order - 1] = msgspec.structs.replace(races[order - 1], **fields)
    return changed(programme(), races=tuple(races))


@pytest.mark.law("IB05.14.III.5.5-2.1")
def test_every_race_is_listed_with_its_horses() -> None:
    assert codes(with_race(3, horses=())) == ["race_without_runner"]
    assert codes(with_race(3, racecourse="")) == ["race_unnamed"]
    assert codes(with_race(3, number=4)) == ["race_twice"]
    assert codes(with_race(3, starts=FIRST + timedelta(days=1))) == ["race_of_another_day"]
    assert codes(with_race(3, horses=(Horse(1, " "),))) == ["horse_unnamed"]


@pytest.mark.law("IB05.14.I.5.1")
def test_every_horse_has_a_number_of_its_own() -> None:
    (fault,) = wrong(with_race(3, horses=(Horse(1, "Uno"), Horse(1, "Otro"))))
    assert (fault.code, fault.clause) == ("number_twice", "IB05.14.I.5.1")
    assert codes(with_race(3, horses=(Horse(0, "Cero"), Horse(61, "Lejos")))) == ["horse_badly_numbered"] * 2


@pytest.mark.law("IB05.14.III.4.1")
def test_selling_may_close_after_the_printed_start_but_on_the_race_day() -> None:
    """The confirmed start is decisive, and it may be later than the printed one."""
    for closes in (FIRST - timedelta(minutes=10), FIRST, FIRST + timedelta(minutes=10)):
        assert not wrong(changed(programme(), closes=closes))
    (fault,) = wrong(changed(programme(), closes=FIRST + timedelta(days=1)))
    assert (fault.code, fault.clause) == ("closes_on_another_day", "IB05.14.III.4.1")


def test_all_faults_of_a_programme_are_told_at_once() -> None:
    broken = Programme(DAY, (race(1), race(1)), FIRST + timedelta(days=1))
    assert codes(broken) == [
        "wrong_number_of_races", "race_twice", "closes_on_another_day", "not_approved", "not_displayed",
    ]  # fmt: skip
    with pytest.raises(FaultySetup):
        check_programme(broken, RULES)
