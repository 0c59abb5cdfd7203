"""Betting at circle poker, clause by clause: turns, limits, raises, pots, the showdown."""

from __future__ import annotations

import pytest
from tests.support.circle import BOTH, circle

from novamas.table.events import Bought, Discarded, Shown, Staked
from novamas.table.roles import CHANCE, CROUPIER, FLOOR, RAIL
from novamas.testing.rehearsal import Rehearsal

HANDS = "As Ks Qs 2h Ad Kd Qd 7c"  # aces, kings, queens and seven-two to seats 1 to 4
either = pytest.mark.parametrize("norm", BOTH)


@either
@pytest.mark.law("AR10.10-2.VII.1.7", "AR10.10-2.VII.1.8", "AR10.10-2.VII.2.1", "AR10.10-2.VII.2.3")
@pytest.mark.law("IB09.12.VII.1.7", "IB09.12.VII.2.1", "IB09.12.VII.2.3")
def test_antes_are_laid_before_the_cards_and_the_mano_speaks_first(norm: str) -> None:
    table = circle(norm=norm)
    told = table.play("croupier deal")
    assert [(event.seat, event.cents) for event in told.of(Staked)] == [
        *((1, 100), (2, 100), (3, 100), (4, 100))
    ]
    assert table.felt.piles == ()
    table.play(HANDS)
    assert table.turn == table.felt.mano == 1
    assert table.verbs(1) == {"check", "fold", "raise_to"}
    assert table.verbs(2) == set()
    table.refused("s2 check", "not_your_turn")


@either
@pytest.mark.law("AR10.10-2.VII.2.b.1", "AR10.10-2.VII.2.c.1", "AR10.10-2.VII.2.d.1")
@pytest.mark.law("IB09.12.VII.2.b.1", "IB09.12.VII.2.b.2", "IB09.12.VII.2.c.1")
def test_one_may_pass_until_somebody_bets_and_then_covers_raises_or_folds(norm: str) -> None:
    table = circle(norm=norm)
    table.play("croupier deal", HANDS, "s1 check; s2 raise_to 300")
    refusal = table.refused("s3 check", "bet_pending")
    assert refusal.clause in ("AR10.10-2.VII.2.b.1", "IB09.12.VII.2.b.1")
    told = table.play("s3 match")
    assert [event.cents for event in told.of(Staked)] == [300]
    table.play("s4 fold")
    assert table.verbs(1) == {"match", "fold", "raise_to"}  # who passed may still cover or raise


@either
@pytest.mark.law("AR10.10-2.VII.2.a.1", "AR10.10-2.VII.2.a.3", "IB09.12.VII.2.a.1", "IB09.12.VII.2.a.2")
def test_who_folds_loses_his_bets_and_nobody_sees_his_cards(norm: str) -> None:
    table = circle(norm=norm)
    table.play("croupier deal", HANDS, "s1 raise_to 300; s2 match; s3 raise_to 900; s4,s1 match")
    told = table.play("s2 fold")
    assert [event.card for event in told.of(Discarded)] == [None, None]
    assert table.felt.players == (1, 3, 4)
    assert table.felt.on(2, "bote") == 400
    assert table.verbs(2) == {"leave"}


@either
@pytest.mark.law("AR10.10-2.IX.g.1", "IB09.12.V.g.1", "AR10.10-2.VII.2.a.3", "IB09.12.VII.2.a.2")
def test_who_has_folded_may_leave_and_his_bets_stay(norm: str) -> None:
    table = circle(norm=norm, rake=0)
    table.play("croupier deal", HANDS, "s1 raise_to 300; s2 match; s3 raise_to 900; s4,s1 match; s2 fold")
    clause = "AR10.10-2.IX.g.1" if norm == "AR10" else "IB09.12.V.g.1"
    assert table.refused("s1 leave", "still_in_hand").clause == clause
    (bought,) = table.play("s2 leave").of(Bought)
    assert (bought.seat, bought.cents, bought.clause) == (2, -9_600, clause)
    assert table.felt.party.places == (1, 0, 3, 4)
    assert table.felt.on(2, "bote") == 400
    told = table.finish()
    assert sum(told.paid.values()) == 3_400  # the bet was played for
    assert table.felt.purses[1] == 0
    table.refused("croupier deal", "fewer_than_four")


