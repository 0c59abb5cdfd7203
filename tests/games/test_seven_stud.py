"""Seven stud, clause by clause: the deals, the turn to speak, limits, dead cards, irregularities."""

from __future__ import annotations

from typing import Any

import pytest
from tests.support.cases import case
from tests.support.circle import BOTH, circle

from novamas.equipment.cards import card
from novamas.table.events import Burned, Dealt, Shown
from novamas.testing.rehearsal import Noticed, Rehearsal

# covered: 2c 6c, 3c 7c, 4c 8c, 5c 9c; open: king, queen, ten and two of spades
FIRST = "2c 3c 4c 5c 6c 7c 8c 9c Ks Qs Ts 2s"
either = pytest.mark.parametrize("norm", BOTH)


def dealt(norm: str, cards: str = FIRST, **given: Any) -> Rehearsal:
    table = circle("seven_stud", norm, **given)
    table.play("croupier deal", cards)
    return table


def level(table: Rehearsal) -> None:
    """Let each player stay in for the smallest amount until the betting round ends."""
    street = table.felt.street
    while table.at == "Interval" and table.felt.street == street:
        table.whoever("check", "match", "raise_to 200")


def to_seventh(table: Rehearsal, *streets: str) -> None:
    """Play the hand up to the deal of the seventh card."""
    level(table)
    for cards in streets:
        table.play(cards)
        level(table)


STREETS = ("Kd Qd Td 2d", "Ah Jd 9d 8d", "Ac Jc 9s 8s")


@either
@pytest.mark.law("AR10.10-2-B-a.I.1", "AR10.10-2-B-a.III.1", "AR10.10-2-B-a.III.2", "AR10.10.2.b.4")
@pytest.mark.law("IB09.12-2-a.II.2.1", "IB09.12-2-a.II.2.2")
def test_two_covered_cards_and_an_open_one(norm: str) -> None:
    table = circle("seven_stud", norm)
    table.play("croupier deal")
    assert table.phase.draws().total == 52
    told = table.play(FIRST)
    assert [(event.to, event.up) for event in told.of(Dealt)] == [
        (seat, street == 2) for street in range(3) for seat in (1, 2, 3, 4)
    ]
    assert told.said == ["Hagan sus apuestas."]


@pytest.mark.law("AR10.10-2.VIII.3.f.1", "AR10.10-2-B-a.III.3")
def test_a_bet_before_the_forced_one_stands_and_who_must_bet_matches_it_at_least() -> None:
    table = dealt("AR10", limit="bote_sin_limite")
    least = table.felt.rules.minimum
    told = table.play(f"floor bet_out_of_turn seat=2 cents={2 * least}")
    assert told.happened == "AR10.10-2.VIII.3.f.1"
    assert (table.turn, table.felt.on(2, "apuesta")) == (4, 2 * least)
    assert table.verbs(4) == {"match", "raise_to"}
    table.refused("s4 check", "must_bet", "AR10.10-2-B-a.III.3")
    table.refused("s4 fold", "may_not_fold", "AR10.10-2-B-a.III.3")
    raised = table.fork()
    table.play("s4 match; s1 fold")
    assert table.turn == 2
    table.refused(f"s2 raise_to {4 * least}", "barred_from_raising", "AR10.10-2.VIII.3.f.1")
    table.play("s2 check; s3 match")
    assert [cents for _, _, cents in table.felt.chips] == [
        100,
        100 + 2 * least,
        100 + 2 * least,
        100 + 2 * least,
    ]
    raised.play(f"s4 raise_to {4 * least}; s1 fold")
    assert raised.verbs(2) == {"match", "fold"}  # the player completes the bet, or is out


@either
@pytest.mark.law("AR10.10-2-B-a.III.4", "IB09.12-2-a.II.2.3")
def test_the_lowest_open_card_speaks_first_and_the_ace_is_high(norm: str) -> None:
    assert dealt(norm).turn == 4
    assert (
        dealt(norm, "2c 3c 4c 5c 6c 7c 8c 9c As Qs Qd Kd").turn == 2
    )  # equal queens: the nearest to the mano


