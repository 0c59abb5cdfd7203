"""Five stud, clause by clause: the deals, the turn to speak, limits, its own irregularities."""

from __future__ import annotations

import pytest
from tests.support.circle import BOTH, circle

from novamas.equipment.cards import cards
from novamas.families.circle.stud import open_rank
from novamas.table.events import Burned, Dealt, Shown
from novamas.table.roles import CHANCE
from novamas.testing.rehearsal import Noticed, Rehearsal

FIRST = "7c 8c 9c Tc Ks Qs Js As"  # covered 7, 8, 9, 10 of clubs; open king, queen, jack, ace of spades
either = pytest.mark.parametrize("norm", BOTH)


def dealt(norm: str, cards: str = FIRST, **given: object) -> Rehearsal:
    table = circle("five_stud", norm, **given)  # type: ignore[arg-type] # choices
    table.play("croupier deal", cards)
    return table


@either
@pytest.mark.law("AR10.10-2-B-d.II.1", "AR10.10-2-B-d.III.2", "AR10.10-2-B-d.III.3", "AR10.10.2.b.7")
@pytest.mark.law("IB09.12-2-d.II.1", "IB09.12-2-d.III.1")
def test_after_the_ante_one_covered_and_one_open_card_of_thirty_two(norm: str) -> None:
    table = circle("five_stud", norm)
    table.play("croupier deal")
    assert table.felt.cloth == 400
    assert table.phase.draws().total == 32
    told = table.play(FIRST)
    assert [(event.to, event.up) for event in told.of(Dealt)] == [
        *((1, False), (2, False), (3, False), (4, False), (1, True), (2, True), (3, True), (4, True))
    ]


STREETS = {
    "AR10": ("AR10.10-2-B-d.III.3", "AR10.10-2-B-d.III.5", "AR10.10-2-B-d.III.6", "AR10.10-2-B-d.III.7"),
    "IB09": ("IB09.12-2-d.III.1", "IB09.12-2-d.III.2", "IB09.12-2-d.III.3", "IB09.12-2-d.III.4"),
}


@either
@pytest.mark.parametrize("street", [1, 2, 3])
@pytest.mark.law("AR10.10-2-B-d.III.5", "AR10.10-2-B-d.III.6", "AR10.10-2-B-d.III.7")
@pytest.mark.law("IB09.12-2-d.III.2", "IB09.12-2-d.III.3", "IB09.12-2-d.III.4")
def test_each_interval_but_the_last_is_followed_by_one_open_card_each(norm: str, street: int) -> None:
    table = dealt(norm)
    told = Noticed()
    while table.felt.street < street:
        while table.turn is CHANCE:
            table.step()
        told = table.whoever("check", "match", "raise_to 200")
    burned = told.of(Burned)
    assert [event.clause for event in burned] == ([STREETS[norm][street]] if norm == "AR10" else [])
    assert table.phase.clause == table.felt.streets[street].clause == STREETS[norm][street]
    before = {seat: len(table.felt.held(seat)) for seat in (1, 2, 3, 4)}
    assert set(before.values()) == {street + 1}
    told = Noticed()
    while table.turn is CHANCE:
        told += table.step()
    assert [(event.to, event.up) for event in told.of(Dealt)] == [(seat, True) for seat in (1, 2, 3, 4)]
    assert (table.at, table.felt.street) == ("Interval", street)
    while table.at == "Interval" and table.felt.street == street:
        table.whoever("check", "match")
    assert table.at == ("Showdown" if street == 3 else "Dealing")


@either
@pytest.mark.law("AR10.10-2-B-d.I.2", "IB09.12-2-d.I.1")
def test_the_highest_combination_of_five_cards_wins_open_or_covered(norm: str) -> None:
    """An ace as a hole card forms a pair with an open ace, and the pair wins the hand."""

    def won(first: str, *streets: str) -> list[int]:
        table = dealt(norm, first, rake=0)
        for cards_of_street in (*streets, ""):
            street = table.felt.street
            while table.at == "Interval" and table.felt.street == street:
                table.whoever("check", "match", "raise_to 200")
            if cards_of_street:
                table.play(cards_of_street)
        return list(table.finish().paid)

    streets = ("7d 8d 8c Td", "9d Th Ts 9h", "8h Js Kh 8s")
    assert won("As Kd 9c 7c Ad Kc Jd Qd", *streets) == [1]
    assert won("7s Kd 9c 7c Ad Kc Jd Qd", *streets) == [2]  # without it the kings, one of them covered


