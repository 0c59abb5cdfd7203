"""The bank of chemin de fer: whose turn it is, passing, auction, garage, tallas, seats."""

from __future__ import annotations

from typing import Any

import pytest

from novamas.table.events import Noted, Payment, Took
from novamas.testing.rehearsal import Noticed, Rehearsal, rehearse

SEATED, STANDING = 5, 2  # s6 stands behind place 1, s7 behind place 2


def table(**choices: Any) -> Rehearsal:
    circle = rehearse(
        "chemin_de_fer", "IB05", **{"seats": SEATED, "standing": STANDING, "buy_in": 200_000, **choices}
    )
    circle.at_once = frozenset({"pay"})
    return circle


def banked(cents: int = 5_000, **choices: Any) -> Rehearsal:
    """Return a table at which seat 1 has the bank and the betting is open."""
    circle = table(**choices)
    circle.play(f"croupier shuffle; s1 take_bank {cents}; s1 announce")
    return circle


BANK_WINS = "Kh Qh 4s 5s"  # the punto's two cards, then the bank's: a natural nine
PUNTO_WINS = "4s 5s Kh Qh"
TIE = "4s 5s 4h 5h"


def banco(circle: Rehearsal, seat: int, cards: str) -> Noticed:
    """Play a coup in which a seat goes banco, and one of the two hands is a nine."""
    told = circle.play(f"s{seat} banco; croupier no_van_mas", cards)
    if circle.at == "PuntoSpeaks":
        nine = cards != BANK_WINS
        told += circle.play(f"s{seat} abatir" if nine else f"s{seat} carta")
    if circle.at == "BankAnswers":
        told += circle.play(f"s{circle.felt.banker} abatir")
    return told


def decline(circle: Rehearsal, *seats: int) -> None:
    for seat in seats:
        circle.play(f"s{seat} decline")


# ---------------------------------------------------------------- whose the bank is


@pytest.mark.law("IB05.08.V.1", "IB05.08.V.6", "IB05.08.IV.3")
def test_the_bank_is_first_offered_to_the_first_compartment_and_goes_round() -> None:
    circle = table()
    circle.play("croupier shuffle")
    assert circle.turn == 1
    decline(circle, 1)
    assert circle.turn == 2
    assert circle.felt.by_rank()[-2:] == (
        6,
        7,
    )  # the standing come after the seated, by whom they stand behind


@pytest.mark.law("IB05.08.V.4", "IB05.08.VII.7", "IB05.08.VII.6", "IB05.08.III.2.2", "IB05.08.II.3.3")
def test_who_wins_may_keep_the_bank_and_who_loses_gives_it_to_his_right() -> None:
    circle = table()
    told = circle.play("croupier shuffle; s1 take_bank 5000; s1 announce")
    assert "Hay 50 euros en la banca." in told.said
    banco(circle, 3, BANK_WINS)
    assert circle.verbs(1) == {"keep", "pass_bank"}
    assert circle.felt.bank == 5_000 + 4_750
    circle.play("s1 keep")
    banco(circle, 3, PUNTO_WINS)
    assert (circle.at, circle.turn) == ("Offering", 2)
    assert (circle.won(1), circle.won(3), circle.house) == (-5_000, 4_750, 250)


@pytest.mark.law("IB05.08.V.22", "IB05.08.V.20", "IB05.08.VI.3")
def test_a_tie_lets_the_new_banker_pass_but_before_he_has_dealt_he_may_not() -> None:
    circle = banked()
    circle.play("croupier completar; croupier no_van_mas")  # no player stakes
    circle.refused("s1 pass_bank", "must_deal", "IB05.08.V.20")
    circle.play("s1 keep")
    banco(circle, 2, TIE)
    assert circle.won(2) == 0
    circle.play("s1 pass_bank")
    assert circle.turn == 2


@pytest.mark.law("IB05.08.V.5", "IB05.08.V.7")
def test_who_takes_a_passed_hand_puts_up_what_was_passed_at_least() -> None:
    circle = banked()
    banco(circle, 2, BANK_WINS)
    circle.play("s1 pass_bank")
    assert circle.won(1) == 4_750
    circle.refused("s2 take_bank 9749", "below_minimum", "IB05.08.V.7")
    assert circle.may("s2 take_bank 9750")