@either
@pytest.mark.law("AR10.10-2.IX.g.1", "IB09.12.V.g.1", "AR10.10-2.VIII.1.e.1", "IB09.12.VIII.1.9")
def test_what_goes_back_to_somebody_who_has_left_is_his(norm: str) -> None:
    table = circle(norm=norm)
    table.play("croupier deal", HANDS, "s1 raise_to 300; s2 match; s3 raise_to 900; s4,s1 match; s2 fold")
    table.play("s2 leave")
    told = table.play("floor deck_found_wrong defective_deck")
    assert [(event.seat, event.cents) for event in told.of(Bought)] == [(2, -400)]
    assert table.felt.purses == (10_000, 0, 10_000, 10_000)


@either
@pytest.mark.law("AR10.10-2.VIII.1.1", "IB09.12.VIII.1.1")
def test_who_has_left_is_not_dealt_in_when_the_hand_starts_again(norm: str) -> None:
    table = circle(norm=norm, purses=(10_000,) * 5)
    table.play("croupier deal", "As Ks", "floor ante_not_laid seat=3 lays=no; s3 leave")
    table.play("floor misdeal order")
    assert table.felt.players == (1, 2, 4, 5)


@either
@pytest.mark.law("AR10.10-2.VII.2.e.1", "AR10.10-2.VI.3.a.3.1", "AR10.10-2.VI.3.1")
@pytest.mark.law("IB09.12.VII.2.d.1", "IB09.12.VI.3.a.3.1", "IB09.12.VI.3.1")
def test_a_raise_is_at_least_the_last_one_and_then_the_others_speak(norm: str) -> None:
    table = circle(norm=norm)
    table.play("croupier deal", HANDS)
    table.refused("s1 raise_to 150", "below_minimum")
    table.refused("s1 raise_to 225", "broken_chip")
    table.play("s1 raise_to 500")
    refusal = table.refused("s2 raise_to 950")
    assert (refusal.code, refusal.least, refusal.most) == ("below_minimum", 1_000, 9_900)
    table.play("s2 raise_to 9900; s3,s4 fold")
    assert table.turn == 1


@either
@pytest.mark.law("AR10.10-2.VI.3.a.2.1", "IB09.12.VI.3.a.2.1", "AR10.10-2.VI.3.a.3", "IB09.12.VI.3.a.3")
def test_pot_limit_is_the_pot_after_the_call(norm: str) -> None:
    table = circle(norm=norm, limit="bote_con_limite")
    table.play("croupier deal", HANDS)
    refusal = table.refused("s1 raise_to 450")  # the pot is the four antes
    assert (refusal.code, refusal.most) == ("above_maximum", 400)
    assert refusal.clause in ("AR10.10-2.VI.3.a.2.1", "IB09.12.VI.3.a.2.1")
    table.play("s1 raise_to 400")
    assert table.refused("s2 raise_to 1650").most == 400 + (400 + 400 + 400)


@either
@pytest.mark.law("AR10.10-2.VI.3.a.1.1", "IB09.12.VI.3.a.1.1")
def test_split_limit_is_half_the_pot_and_the_minimum_is_always_possible(norm: str) -> None:
    table = circle(norm=norm, limit="split_limit", ante=50)
    table.play("croupier deal", HANDS)
    assert table.refused("s1 raise_to 250").most == 200  # half of 200 is less than the minimum
    table.play("s1 raise_to 200")
    refusal = table.refused("s2 raise_to 550")
    assert refusal.most == 200 + (200 + 200 + 200) // 2
    assert refusal.clause in ("AR10.10-2.VI.3.a.1.1", "IB09.12.VI.3.a.1.1")


@either
@pytest.mark.law("AR10.10-2.VII.2.4", "IB09.12.VII.2.4")
def test_hold_em_knows_no_limit_to_the_number_of_raises(norm: str) -> None:
    table = circle(norm=norm, purses=(20_000,) * 4)
    table.play("croupier deal", HANDS)
    level = 0
    for _ in range(5):
        for seat in (1, 2, 3, 4):
            level += 200
            table.play(f"s{seat} raise_to {level}")
    assert table.felt.cloth == 400 + 3_400 + 3_600 + 3_800 + 4_000


