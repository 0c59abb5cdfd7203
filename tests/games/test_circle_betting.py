"""The betting of circle poker, clause by clause: turns, limits, raises, pots, showing."""

from __future__ import annotations

import pytest
from tests.circle import BOTH, Circle, paid, pots, raked, returned, said

from novamas.rounds.circle.acts import (
    AskToSee,
    Buy,
    Check,
    Deal,
    Fold,
    Leave,
    Match,
    OrderToShow,
    PayPot,
    RaiseTo,
    Renounce,
    Show,
)
from novamas.table.events import Discarded, Shown, Staked
from novamas.table.people import CHANCE, CROUPIER, FLOOR, RAIL

HANDS = "As Ks Qs 2h Ad Kd Qd 7c"  # aces, kings, queens and seven-two to seats 1 to 4
either = pytest.mark.parametrize("norm", BOTH)


@either
@pytest.mark.law("AR10.10-2.VII.1.7", "AR10.10-2.VII.1.8", "AR10.10-2.VII.2.1", "AR10.10-2.VII.2.3")
@pytest.mark.law("IB09.12.VII.1.7", "IB09.12.VII.2.1", "IB09.12.VII.2.3")
def test_antes_are_laid_before_the_cards_and_the_mano_speaks_first(norm: str) -> None:
    table = Circle(norm=norm)
    told = table.do(Deal())
    assert [(event.seat, event.cents) for event in told if isinstance(event, Staked)] == [
        *((1, 100), (2, 100), (3, 100), (4, 100))
    ]
    assert table.felt.piles == ()
    table.do(HANDS)
    assert table.turn == table.felt.mano == 1
    assert table.offered(1) == {"check", "fold", "raise_to"}
    assert table.offered(2) == set()
    assert table.refused(Check(2)).code == "not_your_turn"


@either
@pytest.mark.law("AR10.10-2.VII.2.b.1", "AR10.10-2.VII.2.c.1", "AR10.10-2.VII.2.d.1")
@pytest.mark.law("IB09.12.VII.2.b.1", "IB09.12.VII.2.b.2", "IB09.12.VII.2.c.1")
def test_one_may_pass_until_somebody_bets_and_then_covers_raises_or_folds(norm: str) -> None:
    table = Circle(norm=norm)
    table.do(Deal(), HANDS, Check(1), RaiseTo(2, 300))
    code, clause = table.refusal(Check(3))
    assert code == "bet_pending"
    assert clause in ("AR10.10-2.VII.2.b.1", "IB09.12.VII.2.b.1")
    told = table.do(Match(3))
    assert [event.cents for event in told if isinstance(event, Staked)] == [300]
    table.do(Fold(4))
    assert table.offered(1) == {"match", "fold", "raise_to"}  # who passed may still cover or raise


@either
@pytest.mark.law("AR10.10-2.VII.2.a.1", "AR10.10-2.VII.2.a.3", "IB09.12.VII.2.a.1", "IB09.12.VII.2.a.2")
def test_who_folds_loses_his_bets_and_nobody_sees_his_cards(norm: str) -> None:
    table = Circle(norm=norm)
    table.do(Deal(), HANDS, RaiseTo(1, 300), Match(2), RaiseTo(3, 900), Match(4), Match(1))
    told = table.do(Fold(2))
    assert [event.card for event in told if isinstance(event, Discarded)] == [None, None]
    assert table.felt.players == (1, 3, 4)
    assert table.felt.on(2, "bote") == 400
    assert table.offered(2) == set()


