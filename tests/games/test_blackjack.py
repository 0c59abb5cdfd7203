"""Blackjack, clause by clause: the cards, the acts and the payments (IB05, epigraph 03)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from novamas.equipment.cards import card
from novamas.table.events import Burned, Came, Dealt, Discarded, Noted, Payment
from novamas.table.results import Points
from novamas.testing import Rehearsal, rehearse

MINIMUM = 500
BET = f"s1 bet mano:1 {MINIMUM}"


def blackjack(*lines: str, places: int = 1, **choices: Any) -> Rehearsal:
    return rehearse("blackjack", "IB05", *lines, places=places, **choices)


def round_of(cards: str, *lines: str, **choices: Any) -> Rehearsal:
    """Play a round of one player who bets the minimum, gets these cards and declines every offer."""
    return blackjack(BET, cards, "s1 decline", *lines, **choices)


def paid(table: Rehearsal) -> Payment:
    return table.events.payments[1, "mano:1"]


# ---------------------------------------------------------------- the shoe


@pytest.mark.law("IB05.03.II.1.1", "IB05.03.V.3.1", "IB05.03.V.3.b.1", "IB05.03.V.3.b.2", "IB05.03.V.3.b.4")
def test_the_shoe_is_made_ready_before_the_game() -> None:
    table = blackjack("croupier hagan_juego")
    notes = [note.clause for note in table.events.of(Noted)]
    assert notes == ["IB05.03.V.3.b.1", "IB05.03.V.3.b.2", "IB05.03.V.3.b.2", "IB05.03.V.3.b.4"]
    shoe = table.felt.shoe
    assert shoe.size == 312
    assert all(shoe.left.count(code) == 6 for code in range(52))


@pytest.mark.law("IB05.03.V.3.b.1")
def test_each_pack_is_shuffled_three_times_at_least() -> None:
    table = blackjack()
    assert table.may("croupier shuffle_packs 3")
    assert table.may("croupier shuffle_packs 5")
    table.refused("croupier shuffle_packs 2", "below_minimum", "IB05.03.V.3.b.1")
    table.refused("croupier hagan_juego", "no_shoe", "IB05.03.V.3.1")
    table.refused("s1 bet mano:1 500", "no_shoe", "IB05.03.V.3.1")


@pytest.mark.law("IB05.03.V.3.b.2")
def test_any_player_may_make_the_last_cut() -> None:
    table = blackjack("croupier shuffle_packs 3", places=3)
    assert table.turn == 1
    for seat in (1, 2, 3):
        after = table.fork()
        noted = after.play(f"s{seat} cut").of(Noted)
        assert noted == [Noted("player_cuts", "IB05.03.V.3.b.2", {"seat": seat})]
        assert after.at == "Loading"


@pytest.mark.law("IB05.03.V.3.b.3")
@pytest.mark.parametrize("reserve", [52, 104])
def test_a_deck_at_least_stays_behind_the_cut_card(reserve: int) -> None:
    table = blackjack("croupier shuffle_packs 3; s1 cut", reserve=reserve)
    table.refused(f"croupier place_cut_card {reserve - 1}", "below_minimum", "IB05.03.V.3.b.3")
    table.play(f"croupier place_cut_card {reserve + 10}")
    assert table.felt.shoe.cut == 312 - reserve - 10


@pytest.mark.law("IB05.03.V.3.c.1")
def test_five_cards_are_set_aside_unseen_once_a_shoe() -> None:
    table = round_of("Tc 7d 9c", "s1 stand; Th; croupier hagan_juego")
    assert [burned.place for burned in table.events.of(Burned)] == [0, 1, 2, 3, 4]
    assert table.felt.shoe.blanks == 5
    assert len(table.felt.shoe.left) == 312 - 4


@pytest.mark.law("IB05.03.V.3.c.2")
def test_cards_are_dealt_face_up() -> None:
    dealt = round_of("Tc 7d 9c", "s1 stand; Th").events.of(Dealt)
    assert len(dealt) == 4
    assert all(event.up for event in dealt)


def with_shoe(**changed: int) -> Rehearsal:
    """Return a table open for bets with another shoe."""
    table = blackjack("croupier hagan_juego")
    felt = table.felt
    if "cut" in changed:
        changed["cut"] += felt.shoe.dealt
    table.session.phase = replace(table.phase, felt=replace(felt, shoe=replace(felt.shoe, **changed)))
    return table


@pytest.mark.law("IB05.03.V.3.c.3")
@pytest.mark.parametrize("before", [1, 2, 3, 4])
def test_the_croupier_shows_the_cut_card_and_the_round_is_the_last_of_the_shoe(before: int) -> None:
    table = with_shoe(cut=before)
    told = table.play(BET, "Tc 7d 9c; s1 decline; s1 stand; Th")
    assert told.said.count("Última jugada de la talla.") == 1
    table.refused("croupier hagan_juego", "shoe_ended")
    table.play("croupier shuffle_packs 3")
    assert not table.felt.is_last_of_shoe


@pytest.mark.law("IB05.03.V.3.b.3")
def test_a_shoe_that_runs_out_is_filled_with_the_cards_that_are_not_on_the_table() -> None:
    table = with_shoe(dealt=309)
    table.play(BET, "Tc 7d 9c; s1 decline")
    shoe = table.felt.shoe
    assert (shoe.size, shoe.dealt) == (309, 0)
    assert shoe.left.count(card("Tc")) == shoe.left.count(card("7d")) == 5


@pytest.mark.law("IB05.03.V.3.c.4")
def test_a_card_face_up_in_the_shoe_is_eliminated() -> None:
    table = blackjack(BET)
    assert not table.may("floor carta_vista Kc")  # no card is due while bets are made
    told = table.play("Tc 7d; floor carta_vista Kc")
    assert told.of(Discarded) == [Discarded("shoe", card("Kc"), "IB05.03.V.3.c.4")]
    table.play("9c")
    assert table.cards("mano:1") == "Tc 9c"
    assert table.felt.shoe.left.count(card("Kc")) == 5
    table.play("s1 decline; s1 hit; floor carta_vista 2h; 2s")
    assert table.felt.total(table.felt.hands[0]).points == 21
    table.play("floor carta_vista 5h; Kd")  # the bank's card was due
    assert paid(table).returned == 2 * MINIMUM


# ---------------------------------------------------------------- the deal and the play


@pytest.mark.law("IB05.03.V.1.a.1", "IB05.03.V.1.a.2", "IB05.03.IV.a.6")
def test_cards_go_round_from_the_croupiers_left_and_the_bank_gets_one() -> None:
    table = blackjack("s3 bet mano:3 500; s1 bet mano:1 500; s2 bet mano:2 500", places=3)
    told = table.play("2c 3c 4c 5c 6c 7c 8c")
    dealt = [event.to for event in told.of(Dealt)]
    assert dealt == ["mano:1", "mano:2", "mano:3", "bank", "mano:1", "mano:2", "mano:3"]
    assert table.cards("bank") == "5c"


def two_hands(cards: str) -> Rehearsal:
    return blackjack("s1 bet mano:1 500; s2 bet mano:2 500", cards, "s1,s2 decline", places=2)


@pytest.mark.law("IB05.03.V.1.a.3", "IB05.03.V.1.a.4")
def test_players_are_asked_in_turn_and_draw_one_by_one() -> None:
    table = two_hands("2c 3c 4c 5c 6c")
    assert table.turn == 1
    table.play("s1 hit; 2h")
    assert table.verbs(1) == {"stand", "hit"}
    table.refused("s2 hit", "not_your_turn")
    table.play("s1 hit; 2s; s1 stand")
    assert table.turn == 2


@pytest.mark.law("IB05.03.V.1.a.4")
def test_nobody_draws_at_twenty_one() -> None:
    table = two_hands("5c 9c 4c 6c 9d")
    table.play("s1 hit; Tc")
    assert table.turn == 2  # 21: on to the next hand


@pytest.mark.law("IB05.03.V.1.a.5")
def test_a_hand_over_21_loses_at_once() -> None:
    table = two_hands("Tc 9c 4c 6c 9d")
    told = table.play("s1 hit; Td")
    assert (paid(table).returned, paid(table).clauses) == (0, ("IB05.03.V.1.a.5",))
    assert [event.card for event in told.of(Discarded)] == [card("Tc"), card("6c"), card("Td")]
    assert table.turn == 2
    assert not table.cards("mano:1")


@pytest.mark.law("IB05.03.V.1.a.6")
def test_the_bank_draws_when_players_have_finished_and_only_if_something_is_left() -> None:
    assert round_of("Tc 7d 9c", "s1 stand").at == "Banking"
    assert round_of("Tc 7d 6c", "s1 hit; Td").at == "Waiting"


BANKS = [
    ("7d", "Th", 17),
    ("6d", "Th Ah", 17),
    ("6d", "Ah", 17),  # an ace and a six: 17, and the player must stand
    ("2d", "Ah Ac 3c", 17),
    ("6d", "5h 5c Kh", 26),
    ("5d", "Ah Th Kh", 26),  # the ace turns to one
    ("5d", "Ah Th 2h", 18),
    ("8d", "Ah", 19),
    ("Td", "Ah", 21),
]


@pytest.mark.law("IB05.03.V.1.a.7", "IB05.03.V.1.a.8", "IB05.03.V.1.a.9")
@pytest.mark.parametrize(("first", "then", "points"), BANKS)
def test_the_bank_draws_to_17_and_stands_with_its_ace_as_eleven(first: str, then: str, points: int) -> None:
    *before, last = then.split()
    table = round_of(f"Tc {first} 9c", "s1 stand", *before)
    assert table.at == "Banking"
    table.play(last)
    assert table.at == "Waiting"
    expected = 2 * MINIMUM if points < 19 or points > 21 else MINIMUM if points == 19 else 0
    assert paid(table).returned == expected


@pytest.mark.law("IB05.03.V.1.a.10")
def test_the_bank_announces_its_total_and_settles_from_right_to_left() -> None:
    table = blackjack(*(f"s{seat} bet mano:{seat} 500" for seat in (1, 2, 3)), places=3)
    told = table.play("Tc Td Th 7c 7d 9d 8d; s1,s2,s3 decline; s1,s2,s3 stand; Ts")
    assert told.said[-1] == "La banca tiene 17."
    assert told.of(Came) == [Came(Points((("bank", 17),)), clause="IB05.03.V.1.a.10")]
    assert [(one.seat, one.returned) for one in told.of(Payment)] == [(3, 1000), (2, 1000), (1, 500)]


@pytest.mark.law("IB05.03.V.1.a.12")
def test_a_bank_over_21_pays_every_bet_left() -> None:
    table = round_of("Tc 6d 2c", "s1 stand; Th Kh")
    assert (paid(table).returned, paid(table).clauses[0]) == (2 * MINIMUM, "IB05.03.V.1.a.12")


@pytest.mark.law("IB05.03.V.1.a.13", "IB05.03.V.1.a.14", "IB05.03.V.1.a.15")
@pytest.mark.parametrize(("mine", "rate"), [("7c", -1), ("8c", 0), ("9c", 1)])
def test_the_higher_total_wins_even_money_and_equal_ones_are_void(mine: str, rate: int) -> None:
    table = round_of(f"Tc 8d {mine}", "s1 stand; Th")
    assert (paid(table).rate, paid(table).returned) == (Fraction(rate), MINIMUM * (1 + rate))
    clause = {-1: "IB05.03.V.1.a.13", 0: "IB05.03.V.1.a.14", 1: "IB05.03.V.1.a.13"}[rate]
    assert paid(table).clauses[0] == clause


@pytest.mark.law("IB05.03.V.1.a.13")
def test_a_bank_of_exactly_21_takes_what_is_lower() -> None:
    assert paid(round_of("Tc 6d Td", "s1 stand; 5h Th")).returned == 0


@pytest.mark.law("IB05.03.V.1.a.15", "IB05.03.II.1.2")
@pytest.mark.parametrize("ten", ["Tc", "Jc", "Qc", "Kc"])
def test_a_blackjack_is_paid_three_to_two(ten: str) -> None:
    table = round_of(f"Ac 8d {ten}")
    assert (paid(table).returned, paid(table).rate) == (1250, Fraction(3, 2))
    assert table.at == "Waiting"  # at once: the bank cannot have one


@pytest.mark.law("IB05.03.V.1.a.15")
def test_when_a_blackjack_is_paid_is_the_houses_choice() -> None:
    late = round_of("Ac 8d Kc", blackjack_at_once=False)
    assert late.at == "Banking"
    late.play("Th")
    assert (paid(late).returned, paid(late).rate) == (1250, Fraction(3, 2))


@pytest.mark.law("IB05.03.V.1.a.15")
@pytest.mark.parametrize(("rounding", "back"), [("up", 13), ("down", 12), ("half_up", 13), ("half_even", 12)])
def test_a_fraction_of_a_centimo_is_rounded_as_the_house_says(rounding: str, back: int) -> None:
    table = round_of("Ac 8d Kc", rounding=rounding, authorised_minimum=500, chip=1)
    assert paid(table).returned == 1250
    small = blackjack(rounding=rounding, authorised_minimum=5, chip=1)
    small.play("s1 bet mano:1 5; Ac 8d Kc; s1 decline")
    assert paid(small).returned == back


@pytest.mark.law("IB05.03.V.1.a.14", "IB05.03.V.1.a.16")
def test_a_blackjack_beats_21_and_ties_a_blackjack() -> None:
    assert paid(round_of("Ac Td Kc", "Ah")).rate == 0
    beaten = paid(round_of("7c Td 7d", "s1 hit; 7h Ah"))
    assert beaten.rate == -1
    assert "IB05.03.V.1.a.16" in beaten.clauses
    assert paid(round_of("Ac Td Kc", "5h 6h")).rate == Fraction(3, 2)


# ---------------------------------------------------------------- late chips


@pytest.mark.law("IB05.03.V.2.1")
def test_bets_are_made_before_the_cards() -> None:
    table = blackjack(BET, "Tc")
    table.refused(BET, "cards_are_dealt", "IB05.03.V.2.1")
    before, late = table.phase, "floor late_bet seat=1 bet=mano:1 cents=500"
    assert table.play(late).returned == {1: 500}
    assert table.phase == before
    table.play("5d 6h; s1 decline")
    for act in ("hit", "stand"):  # a card is about to come, to the hand and then to the bank
        assert table.play(f"s1 {act}", late).returned == {1: 500}
        table.play("2c")