@either
@pytest.mark.law("AR10.10-2.VII.2.9", "AR10.10-2.VII.2.8", "AR10.10-2.VIII.3.ll.1")
@pytest.mark.law("IB09.12.VII.2.9", "IB09.12.VII.2.8", "IB09.12.VII.2.11")
def test_a_bet_is_made_once_and_binds(norm: str) -> None:
    table = circle(norm=norm)
    table.play("croupier deal", HANDS, "s1 raise_to 300")
    assert table.felt.on(1, "apuesta") == 300  # the chips have crossed the line
    refusal = table.refused("s1 raise_to 900", "string_bet")
    assert refusal.clause in ("AR10.10-2.VII.2.9", "IB09.12.VII.2.9")
    assert table.verbs(1) == set()  # the player may not take it back


@either
@pytest.mark.law("AR10.10-2.IX.e.1", "AR10.10-2.IX.g.1", "IB09.12.V.e.1", "IB09.12.V.g.1")
def test_chips_are_neither_bought_nor_taken_away_during_a_hand(norm: str) -> None:
    table = circle(norm=norm)
    assert {"buy", "leave"} <= table.verbs(2)
    table.play("croupier deal")
    table.refused("s2 buy 1000", "hand_has_begun")
    table.play(HANDS)
    table.refused("s2 leave", "still_in_hand")
    assert table.refused("s1 buy 1000").clause in ("AR10.10-2.IX.e.1", "IB09.12.V.e.1")
    table.finish()
    assert {"buy", "leave"} <= table.verbs(2)


@either
@pytest.mark.law("AR10.10-2.IX.c.1", "IB09.12.V.c.1")
def test_nobody_can_agree_to_share_the_pot(norm: str) -> None:
    table = circle(norm=norm)
    table.play("croupier deal", HANDS)
    seen: set[str] = set()
    while not table.phase.rest:
        for who in (1, 2, 3, 4, CROUPIER):
            seen |= table.verbs(who)
        table.step()
    known = {"check", "fold", "match", "raise_to", "show", "renounce", "ask_to_see", "pay_pot"}
    assert seen <= known


# ---------------------------------------------------------------- all in, pots


@either
@pytest.mark.law("AR10.10-2.VII.2.5", "AR10.10-2.VII.2.11", "AR10.10-2.VII.2.12")
@pytest.mark.law("IB09.12.VII.2.5", "IB09.12.VII.2.14", "IB09.12.VII.2.15")
def test_who_has_too_little_plays_for_his_part(norm: str) -> None:
    table = circle(norm=norm, purses=(10_000, 1_100, 3_100, 10_000), rake=0)
    table.play("croupier deal", "2s As Ks 3h 7h Ad Kd 5h", "s1 raise_to 5000")
    told = table.play("s2,s3 match")
    assert told.said == ["Resto.", "Resto."]
    assert table.felt.purses[1:3] == (0, 0)
    table.play("s4 match", "9c Tc 5d")
    table.play("s1,s4 check", "2c", "s1,s4 check", "Jd", "s1,s4 check")
    told = table.play("s1,s2,s3,s4 show; croupier pay_pot")
    # 1 100 of each for seat 2 with aces, 2 000 of three for seat 3 with kings, 2 000 of two for seat 4
    assert told.pots == {"bote_1": {2: 4_400}, "bote_2": {3: 6_000}, "bote_3": {4: 4_000}}


@either
@pytest.mark.law("AR10.10-2.VI.3.a.3.1", "IB09.12.VII.2.d.1")
def test_a_short_all_in_does_not_reopen_the_betting(norm: str) -> None:
    table = circle(norm=norm, purses=(10_000, 10_000, 800, 10_000))
    table.play("croupier deal", HANDS, "s1 raise_to 600; s2 match; s3 raise_to 700; s4 match")
    table.refused("s1 raise_to 1500", "not_reopened")
    table.play("s1,s2 match")
    assert table.turn is CHANCE


@either
@pytest.mark.law("AR10.10-2.VII.2.6", "AR10.10-2.VII.2.2", "IB09.12.VII.2.6", "IB09.12.VII.2.2")
def test_the_only_one_left_wins_without_showing_and_takes_back_what_nobody_matched(norm: str) -> None:
    table = circle(norm=norm)
    table.play("croupier deal", HANDS, "s1 raise_to 5000; s2,s3 fold")
    told = table.play("s4 fold")
    assert told.returned == {1: 5_000}
    told += table.play("croupier pay_pot")
    assert not told.of(Shown)
    assert told.paid == {1: 400}  # 5 % of 400 is not a whole chip
    assert told.raked == 0