@pytest.mark.law("IB05.08.V.8", "IB05.08.V.11", "IB05.08.V.12", "IB05.08.V.17", "IB05.08.V.9")
def test_nobody_wants_a_passed_hand_the_standing_the_passer_then_the_auction() -> None:
    circle = banked()
    banco(circle, 2, BANK_WINS)
    circle.play("s1 pass_bank")
    decline(circle, 2, 3, 4, 5, 7, 6)
    assert circle.at == "Pooling"
    circle.play("croupier go_on")
    assert (circle.at, circle.turn) == ("Offering", 1)
    assert circle.may("s1 take_bank 9750")
    circle.refused("s1 take_bank 9751", "above_maximum", "IB05.08.V.8")
    decline(circle, 1)
    assert circle.at == "Auction"
    circle.refused("s1 bid 2000", clause="IB05.08.V.17")
    circle.refused("s7 bid 999", "below_minimum")
    circle.play("s7 bid 2000")
    circle.refused("s6 bid 2000", clause="IB05.08.V.12")
    circle.play("s3 bid 2000")  # seated: an equal bid is enough
    assert not circle.may("s4 bid 2000")
    assert circle.may("s2 bid 2000")  # nearer to the right of the passer
    circle.play("croupier award; s3 announce")
    assert (circle.felt.banker, circle.felt.bank) == (3, 2_000)


@pytest.mark.law("IB05.08.V.18")
def test_if_nobody_bids_the_player_at_the_right_takes_the_minimum_or_loses_his_seat() -> None:
    circle = banked()
    banco(circle, 2, BANK_WINS)
    circle.play("s1 pass_bank")
    decline(circle, 2, 3, 4, 5, 7, 6)
    circle.play("croupier go_on; s1 decline; croupier award")
    assert (circle.at, circle.turn) == ("Forced", 2)
    assert not circle.may("s2 take_bank 1001")
    told = circle.play("s2 decline")
    assert told.of(Noted) == [Noted("gives_up_place", "IB05.08.V.18", {"seat": 2, "place": 2})]
    assert circle.turn == 3
    circle.play("s3 take_bank 1000; s3 announce")
    assert circle.felt.banker == 3


@pytest.mark.law("IB05.08.V.9", "IB05.08.V.2", "IB05.08.V.3", "IB05.08.V.10", "IB05.08.V.15")
def test_a_passed_hand_may_be_taken_in_association_when_nobody_takes_it_alone() -> None:
    circle = banked()
    banco(circle, 2, BANK_WINS)
    circle.play("s1 pass_bank")
    decline(circle, 2, 3, 4, 5, 7, 6)
    circle.play("s3 take_bank 5000")
    assert circle.verbs(3) == {"give_up", "raise_bank"}
    circle.play("s1 associate 5000; s3 reject")  # even the player who passed it may associate, if accepted
    circle.play("s1 associate 5000; s3 accept")
    assert circle.felt.bank == 10_000
    circle.play("s3 raise_bank 2000; s3 announce")
    circle.refused("s1 banco", clause="IB05.08.V.3")
    before = circle.won(1)
    banco(circle, 4, BANK_WINS)
    circle.play("s3 pass_bank")
    # 12 000 won, 600 to the house; of 23 400 the associate has five twelfths
    assert circle.won(1) - before == 23_400 * 5 // 12
    assert circle.house == 250 + 600


@pytest.mark.law("IB05.08.V.9")
def test_an_association_that_does_not_reach_the_amount_gives_the_bank_up() -> None:
    circle = banked()
    banco(circle, 2, BANK_WINS)
    circle.play("s1 pass_bank")
    decline(circle, 2, 3, 4, 5, 7, 6)
    circle.play("s3 take_bank 5000; s4 associate 1000; s3 accept; s3 give_up")
    assert (circle.at, circle.turn, circle.felt.cloth) == ("Offering", 1, 0)
    assert circle.won(3) == circle.won(4) == 0


