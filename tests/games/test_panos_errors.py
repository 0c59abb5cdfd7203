"""Bacará a dos paños, section VIII: every error, and the coup that is put right."""

from __future__ import annotations

from typing import Any

import pytest
from tests.banks import Circle, discarded
from tests.games.test_bacara_dos_panos import BANK_NINE, LOW, NINE, banked, coup

from novamas.kit.cards import card


def staked(**choices: Any) -> Circle:
    """Seats 1 and 4 have staked 10 000, one on each cloth."""
    circle = banked(**choices)
    circle.play("s1 stake primero 10000", "s4 stake segundo 10000")
    return circle


def serving(cards: int) -> Circle:
    circle = staked()
    circle.play("croupier ya_no_va_mas", *["croupier serve"] * cards)
    return circle


def first_speaks(cards: str) -> Circle:
    circle = staked()
    circle.play("croupier ya_no_va_mas", f"= {cards}")
    return circle


def points(circle: Circle) -> tuple[int, int, int]:
    felt = circle.felt
    return felt.points("primero"), felt.points("segundo"), felt.points("banca")


# ---------------------------------------------------------------- the shoe and the deal


@pytest.mark.law("IB05.09.VIII.1.1", "IB05.09.VIII.1.2", "IB05.09.VIII.1.3")
def test_cards_drawn_too_soon_bind_unless_that_is_waived() -> None:
    circle = staked()
    assert circle.refused("croupier serve").clause == "IB05.09.VIII.1.1"
    coup(circle, LOW, LOW, BANK_NINE, "s7 abatir")
    left = circle.felt.shoe.undealt
    waived = circle.session.phase
    circle.play("floor early_cards no")
    assert not circle.may("s7 leave_bank")
    circle.session.phase = waived
    circle.play("floor early_cards yes")
    assert circle.felt.shoe.undealt == left - 1
    assert circle.may("s7 leave_bank")


@pytest.mark.law("IB05.09.VIII.1.4")
def test_a_card_face_up_in_the_shoe_is_dead() -> None:
    circle = serving(2)
    told = circle.play("floor boxed_card", "= 9s")
    assert [event.card for event in discarded(told)] == [card("9s")]
    assert circle.felt.cloth == 120_000
    assert circle.phase == "Serving"


@pytest.mark.law("IB05.09.VIII.1.5", "IB05.09.VIII.1.6", "IB05.09.VIII.2.1")
def test_stuck_cards_void_fallen_ones_keep_their_value_and_irregular_deals_are_put_right_or_void() -> None:
    for line, void in (
        ("floor stuck_cards", True),
        ("floor fallen_card", False),
        ("floor irregular_deal yes", False),
        ("floor irregular_deal no", True),
    ):
        circle = serving(3)
        circle.play(line)
        assert circle.phase == ("Between" if void else "Serving")
        assert circle.won(1) == (0 if void else -10_000)


@pytest.mark.law("IB05.09.VIII.1.7")
def test_cards_in_wrong_hands() -> None:
    early = first_speaks("Kh 6s")
    before = early.session.phase
    early.play("floor wrong_holder primero")
    assert early.session.phase == before  # he has not spoken: they are handed to who is entitled
    circle = staked()
    coup(circle, LOW, NINE, "Kd 7d", "floor wrong_holder primero", "s7 give", "s7 no")
    circle.play("s7 continue", "s1 stake primero 10000", "croupier ya_no_va_mas")
    assert circle.felt.coup.holders[0] == 1  # the coup stood; next time the cards are his


@pytest.mark.law("IB05.09.VIII.2.2", "IB05.09.VIII.3.4")
def test_a_card_given_to_the_wrong_cloth_goes_where_it_belongs() -> None:
    circle = staked()
    coup(circle, LOW, "Kh 2s:carta", "Kd 4d", "s7 give", "floor wrong_card", "= 5c")
    assert points(circle)[:2] == (6, 7)
    assert circle.felt.coup.restored == "croupier"
    assert circle.verbs(7) - {"ask_table"} == {"carta"}  # he keeps his right: both say draw


@pytest.mark.law("IB05.09.VIII.2.3", "IB05.09.VIII.3.3", "IB05.09.VIII.3.2")
@pytest.mark.parametrize(("culprit", "bank", "words"), [
    ("croupier", "4d", {"carta", "no"}),
    ("banquero", "4d", {"carta"}),
    ("banquero", "6d", {"no"}),
])  # fmt: skip
def test_exposed_cards_and_a_table_that_differs(culprit: str, bank: str, words: set[str]) -> None:
    circle = serving(5)
    circle.play(f"floor exposed_cards primero {culprit}", "= Kh 2s")
    assert all(held.up for held in circle.felt.held("primero"))
    circle.play("croupier serve", "s1 carta", "= Kh 3s", "s4 carta", f"= Kd {bank}", "s7 give")
    circle.play("= 6c 9c")  # draw against a six, stand against a nine
    assert circle.verbs(7) - {"ask_table"} == words


