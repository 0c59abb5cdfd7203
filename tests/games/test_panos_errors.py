"""Bacará a dos paños, section VIII: errors of shoe, deal and players, in every possible phase."""

from __future__ import annotations

from typing import Any

import pytest
from tests.games.test_bacara_dos_panos import BANK_NINE, LOW, NINE, banked, coup
from tests.support.cases import cited

from novamas.equipment.cards import card
from novamas.table.events import Came, Discarded, Looked
from novamas.table.results import Points
from novamas.testing.rehearsal import Rehearsal

MOMENTS = ("Serving", "Looking", "Speaking", "BankAnswers", "Third", "BankSpeaks", "Announced")


def staked(**choices: Any) -> Rehearsal:
    """Return a table at which seats 1 and 4 have staked 10 000, one on each side."""
    circle = banked(**choices)
    circle.play("s1 stake primero 10000; s4 stake segundo 10000")
    return circle


def serving(cards: int) -> Rehearsal:
    circle = staked()
    circle.play("croupier ya_no_va_mas", *["croupier serve"] * cards)
    return circle


def first_speaks(cards: str) -> Rehearsal:
    circle = staked()
    circle.play("croupier ya_no_va_mas", f"{cards}")
    return circle


def at(moment: str) -> Rehearsal:
    """Play a coup of two, three and four points up to a given phase. Both sides draw."""
    circle = serving(5)
    for line in (
        *("croupier serve", "Kh 2s", "s1 carta", "Kh 3s", "s4 carta", "Kd 4d", "s7 give"),
        *("5c 4c", "s7 no"),
    ):
        if circle.at == moment:
            break
        circle.play(line)
    assert circle.at == moment
    return circle


def points(circle: Rehearsal) -> tuple[int, int, int]:
    felt = circle.felt
    return felt.points("primero"), felt.points("segundo"), felt.points("banca")


# ---------------------------------------------------------------- the shoe


@pytest.mark.law("IB05.09.VIII.1.1", "IB05.09.VIII.1.2", "IB05.09.VIII.1.3")
def test_cards_drawn_too_soon_bind_unless_that_is_waived() -> None:
    circle = staked()
    circle.refused("croupier serve", clause="IB05.09.VIII.1.1")
    coup(circle, LOW, LOW, BANK_NINE, "s7 abatir")
    left = circle.felt.shoe.undealt
    assert circle.may("s7 leave_bank")
    circle.play("floor early_cards no")
    assert not circle.may("s7 leave_bank")
    assert circle.felt.shoe.undealt == left  # it is the first card of the coup that the banker must now play
    circle.play("floor early_cards yes")  # the director waives it: the card is discarded
    assert circle.felt.shoe.undealt == left - 1
    assert circle.may("s7 leave_bank")


@pytest.mark.law("IB05.09.VIII.1.2")
def test_who_drew_too_soon_is_bound_until_a_coup_is_played() -> None:
    circle = staked()
    coup(circle, LOW, LOW, BANK_NINE, "s7 abatir")
    assert circle.may("s7 leave_bank")  # a first coup has been played
    circle.play("floor early_cards no")
    left = circle.felt.shoe.undealt
    for line in ("s7 continue; croupier ya_no_va_mas", "s7 continue; croupier ya_no_va_mas"):
        assert circle.verbs(7) == {"continue"}
        circle.play(line)  # no player stakes, so there is not a coup
    assert circle.verbs(7) == {"continue"}
    assert circle.felt.shoe.undealt == left  # the card is still the first of the coup to come
    circle.play("s7 continue; s1 stake primero 10000")
    coup(circle, LOW, LOW, BANK_NINE, "s7 abatir")
    assert circle.felt.shoe.undealt == left - 6
    assert circle.may("s7 leave_bank")


@pytest.mark.law("IB05.09.VIII.1.4")
def test_a_card_face_up_in_the_shoe_is_dead() -> None:
    circle = serving(2)
    told = circle.play("floor boxed_card", "9s")
    assert [event.card for event in told.of(Discarded)] == [card("9s")]
    assert circle.felt.cloth == 120_000
    assert circle.at == "Serving"
    third = at("Third")
    third.play("floor boxed_card", "9s", "6c")
    assert points(third)[0] == 8


