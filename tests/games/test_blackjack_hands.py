"""Blackjack, clause by clause: insurance, surrender, pairs and doubles (IB05, epigraph 03)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from novamas.table.events import Payment, Said, Staked
from novamas.testing import Rehearsal, rehearse

MINIMUM = 500


def blackjack(*lines: str, places: int = 1, **choices: Any) -> Rehearsal:
    return rehearse("blackjack", "IB05", *lines, places=places, **choices)


def hand(cards: str, *lines: str, **choices: Any) -> Rehearsal:
    """Play a hand of one player who bets the minimum, gets these cards and declines every offer."""
    return blackjack("s1 bet mano:1 500", cards, "s1 decline", *lines, **choices)


def paid(table: Rehearsal, bet: str = "mano:1", seat: int = 1) -> Payment:
    return table.events.payments[seat, bet]


# ---------------------------------------------------------------- insurance, even money, surrender


def against_an_ace(*lines: str, cards: str = "Tc Ad 9c") -> Rehearsal:
    return blackjack("s1 bet mano:1 1000", cards, *lines)


@pytest.mark.law("IB05.03.V.1.b.1", "IB05.03.V.1.b.2", "IB05.03.V.1.b.4")
def test_against_an_ace_half_the_stake_at_most_may_be_insured() -> None:
    table = against_an_ace()
    assert table.at == "Proposing"
    assert table.verbs(1) == {"decline", "insure"}
    table.refused("s1 insure mano:1 501", "above_maximum")
    table.refused("s1 insure mano:1 0", "below_minimum")
    assert all(table.may(f"s1 insure mano:1 {cents}") for cents in (100, 300, 500))
    told = table.play("s1 insure mano:1 500")
    assert [staked.cents for staked in told.of(Staked)] == [500]
    assert table.chips(1, "seguro:1") == 500
    no_ace = blackjack("s1 bet mano:1 500; Tc Kd 9c")
    no_ace.refused("s1 insure mano:1 100", "bank_shows_no_ace", "IB05.03.V.1.b.1")


@pytest.mark.law("IB05.03.V.1.b.4", "IB05.03.V.2.1")
def test_an_insurance_is_of_whole_chips_or_of_just_the_half() -> None:
    """Half of 5 € is 2,50 €, which is not a whole number of 1 € chips. The house may allow it."""
    cards = ("s1 bet mano:1 500", "Tc Ad 9c")
    table, strict = blackjack(*cards), blackjack(*cards, insured_to_the_half=False)
    assert table.offered(1) == ["s1 decline", "s1 insure mano:1 250", "s1 insure mano:1 200"]
    assert strict.offered(1) == ["s1 decline", "s1 insure mano:1 200"]
    for each in (table, strict):
        assert each.may("s1 insure mano:1 100")
        each.refused("s1 insure mano:1 150", "broken_chip", "IB05.03.V.1.b.4")
        each.refused("s1 insure mano:1 1", "below_minimum", "IB05.03.V.1.b.4")
        each.refused("s1 insure mano:2 100", "nothing_to_insure", "IB05.03.V.1.b.4")
    strict.refused("s1 insure mano:1 250", "above_maximum", "IB05.03.V.1.b.4")
    one_chip = (*cards, "s1 insure mano:1 100")
    small: dict[str, Any] = {"authorised_minimum": 500, "chip": 500}
    blackjack(*cards, **small).refused(one_chip[-1], "half_or_nothing", "IB05.03.V.1.b.4")
    assert blackjack(*cards, **small).may("s1 insure mano:1 250")
    assert blackjack(*cards, **small, insured_to_the_half=False).at == "Playing"


@pytest.mark.law("IB05.03.V.1.b.2", "IB05.03.V.1.b.7", "IB05.03.V.1.e.1", "IB05.03.IV.a.5")
def test_what_is_proposed_is_refused_for_its_own_reason() -> None:
    bets = "s1 bet mano:1 1000; s2 bet mano:2 1000; s3 bet mano:1 500"
    ace = blackjack(bets, "Tc Ac Ad 9d Kc", places=3, seats=2, standing=1)
    ace.refused("s1 even_money mano:1", "no_blackjack", "IB05.03.V.1.b.7")
    ace.refused("s2 even_money mano:1", "no_blackjack", "IB05.03.V.1.b.7")
    ace.play("s2 insure mano:2 500")
    ace.refused("s2 even_money mano:2", "insured", "IB05.03.V.1.b.7")
    ace.refused("s2 insure mano:2 100", "insured", "IB05.03.V.1.b.4")
    ace.play("s3 decline")
    ace.refused("s3 insure mano:1 200", "declined", "IB05.03.V.1.b.2")
    ten = blackjack(bets, "Tc Ac Td 9d Kc", places=3, seats=2, standing=1)
    ten.refused("s3 surrender mano:1", "hand_of_another", "IB05.03.IV.a.5")
    ten.refused("s1 surrender mano:2", "hand_of_another", "IB05.03.IV.a.5")
    ten.play("s1 decline")
    ten.refused("s1 surrender mano:1", "declined", "IB05.03.V.1.b.2")


@pytest.mark.law("IB05.03.V.1.b.2")
def test_insurance_is_proposed_to_all_before_any_third_card() -> None:
    table = blackjack(places=3, seats=2, standing=1)
    told = table.play("s1 bet mano:1 1000; s2 bet mano:2 500; s3 bet mano:1 500; Tc 9c Ad 9d 8c")
    assert told.of(Said)[-1].clause == "IB05.03.V.1.b.2"
    table.play("s3 insure mano:1 250; s2 insure mano:2 100")  # the standing player insures the own stake
    assert (table.at, table.turn) == ("Proposing", 1)
    table.play("s1 decline")
    assert table.at == "Playing"


@pytest.mark.law("IB05.03.V.1.b.3")
def test_later_nobody_may_insure() -> None:
    table = against_an_ace("s1 decline; s1 hit; 2c", cards="5c Ad 4c")
    table.refused("s1 insure mano:1 100", "window_closed", "IB05.03.V.1.b.3")


@pytest.mark.law("IB05.03.V.1.b.5")
@pytest.mark.parametrize("ten", ["Th", "Jh", "Qh", "Kh"])
def test_a_blackjack_of_the_bank_pays_insurance_two_to_one(ten: str) -> None:
    table = against_an_ace("s1 insure mano:1 500; s1 stand", ten)
    assert (paid(table, "seguro:1").returned, paid(table, "seguro:1").rate) == (1500, Fraction(2))
    assert paid(table).returned == 0


@pytest.mark.law("IB05.03.V.1.b.6")
def test_without_a_blackjack_insurance_is_taken_and_the_hand_plays_on() -> None:
    table = against_an_ace("s1 insure mano:1 300; s1 stand; 5h 2h")
    assert paid(table, "seguro:1").returned == 0
    assert paid(table).returned == 2000


@pytest.mark.law("IB05.03.V.1.b.5", "IB05.03.V.1.b.6")
def test_an_insurance_outlives_a_hand_that_is_over() -> None:
    table = against_an_ace("s1 insure mano:1 300; s1 hit; Tc", cards="Tc Ad 6c")
    assert table.at == "Banking"
    table.play("Kh")
    assert paid(table, "seguro:1").returned == 900
    assert table.at == "Waiting"


@pytest.mark.law("IB05.03.V.1.b.7")
def test_a_blackjack_against_an_ace_may_take_even_money_at_once() -> None:
    table = against_an_ace(cards="Ac Ad Kc")
    assert table.verbs(1) == {"decline", "insure", "even_money"}
    waits = table.fork()
    table.play("s1 even_money mano:1")
    assert (paid(table).returned, paid(table).clauses) == (2000, ("IB05.03.V.1.b.7",))
    assert table.at == "Waiting"
    waits.play("s1 decline; 9h")
    assert paid(waits).returned == 2500


@pytest.mark.law("IB05.03.V.1.b.7", "IB05.03.IV.b.1")
def test_each_stake_on_a_blackjack_takes_even_money_or_waits() -> None:
    table = blackjack("s1 bet mano:1 1000; s2 bet mano:1 500; Ac Ad Kc", standing=1)
    table.play("s2 even_money mano:1; s1 decline; Th")
    assert paid(table, seat=2).returned == 1000
    assert paid(table).rate == 0


@pytest.mark.law("IB05.03.V.1.e.1")
def test_a_hand_may_be_given_up_for_half_before_any_third_card() -> None:
    table = blackjack("s1 bet mano:1 500; s2 bet mano:2 500; Tc Tc Td 6c 5c", places=2)
    table.play("s2 surrender mano:2")  # one window for all
    half = paid(table, "mano:2", 2)
    assert (half.returned, half.rate, half.clauses) == (250, Fraction(-1, 2), ("IB05.03.V.1.e.1",))
    table.play("s1 decline")
    table.refused("s1 surrender mano:1", "window_closed", "IB05.03.V.1.e.1")
    table.play("s1 hit; 2c; s1 stand; Ah")  # the bank's blackjack does not touch the half
    assert paid(table).returned == 0


@pytest.mark.law("IB05.03.V.1.e.1")
def test_the_house_may_let_a_blackjack_of_the_bank_take_the_other_half() -> None:
    late = {"surrender_keeps_half": False}
    table = blackjack("s1 bet mano:1 500; Tc Td 6c; s1 surrender mano:1", **late)
    assert (table.at, table.chips(1, "mano:1"), table.felt.given_up) == ("Banking", 500, ("mano:1",))
    for second, returned, rate in (("Ah", 0, Fraction(-1)), ("9h", 250, Fraction(-1, 2))):
        told = table.fork().play(second)
        payment = told.payments[1, "mano:1"]
        assert (payment.returned, payment.rate, payment.clauses) == (returned, rate, ("IB05.03.V.1.e.1",))
    at_once = blackjack("s1 bet mano:1 500; Tc 9d 6c; s1 surrender mano:1", **late)
    assert paid(at_once).returned == 250  # a nine makes no blackjack
    both = blackjack("s1 bet mano:1 500; s2 bet mano:2 500; Tc Tc Td 6c 8c", places=2, **late)
    both.play("s1 surrender mano:1; s2 decline; s2 stand; Ah")
    assert (paid(both, "mano:1", 1).returned, paid(both, "mano:2", 2).returned) == (0, 0)


@pytest.mark.law("IB05.03.V.1.e.1")
def test_nobody_gives_up_against_an_ace() -> None:
    against_an_ace().refused("s1 surrender mano:1", "bank_shows_ace", "IB05.03.V.1.e.1")


# ---------------------------------------------------------------- pairs and doubles


@pytest.mark.law("IB05.03.V.1.c.1")
def test_only_cards_of_the_same_value_are_split_and_all_tens_are_alike() -> None:
    assert "split" in hand("Tc 7d Kc").verbs(1)
    assert "split" in hand("8c 7d 8h").verbs(1)
    hand("8c 7d 9h").refused("s1 split", "no_pair", "IB05.03.V.1.c.1")


@pytest.mark.law("IB05.03.V.1.c.2", "IB05.03.V.1.c.3", "IB05.03.V.1.c.5")
def test_a_split_makes_two_hands_with_equal_stakes_each_with_its_own_fate() -> None:
    table = hand("8c 7d 8h", "s1 split")
    assert (table.chips(1, "mano:1"), table.chips(1, "mano:1.2")) == (MINIMUM, MINIMUM)
    table.play("Tc")  # the first hand is played before the second gets its card
    assert (table.cards("mano:1"), table.cards("mano:1.2")) == ("8c Tc", "8h")
    table.play("s1 stand; 5c; s1 hit; Kc")
    assert paid(table, "mano:1.2").returned == 0
    table.play("Th")
    assert paid(table).returned == 2 * MINIMUM


@pytest.mark.law("IB05.03.V.1.c.4", "IB05.03.V.1.c.6")
def test_new_pairs_are_split_again_without_limit() -> None:
    table = hand("8c 7d 8h", "s1 split")
    for number, new in enumerate(("8d", "8s", "8c", "8h", "8d"), start=3):
        table.play(new, "s1 split")
        assert len(table.felt.hands) == number
    assert table.felt.cloth == 7 * MINIMUM
    order = [hand.name for hand in table.felt.hands]
    assert order == ["mano:1", "mano:1.7", "mano:1.6", "mano:1.5", "mano:1.4", "mano:1.3", "mano:1.2"]


@pytest.mark.law("IB05.03.V.1.a.4")
def test_who_has_21_is_told_so() -> None:
    two = blackjack(
        "s1 bet mano:1 500; s2 bet mano:2 500", "Tc 9d 7d 9c 8c", "s1 decline; s2 decline", places=2
    )
    two.play("s1 hit; 2c")  # 21: the turn is that of the second hand
    assert two.turn == 2
    two.refused("s1 hit", "at_21", "IB05.03.V.1.a.4")
    two.refused("s1 double", "at_21", "IB05.03.V.1.a.4")
    two.refused("s1 stand", "not_your_turn")
    two.play("s2 hit; 3c; s2 stand")
    assert two.at == "Banking"
    two.refused("s1 hit", "at_21", "IB05.03.V.1.a.4")
    two.refused("s2 hit", "not_your_turn")


@pytest.mark.law("IB05.03.V.1.c.7")
def test_split_aces_get_one_card_each() -> None:
    assert hand("Ac 7d Ah", "s1 split; 5c 6c").at == "Banking"


@pytest.mark.law("IB05.03.V.1.c.7")
def test_whether_aces_are_split_again_is_the_houses_choice() -> None:
    again = hand("Ac 7d Ah", "s1 split; Ad")
    assert again.verbs(1) == {"stand", "split"}
    again.refused("s1 hit", "split_ace", "IB05.03.V.1.c.7")
    again.refused("s1 double", clause="IB05.03.V.1.d.2")
    once = hand("Ac 7d Ah", "s1 split; Ad Kc", resplit_aces=False)
    assert once.at == "Banking"


@pytest.mark.law("IB05.03.V.1.c.8", "IB05.03.V.1.a.16")
@pytest.mark.parametrize(("cards", "then"), [("Ac 7d Ah", "Kc 9d"), ("Tc 7d Kh", "Ac 9d; s1 stand")])
def test_21_after_splitting_aces_or_tens_is_no_blackjack(cards: str, then: str) -> None:
    table = hand(cards, "s1 split", then, "Th")
    assert (paid(table).rate, paid(table).clauses[-1]) == (Fraction(1), "IB05.03.V.1.c.8")
    beaten = hand("Ac Td Ah", "s1 split; Kc 9d Ad")
    assert paid(beaten).rate == -1


@pytest.mark.law("IB05.03.V.1.d.1")
def test_a_double_takes_an_equal_stake_and_exactly_one_card() -> None:
    table = hand("2c 7d 3h", "s1 double")
    assert table.chips(1, "mano:1") == 2 * MINIMUM
    table.play("2h")
    assert table.at == "Banking"
    table.play("Th")
    assert (paid(table).stake, paid(table).returned) == (1000, 0)
    later = hand("2c 7d 3h", "s1 hit; 2h")
    later.refused("s1 double", "more_than_two_cards", "IB05.03.V.1.d.1")


@pytest.mark.law("IB05.03.V.1.d.2")
def test_split_hands_may_be_doubled_and_pairs_of_aces_may_not() -> None:
    table = hand("8c 7d 8h", "s1 split; 3c; s1 double; Tc Kd; s1 stand; Th")
    assert (paid(table).stake, paid(table).returned) == (1000, 2000)
    aces = hand("Ac 7d Ah")
    assert aces.verbs(1) == {"stand", "hit", "split"}
    aces.refused("s1 double", clause="IB05.03.V.1.d.2")


@pytest.mark.law("IB05.03.V.1.a.2", "IB05.03.V.1.b.5")
def test_a_blackjack_of_the_bank_takes_doubled_and_split_stakes_too() -> None:
    table = hand("8c Td 8h", "s1 split; 3c; s1 double; Tc Kd; s1 stand; Ah")
    assert [paid(table, bet).returned for bet in ("mano:1", "mano:1.2")] == [0, 0]
    assert table.won(1) == -3 * MINIMUM
