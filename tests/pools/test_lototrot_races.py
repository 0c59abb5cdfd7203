"""Withdrawn horses, the stewards' final result, and public draws of races without a result."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from datetime import timedelta

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.pools.day_at_the_races import NOON, is_as_committed, race, rules, told_in_three

from novamas.equipment.chance import commitment_to
from novamas.errors import NovamasError
from novamas.pools.lototrot.races import (
    Declaration,
    Draw,
    Result,
    check_result,
    check_withdrawal,
    draw_winner,
    passes_to,
    result_of,
    starters,
    winning_marks,
)

RULES = rules()
RACE = race(3)  # eight horses, numbered 1 to 8
SEED = f"{1:064x}"
DECLARED = Declaration(3, "not_held", NOON, commitment_to(SEED))


def refusal(act: Callable[[], object]) -> tuple[str, str | None]:
    with pytest.raises(NovamasError) as caught:
        act()
    told_in_three(caught.value)
    return caught.value.code, caught.value.clause


# ---- withdrawals


@pytest.mark.law("IB05.14.III.5.5-4.5-4-1.1")
@pytest.mark.parametrize(
    ("number", "withdrawn", "passes"),
    [(3, {3}, 4), (3, {3, 4}, 5), (3, {3, 4, 5, 6}, 7), (4, {3}, 4), (2, {3}, 2)],
)
def test_a_bet_on_a_withdrawn_horse_passes_to_the_next_that_starts(
    number: int, withdrawn: set[int], passes: int
) -> None:
    assert passes_to(number, RACE, withdrawn) == passes
    assert number not in starters(RACE, withdrawn) or passes == number


@pytest.mark.law("IB05.14.III.5.5-4.5-4-1.2")
@pytest.mark.parametrize(
    ("number", "withdrawn", "passes"), [(8, {8}, 1), (7, {7, 8}, 1), (8, {8, 1}, 2), (7, {7, 8, 1, 2}, 3)]
)
def test_after_the_last_number_it_goes_on_with_the_first(
    number: int, withdrawn: set[int], passes: int
) -> None:
    assert passes_to(number, RACE, withdrawn) == passes


@given(st.sets(st.integers(1, 8), max_size=7), st.integers(1, 8))
def test_a_bet_always_ends_on_a_horse_that_starts(withdrawn: set[int], number: int) -> None:
    assert passes_to(number, RACE, withdrawn) in starters(RACE, withdrawn)


@pytest.mark.law("IB05.14.III.5.5-4.5-4-1.1")
def test_a_horse_is_withdrawn_once_and_the_last_one_not_at_all() -> None:
    check_withdrawal(3, 5, RACE, {1}, RULES)
    passes_on = "IB05.14.III.5.5-4.5-4-1.1"
    assert refusal(lambda: check_withdrawal(3, 1, RACE, {1}, RULES)) == ("already_withdrawn", passes_on)
    assert refusal(lambda: check_withdrawal(3, 9, RACE, {1}, RULES))[0] == "no_such_horse"
    assert refusal(lambda: check_withdrawal(3, 8, RACE, set(range(1, 8)), RULES)) == (
        "last_runner",
        "IB05.14.III.5.5-4.5-4-2.1",
    )


# ---- results


@pytest.mark.law("IB05.14.III.5.5-3.1")
def test_hits_are_tied_to_the_result_of_the_stewards() -> None:
    check_result(Result(3, (4,)), RACE, {3}, RULES)
    assert winning_marks(Result(3, (4,)), RACE, ()) == {4}
    assert winning_marks(Result(3, (4,)), RACE, {3, 8}) == {3, 4}
    assert winning_marks(Result(3, (1,)), RACE, {7, 8}) == {1, 7, 8}
    stewards = "IB05.14.III.5.5-3.1"
    for number in (3, 9):
        found = refusal(lambda number=number: check_result(Result(3, (number,)), RACE, {3}, RULES))  # type: ignore[misc]
        assert found == ("winner_did_not_start", stewards)


@pytest.mark.law("IB05.14.III.9.9-9.1")
def test_in_a_dead_heat_bets_on_any_winner_are_hits() -> None:
    check_result(Result(3, (4, 6)), RACE, {3}, RULES)
    assert winning_marks(Result(3, (4, 6)), RACE, {3, 5}) == {3, 4, 5, 6}
    assert refusal(lambda: check_result(Result(3, (4, 4)), RACE, (), RULES)) == (
        "winner_twice",
        "IB05.14.III.9.9-9.1",
    )


@pytest.mark.law("IB05.14.III.5.5-4.5-4-3.1")
def test_a_race_without_winner_is_not_entered_but_drawn() -> None:
    assert refusal(lambda: check_result(Result(3, ()), RACE, (), RULES)) == (
        "no_winner",
        "IB05.14.III.5.5-4.5-4-3.1",
    )


# ---- draws


def drawn(withdrawn: tuple[int, ...] = (), **other: object) -> Draw:
    told = {"seed": SEED, "controller": "M. Riera", "at": NOON + timedelta(hours=1), **other}
    return draw_winner(DECLARED, RACE, withdrawn, RULES, **told)  # type: ignore[arg-type]


@pytest.mark.law("IB05.14.III.5.5-4.5-4-2.1")
def test_a_race_not_held_is_drawn_among_those_declared_to_start() -> None:
    # The first word of this seed's stream begins with the bits 001: of eight starters, the second.
    draw = drawn()
    assert (draw.starters, draw.winner) == ((1, 2, 3, 4, 5, 6, 7, 8), 2)
    assert is_as_committed(draw, DECLARED)
    assert result_of(draw) == Result(3, (2,))
    without = drawn(withdrawn=(6, 7))
    assert without.starters == (1, 2, 3, 4, 5, 8)
    assert without.winner in without.starters


def test_every_starter_is_as_likely() -> None:
    wins: Counter[int] = Counter()
    for number in range(4000):
        seed = f"{number:064x}"
        declared = msgspec.structs.replace(DECLARED, commitment=commitment_to(seed))
        told = {"seed": seed, "controller": "M. Riera", "at": NOON}
        wins[draw_winner(declared, RACE, (2,), RULES, **told).winner] += 1  # type: ignore[arg-type]
    assert set(wins) == {1, 3, 4, 5, 6, 7, 8}
    expected = 4000 / 7
    assert sum((count - expected) ** 2 / expected for count in wins.values()) < 22.5  # χ² of six, p = 0.001


@pytest.mark.law("IB05.14.III.5.5-4.5-4-2.1")
def test_it_is_drawn_within_two_hours_of_the_declaration() -> None:
    drawn(at=NOON + timedelta(hours=2))
    late = NOON + timedelta(hours=2, seconds=1)
    not_held = "IB05.14.III.5.5-4.5-4-2.1"
    assert refusal(lambda: drawn(at=late)) == ("drawn_too_late", not_held)
    assert refusal(lambda: drawn(at=NOON - timedelta(seconds=1))) == ("drawn_before_declared", not_held)
    assert drawn(at=late, ordered="Resolución 4/2026").ordered == "Resolución 4/2026"


@pytest.mark.law("IB05.14.III.5.5-4.5-4-4.1")
def test_a_controller_sees_the_draw_and_certifies_it() -> None:
    assert drawn().controller == "M. Riera"
    assert refusal(lambda: drawn(controller=" ")) == ("no_controller", "IB05.14.III.5.5-4.5-4-4.1")


def test_nobody_can_choose_the_winner_after_the_promise() -> None:
    other = f"{2:064x}"
    assert refusal(lambda: drawn(seed=other))[0] == "seed_not_promised"
    draw = drawn()
    assert not is_as_committed(msgspec.structs.replace(draw, winner=1), DECLARED)
    assert not is_as_committed(msgspec.structs.replace(draw, seed=other), DECLARED)
    mixed = drawn(words="olé")
    assert is_as_committed(mixed, DECLARED)
    assert {drawn(words=f"olé {number}").winner for number in range(40)} == set(RACE.numbers)