@pytest.mark.law("IB05.09.VIII.2.4", "IB05.09.VIII.2.5")
def test_cards_lost_in_the_basket() -> None:
    cloth = serving(3)
    cloth.play(
        "floor lost_cards primero", *["croupier serve"] * 3, "= 4s 5s", "s4 abatir", "= Kd 2d", "s7 give"
    )
    assert (cloth.won(1), cloth.won(4)) == (0, 10_000)
    bank = serving(3)
    bank.play("floor lost_cards banca")
    assert (bank.phase, bank.won(1), bank.won(4)) == ("Between", 0, 0)
    third = staked()
    coup(third, "Kh 2s:carta", NINE, "Kd 2d", "s7 give")
    seen = third.session.phase
    third.play("floor lost_third yes")
    assert third.session.phase == seen
    third.play("floor lost_third no")
    assert (third.won(1), third.won(4)) == (0, 10_000)
    own = staked()
    coup(own, LOW, LOW, "Kd 2d", "s7 give", "s7 carta", "floor lost_third no")
    assert (own.won(1), own.won(4)) == (0, 0)


# ---------------------------------------------------------------- restored coups


@pytest.mark.law("IB05.09.VIII.3.1", "IB05.09.VIII.3.2")
def test_in_a_restored_coup_the_banker_follows_the_table_and_draws_where_it_is_optional() -> None:
    one = staked()
    told = one.play("croupier ya_no_va_mas", "= 4s 5s", "s1 abatir", "= Kh 2s", "floor two_words no")
    assert told
    one.play("= Kd 5d", "s7 give", "= 4c")
    assert one.refused("s7 no").clause == "IB05.09.VIII.3.1"
    both = staked()
    both.play("croupier ya_no_va_mas", "= Kh 2s", "floor two_words no", "= Kh 3s", "s4 carta", "= Kd 5d")
    both.play("s7 give", "= 4c 4d")
    assert both.refused("s7 no").clause == "IB05.09.VIII.3.2"
    free = staked()
    coup(free, NINE, "Kh 2s:carta", "Kd 5d", "s7 give", "= 4c")
    assert free.verbs(7) >= {"carta", "no"}  # nothing was restored: he is free


@pytest.mark.law("IB05.09.VIII.4.1")
def test_a_no_with_less_than_five_takes_the_card_of_the_second_cloth() -> None:
    circle = first_speaks("Kh 2s")
    circle.play("floor wrong_word no", "= Kh 3s", "s4 carta", "= Kd 6d", "s7 give", "= 5c")
    assert points(circle)[:2] == (2, 8)
    circle.play("floor noticed_error primero", "= 4c")
    assert points(circle)[:2] == (7, 7)  # the five went back to the first, the second had the next
    assert circle.felt.coup.restored == "jugador"
    alone = first_speaks("Kh 2s")
    alone.play("floor wrong_word no", "= Kh 6s", "s4 no", "= Kd 6d", "s7 give")
    alone.play("floor noticed_error primero", "= 5c")
    assert points(alone)[0] == 7


@pytest.mark.law("IB05.09.VIII.4.2")
def test_a_card_asked_for_with_six_goes_to_the_second_cloth_or_to_the_banker() -> None:
    circle = first_speaks("Kh 6s")
    circle.play("floor wrong_word carta", "= Kh 3s", "s4 carta", "= Kd 5d", "s7 give", "= 5c 6c")
    circle.play("floor noticed_error primero")
    assert points(circle)[:2] == (6, 8)
    assert circle.verbs(7) - {"ask_table"} == {"carta"}  # both say draw: he takes the six that is over
    circle.play("s7 carta")
    assert circle.won(1) == 10_000  # one against six
    bank = first_speaks("Kh 6s")
    bank.play("floor wrong_word carta", "= Kh 6c", "s4 no", "= Kd 6d", "s7 give", "= 3c")
    told = bank.play("floor noticed_error primero", "s7 no")
    assert [event.card for event in discarded(told)] == [card("3c")]
    assert (bank.won(1), bank.won(4)) == (0, 0)