@pytest.mark.law("AR10.10-2-B-a.III.3", "IB09.12-2-a.II.2.3")
def test_in_aragon_he_must_bet_and_in_the_balearics_he_may_pass() -> None:
    table = dealt("AR10")
    assert table.verbs(4) == {"raise_to"}
    table.refused("s4 check", "must_bet", "AR10.10-2-B-a.III.3")
    table.refused("s4 fold", "may_not_fold", "AR10.10-2-B-a.III.3")
    assert dealt("IB09").verbs(4) == {"check", "fold", "raise_to"}


@either
@pytest.mark.law("AR10.10-2-B-a.III.5", "AR10.10-2-B-a.III.6", "AR10.10-2-B-a.III.7", "AR10.10-2-B-a.III.10")
@pytest.mark.law("IB09.12-2-a.II.2.4", "IB09.12-2-a.II.2.5", "IB09.12-2-a.II.2.8")
def test_the_highest_open_hand_opens_the_next_intervals_and_may_not_fold(norm: str) -> None:
    table = dealt(norm)
    level(table)
    table.play("Ad Qd 7d 2d")
    assert table.turn == 2  # a pair of queens before the pair of twos and the ace
    assert table.verbs(2) == {"check", "raise_to"}
    table.refused("s2 fold", "may_not_fold")
    table.play("s2 check; s3 raise_to 200; s4,s1 fold")
    assert "fold" in table.verbs(2)  # facing a bet the player may
    table.play("s2 match")
    for _ in range(2):
        while table.at == "Dealing":
            table.step()
        seat = table.turn
        assert isinstance(seat, int)
        assert "fold" not in table.verbs(seat)
        level(table)


@pytest.mark.parametrize("norm", [case("IB09.12-2-a.II.2.7", "IB09"), case("AR10.10-2-B-a.III.9", "AR10")])
def test_after_the_second_interval_each_who_is_left_gets_an_open_card(norm: str) -> None:
    table = dealt(norm)
    level(table)
    table.play("Kd Qd Td 2d")
    table.play("s1 raise_to 400; s2 match; s3 fold; s4 match")
    told = table.play("Ah Jd 8d")
    assert [(event.to, event.up) for event in told.of(Dealt)] == [(1, True), (2, True), (4, True)]
    assert [len(table.felt.held(seat)) for seat in (1, 2, 4)] == [5] * 3


@pytest.mark.parametrize(
    "norm",
    [
        case("IB09.12-2-a.II.2.9 IB09.12-2-a.I.1", "IB09"),
        case("AR10.10-2-B-a.III.11 AR10.10-2-B-a.I.2", "AR10"),
    ],
)
def test_the_seventh_card_is_covered(norm: str) -> None:
    table = dealt(norm)
    to_seventh(table, *STREETS)
    told = table.play("3h 4h 5h 6h")
    assert all(not event.up for event in told.of(Dealt))
    assert [len(table.felt.held(seat)) for seat in (1, 2, 3, 4)] == [7] * 4
    assert table.turn == 1  # kings and aces


@pytest.mark.parametrize("norm", [case("IB09.12-2-a.II.2.10", "IB09"), case("AR10.10-2-B-a.III.12", "AR10")])
def test_of_equal_open_hands_the_nearest_to_the_right_of_the_mano_speaks(norm: str) -> None:
    table = dealt(norm, "2c 3c 4c 5c 6c 7c 8c 9c Js Ts Kh Ks")
    to_seventh(
        table, "Jd Td Kd Kc", "3h 4h Ah Ad", "3s 4s Ac As"
    )  # two of kings and aces, in the sight of all
    table.play("5h 6h 7h 8h")
    assert table.felt.mano == 1
    assert table.turn == 3


@pytest.mark.parametrize(
    "norm",
    [
        case("IB09.12-2-a.II.2.11 IB09.12-2-a.II.2.12", "IB09"),
        case("AR10.10-2-B-a.III.13 AR10.10-2-B-a.III.14", "AR10"),
    ],
)
def test_a_card_dies_after_the_first_three_and_at_each_of_the_next_three_deals(norm: str) -> None:
    table = dealt(norm)
    dead = [len(table.felt.dead)]
    level(table)
    for cards in STREETS:
        table.play(cards)
        dead.append(len(table.felt.dead))
        level(table)
    table.play("3h 4h 5h 6h")
    assert [*dead, len(table.felt.dead)] == [0, 1, 2, 3, 4]
    assert table.felt.shoe.dealt == 4 * 7 + 4  # and none of them is dealt to a player