def test_cards_are_not_burned_with_six_players_nor_where_the_house_does_not_want_it() -> None:
    def burned(seats: int, burn: bool) -> int:
        table = circle("five_stud", "AR10", purses=(10_000,) * seats, burn=burn)
        table.play("croupier deal")
        return sum(isinstance(event, Burned) for event in table.finish())

    table = circle("five_stud", "AR10", purses=(10_000,) * 6, burn=True)
    table.play("croupier deal")
    assert not table.felt.burns(1)
    five = circle("five_stud", "AR10", purses=(10_000,) * 5, burn=True)
    five.play("croupier deal")
    assert five.felt.burns(1)
    assert burned(5, False) == 0


@either
@pytest.mark.law("AR10.10-2-B-d.III.4", "IB09.12-2-d.III.5")
def test_the_highest_open_hand_speaks_and_the_nearest_to_the_mano_among_equals(norm: str) -> None:
    table = dealt(norm)
    assert table.turn == 4  # the ace
    equal = dealt(norm, "7c 8c 9c Tc Ks Kd Js Kh")
    assert equal.turn == 1
    pair = dealt(norm)
    pair.play("s4 raise_to 200; s1,s2,s3 match", "7d 8d Jc 7h")
    assert pair.turn == 3  # a pair of jacks before an ace


def test_open_hands_rank_by_pairs_then_card_by_card() -> None:
    order = ["As Kd Qh Jc", "7s 7d 8h 9c", "8s 8d 7h 7c", "7s 7d 7h 8c", "7s 7d 7h 7c"]
    ranks = [open_rank(cards(text)) for text in order]
    assert ranks == sorted(ranks)
    assert open_rank(cards("As Kd")) > open_rank(cards("Ac Qd"))


@pytest.mark.law("AR10.10-2-B-d.III.4", "AR10.10-2-B-d.IV.1")
def test_in_aragon_the_first_to_speak_must_bet() -> None:
    table = dealt("AR10")
    assert table.verbs(4) == {"raise_to"}
    table.refused("s4 check", "must_bet", "AR10.10-2-B-d.III.4")
    table.refused("s4 fold", "may_not_fold", "AR10.10-2-B-d.III.4")
    free = dealt("IB09")
    assert free.verbs(4) == {"check", "fold", "raise_to"}


@pytest.mark.law("AR10.10-2-B-d.III.3", "AR10.10-2-B-d.III.1")
def test_in_aragon_the_cards_always_begin_at_the_first_place() -> None:
    table = circle("five_stud", "AR10")
    for mano in (1, 2):
        table.play("croupier deal")
        assert table.felt.mano == mano
        assert table.felt.players == (1, 2, 3, 4)
        table.finish()
    other = circle("five_stud", "IB09")
    other.play("croupier deal")
    other.finish()
    other.play("croupier deal")
    assert other.felt.players == (2, 3, 4, 1)


@pytest.mark.law("AR10.10-2-B-d.IV.1", "AR10.10-2-B-d.IV.2")
def test_limits_go_by_tiers_and_an_open_pair_lifts_them() -> None:
    table = dealt("AR10", limit="split_limit")
    assert table.refused("s4 raise_to 250").most == 200
    table.play("s4 raise_to 200; s1,s2,s3 match", "7d 8d 7h 9d")
    assert table.refused("s4 raise_to 250").most == 200  # no pair: still the lower limit
    table.play("s4,s1,s2,s3 check")
    while table.at == "Dealing":
        table.step()
    seat = table.turn
    assert isinstance(seat, int)
    assert table.refused(f"s{seat} raise_to 1050").most == 1_000
    pair = dealt("AR10", limit="split_limit")
    pair.play("s4 raise_to 200; s1,s2,s3 match", "7d 8d Jc 7h")
    assert pair.refused("s3 raise_to 1050").most == 1_000
    pair.play("s3 raise_to 300")  # above the lower limit: all raises now follow the higher
    refusal = pair.refused("s4 raise_to 1250")
    assert (refusal.least, refusal.most) == (1_300, 1_300)


