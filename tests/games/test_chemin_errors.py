"""Chemin de fer, section VIII: errors of shoe, croupier, banker and players, and their consequences."""

from __future__ import annotations

from typing import Any

import pytest
from tests.games.test_chemin_bets import BANK_WINS, betting, completing, dealt

from novamas.equipment.cards import card
from novamas.table.events import Discarded
from novamas.testing.rehearsal import Rehearsal


def serving(cards: int = 0, **choices: Any) -> Rehearsal:
    """Return a table at which seat 2 has a bet and this number of cards was dealt."""
    circle = completing(**choices)
    circle.play("s2 stake 5000; croupier no_van_mas; s1 repartir", *["croupier serve"] * cards)
    return circle


# ---------------------------------------------------------------- the shoe


@pytest.mark.law("IB05.08.VIII.1.1", "IB05.08.VIII.1.2", "IB05.08.VIII.1.3")
def test_cards_drawn_too_soon_bind_the_banker_unless_that_is_waived() -> None:
    def keeping() -> Rehearsal:
        circle = dealt("Kh 6s Kd 7s")
        circle.play("s2 no; s1 give; s1 no")
        return circle

    bound = keeping()
    bound.play("floor early_cards no")
    bound.refused("s1 pass_bank", clause="IB05.08.VIII.1.2")
    waived = keeping()
    left = waived.felt.shoe.undealt
    waived.play("floor early_cards yes")
    assert waived.felt.shoe.undealt == left - 1  # discarded: the next banker does not get it
    assert waived.may("s1 pass_bank")


@pytest.mark.law("IB05.08.VIII.1.4")
def test_a_card_face_up_in_the_shoe_is_dead_and_stakes_stay() -> None:
    circle = serving(1)
    told = circle.play("floor boxed_card", "9s")
    assert [event.card for event in told.of(Discarded)] == [card("9s")]
    assert (circle.at, circle.felt.stakes) == ("Serving", {2: 5_000})
    third = dealt("Kh 4s Kd 6s")
    third.play("s2 carta; s1 give; floor boxed_card", "9s", "3s")
    assert third.felt.third == 3


@pytest.mark.law("IB05.08.VIII.1.5")
def test_cards_that_stick_together_void_the_coup() -> None:
    circle = serving(2)
    circle.play("floor stuck_cards")
    assert (circle.at, circle.won(2), circle.felt.bank) == ("Keeping", 0, 10_000)


@pytest.mark.law("IB05.08.VIII.1.6")
def test_a_fallen_card_keeps_its_value() -> None:
    circle = serving(2)
    before = circle.phase
    circle.play("floor fallen_card")
    assert circle.phase == before


# ---------------------------------------------------------------- the croupier


@pytest.mark.law("IB05.08.VIII.2.1")
def test_a_card_exposed_by_the_croupier_binds_both_sides() -> None:
    circle = betting(banco_libre=True)
    circle.play("s2 banco; croupier no_van_mas; s1 repartir; croupier serve")
    circle.play("floor croupier_exposes", "Kh", "2s 3h 3s")
    assert circle.verbs(2) == {"carta", "ask_advice"}  # although the punto went banco and would be free
    circle.play("s2 carta; s1 give", "5c")
    assert circle.verbs(1) == {"no"}  # six against a five
    exposed_bank = serving(2)
    exposed_bank.play("floor croupier_exposes", "3h")
    assert exposed_bank.felt.held(1)[0].up


@pytest.mark.law("IB05.08.VIII.2.2")
def test_both_cards_of_the_punto_exposed_make_the_banker_draw_where_he_could_choose() -> None:
    circle = serving(1)
    circle.play("floor croupier_exposes", "Kh", "croupier serve; croupier serve")
    circle.play("floor croupier_exposes", "4s", "Kd 5s", "s2 carta; s1 give", "4c")
    assert circle.verbs(1) == {"carta"}
    circle.refused("s1 no", clause="IB05.08.VIII.2.2")