@either
@pytest.mark.law("AR10.10-2-B-a.III.11", "IB09.12-2-a.II.2.9")
def test_the_last_card_is_announced(norm: str) -> None:
    table = dealt(norm)
    to_seventh(table, *STREETS[:2])
    table.play(STREETS[2])
    told = Noticed()
    while table.at == "Interval":
        told += table.whoever("check", "match")
    assert "Última carta." in told.said


@either
@pytest.mark.law("AR10.10-2-B-a.III.8", "IB09.12-2-a.II.2.6")
def test_the_only_one_left_wins_in_any_interval(norm: str) -> None:
    table = dealt(norm, rake=0)
    table.play("s4 raise_to 200; s1 match; s2,s3 fold", "Ad 2d")
    table.play("s4 raise_to 200")
    told = table.play("s1 fold")
    assert told.returned == {4: 200}
    assert table.play("croupier pay_pot").paid == {4: 800}


# ---------------------------------------------------------------- limits


@either
@pytest.mark.law("AR10.10-2-B-a.II.1.1", "AR10.10-2-B-a.II.1.a.1", "AR10.10-2-B-a.II.1.a.2")
@pytest.mark.law("IB09.12-2-a.II.1.1", "IB09.12-2-a.II.1.a.1", "IB09.12-2-a.II.1.a.2")
def test_split_limit_is_the_minimum_twice_and_then_the_maximum_and_a_pair_lifts_it(norm: str) -> None:
    table = dealt(norm)
    refusal = table.refused("s4 raise_to 250")
    assert (refusal.least, refusal.most) == (200, 200)
    level(table)
    table.play("Ad Jd 9d 8d")
    assert table.refused("s1 raise_to 250").most == 200
    level(table)
    table.play("Ah Jh 9h 8h")
    assert table.refused("s1 raise_to 1050").most == 1_000
    pair = dealt(norm)
    level(pair)
    pair.play("Ad Qd 7d 3d")
    assert pair.refused("s2 raise_to 1050").most == 1_000
    pair.play("s2 raise_to 200")  # lower bets stay lawful


@either
@pytest.mark.law("AR10.10-2-B-a.II.1.b.1", "AR10.10-2-B-a.II.1.b.1.1", "AR10.10-2-B-a.II.1.b.2.1")
@pytest.mark.law("IB09.12-2-a.II.1.b.1", "IB09.12-2-a.II.1.b.2", "IB09.12-2-a.II.1.b.3")
def test_limited_pot_is_half_the_pot_and_the_pot_as_they_stood(norm: str) -> None:
    table = dealt(norm, limit="bote_limitado")
    assert table.refused("s4 raise_to 1050").most == 1_000
    table.play("s4 raise_to 1000; s1,s2,s3 match", STREETS[0])
    level(table)
    table.play(STREETS[1])
    level(table)
    table.play(STREETS[2])  # the pot is 4 400
    assert table.refused("s1 raise_to 2250").most == 2_200
    table.play("s1 raise_to 200")
    assert table.refused("s2 raise_to 2450").most == 2_400  # as it stood: the new bets do not count
    table.play("s2,s3,s4 match", "3h 4h 5h 6h")  # the pot is 5 200
    assert table.refused("s1 raise_to 5250").most == 5_200


@either
@pytest.mark.law("AR10.10-2-B-a.II.1.1", "IB09.12-2-a.II.1.1")
def test_play_without_limit_stays_lawful(norm: str) -> None:
    assert dealt(norm, limit="bote_sin_limite").refused("s4 raise_to 20000").most == 9_900


@either
@pytest.mark.law("AR10.10-2-B-a.II.2.1", "IB09.12-2-a.II.1.2")
def test_a_player_may_raise_three_times_in_an_interval(norm: str) -> None:
    table = dealt(norm)
    table.play("s4 raise_to 200")
    reached = 200
    for _ in range(3):
        for seat in (1, 4):
            reached += 200
            table.play(f"s{seat} raise_to {reached}")
            if seat == 1:
                table.play("s2,s3 match")
    table.refused(f"s1 raise_to {reached + 200}", "raised_enough")
    assert table.felt.raises_each == 3


# ---------------------------------------------------------------- irregularities