@either
@pytest.mark.law("AR10.10-2.VII.2.e.1", "AR10.10-2.VI.3.a.3.1", "AR10.10-2.VI.3.1")
@pytest.mark.law("IB09.12.VII.2.d.1", "IB09.12.VI.3.a.3.1", "IB09.12.VI.3.1")
def test_a_raise_is_at_least_the_last_one_and_then_the_others_speak(norm: str) -> None:
    table = Circle(norm=norm)
    table.do(Deal(), HANDS)
    assert table.refused(RaiseTo(1, 150)).code == "below_minimum"
    assert table.refused(RaiseTo(1, 225)).code == "broken_chip"
    table.do(RaiseTo(1, 500))
    refusal = table.refused(RaiseTo(2, 950))
    assert (refusal.code, refusal.least, refusal.most) == ("below_minimum", 1_000, 9_900)
    table.do(RaiseTo(2, 9_900), Fold(3), Fold(4))
    assert table.turn == 1


@either
@pytest.mark.law("AR10.10-2.VI.3.a.2.1", "IB09.12.VI.3.a.2.1", "AR10.10-2.VI.3.a.3", "IB09.12.VI.3.a.3")
def test_pot_limit_is_the_pot_after_the_call(norm: str) -> None:
    table = Circle(norm=norm, limit="bote_con_limite")
    table.do(Deal(), HANDS)
    refusal = table.refused(RaiseTo(1, 450))  # the pot is the four antes
    assert (refusal.code, refusal.most) == ("above_maximum", 400)
    assert refusal.clause in ("AR10.10-2.VI.3.a.2.1", "IB09.12.VI.3.a.2.1")
    table.do(RaiseTo(1, 400))
    assert table.refused(RaiseTo(2, 1_650)).most == 400 + (400 + 400 + 400)


@either
@pytest.mark.law("AR10.10-2.VI.3.a.1.1", "IB09.12.VI.3.a.1.1")
def test_split_limit_is_half_the_pot_and_the_minimum_is_always_possible(norm: str) -> None:
    table = Circle(norm=norm, limit="split_limit", ante=50)
    table.do(Deal(), HANDS)
    assert table.refused(RaiseTo(1, 250)).most == 200  # half of 200 is less than the minimum
    table.do(RaiseTo(1, 200))
    refusal = table.refused(RaiseTo(2, 550))
    assert refusal.most == 200 + (200 + 200 + 200) // 2
    assert refusal.clause in ("AR10.10-2.VI.3.a.1.1", "IB09.12.VI.3.a.1.1")


@either
@pytest.mark.law("AR10.10-2.VII.2.4", "IB09.12.VII.2.4")
def test_hold_em_knows_no_limit_to_the_number_of_raises(norm: str) -> None:
    table = Circle(norm=norm, purses=(20_000,) * 4)
    table.do(Deal(), HANDS)
    level = 0
    for _ in range(5):
        for seat in (1, 2, 3, 4):
            level += 200
            table.do(RaiseTo(seat, level))
    assert table.felt.cloth == 400 + 3_400 + 3_600 + 3_800 + 4_000


@either
@pytest.mark.law("AR10.10-2.VII.2.9", "AR10.10-2.VII.2.8", "AR10.10-2.VIII.3.ll.1")
@pytest.mark.law("IB09.12.VII.2.9", "IB09.12.VII.2.8", "IB09.12.VII.2.11")
def test_a_bet_is_made_once_and_binds(norm: str) -> None:
    table = Circle(norm=norm)
    table.do(Deal(), HANDS, RaiseTo(1, 300))
    assert table.felt.on(1, "apuesta") == 300  # the chips have crossed the line
    code, clause = table.refusal(RaiseTo(1, 900))
    assert code == "string_bet"
    assert clause in ("AR10.10-2.VII.2.9", "IB09.12.VII.2.9")
    assert table.offered(1) == set()  # nothing lets him take it back


@either
@pytest.mark.law("AR10.10-2.IX.e.1", "AR10.10-2.IX.g.1", "IB09.12.V.e.1", "IB09.12.V.g.1")
def test_chips_are_neither_bought_nor_taken_away_during_a_hand(norm: str) -> None:
    table = Circle(norm=norm)
    assert {"buy", "leave"} <= table.offered(2)
    table.do(Deal())
    assert table.refusal(Buy(2, 1_000))[0] == "hand_has_begun"
    table.do(HANDS)
    assert table.refusal(Leave(2))[0] == "hand_has_begun"
    assert table.refusal(Buy(1, 1_000))[1] in ("AR10.10-2.IX.e.1", "IB09.12.V.e.1")
    table.finish()
    assert {"buy", "leave"} <= table.offered(2)