@pytest.mark.law("AR10.10-2.VI.3.1", "AR10.10-2-B-d.IV.2")
def test_raises_that_follow_a_higher_limit_are_of_chips_all_the_same() -> None:
    """The maximum is not a whole number of chips. The largest raise in whole chips is allowed."""
    table = dealt("AR10", limit="split_limit", maximum=1_040)
    table.play("s4 raise_to 200; s1,s2,s3 match", "7d 8d Jc 7h")
    table.play("s3 raise_to 300")
    refusal = table.refused("s4 raise_to 1250")
    assert (refusal.least, refusal.most) == (1_300, 1_300)


@pytest.mark.law("AR10.10-2-B-d.IV.3", "AR10.10-2.VII.2.4")
def test_a_player_may_raise_three_times_in_an_interval_unless_two_are_left() -> None:
    table = dealt("AR10", limit="split_limit")
    table.play("s4 raise_to 200")  # a bet is not a raise
    level = 200
    for _ in range(3):
        for seat in (1, 4):
            level += 200
            table.play(f"s{seat} raise_to {level}")
            if seat == 1:
                table.play("s2,s3 match")
    table.refused(f"s1 raise_to {level + 200}", "raised_enough", "AR10.10-2.VII.2.4")
    two = dealt("AR10", limit="split_limit")
    two.play("s4 raise_to 200; s1 raise_to 400; s2,s3 fold")
    for seat in (4, 1) * 4:
        two.play(f"s{seat} raise_to {two.phase.talk.level + 200}")  # type: ignore[attr-defined]


@pytest.mark.law("AR10.10-2-B-d.III.8")
def test_who_raised_last_shows_first() -> None:
    table = dealt("AR10", limit="bote_sin_limite")
    table.play("s4 raise_to 200; s1 raise_to 600; s2 fold; s3,s4 match")
    raiser = 0
    while table.at != "Showdown":
        if table.turn is CHANCE:
            table.step()
            continue
        seat = table.turn
        assert isinstance(seat, int)
        last = table.felt.street == 3 and not table.phase.talk.level  # type: ignore[attr-defined]
        table.whoever(*(["raise_to 200"] if last else ["match", "check"]))
        raiser = seat if last else raiser if table.felt.street == 3 else 0
    assert table.turn == raiser


# ---------------------------------------------------------------- irregularities


@pytest.mark.law("AR10.10-2-B-d.V.1.1")
def test_both_first_cards_exposed_void_the_deal() -> None:
    table = circle("five_stud", "AR10")
    table.play("croupier deal", "7c 8c 9c Tc Ks")
    table.play("floor both_hole_cards_exposed 1")
    assert table.felt.piles == ()
    assert table.felt.cloth == 400
    one = circle("five_stud", "AR10")
    one.play("croupier deal", "7c 8c")
    one.play("floor hole_card_exposed 2", "9c Tc Ks Qs Js As")
    assert [held.up for held in one.felt.held(2)] == [True, False]


@pytest.mark.law("IB09.12-2-d.III.1")
def test_in_the_balearic_islands_exposed_first_cards_are_treated_as_in_seven_card_stud() -> None:
    one = circle("five_stud", "IB09", ante=100)
    one.play("croupier deal", "7c 8c")
    assert one.play("floor hole_card_exposed 2").happened == "IB09.12-2-d.III.1"
    one.play("9c Tc Ks Qs Js As")
    assert [held.up for held in one.felt.held(2)] == [True, False]
    both = circle("five_stud", "IB09", ante=100)
    both.play("croupier deal", "7c 8c 9c Tc Ks")
    told = both.play("floor both_hole_cards_exposed 1")
    assert (told.happened, told.returned) == ("IB09.12-2-d.III.1", {1: 100})
    both.play("Qs Js As")
    assert both.felt.players == (2, 3, 4)
    assert both.felt.cloth == 300