@either
@pytest.mark.law("AR10.10-2-B-a.III.b.1", "IB09.12-2-a.II.2.a.1")
def test_as_long_as_nobody_has_seen_his_card_they_are_moved_back(norm: str) -> None:
    table = dealt(norm)
    to_seventh(table, *STREETS)
    dead = table.felt.dead
    table.play("3h")
    told = table.play("floor seventh_skipped seat=2 seen=no")
    assert told.noted == ["cards_moved_back"]
    told = table.play("4h 5h 6h")
    assert [event.to for event in told.of(Dealt)] == [2, 3, 4]
    assert table.felt.dead == dead


@either
@pytest.mark.law("AR10.10-2-B-a.III.b.1", "AR10.10-2-B-a.III.b.2", "IB09.12-2-a.II.2.a.1")
def test_the_last_player_too_may_be_passed_over_with_the_seventh_card(norm: str) -> None:
    table = dealt(norm)
    to_seventh(table, *STREETS)
    first_dead = table.felt.dead[0]
    undealt = table.felt.shoe.undealt
    table.play("3h 4h 5h")
    clause = "AR10.10-2-B-a.III.b.1" if norm == "AR10" else "IB09.12-2-a.II.2.a.1"
    assert table.play("floor seventh_skipped seat=4 seen=yes").happened == clause
    told = table.play("6h")
    assert [event.to for event in told.of(Dealt)] == [4]
    assert table.felt.held(4)[-1].place == first_dead
    assert table.felt.shoe.undealt == undealt - 3  # the next card of the deck stays where it is
    assert table.at == "Interval"


@either
@pytest.mark.law(
    "AR10.10-2-B-a.III.b.1", "AR10.10-2-B-a.III.b.2", "IB09.12-2-a.II.2.a.1", "IB09.12-2-a.II.2.a.2"
)
def test_who_is_passed_over_with_the_seventh_card_gets_the_first_dead_card_last(norm: str) -> None:
    table = dealt(norm)
    to_seventh(table, *STREETS)
    first_dead = table.felt.dead[0]
    table.play("3h")
    table.play("floor seventh_skipped seat=2 seen=yes")
    told = table.play("4h 5h 6h")
    assert [event.to for event in told.of(Dealt)] == [3, 4, 2]
    assert table.felt.held(2)[-1].place == first_dead == 12
    assert table.felt.cards(2)[-1] == card("6h")
    assert len(table.felt.dead) == 3


@either
@pytest.mark.law("AR10.10-2-B-a.IV.1.a.1", "AR10.10-2-B-a.IV.1.a.1.1", "IB09.12-2-a.III.1.a.1")
@pytest.mark.law("IB09.12-2-a.III.1.a.a-1.1")
def test_one_covered_card_exposed_becomes_the_open_one(norm: str) -> None:
    table = circle("seven_stud", norm)
    table.play("croupier deal", "2c 3c 4c 5c 6c 7c")
    told = table.play("floor hole_card_exposed 2")
    assert [event.cards for event in told.of(Shown)] == [(card("7c"),)]
    table.play("8c 9c Ks Qs Ts 2s")
    assert [held.up for held in table.felt.held(2)] == [False, True, False]
    assert [held.up for held in table.felt.held(1)] == [False, False, True]


@either
@pytest.mark.law("AR10.10-2-B-a.IV.1.a.2.1", "IB09.12-2-a.III.1.a.a-2.1")
def test_both_covered_cards_exposed_give_the_ante_back(norm: str) -> None:
    table = circle("seven_stud", norm)
    table.play("croupier deal", "2c 3c 4c 5c 6c 7c")
    assert table.play("floor both_hole_cards_exposed 2").returned == {2: 100}
    assert table.felt.players == (1, 3, 4)
    table.play("8c 9c Ks Ts 2s")
    assert table.at == "Interval"


@either
@pytest.mark.law("AR10.10-2-B-a.IV.1.b.1", "AR10.10-2-B-a.IV.1.b.1.1", "IB09.12-2-a.III.1.b.1")
@pytest.mark.law("IB09.12-2-a.III.1.b.b-1.1")
def test_a_seventh_card_dealt_open_is_covered_if_its_owner_goes_on(norm: str) -> None:
    table = dealt(norm)
    to_seventh(table, *STREETS)
    table.play("3h", "floor seventh_open 2")
    told = table.play("4h 5h 6h")
    assert [event.to for event in told.of(Dealt) if event.up] == [2]
    assert table.turn == 2
    assert table.verbs(2) == {"stay_in", "stand_aside"}
    assert (table.session.view(1).turn, table.session.view(1).shows.opened) == (2, 2)
    table.play("s2 stay_in")
    assert not table.felt.held(2)[-1].up
    assert table.at == "Interval"