@pytest.mark.law("IB05.09.VIII.1.5")
@pytest.mark.parametrize("moment", ["Serving", "Third"])
def test_cards_that_stick_together_void_the_coup(moment: str) -> None:
    circle = at(moment)
    circle.play("floor stuck_cards")
    assert (circle.at, circle.won(1), circle.won(4)) == ("Between", 0, 0)


@pytest.mark.law("IB05.09.VIII.1.6", "IB05.09.VIII.2.1")
@pytest.mark.parametrize("moment", MOMENTS)
def test_fallen_cards_keep_their_value_and_irregular_deals_are_put_right_or_void(moment: str) -> None:
    circle = at(moment)
    before = circle.phase
    circle.play("floor fallen_card; floor irregular_deal yes")
    assert circle.phase == before
    circle.play("floor irregular_deal no")
    assert (circle.at, circle.won(1), circle.won(4), circle.won(7)) == ("Between", 0, 0, -100_000)


# ---------------------------------------------------------------- wrong hands


@pytest.mark.law("IB05.09.VIII.1.7")
def test_cards_in_wrong_hands_are_handed_over_before_he_speaks() -> None:
    circle = first_speaks("Kh 6s")
    told = circle.play("floor wrong_holder primero 5")
    assert (circle.turn, circle.verbs(1)) == (5, set())
    assert {event.owner for event in told if isinstance(event, Looked)} == {5}
    circle.play("floor handed_over")
    assert (circle.turn, circle.felt.coup.keeps_hand) == (1, (False, False))
    circle.refused("floor handed_over", "cannot_have_happened")


@pytest.mark.law("IB05.09.VIII.1.7")
def test_once_the_wrong_player_has_spoken_the_coup_stands_and_the_next_cards_are_for_the_right_one() -> None:
    circle = first_speaks("Kh 6s")
    circle.play("floor wrong_holder primero 2; s2 no")
    circle.refused("floor handed_over", "cannot_have_happened")
    circle.play("4s 5s", "s4 abatir", "Kd 7d", "s7 give; s7 no; croupier pay")
    assert circle.won(1) == -10_000
    circle.play("s7 continue; s1 stake primero 10000; croupier ya_no_va_mas")
    assert circle.felt.coup.holders[0] == 1  # though the bank won there


@pytest.mark.law("IB05.09.VIII.1.7")
@pytest.mark.parametrize("moment", ["BankAnswers", "Third", "BankSpeaks", "Announced"])
def test_wrong_hands_may_be_noticed_until_the_stakes_are_paid(moment: str) -> None:
    circle = at(moment)
    before = points(circle)
    circle.play("floor wrong_holder segundo 6")
    assert (circle.at, points(circle)) == (moment, before)  # the coup stands
    assert circle.felt.coup.keeps_hand == (False, True)


@pytest.mark.law("IB05.09.VIII.1.7", "IB05.09.IV.8")
def test_who_goes_banco_has_the_cards_back() -> None:
    circle = banked()
    circle.play("s2 banco; croupier ya_no_va_mas", "Kh 6s", "floor wrong_holder primero 1")
    assert circle.turn == 1
    circle.play("floor handed_over")
    assert circle.turn == 2


# ---------------------------------------------------------------- the deal


@pytest.mark.law("IB05.09.VIII.2.3", "IB05.09.VIII.3.3", "IB05.09.VIII.3.2")
@pytest.mark.parametrize(("culprit", "bank", "words"), [
    ("croupier", "4d", {"carta", "no"}),
    ("banquero", "4d", {"carta"}),
    ("banquero", "6d", {"no"}),
])  # fmt: skip
def test_exposed_cards_and_a_table_that_differs(culprit: str, bank: str, words: set[str]) -> None:
    circle = serving(5)
    circle.play(f"floor exposed_cards primero {culprit}", "Kh 2s")
    assert all(held.up for held in circle.felt.held("primero"))
    circle.play("croupier serve; s1 carta", "Kh 3s", "s4 carta", f"Kd {bank}", "s7 give")
    circle.play("6c 9c")  # draw against a six, stand against a nine
    assert circle.verbs(7) - {"ask_table"} == words