@pytest.mark.law("IB05.08.V.13", "IB05.08.V.14", "IB05.08.V.19")
def test_where_the_bank_goes_after_a_passed_hand() -> None:
    circle = banked()
    banco(circle, 2, TIE)
    circle.play("s1 pass_bank")
    decline(circle, 2, 3, 4, 5, 7)
    circle.play("s6 take_bank 5000; s6 announce")  # a standing player
    banco(circle, 4, TIE)
    circle.play("s6 pass_bank")
    assert circle.turn == 2  # the right of the last seated holder
    decline(circle, 2)
    circle.play("s3 take_bank 5000; s3 announce")
    banco(circle, 4, TIE)
    circle.play("s3 pass_bank")
    assert circle.turn == 4  # the right of a seated one who passes
    decline(circle, 4)
    circle.play("s5 take_bank 5000; s5 announce")
    banco(circle, 1, PUNTO_WINS)
    assert circle.turn == 4  # the new banker lost: the player who passed the bank has the right


@pytest.mark.law("IB05.08.V.16")
def test_who_had_gone_banco_has_the_cards_of_a_larger_bank_once() -> None:
    def passed(cents: int) -> Rehearsal:
        circle = banked()
        banco(circle, 4, BANK_WINS)
        circle.play(f"s1 pass_bank; s2 take_bank {cents}; s2 announce; croupier completar")
        circle.play("s3 stake 5000; s4 stake 1000; croupier no_van_mas")
        return circle

    assert passed(9_750).felt.coup.punto == 3
    larger = passed(12_000)
    assert larger.felt.coup.punto == 4
    larger.play(TIE, "s4 abatir; s2 keep; croupier completar")
    larger.play("s3 stake 5000; s4 stake 1000; croupier no_van_mas")
    assert larger.felt.coup.punto == 3


@pytest.mark.law("IB05.08.V.21", "IB05.08.V.20")
def test_who_refuses_to_deal_has_the_bank_auctioned_without_him() -> None:
    circle = banked()
    banco(circle, 2, BANK_WINS)
    circle.play("s1 pass_bank; s2 take_bank 9750; s2 announce; croupier completar; s3 stake 1000")
    circle.play("floor refuses_to_deal")
    assert (circle.at, circle.felt.cloth) == ("Auction", 0)
    circle.refused("s1 bid 1000", "may_not_bid", "IB05.08.V.17")  # who had passed the bank
    circle.refused("s2 bid 1000", "may_not_bid", "IB05.08.V.21")  # who took it and would not deal
    assert circle.may("s3 bid 1000")
    dealt = banked()
    banco(dealt, 2, BANK_WINS)
    dealt.play("s1 keep")
    dealt.refused("floor refuses_to_deal", "cannot_have_happened")


# ---------------------------------------------------------------- garage


@pytest.mark.law("IB05.08.V.28", "IB05.08.VII.27", "IB05.08.VII.28")
def test_the_house_takes_five_per_cent_of_what_the_banker_wins() -> None:
    for cents, part, given in (
        (1_010, 50, {"rounding": "half_up"}),
        (1_010, 51, {"rounding": "down"}),
        (1_010, 100, {"rounding": "down", "deduction_in_chips": True}),
    ):
        circle = banked(cents, **given)
        assert [event.cents for event in banco(circle, 2, BANK_WINS).of(Took)] == [part]
        assert circle.felt.bank == 2 * cents - part


@pytest.mark.law("IB05.08.V.a.1", "IB05.08.VII.28")
def test_winnings_may_leave_play_once_they_exceed_fifty_minima() -> None:
    circle = banked(40_000)
    banco(circle, 2, BANK_WINS)  # wins 38 000
    circle.refused("s1 garage 1000", "no_garage", "IB05.08.V.a.1")
    circle.play("s1 keep; croupier completar; s3 stake 20000; croupier no_van_mas", BANK_WINS)
    circle.play("s3 carta; s1 abatir")
    circle.play("s1 garage 57000")  # all winnings, never the chips put in
    assert circle.felt.bank == 40_000
    assert not circle.may("s1 garage 1")
    circle.play("s1 pass_bank")
    assert circle.felt.passed == 40_000  # without the garage
    assert circle.won(1) == 57_000


@pytest.mark.law("IB05.08.V.b.1")
def test_what_is_not_covered_is_out_of_play_for_the_coup() -> None:
    circle = banked()
    circle.play("croupier completar; s3 stake 2000; croupier no_van_mas; s1 repartir")
    assert circle.felt.on(1, "garage_obligatorio") == 3_000
    circle.play(PUNTO_WINS, "s3 abatir")
    assert (circle.won(1), circle.won(3)) == (-2_000, 2_000)