@pytest.mark.law("IB05.08.VIII.2.3")
@pytest.mark.parametrize(
    "moment",
    [
        *("Serving", "Served", "PuntoSpeaks", "BankAnswers", "Third", "BankSpeaks", "Announced"),
    ],
)
def test_any_other_fault_of_the_croupier_voids_the_coup_unless_it_is_put_right(moment: str) -> None:
    circle = serving(3)
    circle.at_once = frozenset()
    for line in ("croupier serve", "Kh 4s 4h 2d", "s2 carta", "s1 give", "3c", "s1 no"):
        if circle.at == moment:
            break
        circle.play(line)
    assert circle.at == moment
    before = circle.phase
    circle.play("floor fallen_card; floor croupier_fault yes")
    assert circle.phase == before
    circle.play("floor croupier_fault no")
    assert (circle.at, circle.won(2), circle.felt.bank) == ("Keeping", 0, 10_000)


@pytest.mark.law("IB05.08.VIII.2.4", "IB05.08.VIII.2.5")
@pytest.mark.parametrize(("bank", "cards", "kept"), [("5s", 1, 1), ("5s", 2, 1), ("6s", 1, 0), ("6s", 2, 0)])
def test_carta_announced_for_no_is_restored_by_the_table(bank: str, cards: int, kept: int) -> None:
    circle = dealt(f"Kh 7s Kd {bank}")
    circle.play("s2 no; s1 give")
    told = circle.play(f"floor wrong_carta {cards}", "3c 4c" if cards == 2 else "3c")
    assert len(told.of(Discarded)) == cards - kept
    assert circle.won(2) == (-5_000 if kept else 5_000)  # five and three beat seven; six does not
    spoken = dealt("Kh 4s Kd 5s")
    spoken.play("s2 carta; s1 give", "2c")
    spoken.refused("floor wrong_carta 1", "cannot_have_happened")


# ---------------------------------------------------------------- the banker


@pytest.mark.law("IB05.08.VIII.3.1")
def test_a_fifth_card_is_the_bankers_if_the_punto_wants_none() -> None:
    circle = dealt("Kh 6s Kd 7s")
    circle.play("floor fifth_card; s2 no; s1 give", "3c")  # the punto must take it even with seven
    assert circle.won(2) == 5_000
    asked = dealt("Kh 4s Kd 7s")
    asked.play("floor fifth_card; s2 carta; s1 give", "4c")
    assert asked.felt.punto_points == 8
    natural = dealt("4h 4s Kd 7s")
    left = natural.felt.shoe.undealt
    natural.play("floor fifth_card; s2 abatir")
    assert natural.felt.shoe.undealt == left - 1  # no hand needs it, and it does not go back


@pytest.mark.law("IB05.08.VIII.3.2")
def test_a_banker_with_too_many_cards_has_zero_but_may_draw() -> None:
    circle = serving(4)
    circle.play("floor extra_card", "Kh 6s 4h 5h", "s2 no; s1 give")
    assert circle.felt.bank_points == 0
    assert circle.verbs(1) == {"carta", "no", "ask_table"}
    circle.play("s1 carta", "7c")
    assert circle.won(2) == -5_000  # seven, for only that card counts
    shown_late = dealt("Kh 6s Kd 7s")
    shown_late.at_once = frozenset()
    shown_late.play("s2 no; s1 give; s1 no")
    assert shown_late.at == "Announced"
    shown_late.play("floor extra_card; s1 carta", "4c")  # noticed late: the banker may still draw
    assert (shown_late.at, shown_late.felt.bank_points) == ("Announced", 4)
    for lines in (("floor extra_card", "s2 no"), ("s2 no", "floor extra_card")):
        late = dealt("Kh 6s 4h 5h")
        late.play(*lines)
        assert late.verbs(1) == {"give"}  # it is noticed later: there is not a nine to show
        late.play("s1 give; s1 no")
        assert late.won(2) == 5_000


@pytest.mark.law("IB05.08.VIII.3.3", "IB05.08.VIII.3.4")
def test_of_two_third_cards_the_punto_keeps_the_better_and_the_banker_the_worse() -> None:
    for cards in ("2c 4c", "4c 2c"):
        punto = dealt("Kh 4s Kd 6s")
        punto.play("s2 carta; s1 give; floor two_third_cards", cards)
        assert punto.felt.punto_points == 8
        assert len(punto.felt.held(2)) == 3
        bank = dealt("Kh 7s Kd 4s")
        bank.play("s2 no; s1 give; s1 carta; floor two_third_cards", cards)
        assert bank.won(2) == 5_000  # six, not eight


@pytest.mark.law("IB05.08.VIII.3.5")
def test_a_first_card_in_the_basket_is_a_nine_shown_by_the_punto() -> None:
    for cards, won in (("2s 3h 4h", 5_000), ("2s 4h 5h", 0), ("2s 4h 4c", 5_000)):
        circle = serving(1)
        circle.play("floor dropped_card", cards)
        assert circle.won(2) == won