@pytest.mark.law("IB05.09.VIII.2.3")
def test_cards_are_exposed_on_their_way_to_the_player_too() -> None:
    circle = first_speaks("Kh 6s")
    circle.play("s1 no")
    assert circle.at == "Looking"
    assert circle.refused("floor exposed_cards primero croupier").dial == "pano"  # looked at already
    circle.play("floor exposed_cards segundo croupier", "Kh 3s")
    assert (circle.turn, circle.verbs(4)) == (4, {"carta"})
    circle.refused("s1 stake primero 1000", "ya_no_va_mas")


@pytest.mark.law("IB05.09.VIII.2.4")
def test_cards_lost_in_the_basket_annul_for_their_cloth() -> None:
    for cards in (3, 6):
        circle = serving(cards)
        circle.play("floor lost_cards primero", *["croupier serve"] * (2 if cards == 3 else 0))
        told = circle.play("4s 5s", "s4 abatir", "Kd 2d", "s7 give; croupier pay")
        points = Points((("primero", None), ("segundo", 9), ("banca", 2)))
        assert [came.result for came in told.of(Came)] == [points]
        assert (circle.won(1), circle.won(4)) == (0, 10_000)
    bank = serving(3)
    bank.play("floor lost_cards banca")
    assert (bank.at, bank.won(1), bank.won(4)) == ("Between", 0, 0)
    both = serving(5)
    both.play("floor lost_cards primero; floor lost_cards segundo")
    assert (both.at, both.won(1), both.won(4)) == ("Between", 0, 0)


@pytest.mark.law("IB05.09.VIII.2.4", "IB05.09.VIII.2.5")
def test_a_third_card_in_the_basket_is_recovered_if_it_was_seen() -> None:
    third = staked()
    coup(third, "Kh 2s:carta", NINE, "Kd 2d", "s7 give")
    third.refused("floor lost_third yes", "cannot_have_happened")  # no one has seen it yet
    third.play("floor lost_third no; croupier pay")
    assert (third.won(1), third.won(4)) == (0, 10_000)
    for moment in ("BankSpeaks", "Announced"):
        seen = at(moment)
        before = seen.phase
        seen.play("floor lost_third yes")
        assert seen.phase == before
        assert not seen.may("floor lost_third no")
    own = staked()
    coup(own, LOW, LOW, "Kd 2d", "s7 give", "s7 carta", "floor lost_third no")
    assert (own.won(1), own.won(4)) == (0, 0)


# ---------------------------------------------------------------- players


@pytest.mark.law("IB05.09.VIII.5.1", "IB05.09.VIII.5.2")
def test_who_is_too_slow_gives_the_cards_to_the_next_of_the_cloth() -> None:
    circle = first_speaks("Kh 5s")
    circle.play("floor too_slow")
    assert (circle.turn, circle.verbs(2)) == (2, {"carta", "no"})
    banco = banked()
    banco.play("s2 banco; croupier ya_no_va_mas", "Kh 3s", "floor too_slow")
    assert (banco.turn, banco.verbs(2)) == (2, {"carta"})  # no one else may: the punto must follow the rules


@pytest.mark.law("IB05.09.VIII.5.3", "IB05.09.VIII.5.4")
@pytest.mark.parametrize(("moment", "rest"), [
    ("Speaking", ("s1 carta", "Kh 3s", "s4 carta", "Kd 4d", "s7 give", "5c 4c")),
    ("BankAnswers", ("s7 give", "5c 4c")),
    ("Third", ("5c 4c",)),
    ("BankSpeaks", ()),
])  # fmt: skip
def test_who_is_advised_must_follow_the_rules(moment: str, rest: tuple[str, ...]) -> None:
    circle = first_speaks("Kh 5s")
    circle.play("floor advice primero")
    assert circle.verbs(1) == {"no"}
    circle.refused("s1 carta", "advised_five", "IB05.09.VIII.5.4")
    bank = at(moment)
    bank.play("floor advice banca", *rest)
    assert bank.verbs(7) == {"carta"}  # four against five and four