@pytest.mark.law("IB05.08.V.c.1", "IB05.08.V.26")
def test_what_exceeds_a_hundred_minima_is_out_of_play() -> None:
    circle = table()
    circle.play("croupier shuffle")
    circle.refused("s1 take_bank 100001", clause="IB05.08.V.26")
    circle.play("s1 take_bank 90000; s1 announce")
    banco(circle, 2, BANK_WINS)
    assert (circle.felt.bank, circle.felt.on(1, "garage")) == (100_000, 75_500)


@pytest.mark.law("IB05.08.V.27", "IB05.08.V.d.1")
def test_without_a_maximum_todo_va_brings_the_garage_back() -> None:
    circle = banked(150_000, maximum_banca=0, authorised=["unlimited_bank"])
    banco(circle, 2, BANK_WINS)
    circle.play("s1 garage 100000")
    assert circle.felt.bank == 192_500
    told = circle.play("s1 todo_va")
    assert told.said == ["Todo va."]
    assert circle.felt.bank == 292_500
    limited = banked(90_000)
    banco(limited, 2, BANK_WINS)
    assert "todo_va" not in limited.verbs(1)


# ---------------------------------------------------------------- tallas


def to_the_last_coup(circle: Rehearsal) -> None:
    """Waive early cards until the cut card is near."""
    while circle.felt.shoe.undealt > 9:
        circle.play("floor early_cards yes")


@pytest.mark.law("IB05.08.VII.4", "IB05.08.VII.5", "IB05.08.VII.29", "IB05.08.VII.30", "IB05.08.II.1.1")
def test_the_stop_card_ends_the_talla_and_a_banker_who_won_may_stay() -> None:
    circle = banked()
    assert (circle.felt.shoe.size, circle.felt.shoe.cut) == (312, 305)
    to_the_last_coup(circle)
    told = banco(circle, 2, BANK_WINS)
    assert "Fin de la talla." in told.said
    assert (circle.at, circle.felt.bank) == ("TallaOver", 9_750)
    circle.play("croupier shuffle")
    assert (circle.at, circle.felt.shoe.undealt) == ("Keeping", 312)
    assert circle.verbs(1) == {"keep", "pass_bank"}
    circle.play("s1 keep")
    assert circle.felt.bank == 9_750  # the same amount


@pytest.mark.law("IB05.08.VII.30", "IB05.08.V.1")
def test_a_new_talla_without_a_banker_begins_at_the_first_compartment() -> None:
    circle = table()
    circle.play("croupier shuffle; s1,s2 decline; s3 take_bank 5000; s3 announce")
    to_the_last_coup(circle)
    banco(circle, 2, PUNTO_WINS)
    circle.play("croupier shuffle")
    assert (circle.at, circle.turn) == ("Offering", 1)
    stays = table()
    stays.play("croupier shuffle; s1,s2 decline; s3 take_bank 5000; s3 announce")
    to_the_last_coup(stays)
    banco(stays, 2, BANK_WINS)
    stays.play("croupier shuffle; s3 pass_bank")
    assert (stays.turn, stays.felt.least_bank) == (1, 1_000)


@pytest.mark.law("IB05.08.VII.5")
def test_the_table_closes_and_everybody_takes_his_chips() -> None:
    circle = banked()
    to_the_last_coup(circle)
    banco(circle, 2, BANK_WINS)
    circle.play("croupier close_table")
    assert circle.felt.cloth == 0
    assert set(circle.felt.purses) == {0}


# ---------------------------------------------------------------- seats


@pytest.mark.law("IB05.08.IV.9", "IB05.08.IV.5", "IB05.08.III.1.2")
def test_during_the_talla_a_vacant_seat_goes_to_the_waiting_list_and_the_newcomer_must_salute() -> None:
    circle = banked()
    banco(circle, 2, BANK_WINS)
    circle.play("s3 ask_change; s7 join_list; s2 rise")
    circle.refused("s3 sit 2", clause="IB05.08.IV.9")
    circle.play("s7 sit 2")
    assert circle.felt.unsaluted == (7,)
    circle.play("s1 keep; s7 banco")
    assert circle.may("s6 banco")  # even a standing player goes before this one
    circle.play("s3 banco; croupier no_van_mas", PUNTO_WINS, "s3 abatir")
    assert circle.turn == 3  # the hand has passed seat 2
    assert circle.felt.unsaluted == ()