@either
@pytest.mark.law("AR10.10-2.II.a.1", "IB09.12.II.3.a.1", "AR10.10-2.II.a.2")
def test_the_house_takes_its_part_of_every_pot_in_whole_chips(norm: str) -> None:
    table = circle(norm=norm)
    told = table.play("croupier deal", HANDS, "s1 raise_to 1000; s2,s3 match; s4 fold", "9c 8c 3d")
    told = table.finish()
    assert told.raked == 150  # 5 % of 3 400 is 170
    assert told.paid == {1: 3_250}
    assert sum(table.felt.purses) == 40_000 - 150


@pytest.mark.law("IB09.12.II.3.a.1")
def test_a_part_of_each_interval_is_never_more_than_of_the_pot() -> None:
    def taken(rake_at: str) -> int:
        table = circle(norm="IB09", rake_at=rake_at)
        table.play("croupier deal", HANDS, "s1 raise_to 700; s2,s3,s4 match", "9c 8c 3d")
        table.play("s1 raise_to 700; s2,s3,s4 match", "2c", "s1 check")
        return table.finish().raked

    assert taken("mano") == 300  # 5 % of 6 000
    assert taken("intervalo") == 150 + 100  # 5 % of 3 200, and of 2 800, each rounded down to chips


@either
@pytest.mark.law("AR10.10-2.VII.3.6", "IB09.12.VII.3.6")
def test_equal_hands_share_the_pot_and_the_odd_chip_goes_to_the_first_in_turn(norm: str) -> None:
    table = circle(norm=norm, rake=0, ante=50)
    table.play(
        "croupier deal", "As Ac Qs 2h Kd Kc Qd 7c", "s1 raise_to 450; s2,s3 match; s4 fold", "9c 8c 3d"
    )
    table.play("s1,s2 check; s3 fold", "4h", "s1,s2 check", "Jd")
    told = table.play("s1,s2 check; s1,s2 show; croupier pay_pot")
    assert told.paid == {1: 800, 2: 750}


# ---------------------------------------------------------------- showing


@either
@pytest.mark.law("AR10.10-2.VII.3.1", "AR10.10-2.VII.3.2", "AR10.10-2.VII.3.8")
@pytest.mark.law("IB09.12.VII.3.1", "IB09.12.VII.3.2", "IB09.12.VII.3.9")
def test_who_bet_last_shows_first_and_cards_are_hidden_till_then(norm: str) -> None:
    table = circle(norm=norm)
    table.play("croupier deal", HANDS, "s1,s2,s3,s4 check", "9c 8c 3d")
    for card in ("4h", "Jd"):
        table.play("s1,s2,s3,s4 check", card)
    table.play("s1 check; s2 raise_to 200; s3 match; s4 fold; s1 match")
    assert table.turn == 2
    assert all(not held.up for pile in table.felt.piles if pile.owner != "board" for held in pile.cards)
    order = [event.owner for event in table.finish() if isinstance(event, Shown)]
    assert order == [2, 3, 1]


@either
@pytest.mark.law("AR10.10-2.VII.3.2", "IB09.12.VII.3.2")
def test_where_nobody_bet_last_who_spoke_first_shows_first(norm: str) -> None:
    table = circle(norm=norm)
    table.play("croupier deal", HANDS, "s1 raise_to 200; s2 fold; s3,s4 match", "9c 8c 3d")
    for card in ("4h", "Jd"):
        table.play("s1,s3,s4 check", card)
    table.play("s1,s3,s4 check")
    assert table.turn == 1


@pytest.mark.law("AR10.10-2.VII.3.3")
def test_who_renounces_need_not_show_unless_somebody_asks() -> None:
    def table() -> Rehearsal:
        new = circle(norm="AR10")
        new.play("croupier deal", HANDS, "s1 raise_to 200; s2,s3 match; s4 fold", "9c 8c 3d")
        for card in ("4h", "Jd"):
            new.play("s1,s2,s3 check", card)
        new.play("s1,s2,s3 check; s1 renounce")
        return new

    quiet = table()
    told = quiet.play("s2,s3 show; croupier pay_pot")
    assert [event.owner for event in told.of(Shown)] == [2, 3]
    assert told.paid == {2: 950}  # aces renounced: the kings win
    asked = table()
    told = asked.play("s3 ask_to_see 1; s2 show; s3 renounce; floor order_to_show 3; croupier pay_pot")
    assert [event.owner for event in told.of(Shown)] == [1, 2, 3]
    assert told.paid == {2: 950}  # what is shown on request stays dead
    assert "order_to_show" not in {offer.act.verb() for offer in quiet.session.offers(FLOOR)}


