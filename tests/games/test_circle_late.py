"""Errors noticed late at circle poker, and changes between hands: large chips, limits."""

from __future__ import annotations

from typing import Any

import pytest
from tests.support.cases import case
from tests.support.circle import circle

from novamas.families.circle.phases.hand import Interval
from novamas.law.setups import set_up
from novamas.table.events import Noted
from novamas.testing.rehearsal import Rehearsal

HANDS = "As Ks Qs 2h Ad Kd Qd 7c"


def dealt(norm: str, *deeds: Any, **given: Any) -> Rehearsal:
    table = circle(norm=norm, **given)
    table.play("croupier deal", HANDS, *deeds)
    return table


# ---------------------------------------------------------------- a wrong number of cards

FOUND_LATE = {
    ("IB09", "holdem"): (HANDS, "IB09.12.VIII.1.4"),
    ("IB09", "omaha"): ("As Ks Qs 2h Ad Kd Qd 7c Ac Kc Qc 3h Ah Kh Qh 4h", "IB09.12.VIII.1.4"),
    ("IB09", "seven_stud"): ("As Ks Qs 2h Ad Kd Qd 7c 9s 8s 7s 3h", "IB09.12.VIII.1.4"),
    ("IB09", "five_stud"): ("7c 8c 9c Tc As Ks Qs Js", "IB09.12.VIII.1.4"),
    ("IB09", "sintetico"): ("As Ks Qs 8h Ad Kd Qd 9c Tc", "IB09.12-2-e.V.1.3"),
    ("IB05", "sintetico"): ("As Ks Qs 8h Ad Kd Qd 9c Tc", "IB05.12.V.5.1.b.1"),
    ("AR10", "holdem"): (HANDS, "AR10.10-2.VIII.3.k.2"),
}


@pytest.mark.parametrize(("norm", "slug"), FOUND_LATE)
@pytest.mark.law("IB09.12.VIII.1.4", "IB09.12.VIII.1.5", "IB09.12-2-e.V.1.3", "IB05.12.V.5.1.b.1")
@pytest.mark.law("AR10.10-2.VIII.3.k.2")
def test_a_wrong_number_found_after_the_betting_began_voids_that_hand_alone(norm: str, slug: str) -> None:
    hands, clause = FOUND_LATE[norm, slug]
    ante = 200 if norm == "IB05" else 100
    table = circle(slug, norm, minimum=200, ante=ante, rake=0)
    table.play("croupier deal", hands)
    bettor = table.turn
    first_void = 1 if norm != "AR10" else 2
    for spoken in range(3):
        for cause in ("too_few", "too_many"):
            assert table.may(f"floor misdeal {cause}") is (spoken < first_void)
        assert table.may("floor wrong_number_of_cards 3") is (spoken >= first_void)
        if spoken < 2:
            table.whoever("match", "raise_to 200")
    others = tuple(seat for seat in table.felt.players if seat != bettor)
    assert table.play(f"floor wrong_number_of_cards {bettor}").happened == clause
    assert table.felt.players == others
    assert table.felt.cloth == 4 * ante + 2 * 200  # the antes and both bets, also that of the void hand


# ---------------------------------------------------------------- a larger chip out of turn


@pytest.mark.parametrize(
    "norm",
    [
        case("IB09.12.VIII.3.d.1 IB09.12.VIII.3.f.1", "IB09"),
        case("AR10.10-2.VIII.3.d.1 AR10.10-2.VIII.3.f.1", "AR10"),
    ],
)
def test_a_larger_chip_out_of_turn_is_a_call_and_bars_from_raising(norm: str) -> None:
    table = dealt(norm, "s1 raise_to 600")
    told = table.play("floor large_chip seat=4 cents=1000")
    assert told.happened == table.felt.wrongs.large_chip
    assert told.returned == {4: 400}
    assert (table.felt.on(4, "apuesta"), table.turn) == (600, 2)  # the turn has not moved
    table.refused("floor large_chip seat=4 cents=1000", "cannot_have_happened")
    table.play("s2 raise_to 1200; s3 fold")
    table.refused("s4 raise_to 1800", "barred_from_raising", table.felt.wrongs.out_of_turn)
    table.play("s4 match")
    assert table.felt.on(4, "apuesta") == 1_200


@pytest.mark.law("IB05.12.V.5.3.d.1", "IB05.12.V.5.3.f.1")
def test_at_the_former_synthetic_poker_a_larger_chip_out_of_turn_is_a_call_too() -> None:
    table = circle("sintetico", "IB05")
    table.play("croupier deal", "As Ks Qs 8h Ad Kd Qd 9c Tc", "s1 raise_to 200")
    assert table.play("floor large_chip seat=3 cents=450").returned == {3: 250}
    table.play("s2 fold")
    table.refused("s3 raise_to 400", "barred_from_raising", "IB05.12.V.5.3.f.1")


# ---------------------------------------------------------------- all in and absent at the showdown


@pytest.mark.parametrize(
    ("norm", "slug", "board"),
    [
        case("IB09.12.VII.3.1", "IB09", "holdem", ["9c 8c 3d", "4h", "Jd"]),
        case("AR10.10-2.VII.3.1", "AR10", "holdem", ["9c 8c 3d", "4h", "Jd"]),
        case("IB05.12.V.4.44", "IB05", "sintetico", ["9h", "9s", "8d", "Td"]),
    ],
)
def test_the_croupier_turns_up_the_cards_of_an_absent_player_who_is_all_in(
    norm: str, slug: str, board: list[str]
) -> None:
    ante = 100 if slug == "holdem" else 200
    table = circle(slug, norm, (10_000, 1_000, 10_000, 10_000), rake=0, ante=ante, minimum=200)
    rest = "Qs 2h Kd Ad Qd 7c" if slug == "holdem" else "Qs 8h Kd Ad Qd 9c Tc"
    table.play(f"croupier deal; Ks As {rest}", f"s1 raise_to {1_000 - ante}; s2 match; s3,s4 fold", *board)
    table.refused("floor absent_all_in 2", "cannot_have_happened")  # the first player bet, so shows first
    table.refused("floor absent_all_in 1", "cannot_have_happened")  # and has chips left
    table.play("s1 show")
    told = table.play("floor absent_all_in 2")
    assert (told.happened, told.shown) == (table.felt.course.show, [2])
    assert table.play("croupier pay_pot").paid == {2: 4 * ante + 2 * (1_000 - ante)}  # aces beat kings