@pytest.mark.law("IB05.09.VIII.5.5")
def test_a_hand_thrown_away_counts_nothing() -> None:
    punto = first_speaks("Kh 6s")
    punto.play("floor baskets primero no", "Kh 7s", "s4 no", "Kd Ks", "s7 give; s7 carta", "Kc")
    punto.play("croupier pay")
    assert punto.won(1) == 0  # zero ties with zero
    bank = staked()
    coup(bank, LOW, LOW, BANK_NINE, "floor baskets banca no")
    assert (bank.won(1), bank.won(4)) == (10_000, 10_000)
    asked = staked()
    coup(asked, "Kh Ks:carta", LOW, BANK_NINE, "floor baskets banca no", "2c")
    assert (asked.won(1), asked.won(4)) == (10_000, 10_000)  # the punto still has the card: two beat nothing
    early = first_speaks("Kh 6s")
    early.play("floor baskets segundo no; s1 no")  # not even looked at
    assert early.at == "Looking"
    early.play("Kd 5d", "s7 give; s7 no; croupier pay")
    assert (early.won(1), early.won(4)) == (10_000, -10_000)
    late = at("BankSpeaks")
    late.play("floor baskets primero no; s7 no; croupier pay")
    assert late.won(1) == -10_000


@pytest.mark.law("IB05.09.VIII.5.5", "IB05.09.VIII.5.6")
def test_a_hand_thrown_away_by_the_croupier_is_rebuilt_and_one_that_was_shown_is_known() -> None:
    rebuilt = first_speaks("Kh 6s")
    before = rebuilt.phase
    rebuilt.play("floor baskets primero yes")
    assert rebuilt.phase == before
    assert not rebuilt.may("floor baskets segundo yes")  # no one has seen it, so no one knows
    open_hand = first_speaks("4s 5s")
    open_hand.play("s1 abatir", "Kh 7s")
    assert not open_hand.may("floor baskets primero no")


@pytest.mark.law("IB05.09.VIII.5.7", "IB05.09.VIII.5.8")
def test_a_banker_who_announces_a_wrong_score() -> None:
    circle = staked()
    coup(circle, "Kh 2s:carta", "Kh 3s:carta", "Kd 4d", "s7 give", "6c 9c")
    circle.play("floor wrong_score no")
    assert circle.verbs(7) >= {"carta", "no"}
    told = circle.play("floor wrong_score yes")
    assert told.shown == ["primero", "segundo"]
    assert circle.verbs(7) - {"ask_table"} == {"carta"}  # four: the punto must draw


@pytest.mark.law("IB05.09.VIII.5.8")
def test_a_wrong_score_that_is_noticed_when_all_hands_lie_open_binds_the_banker() -> None:
    circle = staked()
    circle.play("croupier ya_no_va_mas", "Kh 2s", "s1 carta", "Kh 3s", "s4 carta", "Kd 4d", "s7 give")
    circle.play("6c 9c", "s7 no")
    assert circle.at == "Announced"
    assert not circle.may("floor wrong_score no")
    circle.play("floor wrong_score yes")
    assert circle.verbs(7) - {"ask_table"} == {"carta"}
    circle.play("s7 carta", "5h")
    assert not circle.may("floor wrong_score yes")  # the punto has drawn
    circle.play("croupier pay")
    assert (circle.won(1), circle.won(4)) == (-10_000, -10_000)  # nine against eight and two


@pytest.mark.law("IB05.09.VII.12")
def test_a_banker_who_gives_cards_may_not_show_his_natural() -> None:
    circle = staked()
    coup(circle, "Kh 2s:carta", LOW, "Kd 8d", "floor banker_gives", "7c", "s7 no")
    assert circle.won(1) == 10_000  # nine with three cards against an eight that was not shown


@pytest.mark.law("IB05.09.VIII.5.9")
def test_no_claim_after_payment() -> None:
    circle = staked()
    coup(circle, LOW, LOW, BANK_NINE, "s7 abatir")
    for lines, phase in (((), "Between"), (("s7 continue",), "Betting")):
        circle.play(*lines)
        before = circle.phase
        circle.play("floor rejected_claim")
        assert (circle.at, circle.phase) == (phase, before)
        for line in ("stuck_cards", "irregular_deal no", "noticed_card", "noticed_error primero"):
            circle.refused(f"floor {line}", "cannot_have_happened")


@pytest.mark.parametrize(
    ("clause", "before"),
    [cited("IB05.09.VIII.4.1", ()), cited("IB05.09.VIII.4.6", ("s1 carta", "Kh 3s"))],
)
def test_a_wrong_word_is_judged_by_the_clause_of_the_hand_that_errs(
    clause: str, before: tuple[str, ...]
) -> None:
    circle = serving(5)
    circle.play("croupier serve", "Kh 2s", *before)
    assert circle.at == "Speaking"
    assert circle.play("floor wrong_word no").happened == clause