@pytest.mark.law("IB05.08.IV.4")
def test_who_changes_seat_during_the_talla_lets_the_hand_pass_and_is_asked_last_for_a_passed_one() -> None:
    circle = banked()
    banco(circle, 4, BANK_WINS)
    circle.play("s3 ask_change; s2 rise; s3 sit 2; s1 pass_bank")
    assert circle.turn == 4
    decline(circle, 4, 5, 7, 2, 6)
    assert circle.turn == 3


@pytest.mark.law("IB05.08.IV.6", "IB05.08.IV.9")
def test_between_tallas_who_asked_to_change_goes_first_and_keeps_his_priority() -> None:
    circle = table()
    circle.play("s3 ask_change; s7 join_list; s2 rise")
    assert not circle.may("s7 sit 2")
    circle.play("s3 sit 2")
    circle.play("s7 sit 3")
    assert circle.felt.unsaluted == ()
    circle.play("croupier shuffle; s1 decline")
    assert circle.turn == 3


@pytest.mark.law("IB05.08.IV.10")
def test_two_refusals_in_a_row_cost_the_seat() -> None:
    circle = table()
    circle.play("croupier shuffle; s1 decline; s2 take_bank 1000; s2 announce")
    for banker in (2, 3, 4, 5):
        banco(circle, 1, PUNTO_WINS)
        if banker < 5:
            circle.play(f"s{banker + 1} take_bank 1000", f"s{banker + 1} announce")
    assert circle.turn == 1
    told = circle.play("s1 decline")
    assert told.of(Noted) == [Noted("gives_up_place", "IB05.08.IV.10", {"seat": 1, "place": 1})]
    assert circle.felt.standing == (6, 7, 1)


@pytest.mark.law("IB05.08.IV.13", "IB05.08.IV.14")
def test_who_is_absent_when_the_hand_comes_loses_his_seat_to_the_first_who_waits() -> None:
    circle = table()
    circle.play("s7 join_list; s1 step_away")
    circle.refused("s7 sit 1", clause="IB05.08.IV.14")
    told = circle.play("croupier shuffle")
    assert told.of(Noted)[0] == Noted("gives_up_place", "IB05.08.IV.13", {"seat": 1, "place": 1})
    assert circle.felt.places[0] == 7
    assert circle.turn == 2
    back = table()
    back.play("s1 step_away; s1 come_back; croupier shuffle")
    assert back.turn == 1


@pytest.mark.law("IB05.08.IV.7")
def test_nobody_has_a_seat_at_two_tables() -> None:
    circle = table()
    circle.play("floor seated_elsewhere 2")
    assert circle.felt.places[1] == 0
    circle.refused("s2 join_list", "seated_elsewhere", "IB05.08.IV.7")
    circle.play("s2 leave_other_table; s2 join_list")


@pytest.mark.law("IB05.08.VII.1")
def test_the_game_waits_while_fewer_than_four_are_seated() -> None:
    circle = banked()
    banco(circle, 2, BANK_WINS)
    told = circle.play("s2,s3 rise")
    assert told.said == ["Faltan jugadores."]
    assert circle.at == "Suspended"
    assert not circle.may("croupier go_on")
    circle.play("s6 join_list; s6 sit 2; croupier go_on")
    assert (circle.at, circle.felt.bank) == ("Keeping", 9_750)


@pytest.mark.law("IB05.08.IV.11", "IB05.08.IV.12")
def test_who_follows_the_hand_is_collected_first_and_paid_last() -> None:
    for cards, last in ((BANK_WINS, False), (PUNTO_WINS, True)):
        circle = banked()
        circle.play("floor follows_hand 7; croupier completar; s7,s2 stake 1000")
        told = circle.play("croupier no_van_mas", cards, "s2 abatir" if last else "s2 carta")
        told += () if last else circle.play("s1 abatir")
        assert [event.seat for event in told.of(Payment)] == ([2, 7] if last else [7, 2])


@pytest.mark.law("IB05.08.III.3.1")
def test_players_change_money_for_chips() -> None:
    circle = table(buy_in=0)
    circle.play("croupier shuffle")
    assert circle.verbs(1) == {"decline"}  # nothing to bank with
    circle.play("s2 buy_chips 50000; s1 decline")
    assert circle.may("s2 take_bank 50000")
