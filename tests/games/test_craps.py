"""The bets of craps, clause by clause (IB05, epigraph 06)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.dice import Craps, throw_of

from novamas.equipment.dice import TWO_DICE, faces, points
from novamas.table.events import Slid
from novamas.table.notation import write

POINTS = (4, 5, 6, 8, 9, 10)
PLAYER = 2  # a player who does not throw

# ---------------------------------------------------------------- A. even chances


@pytest.mark.law("IB05.06.IV.1.1")
def test_the_list_of_bets_is_closed() -> None:
    table = Craps()
    table.refused("s1 bet hop_7 200", "no_such_bet", "IB05.06.IV.1.1")
    assert table.refused("s1 bet hard_five 200").near == ("hard_8", "hard_6", "hard_4")


@pytest.mark.law("IB05.06.IV.1.A.Win.1", "IB05.06.IV.1.A.1")
@pytest.mark.parametrize(
    ("total", "returned"), [(7, 400), (11, 400), (2, 0), (3, 0), (12, 0)], ids=lambda value: str(value)
)
def test_win_on_the_first_roll(total: int, returned: int) -> None:
    assert Craps("s2 bet win 200").roll(total)[PLAYER, "win"].returned == returned


@pytest.mark.law("IB05.06.IV.1.A.DontWin.1")
@pytest.mark.parametrize(("total", "returned"), [(2, 400), (3, 400), (7, 0), (11, 0), (12, 200)])
def test_dont_win_on_the_first_roll(total: int, returned: int) -> None:
    paid = Craps("s2 bet dont_win 200").roll(total)[PLAYER, "dont_win"]
    assert paid.returned == returned
    assert (paid.rate == 0) is (total == 12)


@pytest.mark.law("IB05.06.IV.1.A.Win.2", "IB05.06.IV.1.A.DontWin.2")
@pytest.mark.parametrize("point", POINTS)
def test_any_other_total_is_the_point_and_decides_nothing(point: int) -> None:
    table = Craps("s2 bet win 200; s3 bet dont_win 300")
    events = table.throw(throw_of(point))
    assert not events.payments
    assert table.felt.point == point
    assert (table.felt.on(PLAYER, f"win:{point}"), table.felt.on(3, f"dont_win:{point}")) == (200, 300)
    moved = [event.clause for event in events if isinstance(event, Slid) and event.seat != 1]
    assert moved == ["IB05.06.IV.1.A.Win.2", "IB05.06.IV.1.A.DontWin.2"]


@pytest.mark.law("IB05.06.IV.1.A.Win.3", "IB05.06.IV.1.A.DontWin.3")
@pytest.mark.parametrize("point", POINTS)
def test_after_the_point_only_the_point_and_the_7_decide(point: int) -> None:
    for last, win, dont_win in ((point, 400, 0), (7, 0, 600)):
        table = Craps("s2 bet win 200; s3 bet dont_win 300")
        table.roll(point)
        for total in set(range(2, 13)) - {point, 7}:
            assert not table.roll(total)
        paid = table.roll(last)
        assert paid[PLAYER, f"win:{point}"].returned == win
        assert paid[3, f"dont_win:{point}"].returned == dont_win
        assert table.felt.point is None


@pytest.mark.law("IB05.06.IV.1.A.Come.1", "IB05.06.IV.1.A.DontCome.1")
def test_come_is_played_after_the_first_roll_and_win_before_it() -> None:
    table = Craps()
    for bet, clause in (("come", "IB05.06.IV.1.A.Come.1"), ("dont_come", "IB05.06.IV.1.A.DontCome.1")):
        table.refused(f"s2 bet {bet} 200", "needs_a_point", clause)
    table.roll(6)
    for bet in ("come", "dont_come"):
        assert table.may(f"s2 bet {bet} 200")
    for bet, clause in (("win", "IB05.06.IV.1.A.Win.1"), ("dont_win", "IB05.06.IV.1.A.DontWin.1")):
        table.refused(f"s2 bet {bet} 200", "first_roll_only", clause)


@pytest.mark.law("IB05.06.IV.1.A.Come.2", "IB05.06.IV.1.A.DontCome.2")
@pytest.mark.parametrize(
    ("total", "come", "dont_come"),
    [(7, 400, 0), (11, 400, 0), (2, 0, 400), (3, 0, 400), (12, 0, 200)],
)
def test_come_on_the_next_roll(total: int, come: int, dont_come: int) -> None:
    table = Craps()
    table.roll(6)
    paid = table.roll("s2 bet come 200; s3 bet dont_come 200", total)
    assert (paid[2, "come"].returned, paid[3, "dont_come"].returned) == (come, dont_come)


@pytest.mark.law("IB05.06.IV.1.A.Come.3", "IB05.06.IV.1.A.DontCome.3")
@pytest.mark.parametrize("number", POINTS)
def test_come_goes_to_its_number_and_is_decided_there(number: int) -> None:
    for last, come, dont_come in ((number, 400, 0), (7, 0, 400)):
        table = Craps()
        table.roll(6)
        assert (2, "come") not in table.roll("s2 bet come 200; s3 bet dont_come 200", number)
        assert table.felt.on(2, f"come:{number}") == table.felt.on(3, f"dont_come:{number}") == 200
        for total in (2, 3, 11, 12, 5 if number != 5 else 9):
            paid = table.roll(total)
            assert not {bet for seat, bet in paid if seat != 1}
        paid = table.roll(last)
        assert paid[2, f"come:{number}"].returned == come
        assert paid[3, f"dont_come:{number}"].returned == dont_come


def test_a_come_bet_outlives_the_series_and_works_on_the_next_first_roll() -> None:
    table = Craps()
    table.roll(6)
    table.roll("s2 bet come 200", 9)
    table.roll(6)  # the point is made; the come bet stays on its 9
    assert (table.felt.point, table.felt.on(2, "come:9")) == (None, 200)
    assert table.roll(7)[2, "come:9"].returned == 0


def test_a_second_come_takes_the_place_of_the_first_when_its_number_comes_again() -> None:
    table = Craps()
    table.roll(6)
    table.roll("s2 bet come 200", 9)
    assert table.roll("s2 bet come 300", 9)[2, "come:9"].returned == 400
    assert table.felt.on(2, "come:9") == 300


@pytest.mark.law("IB05.06.IV.1.A.2")
def test_win_and_come_play_until_won_or_lost() -> None:
    table = Craps("s2 bet win 400")
    table.play("s2 withdraw win 200")  # until the first roll is closed it may be taken back
    table.roll(6)
    table.roll("s2 bet come 400", 9)
    for bet in ("win:6", "come:9"):
        for deed in (f"s2 withdraw {bet} 200", f"s2 withdraw {bet} 100"):
            table.refused(deed, "must_play", "IB05.06.IV.1.A.2")
        table.refused(f"s2 bet {bet} 200", "point_known")
    table.refused("s2 withdraw field 200", "nothing_there")


@pytest.mark.law("IB05.06.IV.1.A.2")
def test_dont_bets_may_be_withdrawn_or_reduced_but_never_increased() -> None:
    table = Craps("s2 bet dont_win 600")
    table.roll(6)
    table.refused("s2 bet dont_win:6 200", "point_known")
    table.refused("s2 withdraw dont_win:6 500", "above_maximum")  # under the minimum
    table.play("s2 withdraw dont_win:6 200")
    assert table.roll(7)[PLAYER, "dont_win:6"].returned == 800
    table = Craps("s2 bet dont_win 600")
    table.roll(6)
    table.play("s2 withdraw dont_win:6 600")
    assert table.won(PLAYER) == 0


def decided_by(bet: str, stake: int = 200) -> dict[int, int | None]:
    """Return the result that each throw gives a single bet placed before the first throw."""
    found: dict[int, int | None] = {}
    for throw in TWO_DICE.throws:
        paid = Craps(f"s2 bet {bet} {stake}").throw(throw).payments.get((PLAYER, bet))
        found[throw] = None if paid is None else paid.returned
    return found


@pytest.mark.law("IB05.06.IV.1.A.Field.1", "IB05.06.IV.1.A.Field.2")
def test_the_field_is_decided_by_each_roll_and_pays_double_on_2_and_12() -> None:
    wanted = dict.fromkeys((3, 4, 9, 10, 11), 400) | {2: 600, 12: 600} | dict.fromkeys((5, 6, 7, 8), 0)
    assert decided_by("field") == {throw: wanted[points(throw)] for throw in TWO_DICE.throws}


@pytest.mark.law("IB05.06.IV.1.A.Under7.1", "IB05.06.IV.1.A.Over7.1")
def test_under_and_over_7() -> None:
    for throw, returned in decided_by("under_7").items():
        assert returned == (400 if points(throw) < 7 else 0)
    for throw, returned in decided_by("over_7").items():
        assert returned == (400 if points(throw) > 7 else 0)


@pytest.mark.law("IB05.06.IV.1.A.Big6.1", "IB05.06.IV.1.A.Big8.1")
@pytest.mark.parametrize("number", [6, 8])
def test_big_6_and_big_8_come_any_way_before_the_7(number: int) -> None:
    for throw, returned in decided_by(f"big_{number}").items():
        assert returned == {number: 400, 7: 0}.get(points(throw))


@pytest.mark.law("IB05.06.IV.1.A.Big6.2", "IB05.06.IV.1.A.Big8.2")
@pytest.mark.parametrize(("number", "clause"), [(6, "IB05.06.IV.1.A.Big6.2"), (8, "IB05.06.IV.1.A.Big8.2")])
def test_a_big_bet_stays_but_may_be_withdrawn(number: int, clause: str) -> None:
    table = Craps(f"s2 bet big_{number} 400")
    table.roll(5, 4, 9)
    offers = {write(offer.act): offer.clause for offer in table.session.offers(PLAYER)}
    assert offers[f"s2 withdraw big_{number} 400"] == clause
    table.play(f"s2 withdraw big_{number} 200")
    table.play(f"s2 withdraw big_{number} 200")
    assert table.won(PLAYER) == 0


# ---------------------------------------------------------------- B. multiple bets


@pytest.mark.law("IB05.06.IV.1.B.HardWays.2", "IB05.06.IV.1.B.HardWays.3")
@pytest.mark.parametrize(("number", "pays"), [(4, 7), (10, 7), (6, 9), (8, 9)])
def test_hard_ways_need_the_double_before_the_7_and_the_easy_way(number: int, pays: int) -> None:
    for throw, returned in decided_by(f"hard_{number}").items():
        first, second = faces(throw)
        if first == second == number // 2:
            assert returned == 200 * (1 + pays)
        elif points(throw) in (7, number):
            assert returned == 0
        else:
            assert returned is None


@pytest.mark.law("IB05.06.IV.1.B.HardWays.1")
def test_hard_ways_may_be_withdrawn_after_a_roll_that_does_not_decide() -> None:
    table = Craps("s2 bet hard_8 400")
    table.roll(5, 6)
    offers = {write(offer.act): offer.clause for offer in table.session.offers(PLAYER)}
    assert offers["s2 withdraw hard_8 400"] == "IB05.06.IV.1.B.HardWays.1"
    table.play("s2 withdraw hard_8 400")
    assert table.won(PLAYER) == 0


@pytest.mark.law("IB05.06.IV.1.B.Juego7.1", "IB05.06.IV.1.B.Juego11.1", "IB05.06.IV.1.B.AnyCraps.1")
@pytest.mark.law("IB05.06.IV.1.B.Craps2.1", "IB05.06.IV.1.B.Craps3.1", "IB05.06.IV.1.B.Craps12.1")
@pytest.mark.law("IB05.06.IV.1.B.Horn.1")
@pytest.mark.parametrize(
    ("bet", "totals", "pays"),
    [
        ("juego_de_7", {7}, 4),
        ("juego_de_11", {11}, 15),
        ("any_craps", {2, 3, 12}, 7),
        ("craps_2", {2}, 30),
        ("craps_3", {3}, 15),
        ("craps_12", {12}, 30),
        ("horn", {2, 3, 11, 12}, 4),
    ],
)
def test_bets_on_one_throw(bet: str, totals: set[int], pays: int) -> None:
    for throw, returned in decided_by(bet).items():
        assert returned == (200 * (1 + pays) if points(throw) in totals else 0)


@pytest.mark.law("IB05.06.IV.1.B.1", "IB05.06.IV.1.D.1")
def test_multiple_and_place_bets_are_played_at_any_time() -> None:
    table = Craps()
    anytime = [name for name in table.felt.spots if name.split("_")[0] in ("hard", "juego", "craps", "right")]
    anytime += ["any_craps", "horn", "wrong_4", "wrong_8", "field", "big_6", "under_7"]
    for totals in ((), (6,)):
        table.roll(*totals)
        for bet in anytime:
            assert table.may(f"s2 bet {bet} 200"), bet


# ---------------------------------------------------------------- C. associated bets

RIGHT = {4: Fraction(2), 5: Fraction(3, 2), 6: Fraction(6, 5)}
LAY = {4: Fraction(1, 2), 5: Fraction(2, 3), 6: Fraction(5, 6)}
LIKE = {4: 4, 10: 4, 5: 5, 9: 5, 6: 6, 8: 6}


@pytest.mark.law("IB05.06.IV.1.C.1")
def test_associated_bets_need_a_simple_bet_with_its_point() -> None:
    table = Craps("s2 bet win 600")
    for bet in ("asociada_win:6", "asociada_dont_win:6", "asociada_come:6"):
        table.refused(f"s2 bet {bet} 600", "nothing_to_follow", "IB05.06.IV.1.C.1")
    table.roll(6)
    assert table.may("s2 bet asociada_win:6 600")
    table.refused("s3 bet asociada_win:6 600", "nothing_to_follow")
    table.refused("s2 bet asociada_win:8 600", "nothing_to_follow")


@pytest.mark.law("IB05.06.IV.1.C.1")
def test_associated_bets_may_be_withdrawn_after_a_roll_that_does_not_decide() -> None:
    table = Craps("s2 bet win 600")
    table.roll(6)
    table.roll("s2 bet asociada_win:6 600", 5)
    table.play("s2 withdraw asociada_win:6 100")
    events = table.play("s2 withdraw asociada_win:6 500")
    assert [getattr(event, "cents", 0) for event in events] == [500]
    assert table.felt.on(PLAYER, "win:6") == 600


@pytest.mark.law("IB05.06.IV.1.C.2", "IB05.06.IV.1.C.3", "IB05.06.IV.1.C.4", "IB05.06.IV.1.C.5")
@pytest.mark.parametrize("point", POINTS)
def test_bets_associated_to_win_and_dont_win_share_their_fate(point: int) -> None:
    right, wrong = f"asociada_win:{point}", f"asociada_dont_win:{point}"
    for last in (point, 7):
        table = Craps("s2 bet win 6000; s3 bet dont_win 6000")
        table.roll(point)
        table.play(f"s2 bet {right} 6000; s3 bet {wrong} 6000")
        assert not table.roll(11)
        paid = table.roll(last)
        made = last == point
        assert paid[2, right].returned == (6_000 * (1 + RIGHT[LIKE[point]]) if made else 0)
        assert paid[3, wrong].returned == (0 if made else 6_000 * (1 + LAY[LIKE[point]]))


@pytest.mark.law("IB05.06.IV.1.C.6", "IB05.06.IV.1.C.7", "IB05.06.IV.1.C.8", "IB05.06.IV.1.C.9")
@pytest.mark.parametrize("number", POINTS)
def test_bets_associated_to_come_pay_as_those_of_win_and_work_on_a_first_roll(number: int) -> None:
    right, wrong = f"asociada_come:{number}", f"asociada_dont_come:{number}"
    for last in (number, 7):
        table = Craps()
        table.roll(5 if number == 6 else 6)
        point = table.felt.point
        table.roll("s2 bet come 6000; s3 bet dont_come 6000", number)
        table.play(f"s2 bet {right} 6000; s3 bet {wrong} 6000")
        if table.felt.point is not None:
            table.roll(point)
        assert table.felt.point is None  # the next throw is a first roll
        paid = table.roll(last)
        made = last == number
        assert paid[2, right].returned == (6_000 * (1 + RIGHT[LIKE[number]]) if made else 0)
        assert paid[3, wrong].returned == (0 if made else 6_000 * (1 + LAY[LIKE[number]]))


# ---------------------------------------------------------------- D. place bets


@pytest.mark.law("IB05.06.IV.1.D.1", "IB05.06.IV.1.D.2", "IB05.06.IV.1.D.3", "IB05.06.IV.1.D.4")
@pytest.mark.law("IB05.06.IV.1.D.5", "IB05.06.IV.1.D.6", "IB05.06.IV.1.D.7")
@pytest.mark.parametrize("number", POINTS)
def test_place_bets_with_and_against_a_number(number: int) -> None:
    right = {4: Fraction(9, 5), 5: Fraction(7, 5), 6: Fraction(7, 6)}[LIKE[number]]
    wrong = {4: Fraction(5, 11), 5: Fraction(5, 8), 6: Fraction(4, 5)}[LIKE[number]]
    stake = 6_600 if LIKE[number] != 5 else 4_000
    for throw, returned in decided_by(f"right_{number}", stake).items():
        assert returned == {number: stake * (1 + right), 7: 0}.get(points(throw))
    for throw, returned in decided_by(f"wrong_{number}", stake).items():
        assert returned == {number: 0, 7: stake * (1 + wrong)}.get(points(throw))


@pytest.mark.law("IB05.06.IV.1.D.1")
def test_place_bets_may_be_withdrawn_when_a_roll_does_not_decide() -> None:
    table = Craps("s2 bet right_8 600; s2 bet wrong_4 1100")
    table.roll(5, 6)
    offers = {write(offer.act): offer.clause for offer in table.session.offers(PLAYER)}
    for bet in ("right_8 600", "wrong_4 1100"):
        assert offers[f"s2 withdraw {bet}"] == "IB05.06.IV.1.D.1"
        table.play(f"s2 withdraw {bet}")
    assert table.won(PLAYER) == 0


# ---------------------------------------------------------------- all of them


@given(st.lists(st.sampled_from(TWO_DICE.throws), min_size=1, max_size=12))
def test_a_7_clears_the_cloth(throws: list[int]) -> None:
    """A 7 decides every bet on the cloth, whatever the earlier throws were."""
    table = Craps(seats=2)
    for throw in throws:
        if table.at == "Offering":
            table.roll(7)
        for line in table.offered(2):
            if line.startswith("s2 bet") and table.may(line):
                table.play(line)
        table.throw(throw)
    table.roll(7)
    assert table.felt.cloth == 0


@given(st.sampled_from(TWO_DICE.throws), st.sampled_from(POINTS))
def test_right_and_wrong_are_mirrors(throw: int, number: int) -> None:
    """A bet for a number and a bet against it are decided by the same throw, in opposite ways."""
    spots = Craps(ready=False).felt.fates
    for right, wrong in (
        (f"right_{number}", f"wrong_{number}"),
        (f"win:{number}", f"dont_win:{number}"),
        (f"come:{number}", f"dont_come:{number}"),
        (f"asociada_win:{number}", f"asociada_dont_win:{number}"),
    ):
        one, other = spots[right].rates.get(throw), spots[wrong].rates.get(throw)
        assert (one is None) is (other is None)
        assert one is None or other is None or (one > 0) is not (other > 0)