@pytest.mark.law("IB05.09.VIII.4.6")
def test_the_same_between_second_cloth_and_banker() -> None:
    draws = staked()
    draws.play("croupier ya_no_va_mas", "= Kh 6s", "s1 no", "= Kh 3s", "floor wrong_word no", "= Kd 6d")
    draws.play("s7 give", "floor noticed_error segundo", "= 5c")
    assert points(draws)[1] == 8
    gives = staked()
    gives.play("croupier ya_no_va_mas", "= Kh 6s", "s1 no", "= Kh 7s", "floor wrong_word carta", "= Kd 5d")
    gives.play("s7 give", "= 3c", "floor noticed_error segundo", "s7 carta")
    assert (gives.won(1), gives.won(4)) == (-10_000, -10_000)  # eight with the card that was over


@pytest.mark.law("IB05.09.VIII.4.3", "IB05.09.VIII.4.4")
def test_two_words_with_five_the_first_stands_else_the_rule_decides() -> None:
    for cards, first, word in (("Kh 5s", "carta", "carta"), ("Kh 5s", "no", "no"), ("Kh 6s", "carta", "no")):
        circle = first_speaks(cards)
        circle.play(f"floor two_words {first}")
        assert circle.felt.coup.said[0] == word
        assert circle.felt.coup.restored == ("" if cards == "Kh 5s" else "jugador")


@pytest.mark.law("IB05.09.VIII.4.5")
def test_a_natural_that_was_not_shown_is_an_ordinary_total() -> None:
    circle = first_speaks("Kh 8s")
    circle.play("floor wrong_word no", "= Kh 6s", "s4 no", "= Kd 5d", "s7 give", "s7 carta", "= 4c")
    assert circle.won(1) == -10_000  # a nine with three cards beats it
    asked = first_speaks("Kh 8s")
    asked.play(
        "floor wrong_word carta", "= Kh 6s", "s4 no", "= Kd 5d", "floor noticed_error primero", "s7 give"
    )
    assert points(asked)[0] == 8


# ---------------------------------------------------------------- other errors


@pytest.mark.law("IB05.09.VIII.5.1", "IB05.09.VIII.5.2")
def test_who_is_too_slow_gives_the_cards_to_the_next_of_the_cloth() -> None:
    circle = first_speaks("Kh 5s")
    circle.play("floor too_slow")
    assert (circle.turn, circle.verbs(2)) == (2, {"carta", "no"})


@pytest.mark.law("IB05.09.VIII.5.3", "IB05.09.VIII.5.4")
def test_who_is_advised_must_follow_the_rules() -> None:
    circle = first_speaks("Kh 5s")
    circle.play("floor advice")
    assert circle.verbs(1) == {"no"}
    bank = staked()
    coup(bank, LOW, LOW, "Kd 5d", "s7 give", "floor advice")
    assert bank.verbs(7) == {"carta"}


@pytest.mark.law("IB05.09.VIII.5.5", "IB05.09.VIII.5.6")
def test_a_hand_thrown_away_counts_nothing_unless_the_croupier_did_it() -> None:
    punto = first_speaks("Kh 6s")
    punto.play("floor baskets primero no", "= Kh 7s", "s4 no", "= Kd Ks", "s7 give", "s7 carta", "= Kc")
    assert punto.won(1) == 0  # zero ties with zero
    bank = staked()
    coup(bank, LOW, LOW, BANK_NINE, "floor baskets banca no")
    assert (bank.won(1), bank.won(4)) == (10_000, 10_000)
    rebuilt = first_speaks("Kh 6s")
    before = rebuilt.session.phase
    rebuilt.play("floor baskets primero yes")
    assert rebuilt.session.phase == before


@pytest.mark.law("IB05.09.VIII.5.7", "IB05.09.VIII.5.8")
def test_a_banker_who_announces_a_wrong_score() -> None:
    circle = staked()
    coup(circle, "Kh 2s:carta", "Kh 3s:carta", "Kd 4d", "s7 give", "= 6c 9c")
    circle.play("floor wrong_score no")
    assert circle.verbs(7) >= {"carta", "no"}
    circle.play("floor wrong_score yes")
    assert circle.verbs(7) - {"ask_table"} == {"carta"}  # four: he must draw


@pytest.mark.law("IB05.09.VI.1", "IB05.08.VIII.3.11")
def test_a_banker_who_gives_cards_may_not_show_his_natural() -> None:
    circle = staked()
    coup(circle, "Kh 2s:carta", LOW, "Kd 8d", "floor banker_gives", "= 7c", "s7 no")
    assert circle.won(1) == 10_000  # nine with three cards against an eight that was not shown


@pytest.mark.law("IB05.09.VIII.5.9")
def test_no_claim_after_payment() -> None:
    circle = staked()
    coup(circle, LOW, LOW, BANK_NINE, "s7 abatir")
    before = circle.session.phase
    circle.play("floor rejected_claim")
    assert circle.session.phase == before
    assert circle.refused("floor stuck_cards").code == "cannot_have_happened"