@either
@pytest.mark.law("AR10.10-2.IX.c.1", "IB09.12.V.c.1")
def test_nobody_can_agree_to_share_the_pot(norm: str) -> None:
    table = Circle(norm=norm)
    table.do(Deal(), HANDS)
    seen: set[str] = set()
    while not table.phase.rest:
        for who in (1, 2, 3, 4, CROUPIER):
            seen |= table.offered(who)
        table.step()
    known = {"check", "fold", "match", "raise_to", "show", "renounce", "ask_to_see", "pay_pot"}
    assert seen <= known


# ---------------------------------------------------------------- all in, pots


@either
@pytest.mark.law("AR10.10-2.VII.2.5", "AR10.10-2.VII.2.11", "AR10.10-2.VII.2.12")
@pytest.mark.law("IB09.12.VII.2.5", "IB09.12.VII.2.14", "IB09.12.VII.2.15")
def test_who_has_too_little_plays_for_his_part(norm: str) -> None:
    table = Circle(norm=norm, purses=(10_000, 1_100, 3_100, 10_000), rake=0)
    table.do(Deal(), "2s As Ks 3h 7h Ad Kd 5h", RaiseTo(1, 5_000))
    told = table.do(Match(2), Match(3))
    assert said(told) == ["Resto.", "Resto."]
    assert table.felt.purses[1:3] == (0, 0)
    table.do(Match(4), "9c Tc 5d")
    table.do(Check(1), Check(4), "2c", Check(1), Check(4), "Jd", Check(1), Check(4))
    told = table.do(Show(1), Show(2), Show(3), Show(4), PayPot())
    # 1 100 of each for seat 2 with aces, 2 000 of three for seat 3 with kings, 2 000 of two for seat 4
    assert pots(told) == {"bote_1": {2: 4_400}, "bote_2": {3: 6_000}, "bote_3": {4: 4_000}}


@either
@pytest.mark.law("AR10.10-2.VI.3.a.3.1", "IB09.12.VII.2.d.1")
def test_a_short_all_in_does_not_reopen_the_betting(norm: str) -> None:
    table = Circle(norm=norm, purses=(10_000, 10_000, 800, 10_000))
    table.do(Deal(), HANDS, RaiseTo(1, 600), Match(2), RaiseTo(3, 700), Match(4))
    assert table.refused(RaiseTo(1, 1_500)).code == "not_reopened"
    table.do(Match(1), Match(2))
    assert table.turn is CHANCE


@either
@pytest.mark.law("AR10.10-2.VII.2.6", "AR10.10-2.VII.2.2", "IB09.12.VII.2.6", "IB09.12.VII.2.2")
def test_the_only_one_left_wins_without_showing_and_takes_back_what_nobody_matched(norm: str) -> None:
    table = Circle(norm=norm)
    table.do(Deal(), HANDS, RaiseTo(1, 5_000), Fold(2), Fold(3))
    told = table.do(Fold(4))
    assert returned(told) == {1: 5_000}
    told += table.do(PayPot())
    assert not [event for event in told if isinstance(event, Shown)]
    assert paid(told) == {1: 400}  # 5 % of 400 is no whole chip
    assert raked(told) == 0


@either
@pytest.mark.law("AR10.10-2.II.a.1", "IB09.12.II.3.a.1", "AR10.10-2.II.a.2")
def test_the_house_takes_its_part_of_every_pot_in_whole_chips(norm: str) -> None:
    table = Circle(norm=norm)
    told = table.do(Deal(), HANDS, RaiseTo(1, 1_000), Match(2), Match(3), Fold(4), "9c 8c 3d")
    told = table.finish()
    assert raked(told) == 150  # 5 % of 3 400 is 170
    assert paid(told) == {1: 3_250}
    assert sum(table.felt.purses) == 40_000 - 150