@pytest.mark.law("AR10.10-2.VII.2.5", "AR10.10-2.VII.2.12")
def test_the_last_who_may_win_a_side_pot_does_not_renounce_it_to_who_is_all_in() -> None:
    table = circle(norm="AR10", purses=(1_000, 10_000, 10_000, 10_000))
    table.play("croupier deal", HANDS, "s1 raise_to 900; s2 raise_to 5000; s3 match; s4 fold", "9c 8c 3d")
    for card in ("4h", "Jd"):
        table.play("s2,s3 check", card)
    table.play("s2,s3 check; s1 show")
    assert table.verbs(2) == {"show", "renounce"}  # the third player has as much in the pot
    table.play("s2 renounce")
    assert "renounce" not in table.verbs(3)
    table.refused("s3 renounce", "last_claim", "AR10.10-2.VII.2.12")
    told = table.play("s3 show; croupier pay_pot")
    main, side = 400 + 3 * 900, 2 * 4_100
    assert told.pots == {"bote_1": {1: main - 150}, "bote_2": {3: side - 400}}  # aces, then queens alone


@pytest.mark.law("IB09.12.VII.3.1")
def test_in_the_balearics_who_has_not_folded_must_show() -> None:
    table = circle(norm="IB09")
    table.play("croupier deal", HANDS, "s1,s2,s3,s4 check", "9c 8c 3d")
    table.until("Showdown")
    assert table.verbs(1) == {"show"}


@either
@pytest.mark.law("AR10.10-2.VII.3.4", "AR10.10-2.I.2", "IB09.12.VII.3.3", "IB09.12.I.2")
def test_the_croupier_reads_the_cards_and_names_the_highest_combination(norm: str) -> None:
    table = circle(norm=norm)
    table.play("croupier deal", HANDS, "s1,s2,s3,s4 check", "9c 8c 3d")
    for card in ("4h", "Jd"):
        table.play("s1,s2,s3,s4 check", card)
    told = table.finish()
    words = told.said
    assert any(word.startswith("Pareja de ases") for word in words)
    assert list(told.paid) == [1]


@either
@pytest.mark.law("AR10.10-2.VII.3.9", "IB09.12.VII.3.10")
def test_only_the_player_sees_his_covered_cards(norm: str) -> None:
    table = circle(norm=norm)
    table.play("croupier deal", HANDS)
    for eyes in (1, 2, 3, 4, CROUPIER, FLOOR, RAIL):
        known = {
            pile.owner
            for pile in table.session.view(eyes).piles
            if any(held.card is not None for held in pile.cards)
        }
        assert known == ({eyes} if isinstance(eyes, int) else set())


# ---------------------------------------------------------------- bets by position


@pytest.mark.law("AR10.10-2.VII.1.7", "AR10.10-2-B-b.II.2")
def test_initial_bets_by_position_make_the_mano_a_button() -> None:
    table = circle(norm="AR10", ante=0, small_blind=100, big_blind=200)
    table.play("croupier deal")
    assert table.felt.mano == 1
    assert table.felt.on(2, "apuesta") == 100
    assert table.felt.on(3, "apuesta") == 200
    table.play(HANDS)
    assert table.turn == 4
    table.play("s4,s1,s2 match")
    assert table.verbs(3) == {"check", "fold", "raise_to"}
    table.play("s3 check", "9c 8c 3d")
    assert table.turn == 2


@pytest.mark.law("AR10.10-2.VII.1.7", "AR10.10-2.VII.2.12")
def test_a_bet_by_position_may_be_all_that_is_left() -> None:
    table = circle(
        norm="AR10", ante=0, small_blind=100, big_blind=200, purses=(5_000, 50, 100, 5_000), rake=0
    )
    table.play("croupier deal", "As Ks Qs 2h Ad Kd Qd 7c", "s4 match")
    assert table.felt.on(4, "apuesta") == 200  # the whole big blind, though the player could not place it
    table.play("s1 match")
    assert table.turn is CHANCE
