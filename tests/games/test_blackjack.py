"""Blackjack, clause by clause: the cards, the acts and the payments (IB05, epigraph 03)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from msgspec.structs import replace
from tests.blackjack_help import MINIMUM, Blackjack, round_of

from novamas.games.blackjack.acts import Cut, Hit, PlaceCutCard, ShufflePacks, Stand
from novamas.games.blackjack.incidents import CartaVista
from novamas.kit.cards import card
from novamas.rounds.banked.acts import Bet, HaganJuego
from novamas.rounds.banked.incidents import LateBet
from novamas.table.events import Burned, Dealt, Discarded, Noted, Said, Withdrew
from novamas.table.people import FLOOR
from novamas.table.phases import do, may, why_not
from novamas.testing.rehearsal import Noticed, opened

# ---------------------------------------------------------------- the shoe


@pytest.mark.law("IB05.03.II.1.1", "IB05.03.V.3.1", "IB05.03.V.3.b.1", "IB05.03.V.3.b.2", "IB05.03.V.3.b.4")
def test_the_shoe_is_made_ready_before_the_game() -> None:
    table = Blackjack(places=1, seats=1)
    told = table.session.told
    notes = [note.clause for events in told for note in Noticed(events).of(Noted)]
    assert notes == ["IB05.03.V.3.b.1", "IB05.03.V.3.b.2", "IB05.03.V.3.b.2", "IB05.03.V.3.b.4"]
    shoe = table.felt.shoe
    assert shoe is not None
    assert shoe.size == 312
    assert all(shoe.left.count(code) == 6 for code in range(52))


@pytest.mark.law("IB05.03.V.3.b.1")
def test_each_pack_is_shuffled_three_times_at_least() -> None:
    opening = opened("blackjack", "IB05", places=1, seats=1).opening
    assert may(opening, ShufflePacks(times=3))
    assert may(opening, ShufflePacks(times=5))
    refusal = why_not(opening, ShufflePacks(times=2))
    assert refusal is not None
    assert (refusal.code, refusal.clause) == ("below_minimum", "IB05.03.V.3.b.1")
    unready = why_not(opening, HaganJuego())
    assert unready is not None
    assert unready.code == "shoe_ended"


@pytest.mark.law("IB05.03.V.3.b.2")
def test_any_player_may_make_the_last_cut() -> None:
    phase, _ = do(opened("blackjack", "IB05", places=3, seats=3).opening, ShufflePacks(times=3))
    assert phase.turn == 1
    for seat in (1, 2, 3):
        after, events = do(phase, Cut(seat))
        assert Noticed(events).of(Noted)[0].what == f"seat {seat} cuts"
        assert type(after).__name__ == "Loading"


@pytest.mark.law("IB05.03.V.3.b.3")
@pytest.mark.parametrize("reserve", [52, 104])
def test_a_deck_at_least_stays_behind_the_cut_card(reserve: int) -> None:
    phase, _ = do(opened("blackjack", "IB05", reserve=reserve).opening, ShufflePacks(times=3))
    phase, _ = do(phase, Cut(1))
    refusal = why_not(phase, PlaceCutCard(behind=reserve - 1))
    assert refusal is not None
    assert (refusal.code, refusal.clause) == ("below_minimum", "IB05.03.V.3.b.3")
    after, _ = do(phase, PlaceCutCard(behind=reserve + 10))
    assert after.felt.shoe is not None
    assert after.felt.shoe.cut == 312 - reserve - 10


@pytest.mark.law("IB05.03.V.3.c.1")
def test_five_cards_are_set_aside_unseen_once_a_shoe() -> None:
    table = round_of("Tc 7d 9c", Stand, bank="Th")
    burned = [event for events in table.session.told for event in Noticed(events).of(Burned)]
    assert [event.place for event in burned] == [0, 1, 2, 3, 4]
    table.do(HaganJuego())
    assert table.felt.shoe is not None
    assert table.felt.shoe.blanks == 5
    assert len(table.felt.shoe.left) == 312 - 4


@pytest.mark.law("IB05.03.V.3.c.2")
def test_cards_are_dealt_face_up() -> None:
    table = round_of("Tc 7d 9c", Stand, bank="Th")
    dealt = [event for events in table.session.told for event in Noticed(events).of(Dealt)]
    assert len(dealt) == 4
    assert all(event.up for event in dealt)


def near_the_cut(cards_before: int) -> Blackjack:
    """A table whose cut card comes after so many more cards."""
    table = Blackjack(places=1, seats=1)
    felt = table.felt
    assert felt.shoe is not None
    shoe = replace(felt.shoe, cut=felt.shoe.dealt + cards_before)
    table.session.phase = replace(table.phase, felt=replace(felt, shoe=shoe))
    return table


@pytest.mark.law("IB05.03.V.3.c.3")
@pytest.mark.parametrize("before", [1, 2, 3, 4])
def test_the_croupier_shows_the_cut_card_and_the_round_is_the_last_of_the_shoe(before: int) -> None:
    table = near_the_cut(before).bet().deal("Tc 7d 9c").decline().play(Stand)
    table.draw("Th")
    words = [said.words for events in table.session.told for said in Noticed(events).of(Said)]
    assert words.count("Última jugada de la talla.") == 1
    assert table.refused(HaganJuego()).code == "shoe_ended"
    table.do(ShufflePacks(times=3))
    assert not table.felt.is_last_of_shoe


@pytest.mark.law("IB05.03.V.3.b.3")
def test_a_shoe_that_runs_out_is_filled_with_the_cards_that_are_not_on_the_table() -> None:
    table = Blackjack(places=1, seats=1)
    felt = table.felt
    assert felt.shoe is not None
    table.session.phase = replace(table.phase, felt=replace(felt, shoe=replace(felt.shoe, dealt=309)))
    table.bet().deal("Tc 7d 9c").decline()
    shoe = table.felt.shoe
    assert shoe is not None
    assert (shoe.size, shoe.dealt) == (309, 0)
    assert shoe.left.count(card("Tc")) == shoe.left.count(card("7d")) == 5


@pytest.mark.law("IB05.03.V.3.c.4")
def test_a_card_face_up_in_the_shoe_is_eliminated() -> None:
    table = Blackjack(places=1, seats=1).bet()
    assert not table.may(CartaVista(by=FLOOR, card="Kc"))  # no card is due while bets are made
    table.deal("Tc 7d")
    events = table.do(CartaVista(by=FLOOR, card="Kc"))
    assert Noticed(events).of(Discarded) == [Discarded("shoe", card("Kc"), "IB05.03.V.3.c.4")]
    table.draw("9c")
    assert table.felt.cards("mano:1") == (card("Tc"), card("9c"))
    assert table.felt.shoe is not None
    assert table.felt.shoe.left.count(card("Kc")) == 5
    table.decline().play(Hit)
    table.do(CartaVista(by=FLOOR, card="2h"))
    table.draw("2s")
    assert table.felt.total(table.felt.hands[0]).points == 21
    table.do(CartaVista(by=FLOOR, card="5h"))  # the bank's card is due
    table.draw("Kd")
    assert table.paid().returned == 2 * MINIMUM


# ---------------------------------------------------------------- the deal and the play


@pytest.mark.law("IB05.03.V.1.a.1", "IB05.03.V.1.a.2", "IB05.03.IV.a.6")
def test_cards_go_round_from_the_croupiers_left_and_the_bank_gets_one() -> None:
    table = Blackjack(places=3, seats=3)
    for seat in (3, 1, 2):
        table.bet(seat)
    table.deal("2c 3c 4c 5c 6c 7c 8c")
    dealt = [event.to for events in table.session.told for event in Noticed(events).of(Dealt)]
    assert dealt == ["mano:1", "mano:2", "mano:3", "bank", "mano:1", "mano:2", "mano:3"]
    assert len(table.felt.cards("bank")) == 1


@pytest.mark.law("IB05.03.V.1.a.3", "IB05.03.V.1.a.4")
def test_players_are_asked_in_turn_and_draw_one_by_one() -> None:
    table = Blackjack(places=2, seats=2).bet(1).bet(2).deal("2c 3c 4c 5c 6c").decline()
    assert table.phase.turn == 1
    table.play(Hit).draw("2h")
    assert table.verbs() == {"stand", "hit"}
    assert table.refused(Hit(2)).code == "not_your_turn"
    table.play(Hit).draw("2s").play(Stand)
    assert table.phase.turn == 2


@pytest.mark.law("IB05.03.V.1.a.4")
def test_nobody_draws_at_twenty_one() -> None:
    table = Blackjack(places=2, seats=2).bet(1).bet(2).deal("5c 9c 4c 6c 9d").decline().play(Hit)
    table.draw("Tc")
    assert table.phase.turn == 2  # 21: on to the next hand


@pytest.mark.law("IB05.03.V.1.a.5")
def test_a_hand_over_21_loses_at_once() -> None:
    table = Blackjack(places=2, seats=2).bet(1).bet(2).deal("Tc 9c 4c 6c 9d").decline().play(Hit)
    events = table.drawn("Td")
    assert table.paid().returned == 0
    assert table.paid().clauses == ("IB05.03.V.1.a.5",)
    gone = [discarded.card for discarded in Noticed(events).of(Discarded)]
    assert gone == [card("Tc"), card("6c"), card("Td")]
    assert table.phase.turn == 2
    assert not table.felt.cards("mano:1")


@pytest.mark.law("IB05.03.V.1.a.6")
def test_the_bank_draws_when_players_have_finished_and_only_if_something_is_left() -> None:
    assert round_of("Tc 7d 9c", Stand).at == "Banking"
    bust = round_of("Tc 7d 6c", Hit, bank="Td")
    assert bust.at == "Waiting"


BANKS = [
    ("7d", "Th", 17),
    ("6d", "Th Ah", 17),
    ("6d", "Ah", 17),  # an ace and a six: 17, and he must stand
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
    table = round_of(f"Tc {first} 9c", Stand)
    *before, last = then.split()
    table.draw(" ".join(before))
    assert table.at == "Banking"
    table.draw(last)
    assert table.at == "Waiting"
    expected = 2 * MINIMUM if points < 19 or points > 21 else MINIMUM if points == 19 else 0
    assert table.paid().returned == expected


@pytest.mark.law("IB05.03.V.1.a.10")
def test_the_bank_announces_its_total_and_settles_from_right_to_left() -> None:
    table = Blackjack(places=3, seats=3)
    for seat in (1, 2, 3):
        table.bet(seat)
    table.deal("Tc Td Th 7c 7d 9d 8d").decline().play(Stand, Stand, Stand)
    table.draw("Ts")
    said = [said.words for events in table.session.told for said in Noticed(events).of(Said)]
    assert said[-1] == "La banca tiene 17."
    assert table.all_paid() == [(3, "mano:3", 1000), (2, "mano:2", 1000), (1, "mano:1", 500)]


@pytest.mark.law("IB05.03.V.1.a.12")
def test_a_bank_over_21_pays_every_bet_left() -> None:
    table = round_of("Tc 6d 2c", Stand, bank="Th Kh")
    assert (table.paid().returned, table.paid().clauses[0]) == (2 * MINIMUM, "IB05.03.V.1.a.12")


@pytest.mark.law("IB05.03.V.1.a.13", "IB05.03.V.1.a.14", "IB05.03.V.1.a.15")
@pytest.mark.parametrize(("mine", "rate"), [("7c", -1), ("8c", 0), ("9c", 1)])
def test_the_higher_total_wins_even_money_and_equal_ones_are_void(mine: str, rate: int) -> None:
    table = round_of(f"Tc 8d {mine}", Stand, bank="Th")
    assert table.paid().rate == rate
    assert table.paid().returned == MINIMUM * (1 + rate)
    clause = {-1: "IB05.03.V.1.a.13", 0: "IB05.03.V.1.a.14", 1: "IB05.03.V.1.a.13"}[rate]
    assert table.paid().clauses[0] == clause


@pytest.mark.law("IB05.03.V.1.a.13")
def test_a_bank_of_exactly_21_takes_what_is_lower() -> None:
    table = round_of("Tc 6d Td", Stand, bank="5h Th")
    assert table.paid().returned == 0


@pytest.mark.law("IB05.03.V.1.a.15", "IB05.03.II.1.2")
@pytest.mark.parametrize("ten", ["Tc", "Jc", "Qc", "Kc"])
def test_a_blackjack_is_paid_three_to_two(ten: str) -> None:
    table = round_of(f"Ac 8d {ten}")
    assert (table.paid().returned, table.paid().rate) == (1250, Fraction(3, 2))
    assert table.at == "Waiting"  # at once: the bank cannot have one


@pytest.mark.law("IB05.03.V.1.a.15")
def test_when_a_blackjack_is_paid_is_the_houses_choice() -> None:
    late = round_of("Ac 8d Kc", blackjack_at_once=False)
    assert late.at == "Banking"
    late.draw("Th")
    assert (late.paid().returned, late.paid().rate) == (1250, Fraction(3, 2))


@pytest.mark.law("IB05.03.V.1.a.15")
@pytest.mark.parametrize(("rounding", "back"), [("up", 13), ("down", 12), ("half_up", 13), ("half_even", 12)])
def test_a_fraction_of_a_centimo_is_rounded_as_the_house_says(rounding: str, back: int) -> None:
    table = round_of("Ac 8d Kc", rounding=rounding, authorised_minimum=500, chip=1)
    assert table.paid().returned == 1250
    small = Blackjack(places=1, seats=1, rounding=rounding, authorised_minimum=5, chip=1)
    small.bet(cents=5).deal("Ac 8d Kc").decline()
    assert small.paid().returned == back


@pytest.mark.law("IB05.03.V.1.a.14", "IB05.03.V.1.a.16")
def test_a_blackjack_beats_21_and_ties_a_blackjack() -> None:
    tie = round_of("Ac Td Kc", bank="Ah")
    assert tie.paid().rate == 0
    beaten = round_of("7c Td 7d", Hit, bank="7h Ah")
    assert beaten.paid().rate == -1
    assert "IB05.03.V.1.a.16" in beaten.paid().clauses
    wins = round_of("Ac Td Kc", bank="5h 6h")
    assert wins.paid().rate == Fraction(3, 2)


# ---------------------------------------------------------------- late chips


@pytest.mark.law("IB05.03.V.2.1")
def test_bets_are_made_before_the_cards() -> None:
    table = Blackjack(places=1, seats=1).bet().deal("Tc")
    refusal = table.refused(Bet(1, "mano:1", 500))
    assert (refusal.code, refusal.clause) == ("cards_are_dealt", "IB05.03.V.2.1")
    before = table.phase
    late = LateBet(by=FLOOR, seat=1, bet="mano:1", cents=500)
    assert Noticed(table.do(late)).of(Withdrew)[0].cents == 500
    assert table.phase == before
    table.draw("5d 6h").decline()
    for act in (Hit(1), Stand(1)):  # a card is about to come, to the hand and then to the bank
        table.do(act)
        assert Noticed(table.do(late)).of(Withdrew)[0].cents == 500
        table.draw("2c")