# ---------------------------------------------------------------- money on the table


@pytest.mark.law("IB05.12.V.4.46")
def test_money_on_the_table_becomes_chips_before_a_hand_and_is_never_bet_in_one() -> None:
    table = circle("sintetico", "IB05", (5_000, 800, 5_000, 5_000, 0), seats=5)
    table.play("s5 buy 5000")  # laid down before the hand, so it counts
    assert table.felt.purses[4] == 5_000
    table.play("croupier deal", "As Ks Qs 8h Jh Ad Kd Qd 9c 8d Tc", "s1 raise_to 400; s2 match")
    assert table.felt.purses[1] == 200  # 800 less the ante of 200 and the bet of 400
    table.refused("s2 buy 5000", "hand_has_begun", "IB05.12.V.4.46")
    table.play("s3 raise_to 1400; s4,s5,s1 fold")
    assert isinstance(table.phase, Interval)
    assert table.phase.price == 200  # money laid down now would be no part of it
    table.play("s2 match")
    assert table.felt.cloth == 5 * 200 + 400 + 600 + 600  # what nobody could call went back


# ---------------------------------------------------------------- another maximum, another limit structure


@pytest.mark.parametrize(
    ("norm", "slug", "least", "most"),
    [
        case("AR10.10-2.VI.3.b.1", "AR10", "holdem", 200, 3_000),
        case("IB09.12.VI.3.b.1", "IB09", "holdem", 200, 3_000),
        case(
            "AR10.10-2.VI.3.b.1", "AR10", "seven_stud", 500, 1_000
        ),  # the minimum of 200 is 20 to 40 % of it
        case("IB09.12.VI.3.b.1", "IB09", "seven_stud", 500, 1_000),
        case("IB05.12.V.3.2", "IB05", "sintetico", 200, 3_000),
    ],
)
def test_the_director_changes_the_maximum_within_what_is_authorised_and_what_binds_it(
    norm: str, slug: str, least: int, most: int
) -> None:
    table = circle(slug, norm, minimum=200, maximum=1_000, authorised_maximum=3_000)
    clause = table.felt.course.limit_change
    assert table.refused(f"floor change_maximum {least - 50}", clause=clause).least == least
    assert table.refused(f"floor change_maximum {most + 50}", clause=clause).most == most
    for maximum in (least, most):
        changed = table.fork()
        (note,) = changed.play(f"floor change_maximum {maximum}").of(Noted)
        assert (note.code, note.clause, note.figures) == ("maximum_changed", clause, {"cents": maximum})
        assert changed.felt.maximum == maximum
        assert not set_up(table.table.frame, {**table.table.chosen, "maximum": maximum}).faults


@pytest.mark.law("IB05.12.V.3.1", "IB05.12.V.3.2")
def test_a_new_maximum_binds_the_bets_of_the_next_hand() -> None:
    table = circle("sintetico", "IB05", minimum=200, maximum=1_000, authorised_maximum=3_000)
    table.play("floor change_maximum 600; croupier deal", "As Ks Qs 8h Ad Kd Qd 9c Tc")
    table.refused("floor change_maximum 1000", "between_hands")
    assert table.refused("s1 raise_to 650").most == 600


@pytest.mark.parametrize("norm", [case("AR10.10-2.VI.3.b.1", "AR10"), case("IB09.12.VI.3.b.1", "IB09")])
def test_the_director_changes_the_limit_structure_between_hands(norm: str) -> None:
    table = circle(norm=norm, ante=100, minimum=200)
    clause = table.felt.course.limit_change
    table.refused("floor change_limit bote_sin_limite", clause=clause)  # it is this one
    (note,) = table.play("floor change_limit bote_con_limite").of(Noted)
    assert (note.code, note.clause, note.figures) == ("limit_changed", clause, {"limit": "bote_con_limite"})
    table.play("croupier deal", HANDS)
    table.refused("floor change_limit split_limit", "between_hands")
    assert table.refused("s1 raise_to 450").most == 400  # the pot: four antes of 100
    table.play("s1 raise_to 400; s2,s3,s4 fold; croupier pay_pot; floor change_limit split_limit")
    table.play("croupier deal", HANDS)
    assert table.refused("s2 raise_to 250").most == 200  # half the pot


@pytest.mark.parametrize("norm", [case("AR10.10-2.VI.3.b.1", "AR10"), case("IB09.12.VI.3.b.1", "IB09")])
def test_a_limit_structure_that_the_minimum_does_not_fit_is_not_offered(norm: str) -> None:
    table = circle("seven_stud", norm, minimum=200, maximum=1_000, limit="bote_sin_limite")
    assert table.may("floor change_limit split_limit")
    table.play("floor change_minimum 600")  # more than 40 % of the maximum, which caps nothing here
    table.refused("floor change_limit split_limit", "limit_stays", table.felt.course.limit_change)
    table.play("floor change_minimum 400; floor change_limit split_limit")
    assert table.felt.rules.limit == "split_limit"