@pytest.mark.law("IB05.08.VIII.3.6")
def test_a_third_card_in_the_basket_makes_nine_and_the_banker_may_draw_unless_he_has_seven() -> None:
    seven = dealt("Kh 4s Kd 7s")
    seven.play("s2 carta; s1 give; floor dropped_third")
    assert seven.verbs(1) - {"ask_table"} == {"no"}
    other = dealt("Kh 4s Kd 6s")
    other.play("s2 carta; s1 give; floor dropped_third")
    assert other.verbs(1) - {"ask_table"} == {"carta", "no"}
    other.play("s1 carta", "3c")
    assert other.won(2) == 0  # nine and nine


@pytest.mark.law("IB05.08.VIII.3.7", "IB05.08.VIII.3.8")
def test_a_banker_who_exposes_cards_of_the_punto_exposes_his_own() -> None:
    circle = serving(1)
    circle.play("floor banker_exposes", "Kh", "croupier serve", "3h", "croupier serve")
    assert circle.felt.held(1)[0].up
    assert not circle.felt.coup.bound
    circle.play("floor banker_exposes", "4s", "croupier serve", "2h")
    circle.play("s2 levantar; s2 carta; s1 give", "4c")
    assert circle.verbs(1) == {"carta"}  # five against a four: optional, and so the banker must


@pytest.mark.law("IB05.08.VIII.3.9", "IB05.08.VIII.3.10")
def test_a_banker_who_shows_too_soon_lets_the_players_take_their_stakes_back() -> None:
    circle = completing()
    circle.play("s2 stake 5000; s3 stake 1000; croupier no_van_mas", "Kh 4s 4h 4d")
    circle.play("floor banker_shows_early; s2 take_stake_back; croupier resume")
    assert (circle.won(2), circle.won(3)) == (0, -1_000)
    all_back = completing()
    all_back.play("s2 stake 5000; croupier no_van_mas", "Kh 4s 4h 4d")
    all_back.play("floor banker_shows_early; s2 take_stake_back; croupier resume")
    assert (all_back.at, all_back.won(2)) == ("Keeping", 0)


@pytest.mark.law("IB05.08.VIII.3.11")
def test_a_banker_who_gives_cards_may_no_longer_show_his_natural() -> None:
    circle = dealt("Kh 4s 4h 4d")
    circle.play("s2 carta; floor banker_gives", "5c")
    assert circle.verbs(1) - {"ask_table"} == {"no"}
    circle.play("s1 no")
    assert circle.won(2) == 5_000  # nine with three cards beats the eight


@pytest.mark.law("IB05.08.VIII.3.12", "IB05.08.VIII.4.11")
def test_cards_thrown_into_the_basket_unseen_lose_the_coup() -> None:
    bank, punto = dealt("Kh 4s 4h 5d"), dealt("Kh 9s 4h 2d")
    bank.play("floor banker_baskets")
    assert bank.won(2) == 5_000
    punto.play("floor punto_baskets")
    assert punto.won(2) == -5_000
    third = dealt("Kh 4s 4h 2d")
    third.play("s2 carta; s1 give; floor banker_baskets")
    assert third.won(2) == 5_000


@pytest.mark.law("IB05.08.VIII.3.13", "IB05.08.VIII.4.12", "IB05.08.VIII.4.13")
def test_no_claim_is_accepted_after_payment_or_about_stakes_that_nobody_watched() -> None:
    circle = dealt("Kh 6s Kd 7s")
    circle.play("s2 no; s1 give; s1 no")
    for line in ("floor banker_baskets", "floor fifth_card", "floor boxed_card"):
        circle.refused(line, "cannot_have_happened")
    before = circle.phase
    circle.play("floor rejected_claim coup; floor rejected_claim stake")
    assert circle.phase == before


# ---------------------------------------------------------------- the players


@pytest.mark.law("IB05.08.VIII.4.1", "IB05.08.VIII.4.2")
def test_a_punto_who_is_too_slow_loses_the_cards_to_another() -> None:
    circle = completing()
    circle.play("s2 stake 5000; s3 stake 1000; croupier no_van_mas", "Kh 5s 4h 2d", "floor too_slow")
    assert (circle.turn, circle.felt.cards(3)) == (3, (card("Kh"), card("5s")))
    alone = dealt("Kh 5s 4h 2d")
    alone.play("floor too_slow")
    assert alone.verbs(2) == {"no"}