@pytest.mark.law("AR10.10-2-B-d.V.2.a.1")
def test_a_wrong_player_who_bets_first_has_bet() -> None:
    table = dealt("AR10")
    assert table.play("floor wrong_player_named seat=2 cents=200").happened == "AR10.10-2-B-d.V.2.a.1"
    assert table.felt.on(2, "apuesta") == 200
    assert table.turn == 3
    assert "fold" in table.verbs(3)


@pytest.mark.law("AR10.10-2-B-d.V.2.b.1")
def test_cards_burned_wrongly_do_not_void_the_hand() -> None:
    table = dealt("AR10")
    table.refused("floor burned_wrongly", "cannot_have_happened")
    table.play("s4 raise_to 200; s1,s2,s3 match")
    before = table.phase
    assert table.play("floor burned_wrongly").noted == ["burned_put_right"]
    assert table.phase == before


@pytest.mark.law("AR10.10-2-B-d.V.2.b.1")
def test_a_wrong_burn_that_is_left_moves_the_cards_by_one_place() -> None:
    """The burned card has place 8 and the deal begins at 9. A wrong burn shifts the deal by one place."""
    for deed, places in (
        ("floor burned_wrongly two=no corrected=no", [8, 9, 10, 11]),  # the top card is dealt after all
        ("floor burned_wrongly two=no corrected=yes", [9, 10, 11, 12]),
        ("floor burned_wrongly two=yes corrected=no", [10, 11, 12, 13]),
        ("floor burned_wrongly two=yes corrected=yes", [9, 10, 11, 12]),
    ):
        table = dealt("AR10")
        table.play("s4 raise_to 200; s1,s2,s3 match")
        told = table.play(deed)
        assert told.happened == "AR10.10-2-B-d.V.2.b.1"
        assert told.noted == ["burn_left" if "corrected=no" in deed else "burned_put_right"]
        table.refused(deed, "cannot_have_happened")  # it was found once
        told = table.play("7d 8d 9d Td")
        assert [event.place for event in told.of(Dealt)] == places
        assert table.felt.players == (1, 2, 3, 4)


@pytest.mark.law("AR10.10-2-B-d.V.2.b.1")
def test_a_wrong_burn_can_be_left_only_before_the_first_card_of_the_deal() -> None:
    table = dealt("AR10")
    table.play("s4 raise_to 200; s1,s2,s3 match", "7d")
    table.refused("floor burned_wrongly two=no corrected=no", "cannot_have_happened")
    assert table.may("floor burned_wrongly two=no corrected=yes")


@pytest.mark.law("AR10.10-2-B-d.V.3.a.1", "AR10.10-2-B-d.V.3.b.1")
def test_a_covered_card_that_is_shown_is_covered_again_or_costs_the_hand() -> None:
    table = dealt("AR10")
    told = table.play("floor shows_cards 4")
    assert [event.owner for event in told.of(Shown)] == [4]
    assert [held.up for held in table.felt.held(4)] == [False, True]
    assert told.happened == "AR10.10-2-B-d.V.3.a.1"
    table.play("s4 raise_to 200")
    told = table.play("floor shows_cards 2")
    assert told.happened == "AR10.10-2-B-d.V.3.b.1"
    assert 2 not in table.felt.players
    other = dealt("IB09")  # only the general rule
    other.play("floor shows_cards 2")
    assert all(held.up for held in other.felt.held(2))


@pytest.mark.law("AR10.10-2-B-d.V.3.c.1")
def test_who_is_absent_loses_his_ante_and_his_forced_bet() -> None:
    table = dealt("AR10", rake=0)
    told = table.play("floor absent_at_turn 4")
    assert told.happened == "AR10.10-2-B-d.V.3.c.1"
    assert table.felt.on(4, "apuesta") == 200
    assert table.felt.players == (1, 2, 3)
    assert table.turn == 1  # the next highest card speaks
    assert "fold" in table.verbs(1)
    table.play("s1 match; s2,s3 fold")
    told = table.finish()
    assert told.paid == {1: 800}
    assert told.returned == {}