@pytest.mark.law("IB09.12.II.3.a.1")
def test_a_part_of_each_interval_is_never_more_than_of_the_pot() -> None:
    def taken(rake_at: str) -> int:
        table = Circle(norm="IB09", rake_at=rake_at)
        table.do(Deal(), HANDS, RaiseTo(1, 700), Match(2), Match(3), Match(4), "9c 8c 3d")
        table.do(RaiseTo(1, 700), Match(2), Match(3), Match(4), "2c", Check(1))
        return raked(table.finish())

    assert taken("mano") == 300  # 5 % of 6 000
    assert taken("intervalo") == 150 + 100  # 5 % of 3 200, and of 2 800, each rounded down to chips


@either
@pytest.mark.law("AR10.10-2.VII.3.6", "IB09.12.VII.3.6")
def test_equal_hands_share_the_pot_and_the_odd_chip_goes_to_the_first_in_turn(norm: str) -> None:
    table = Circle(norm=norm, rake=0, ante=50)
    table.do(Deal(), "As Ac Qs 2h Kd Kc Qd 7c", RaiseTo(1, 450), Match(2), Match(3), Fold(4), "9c 8c 3d")
    table.do(Check(1), Check(2), Fold(3), "4h", Check(1), Check(2), "Jd")
    told = table.do(Check(1), Check(2), Show(1), Show(2), PayPot())
    assert paid(told) == {1: 800, 2: 750}


# ---------------------------------------------------------------- showing


@either
@pytest.mark.law("AR10.10-2.VII.3.1", "AR10.10-2.VII.3.2", "AR10.10-2.VII.3.8")
@pytest.mark.law("IB09.12.VII.3.1", "IB09.12.VII.3.2", "IB09.12.VII.3.9")
def test_who_bet_last_shows_first_and_cards_are_hidden_till_then(norm: str) -> None:
    table = Circle(norm=norm)
    table.do(Deal(), HANDS, Check(1), Check(2), Check(3), Check(4), "9c 8c 3d")
    for card in ("4h", "Jd"):
        table.do(Check(1), Check(2), Check(3), Check(4), card)
    table.do(Check(1), RaiseTo(2, 200), Match(3), Fold(4), Match(1))
    assert table.turn == 2
    assert all(not held.up for pile in table.felt.piles if pile.owner != "board" for held in pile.cards)
    order = [event.owner for event in table.finish() if isinstance(event, Shown)]
    assert order == [2, 3, 1]


@either
@pytest.mark.law("AR10.10-2.VII.3.2", "IB09.12.VII.3.2")
def test_where_nobody_bet_last_who_spoke_first_shows_first(norm: str) -> None:
    table = Circle(norm=norm)
    table.do(Deal(), HANDS, RaiseTo(1, 200), Fold(2), Match(3), Match(4), "9c 8c 3d")
    for card in ("4h", "Jd"):
        table.do(Check(1), Check(3), Check(4), card)
    table.do(Check(1), Check(3), Check(4))
    assert table.turn == 1


@pytest.mark.law("AR10.10-2.VII.3.3")
def test_who_renounces_need_not_show_unless_somebody_asks() -> None:
    def table() -> Circle:
        new = Circle(norm="AR10")
        new.do(Deal(), HANDS, RaiseTo(1, 200), Match(2), Match(3), Fold(4), "9c 8c 3d")
        for card in ("4h", "Jd"):
            new.do(Check(1), Check(2), Check(3), card)
        new.do(Check(1), Check(2), Check(3), Renounce(1))
        return new

    quiet = table()
    told = quiet.do(Show(2), Show(3), PayPot())
    assert [event.owner for event in told if isinstance(event, Shown)] == [2, 3]
    assert paid(told) == {2: 950}  # aces renounced: the kings win
    asked = table()
    told = asked.do(AskToSee(3, 1), Show(2), Renounce(3), OrderToShow(seat=3), PayPot())
    assert [event.owner for event in told if isinstance(event, Shown)] == [1, 2, 3]
    assert paid(told) == {2: 950}  # what is shown on request stays dead
    assert "order_to_show" not in {offer.act.verb() for offer in quiet.session.offers(FLOOR)}