@pytest.mark.law("IB05.08.VIII.4.3", "IB05.08.VIII.4.4")
def test_who_is_advised_must_do_as_the_rules_say() -> None:
    punto = dealt("Kh 5s 4h 2d")
    punto.play("floor advice punto")
    assert punto.verbs(2) == {"no"}
    for lines in (
        ("floor advice banca", "s2 no", "s1 give"),
        ("s2 no", "floor advice banca", "s1 give"),
        ("s2 no", "s1 give", "floor advice banca"),
    ):
        bank = dealt("Kh 6s 4h 2d")
        bank.play(*lines)
        assert bank.verbs(1) == {"no"}


@pytest.mark.law("IB05.08.VIII.4.5", "IB05.08.VIII.4.6")
def test_a_wrong_word_lets_the_banker_give_or_deny_unless_the_punto_has_zero() -> None:
    for word in ("carta", "no"):
        for answer, cards in (("give", 3), ("deny", 2)):
            circle = dealt("Kh 4s 4h 2d")
            circle.play(f"floor misspoken {word}; s1 {answer}", *(["2c"] if answer == "give" else []))
            assert circle.at == "BankSpeaks"
            assert len(circle.felt.held(2)) == cards
    zero = dealt("Kh Ks 4h 2d")
    zero.play("floor misspoken no")
    assert zero.verbs(1) == {"give"}
    zero.play("s1 give", "2c")
    assert zero.felt.third == 2


@pytest.mark.law("IB05.08.VIII.4.7", "IB05.08.VIII.4.8")
def test_a_punto_who_forgets_his_natural_loses_the_right_to_show_it() -> None:
    stands = dealt("Kh 8s Kd 6d")
    stands.play("floor misspoken no")
    assert stands.verbs(1) == {"give"}
    stands.play("s1 give; s1 carta", "3c")
    assert stands.won(2) == -5_000  # nine with three cards: the eight was not shown
    asks = dealt("Kh 8s Kd 6d")
    asks.play("floor misspoken carta")
    assert asks.verbs(1) == {"give", "deny"}
    for punto, won in (("9s", -5_000), ("8s", 0)):
        shows = dealt(f"Kh {punto} Kd 8d")
        shows.play("floor misspoken no; s1 abatir")
        assert shows.won(2) == won  # a nine that was not shown loses to an eight that was


@pytest.mark.law("IB05.08.VIII.4.9", "IB05.08.VIII.4.10")
def test_other_wrong_announcements_are_put_right_unless_he_went_banco() -> None:
    part = dealt("Kh 4s 4h 2d")
    told = part.play("floor wrong_announcement 1", "9c")
    assert [event.card for event in told.of(Discarded)] == [card("9c")]
    assert part.verbs(2) == {"carta", "ask_advice"}

    def banco(cards: str) -> Rehearsal:
        circle = betting()
        circle.play("s2 banco; croupier no_van_mas", cards)
        return circle

    stands = banco("Kh 4s 4h 2d")
    stands.play("floor wrong_announcement 0; s1 give")
    assert stands.at == "BankSpeaks"  # the player bears the error: no card
    keeps = banco("Kh 4s 4h 2d")
    keeps.play("floor wrong_announcement 1; s1 give", "2c")
    assert keeps.felt.punto_points == 6
    zero = banco("Kh Ks 4h 2d")
    zero.play("floor wrong_announcement 0")
    assert "carta" in zero.verbs(2)


def test_the_words_of_the_incidents_come_with_their_clauses() -> None:
    circle = dealt(BANK_WINS)
    told = circle.play("floor banker_shows_early")
    assert next(getattr(event, "clause", "") for event in told) == "IB05.08.VIII.3.10"
    assert told.shown == [1]


def test_a_banker_between_two_coups_is_told_that_the_banker_may_not_bet() -> None:
    circle = dealt("Kh 6s Kd 7s")
    circle.play("s2 no; s1 give; s1 no")
    assert (circle.at, circle.turn) == ("Keeping", 1)
    for bet in ("stake 5000", "banco"):
        circle.refused(f"s1 {bet}", "banker_may_not_bet", "IB05.08.VII.11")
    circle.refused("s2 stake 5000", "no_bets_yet")