@either
@pytest.mark.law("AR10.10-2-B-a.IV.1.b.2.1", "AR10.10-2-B-a.IV.1.b.2.2", "IB09.12-2-a.III.1.b.b-2.1")
@pytest.mark.law("IB09.12-2-a.III.1.b.b-2.2")
def test_or_he_plays_for_the_bets_so_far_and_the_others_for_a_side_pot(norm: str) -> None:
    table = dealt(norm, "Ac 3c 4c 5c Ad 7c 8c 9c Ks Qs Ts 2s", rake=0)
    to_seventh(table, "Kd Qd Td 2d", "Ah Jd 9d 8d", "Kc Jc 9s 8s")
    before = table.felt.cloth
    table.play("floor seventh_open 1", "3h 4h 5h 6h", "s1 stand_aside")
    assert table.turn == 2
    table.play("s2 raise_to 1000; s3 match; s4 fold")
    assert table.at == "Showdown"
    told = table.play("s2,s3,s1 show; croupier pay_pot")
    assert told.pots == {"bote_1": {1: before}, "bote_2": {2: 2_000}}


@either
@pytest.mark.law("AR10.10-2-B-a.IV.2.a.1", "IB09.12-2-a.III.2.a.1")
def test_with_two_left_an_open_seventh_card_ends_the_betting(norm: str) -> None:
    table = dealt(norm)
    table.play("s4 raise_to 200; s1 match; s2,s3 fold", "Kd 2d")
    level(table)
    table.play("Ah 8d")
    level(table)
    table.play("Ac 8s")
    level(table)
    assert table.play("floor seventh_open 1").happened in ("AR10.10-2-B-a.IV.2.a.1", "IB09.12-2-a.III.2.a.1")
    told = table.play("3h 4h")
    assert table.at == "Showdown"
    assert told.noted == ["no_more_betting"]


@either
@pytest.mark.law("AR10.10-2-B-a.IV.2.b.1", "IB09.12-2-a.III.2.b.1")
def test_a_card_dealt_too_early_is_burned_with_one_for_each_player(norm: str) -> None:
    table = dealt(norm)
    table.play("s4 raise_to 200; floor card_too_early; s1 match; s2 fold")
    told = table.play("s3 match")
    assert sum(isinstance(event, Burned) for event in told) == 3 + 1  # one a player, and the usual dead card
    assert table.felt.shoe.dealt == 12 + 5
    assert len(table.felt.dead) == 5


@either
@pytest.mark.law("AR10.10-2-B-a.IV.1.b.1", "IB09.12-2-a.III.1.b.1")
def test_a_seventh_card_dealt_open_stays_so_though_a_card_lay_face_up_before_it(norm: str) -> None:
    table = dealt(norm)
    to_seventh(table, *STREETS)
    table.play("3h", "floor seventh_open 2", "floor one_card_face_up", "7h")
    told = table.play("4h 5h 6h")
    assert [event.to for event in told.of(Dealt) if event.up] == [2]


@either
@pytest.mark.law("AR10.10-2-B-a.IV.3.a.1", "IB09.12-2-a.III.3.1")
def test_who_shows_his_covered_cards_covers_them_again(norm: str) -> None:
    table = dealt(norm)
    told = table.play("floor shows_cards 4")
    assert len(told.of(Shown)) == 2
    assert [held.up for held in table.felt.held(4)] == [False, False, True]
    assert 4 in table.felt.players


@pytest.mark.law("AR10.10-2-B-a.IV.3.b.1")
def test_in_aragon_who_shows_them_without_having_matched_a_bet_is_out() -> None:
    table = dealt("AR10")
    table.play("s4 raise_to 200")
    assert table.play("floor shows_cards 1").happened == "AR10.10-2-B-a.IV.3.b.1"
    assert 1 not in table.felt.players


@pytest.mark.law("AR10.10-2-B-a.IV.3.c.1")
def test_in_aragon_who_is_absent_loses_his_ante_and_his_forced_bet() -> None:
    table = dealt("AR10")
    assert table.play("floor absent_at_turn 4").happened == "AR10.10-2-B-a.IV.3.c.1"
    assert table.felt.on(4, "apuesta") == 200
    assert table.turn == 3  # the next lowest card