@pytest.mark.law("AR10.10-2.VII.2.5", "AR10.10-2.VII.2.12")
def test_the_last_who_may_win_a_side_pot_does_not_renounce_it_to_who_is_all_in() -> None:
    table = Circle(norm="AR10", purses=(1_000, 10_000, 10_000, 10_000))
    table.do(Deal(), HANDS, RaiseTo(1, 900), RaiseTo(2, 5_000), Match(3), Fold(4), "9c 8c 3d")
    for card in ("4h", "Jd"):
        table.do(Check(2), Check(3), card)
    table.do(Check(2), Check(3), Show(1))
    assert table.offered(2) == {"show", "renounce"}  # the third player has as much in the pot
    table.do(Renounce(2))
    assert "renounce" not in table.offered(3)
    assert table.refusal(Renounce(3)) == ("last_claim", "AR10.10-2.VII.2.12")
    told = table.do(Show(3), PayPot())
    main, side = 400 + 3 * 900, 2 * 4_100
    assert pots(told) == {"bote_1": {1: main - 150}, "bote_2": {3: side - 400}}  # aces, then queens alone


@pytest.mark.law("IB09.12.VII.3.1")
def test_in_the_balearics_who_has_not_folded_must_show() -> None:
    table = Circle(norm="IB09")
    table.do(Deal(), HANDS, Check(1), Check(2), Check(3), Check(4), "9c 8c 3d")
    while table.name != "Showdown":
        table.step()
    assert table.offered(1) == {"show"}


@either
@pytest.mark.law("AR10.10-2.VII.3.4", "AR10.10-2.I.2", "IB09.12.VII.3.3", "IB09.12.I.2")
def test_the_croupier_reads_the_cards_and_names_the_highest_combination(norm: str) -> None:
    table = Circle(norm=norm)
    table.do(Deal(), HANDS, Check(1), Check(2), Check(3), Check(4), "9c 8c 3d")
    for card in ("4h", "Jd"):
        table.do(Check(1), Check(2), Check(3), Check(4), card)
    told = table.finish()
    words = said(told)
    assert any(word.startswith("Pareja de ases") for word in words)
    assert list(paid(told)) == [1]


@either
@pytest.mark.law("AR10.10-2.VII.3.9", "IB09.12.VII.3.10")
def test_only_the_player_sees_his_covered_cards(norm: str) -> None:
    table = Circle(norm=norm)
    table.do(Deal(), HANDS)
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
    table = Circle(norm="AR10", ante=0, small_blind=100, big_blind=200)
    table.do(Deal())
    assert table.felt.mano == 1
    assert table.felt.on(2, "apuesta") == 100
    assert table.felt.on(3, "apuesta") == 200
    table.do(HANDS)
    assert table.turn == 4
    table.do(Match(4), Match(1), Match(2))
    assert table.offered(3) == {"check", "fold", "raise_to"}
    table.do(Check(3), "9c 8c 3d")
    assert table.turn == 2


@pytest.mark.law("AR10.10-2.VII.1.7", "AR10.10-2.VII.2.12")
def test_a_bet_by_position_may_be_all_that_is_left() -> None:
    table = Circle(
        norm="AR10", ante=0, small_blind=100, big_blind=200, purses=(5_000, 50, 100, 5_000), rake=0
    )
    table.do(Deal(), "As Ks Qs 2h Ad Kd Qd 7c", Match(4))
    assert table.felt.on(4, "apuesta") == 200  # the whole big blind, though it could not be laid
    table.do(Match(1))
    assert table.turn is CHANCE
