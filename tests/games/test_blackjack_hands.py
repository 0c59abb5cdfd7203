"""Blackjack, clause by clause: insurance, surrender, pairs and doubles (IB05, epigraph 03)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from tests.blackjack_help import MINIMUM, Blackjack, round_of

from novamas.games.blackjack.acts import (
    Decline,
    Double,
    EvenMoney,
    Hit,
    Insure,
    Split,
    Stand,
    Surrender,
)
from novamas.kit.cards import card
from novamas.odds.blackjack import rules_of
from novamas.table.events import Said
from novamas.testing.rehearsal import Noticed, opened

# ---------------------------------------------------------------- insurance, even money, surrender


def against_an_ace(cards: str = "Tc Ad 9c") -> Blackjack:
    return Blackjack(places=1, seats=1).bet(cents=1000).deal(cards)


@pytest.mark.law("IB05.03.V.1.b.1", "IB05.03.V.1.b.2", "IB05.03.V.1.b.4")
def test_against_an_ace_half_the_stake_at_most_may_be_insured() -> None:
    table = against_an_ace()
    assert table.at == "Proposing"
    assert table.verbs() == {"decline", "insure"}
    assert table.refused(Insure(1, "mano:1", 501)).code == "above_maximum"
    assert table.refused(Insure(1, "mano:1", 0)).code == "below_minimum"
    for cents in (1, 250, 500):
        assert table.may(Insure(1, "mano:1", cents))
    events = table.do(Insure(1, "mano:1", 500))
    assert events[0].cents == 500  # type: ignore[attr-defined]  # staked
    assert table.felt.on(1, "seguro:1") == 500
    no_ace = Blackjack(places=1, seats=1).bet().deal("Tc Kd 9c")
    refusal = no_ace.refused(Insure(1, "mano:1", 100))
    assert (refusal.code, refusal.clause) == ("bank_shows_no_ace", "IB05.03.V.1.b.1")


@pytest.mark.law("IB05.03.V.1.b.2")
def test_insurance_is_proposed_to_all_before_any_third_card() -> None:
    table = Blackjack(places=3, seats=2, standing=1).bet(1, 1000).bet(2).bet(3, place=1)
    table.deal("Tc 9c Ad 9d 8c")
    said = [said.clause for events in table.session.told for said in Noticed(events).of(Said)]
    assert said[-1] == "IB05.03.V.1.b.2"
    table.do(Insure(3, "mano:1", 250))  # the standing player insures his own stake
    table.do(Insure(2, "mano:2", 100))
    assert table.at == "Proposing"
    assert table.phase.turn == 1
    table.do(Decline(1))
    assert table.at == "Playing"


@pytest.mark.law("IB05.03.V.1.b.3")
def test_later_nobody_may_insure() -> None:
    table = against_an_ace("5c Ad 4c").decline().play(Hit)
    table.draw("2c")
    refusal = table.refused(Insure(1, "mano:1", 100))
    assert (refusal.code, refusal.clause) == ("window_closed", "IB05.03.V.1.b.3")


@pytest.mark.law("IB05.03.V.1.b.5")
@pytest.mark.parametrize("ten", ["Th", "Jh", "Qh", "Kh"])
def test_a_blackjack_of_the_bank_pays_insurance_two_to_one(ten: str) -> None:
    table = against_an_ace()
    table.do(Insure(1, "mano:1", 500))
    table.play(Stand)
    table.draw(ten)
    assert (table.paid("seguro:1").returned, table.paid("seguro:1").rate) == (1500, Fraction(2))
    assert table.paid().returned == 0


@pytest.mark.law("IB05.03.V.1.b.6")
def test_without_a_blackjack_insurance_is_taken_and_the_hand_plays_on() -> None:
    table = against_an_ace()
    table.do(Insure(1, "mano:1", 300))
    table.play(Stand)
    table.draw("5h 2h")
    assert table.paid("seguro:1").returned == 0
    assert table.paid().returned == 2000


@pytest.mark.law("IB05.03.V.1.b.5", "IB05.03.V.1.b.6")
def test_an_insurance_outlives_a_hand_that_is_over() -> None:
    table = against_an_ace("Tc Ad 6c")
    table.do(Insure(1, "mano:1", 300))
    table.play(Hit).draw("Tc")
    assert table.at == "Banking"
    table.draw("Kh")
    assert table.paid("seguro:1").returned == 900
    assert table.at == "Waiting"


@pytest.mark.law("IB05.03.V.1.b.7")
def test_a_blackjack_against_an_ace_may_take_even_money_at_once() -> None:
    table = against_an_ace("Ac Ad Kc")
    assert table.verbs() == {"decline", "insure", "even_money"}
    table.do(EvenMoney(1, "mano:1"))
    assert (table.paid().returned, table.paid().clauses) == (2000, ("IB05.03.V.1.b.7",))
    assert table.at == "Waiting"
    waits = against_an_ace("Ac Ad Kc").decline()
    waits.draw("9h")
    assert waits.paid().returned == 2500


@pytest.mark.law("IB05.03.V.1.b.7", "IB05.03.IV.b.1")
def test_each_stake_on_a_blackjack_takes_even_money_or_waits() -> None:
    table = Blackjack(places=1, seats=1, standing=1).bet(1, 1000).bet(2, 500, place=1).deal("Ac Ad Kc")
    table.do(EvenMoney(2, "mano:1"))
    table.decline().draw("Th")
    assert table.paid("mano:1", 2).returned == 1000
    assert table.paid().rate == 0


@pytest.mark.law("IB05.03.V.1.e.1")
def test_a_hand_may_be_given_up_for_half_before_any_third_card() -> None:
    table = Blackjack(places=2, seats=2).bet(1).bet(2).deal("Tc Tc Td 6c 5c")
    table.do(Surrender(2, "mano:2"))  # one window for all
    assert (table.paid("mano:2", 2).returned, table.paid("mano:2", 2).rate) == (250, Fraction(-1, 2))
    table.do(Decline(1))
    assert table.refused(Surrender(1, "mano:1")).code == "window_closed"
    table.play(Hit).draw("2c").play(Stand).draw("Ah")  # the bank's blackjack does not touch the half
    assert table.paid().returned == 0


@pytest.mark.law("IB05.03.V.1.e.1")
def test_nobody_gives_up_against_an_ace() -> None:
    table = against_an_ace()
    refusal = table.refused(Surrender(1, "mano:1"))
    assert (refusal.code, refusal.clause) == ("bank_shows_ace", "IB05.03.V.1.e.1")


# ---------------------------------------------------------------- pairs and doubles


@pytest.mark.law("IB05.03.V.1.c.1")
def test_only_cards_of_the_same_value_are_split_and_all_tens_are_alike() -> None:
    assert "split" in round_of("Tc 7d Kc").verbs()
    assert "split" in round_of("8c 7d 8h").verbs()
    table = round_of("8c 7d 9h")
    assert (table.refused(Split(1)).code, table.refused(Split(1)).clause) == ("no_pair", "IB05.03.V.1.c.1")


@pytest.mark.law("IB05.03.V.1.c.2", "IB05.03.V.1.c.3", "IB05.03.V.1.c.5")
def test_a_split_makes_two_hands_with_equal_stakes_each_with_its_own_fate() -> None:
    table = round_of("8c 7d 8h", Split)
    assert (table.felt.on(1, "mano:1"), table.felt.on(1, "mano:1.2")) == (MINIMUM, MINIMUM)
    table.draw("Tc")  # the first hand is played before the second gets its card
    assert table.felt.cards("mano:1") == (card("8c"), card("Tc"))
    assert table.felt.cards("mano:1.2") == (card("8h"),)
    table.play(Stand).draw("5c")
    table.play(Hit).draw("Kc")
    assert table.paid("mano:1.2").returned == 0
    table.draw("Th")
    assert table.paid("mano:1").returned == 2 * MINIMUM


@pytest.mark.law("IB05.03.V.1.c.4", "IB05.03.V.1.c.6")
def test_new_pairs_are_split_again_without_limit() -> None:
    table = round_of("8c 7d 8h", Split)
    for number, new in enumerate(("8d", "8s", "8c", "8h", "8d"), start=3):
        table.draw(new)
        table.play(Split)
        assert len(table.felt.hands) == number
    assert sum(cents for _, _, cents in table.felt.chips) == 7 * MINIMUM
    order = [hand.name for hand in table.felt.hands]
    assert order == ["mano:1", "mano:1.7", "mano:1.6", "mano:1.5", "mano:1.4", "mano:1.3", "mano:1.2"]


@pytest.mark.law("IB05.03.V.1.c.7")
def test_split_aces_get_one_card_each() -> None:
    table = round_of("Ac 7d Ah", Split)
    table.draw("5c 6c")
    assert table.at == "Banking"


@pytest.mark.law("IB05.03.V.1.c.7")
def test_whether_aces_are_split_again_is_the_houses_choice() -> None:
    again = round_of("Ac 7d Ah", Split)
    again.draw("Ad")
    assert again.verbs() == {"stand", "split"}
    assert (again.refused(Hit(1)).code, again.refused(Hit(1)).clause) == ("split_ace", "IB05.03.V.1.c.7")
    assert again.refused(Double(1)).clause == "IB05.03.V.1.d.2"
    assert rules_of(opened("blackjack", "IB05")).resplit_aces
    once = round_of("Ac 7d Ah", Split, resplit_aces=False)
    once.draw("Ad Kc")
    assert once.at == "Banking"


@pytest.mark.law("IB05.03.V.1.c.8", "IB05.03.V.1.a.16")
@pytest.mark.parametrize(("pair", "next_card"), [("Ac Ah", "Kc"), ("Tc Kh", "Ac")])
def test_21_after_splitting_aces_or_tens_is_no_blackjack(pair: str, next_card: str) -> None:
    one, two = pair.split()
    table = round_of(f"{one} 7d {two}", Split)
    table.draw(f"{next_card} 9d" if one == "Ac" else next_card)
    if table.at == "Drawing":
        table.draw("9d")
    if table.at == "Playing":
        table.play(Stand)
    table.draw("Th")
    assert (table.paid("mano:1").rate, table.paid("mano:1").clauses[-1]) == (Fraction(1), "IB05.03.V.1.c.8")
    beaten = round_of("Ac Td Ah", Split)
    beaten.draw("Kc 9d Ad")
    assert beaten.paid("mano:1").rate == -1


@pytest.mark.law("IB05.03.V.1.d.1")
def test_a_double_takes_an_equal_stake_and_exactly_one_card() -> None:
    table = round_of("2c 7d 3h", Double)
    assert table.felt.on(1, "mano:1") == 2 * MINIMUM
    table.draw("2h")
    assert table.at == "Banking"
    table.draw("Th")
    assert (table.paid().stake, table.paid().returned) == (1000, 0)
    later = round_of("2c 7d 3h", Hit)
    later.draw("2h")
    refusal = later.refused(Double(1))
    assert (refusal.code, refusal.clause) == ("more_than_two_cards", "IB05.03.V.1.d.1")


@pytest.mark.law("IB05.03.V.1.d.2")
def test_split_hands_may_be_doubled_and_pairs_of_aces_may_not() -> None:
    table = round_of("8c 7d 8h", Split)
    table.draw("3c")
    table.play(Double).draw("Tc")
    table.draw("Kd")
    table.play(Stand)
    table.draw("Th")
    assert (table.paid("mano:1").stake, table.paid("mano:1").returned) == (1000, 2000)
    aces = round_of("Ac 7d Ah")
    assert aces.verbs() == {"stand", "hit", "split"}
    assert aces.refused(Double(1)).clause == "IB05.03.V.1.d.2"


@pytest.mark.law("IB05.03.V.1.a.2", "IB05.03.V.1.b.5")
def test_a_blackjack_of_the_bank_takes_doubled_and_split_stakes_too() -> None:
    table = round_of("8c Td 8h", Split)
    table.draw("3c")
    table.play(Double).draw("Tc")
    table.draw("Kd")
    table.play(Stand).draw("Ah")
    assert [table.paid(bet).returned for bet in ("mano:1", "mano:1.2")] == [0, 0]
    assert table.session.ledger.players[1] == -3 * MINIMUM
