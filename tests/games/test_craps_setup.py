"""Opening a craps table, clause by clause: limits, rounding, dice, staff (IB05, epigraph 06)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from tests.support.dice import Craps, faults_of

from novamas.law import catalogue
from novamas.testing.rehearsal import faults_of as faults_of_game

PLAYER = 2

# ---------------------------------------------------------------- limits


@pytest.mark.law("IB05.06.IV.2.1")
def test_the_minimum_is_that_of_the_authorisation() -> None:
    table = Craps(authorised_minimum=500)
    table.refused("s1 bet win 400", "below_minimum", "IB05.06.IV.2.1")
    assert table.may("s1 bet win 500")
    table.play("s1 bet win 500")
    assert table.may("s1 bet win 100")  # what is there already counts


@pytest.mark.law("IB05.06.IV.2.1")
def test_the_limits_are_those_of_the_authorisation() -> None:
    assert not faults_of(authorised_minimum=500, minimum=500, maximum=20_000, authorised_maximum=20_000)
    found = faults_of(minimum=500, maximum=20_000, authorised_maximum=30_000)
    assert {code: (fault.choice, fault.clause) for code, fault in found.items()} == {
        "minimum_not_authorised": ("minimum", "IB05.06.IV.2.1"),
        "maximum_not_authorised": ("maximum", "IB05.06.IV.2.1"),
    }


@pytest.mark.law("IB05.06.IV.2.2")
def test_any_maximum_between_may_be_said() -> None:
    table = Craps(maximum=4_050)  # no multiple of the minimum, nor of the chip
    assert table.may("s1 bet win 4000")
    table.refused("s1 bet win 4100", "above_maximum", "IB05.06.IV.2.2")


@pytest.mark.law("IB05.06.IV.2.1")
def test_stakes_are_made_of_chips() -> None:
    table = Craps(authorised_minimum=500, chip=250)
    table.refused("s1 bet win 600", "broken_chip")
    assert table.may("s1 bet win 750")
    assert faults_of(authorised_minimum=500, chip=300)["chip_too_large"].clause == "IB05.06.IV.2.1"


@pytest.mark.law("IB05.06.IV.2.2")
def test_simple_chances_take_20_to_1000_minima() -> None:
    for maximum, code in ((3_999, "maximum_too_low"), (200_001, "maximum_too_high")):
        fault = faults_of(maximum=maximum)[code]
        assert (fault.choice, fault.clause) == ("maximum", "IB05.06.IV.2.2")
    for times in (20, 1_000):
        table = Craps(maximum=200 * times)
        for bet in ("win", "dont_win", "field", "big_6", "big_8", "under_7", "over_7"):
            assert table.may(f"s1 bet {bet} {200 * times}")
            table.refused(f"s1 bet {bet} {200 * times + 100}", "above_maximum", "IB05.06.IV.2.2")
    table = Craps("s1 bet win 4000", maximum=4_000)
    table.refused("s1 bet win 100", "above_maximum")


MULTIPLE = {  # the choice, its bets, and what they pay
    "maximum_hard_4_10": (("hard_4", "hard_10"), 7),
    "maximum_hard_6_8": (("hard_6", "hard_8"), 9),
    "maximum_juego_de_7": (("juego_de_7",), 4),
    "maximum_juego_de_11": (("juego_de_11",), 15),
    "maximum_any_craps": (("any_craps",), 7),
    "maximum_craps_2": (("craps_2",), 30),
    "maximum_craps_3": (("craps_3",), 15),
    "maximum_craps_12": (("craps_12",), 30),
    "maximum_horn": (("horn",), 4),
}


@pytest.mark.law("IB05.06.IV.2.3")
@pytest.mark.parametrize("choice", MULTIPLE)
def test_multiple_bets_may_win_once_to_three_times_what_simple_chances_may(choice: str) -> None:
    bets, pays = MULTIPLE[choice]
    most = 20_000  # on even chances, by default
    least_lawful, most_lawful = -(-most // pays), 3 * most // pays
    assert faults_of(**{choice: least_lawful - 1})["maximum_too_low"].clause == "IB05.06.IV.2.3"
    assert faults_of(**{choice: most_lawful + 1})["maximum_too_high"].clause == "IB05.06.IV.2.3"
    for chosen in (least_lawful, most_lawful):
        table = Craps(**{choice: chosen})
        for bet in bets:
            assert table.may(f"s1 bet {bet} {chosen // 100 * 100}")
            table.refused(f"s1 bet {bet} {chosen // 100 * 100 + 100}", "above_maximum", "IB05.06.IV.2.3")
    by_default = -(-most // (100 * pays)) * 100
    assert Craps().may(f"s1 bet {bets[0]} {by_default}")
    assert Craps().refused(f"s1 bet {bets[0]} {by_default + 100}").code == "above_maximum"


def test_a_maximum_below_the_minimum_is_a_fault() -> None:
    found = faults_of(maximum=4_000, maximum_craps_2=150)
    assert found["maximum_below_minimum"].clause == "IB05.06.IV.2.1"
    assert Craps(maximum=4_000).may("s1 bet craps_2 200")


@pytest.mark.law("IB05.06.IV.2.4")
@pytest.mark.parametrize("point", [4, 5, 6, 8, 9, 10])
def test_win_and_come_take_as_much_as_was_bet_on_them(point: int) -> None:
    table = Craps("s2 bet win 1000")
    table.roll(point)
    table.play(f"s2 bet asociada_win:{point} 600")
    assert table.may(f"s2 bet asociada_win:{point} 400")
    table.refused(f"s2 bet asociada_win:{point} 500", "above_maximum", "IB05.06.IV.2.4")
    table.roll("s2 bet come 700", 5 if point == 9 else 9)
    number = 5 if point == 9 else 9
    assert table.may(f"s2 bet asociada_come:{number} 700")
    table.refused(f"s2 bet asociada_come:{number} 800", clause="IB05.06.IV.2.4")


@pytest.mark.law("IB05.06.IV.2.5")
@pytest.mark.parametrize(
    ("point", "most"), [(4, 2_000), (10, 2_000), (5, 1_500), (9, 1_500), (6, 1_200), (8, 1_200)]
)
def test_dont_bets_take_200_150_or_120_per_cent_by_their_point(point: int, most: int) -> None:
    table = Craps("s2 bet dont_win 1000")
    table.roll(point)
    bet = f"asociada_dont_win:{point}"
    assert table.may(f"s2 bet {bet} {most}")
    table.refused(f"s2 bet {bet} {most + 100}", "above_maximum", "IB05.06.IV.2.5")
    table = Craps()
    table.roll(4 if point != 4 else 5)
    table.roll("s2 bet dont_come 1000", point)
    assert table.may(f"s2 bet asociada_dont_come:{point} {most}")
    table.refused(f"s2 bet asociada_dont_come:{point} {most + 100}", clause="IB05.06.IV.2.5")


@pytest.mark.law("IB05.06.IV.2.5")
def test_with_the_simple_bet_goes_what_was_too_much_on_the_associated() -> None:
    table = Craps("s2 bet dont_win 1000")
    table.roll(4)
    table.play("s2 bet asociada_dont_win:4 2000")
    table.play("s2 withdraw dont_win:4 400")
    assert table.felt.on(PLAYER, "asociada_dont_win:4") == 1_200
    table.play("s2 withdraw dont_win:4 600")
    assert table.felt.of(PLAYER) == 0
    assert table.won(PLAYER) == 0


def test_what_would_be_left_under_the_minimum_goes_too() -> None:
    table = Craps("s2 bet dont_win 1000", rounding="exact", authorised_minimum=700)
    table.roll(6)
    table.play("s2 bet asociada_dont_win:6 1200")
    table.play("s2 withdraw dont_win:6 300")  # 120 % of 700 would be 600 in steps of 300
    assert table.felt.on(PLAYER, "dont_win:6") == 700
    assert table.felt.on(PLAYER, "asociada_dont_win:6") == 0


@pytest.mark.law("IB05.06.IV.2.6", "IB05.06.IV.2.7")
@pytest.mark.parametrize(
    ("bets", "per_cent", "clause"),
    [
        (("right_4", "right_5", "right_9", "right_10"), 100, "IB05.06.IV.2.6"),
        (("right_6", "right_8"), 120, "IB05.06.IV.2.6"),
        (("wrong_6", "wrong_8"), 125, "IB05.06.IV.2.7"),
        (("wrong_5", "wrong_9"), 160, "IB05.06.IV.2.7"),
        (("wrong_4", "wrong_10"), 220, "IB05.06.IV.2.7"),
    ],
)
def test_place_bets_have_their_maximum_by_the_number(
    bets: tuple[str, ...], per_cent: int, clause: str
) -> None:
    table = Craps()
    most = 20_000 * per_cent // 100
    for bet in bets:
        assert table.may(f"s1 bet {bet} {most}")
        table.refused(f"s1 bet {bet} {most + 100}", "above_maximum", clause)


# ---------------------------------------------------------------- rounding


@pytest.mark.law("IB05.06.IV.1.C.3")
@pytest.mark.parametrize(
    ("rounding", "right_6", "right_8"),  # 7/6 of 200 is 233 1/3; of 400 it is 466 2/3
    [("down", 433, 866), ("up", 434, 867), ("half_up", 433, 867), ("half_even", 433, 867)],
)
def test_fractions_of_a_centimo(rounding: str, right_6: int, right_8: int) -> None:
    table = Craps("s2 bet right_6 200; s2 bet right_8 400", rounding=rounding)
    assert table.roll(6)[PLAYER, "right_6"].returned == right_6
    assert table.roll(8)[PLAYER, "right_8"].returned == right_8


def test_halves_are_rounded_up_or_to_the_even() -> None:
    for rounding, returned in (("half_up", 38), ("half_even", 37)):  # 3/2 of 15 is 22 1/2
        table = Craps("s2 bet win 15", rounding=rounding, authorised_minimum=15, chip=15)
        table.roll(5)
        assert table.roll("s2 bet asociada_win:5 15", 5)[PLAYER, "asociada_win:5"].returned == returned


@pytest.mark.law("IB05.06.IV.1.C.3")
def test_an_exact_table_takes_only_stakes_that_divide() -> None:
    table = Craps(rounding="exact")
    table.refused("s1 bet right_6 200", "below_minimum")
    table.refused("s1 bet right_6 400", "broken_chip")
    assert table.roll("s1 bet right_6 600", 6)[1, "right_6"].returned == 1_300
    assert table.may("s1 bet wrong_4 1100")
    table.refused("s1 bet wrong_4 1200", "broken_chip")
    assert table.may("s1 bet field 200")
    table = Craps("s2 bet dont_win 200", rounding="exact")
    table.roll(6)
    refusal = table.refused("s2 bet asociada_dont_win:6 300")  # 120 % of 200; 5/6 of 300 is whole
    assert (refusal.clause, refusal.most) == ("IB05.06.IV.2.5", 0)
    assert refusal.code == "too_small_to_follow"
    assert refusal.figures == {"bet": "asociada_dont_win:6", "follows": "dont_win:6", "needed": 300}


# ---------------------------------------------------------------- people and things


@pytest.mark.law("IB05.06.IV.3.1")
def test_any_number_of_players() -> None:
    assert Craps(seats=500).may("s500 bet win 200")
    assert Craps(seats=1).refused("s2 bet win 200").code == "no_such_seat"


@pytest.mark.law("IB05.06.III.1")
def test_a_chief_one_or_two_croupiers_and_a_stickman() -> None:
    for croupiers in (1, 2):
        assert not faults_of(croupiers=croupiers)
    wrong = faults_of(table_chiefs=0, croupiers=3, stickmen=2)
    assert set(wrong) == {"wrong_number_of_chiefs", "wrong_number_of_croupiers", "wrong_number_of_stickmen"}
    assert {fault.clause for fault in wrong.values()} == {"IB05.06.III.1"}
    assert set(faults_of(croupiers=0, stickmen=0)) == {
        "wrong_number_of_croupiers",
        "wrong_number_of_stickmen",
    }


@pytest.mark.law("IB05.06.III.6")
@pytest.mark.parametrize("table", ["half", "reduced"])
def test_half_a_table_or_a_reduced_one_needs_a_croupier_stickman(table: str) -> None:
    assert not faults_of(table=table, croupiers=1, stickmen=0)
    assert not faults_of(table=table, croupiers=0, stickmen=1)
    alone = faults_of(table=table, croupiers=0, stickmen=0)
    assert alone["no_croupier_stickman"].clause == "IB05.06.III.6"
    assert "wrong_number_of_chiefs" in faults_of(table=table, table_chiefs=0)


@pytest.mark.law("IB05.06.II.1.1")
def test_the_side_of_the_dice() -> None:
    for millimetres in (20, 25):
        assert not faults_of(dice_millimetres=millimetres)
    assert not faults_of(dice_millimetres=Fraction("24.9"))
    assert faults_of(dice_millimetres=Fraction("25.1"))["choice_too_high"].figures["given"] == "25.1"
    assert faults_of(dice_millimetres=19)["choice_too_low"].clause == "IB05.06.II.1.1"
    assert faults_of(dice_millimetres=26)["choice_too_high"].clause == "IB05.06.II.1.1"


@pytest.mark.law("IB05.06.II.1.1", "IB05.06.II.1.2", "IB05.06.II.1.3", "IB05.06.II.1.4")
@pytest.mark.law("IB05.06.II.1.5", "IB05.06.II.1.6")
@pytest.mark.parametrize(
    ("thing", "clause"),
    [
        ("same_colour", "IB05.06.II.1.1"),
        ("transparent", "IB05.06.II.1.1"),
        ("polished", "IB05.06.II.1.1"),
        ("sharp_edges", "IB05.06.II.1.2"),
        ("sharp_corners", "IB05.06.II.1.2"),
        ("flush_spots", "IB05.06.II.1.2"),
        ("serial_number", "IB05.06.II.1.4"),
        ("six_dice", "IB05.06.II.1.5"),
        ("fresh_dice", "IB05.06.II.1.5"),
        ("reserve", "IB05.06.II.1.6"),
    ],
)
def test_the_dice_are_those_of_the_law(thing: str, clause: str) -> None:
    assert faults_of(lacks=[thing])[f"no_{thing}"].clause == clause


def test_every_fault_is_reported_at_once() -> None:
    assert len(faults_of(chip=300, croupiers=0, maximum_horn=1, lacks=["reserve"])) == 4


@pytest.mark.law("AR10.1.3.j.1")
def test_aragon_authorises_it_but_its_rules_are_not_held() -> None:
    assert "craps" in catalogue.under("AR10").games
    assert faults_of_game("craps", "AR10")["rules_not_held"].clause == "AR10.1.3.j.1"
