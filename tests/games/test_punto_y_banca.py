"""Punto y banca, clause by clause (IB05, epigraph 07)."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from novamas.equipment.cards import DECK_52, card
from novamas.families.baccarat import ThirdCard
from novamas.families.coups.setup import fresh_shoe
from novamas.hands import baccarat_points
from novamas.law import catalogue
from novamas.table.events import Burned, Came, Dealt, Discarded, Payment, Shown, Staked, Withdrew
from novamas.table.results import Points
from novamas.table.roles import CROUPIER, RAIL
from novamas.testing.rehearsal import Rehearsal, rehearse

FRAME = catalogue.under("IB05")["punto_y_banca"]

WINS = {"punto": "4s 5s Kh Qh", "banca": "Kh Qh 4s 5s", "empate": "4s 5s 4h 5h"}  # the punto's cards first


def table(*lines: str, **choices: Any) -> Rehearsal:
    """Return a table before the bets of its first coup."""
    return shuffled("croupier hagan_juego", *lines, **choices)


def shuffled(*lines: str, **choices: Any) -> Rehearsal:
    return rehearse("punto_y_banca", "IB05", "croupier shuffle; As", *lines, **choices)


def by_points(*points: int) -> str:
    """Return cards that have these points."""
    return " ".join(f"{'K' if one == 0 else 'A' if one == 1 else one}s" for one in points)


# ---------------------------------------------------------------- the shoe


@pytest.mark.law("IB05.07.II.1.1", "IB05.07.VII.1")
def test_six_decks_with_seven_cards_behind_the_stop_card() -> None:
    shoe = fresh_shoe(FRAME)
    assert bytes(sorted(DECK_52 * 6)) == shoe.left
    assert shoe.size - shoe.cut == 7
    told = rehearse("punto_y_banca", "IB05").play("croupier shuffle")
    assert told.said == ["312 cartas contadas, mezcladas a mano y cortadas; 7 bajo la carta de detención."]


BURNS = [("As", 1), ("2h", 2), ("9c", 9), ("Td", 10), ("Jd", 10), ("Qd", 10), ("Kd", 10)]


@pytest.mark.law("IB05.07.VII.3", "IB05.07.VII.4", "IB05.07.VII.5")
@pytest.mark.parametrize(("first", "burned"), BURNS)
def test_the_first_card_is_shown_and_burns_its_value(first: str, burned: int) -> None:
    found = rehearse("punto_y_banca", "IB05", "croupier shuffle")
    told = found.play(first)
    assert [event.card for event in told.of(Discarded)] == [card(first)]
    assert sum(isinstance(event, Burned) for event in told) == burned
    assert found.felt.shoe.dealt == 1 + burned
    assert found.felt.shoe.blanks == burned
    assert found.at == "Waiting"


def near_the_end(undealt: int, *lines: str) -> Rehearsal:
    """Return a table with this number of cards before the cut card."""
    found = shuffled()
    shoe = found.felt.shoe
    while shoe.cut - shoe.dealt > undealt:
        shoe = shoe.skip()
    phase = found.phase
    felt = type(found.felt)(rules=found.felt.rules, shoe=shoe)
    near = Rehearsal(found.table, type(phase)(felt))
    near.play(*lines)
    return near


@pytest.mark.law("IB05.07.VII.2")
@pytest.mark.parametrize(
    ("undealt", "after"),
    [(1, "Shuffling"), (3, "Shuffling"), (4, "Shuffling"), (5, "Waiting"), (9, "Waiting")],
)
def test_the_stop_card_ends_the_shoe_after_the_coup_under_way(undealt: int, after: str) -> None:
    found = near_the_end(undealt, "s1 bet punto 500")
    told = found.play(WINS["punto"])
    assert told.payments[1, "punto"].returned == 1000
    assert found.at == after
    assert ("Fin de la talla." in told.said) is (after == "Shuffling")
    if after == "Shuffling":
        found.refused("croupier hagan_juego", "no_shoe", "IB05.07.VII.1")
        assert found.felt.shoe is None
        assert found.play("s1 withdraw punto 500") == (Withdrew(1, "punto", 500, "IB05.07.V.1"),)
        found.play("croupier shuffle")
        assert found.at == "FirstCard"


@pytest.mark.law("IB05.07.VII.2")
def test_six_cards_come_even_when_the_stop_card_is_the_next() -> None:
    found = near_the_end(1, "croupier hagan_juego")
    found.play(by_points(0, 0, 0, 3, 2, 4))
    assert found.at == "Shuffling"


# ---------------------------------------------------------------- the deal


@pytest.mark.law("IB05.07.VI.1.1", "IB05.07.VII.6", "IB05.07.VII.7", "IB05.07.III.2.6")
@pytest.mark.parametrize("choices", [{}, {"table": "mini", "players_deal": False}])
def test_two_cards_face_down_to_each_hand_the_punto_first(choices: dict[str, Any]) -> None:
    found = table(**choices)
    assert found.play("croupier no_va_mas").said == ["No va más."]
    found.refused("s1 bet punto 500", "no_va_mas")
    told = found.play("croupier cartas")
    assert told.said[0] == "Cartas."
    dealt = told.of(Dealt)
    assert [(event.to, event.card, event.up) for event in dealt] == [
        ("punto", None, False),
        ("banca", None, False),
        ("punto", None, False),
        ("banca", None, False),
    ]
    assert [event.place for event in dealt] == [2, 3, 4, 5]
    shown = found.play("4s 5s Kh Qh").of(Shown)
    assert [event.owner for event in shown] == ["punto", "punto", "banca", "banca"]


@pytest.mark.law("IB05.07.VII.6")
def test_the_betting_closes_before_the_cards_are_called_for() -> None:
    found = table()
    found.refused("croupier cartas", "bets_first", "IB05.07.VII.6")
    found.play("croupier no_va_mas")
    assert found.verbs(CROUPIER) == {"cartas"}
    found.refused("s1 withdraw punto 500", clause="IB05.07.VII.6")


def test_nobody_sees_a_card_before_it_is_turned() -> None:
    found = table("s2 bet punto 500")
    found.play("croupier no_va_mas; croupier cartas")
    for eyes in (1, 2, CROUPIER, RAIL):
        assert all(held.card is None for pile in found.session.view(eyes).piles for held in pile.cards)


# ---------------------------------------------------------------- points and the third card


BANK_DRAWS = {  # by the bank's points; the columns are the punto's third card from 0 to 9
    0: "DDDDDDDDDD",
    1: "DDDDDDDDDD",
    2: "DDDDDDDDDD",
    3: "DDDDDDDD.D",
    4: "..DDDDDD..",
    5: "....DDDD..",
    6: "......DD..",
    7: "..........",
}


def played(punto: int, bank: int, *thirds: int) -> tuple[list[str], int, int, int]:
    """Play a coup with two cards of these points. Return words, final points and drawn cards."""
    found = table()
    told = found.play("croupier no_va_mas; croupier cartas")
    waiting = by_points(0, punto, 0, bank, *thirds).split()
    while found.at != "Waiting":
        told += found.play(waiting.pop(0))
    hands: dict[object, list[int]] = {"punto": [], "banca": []}
    for event in told:
        match event:
            case Shown(owner, (int(code),)) | Dealt(owner, int(code)):
                hands[owner].append(code)
    punto_end, bank_end = (baccarat_points(hand) for hand in hands.values())
    return told.said, punto_end, bank_end, 4 + len(thirds) - len(waiting)


@pytest.mark.law("IB05.07.VI.1.2", "IB05.07.VI.1.3")
def test_points_are_pips_without_the_tens() -> None:
    found = table()
    assert "Punto, 3." in found.play("7s 6s Kh Qh").said
    assert "Banca, 0." in table().play("As 9s Jh Td").said
    assert "Punto, 2." in table().play("As Ah Jh Td").said


@pytest.mark.law("IB05.07.VI.1.7")
def test_a_natural_in_either_hand_ends_the_coup() -> None:
    for punto, bank in product(range(10), range(10)):
        words, *ends, taken = played(punto, bank, 3, 2)
        assert ("No hay más cartas." in words) is (max(punto, bank) >= 8)
        if max(punto, bank) >= 8:
            assert (ends, taken) == ([punto, bank], 4)


@pytest.mark.law("IB05.07.VI.2.a.1", "IB05.07.VI.2.a.2", "IB05.07.VII.11")
@pytest.mark.parametrize("punto", range(8))
def test_the_punto_draws_to_five_and_stands_from_six(punto: int) -> None:
    words, end, _, taken = played(punto, 7, 8)
    if punto <= 5:
        assert "Carta para el jugador." in words
        assert (end, taken) == ((punto + 8) % 10, 5)
    else:
        assert f"El jugador se planta ({punto})." in words
        assert (end, taken) == (punto, 4)


@pytest.mark.law("IB05.07.VI.2.b.1", "IB05.07.VI.2.b.2", "IB05.07.VII.12")
@pytest.mark.parametrize("bank", range(8))
def test_the_bank_follows_its_table(bank: int) -> None:
    for third in range(10):
        words, _, end, taken = played(0, bank, third, 9)
        draws = BANK_DRAWS[bank][third] == "D"
        assert ("Carta para la banca." in words) is draws
        assert (f"La banca se planta ({bank})." in words) is not draws
        assert (end, taken) == (((bank + 9) % 10, 6) if draws else (bank, 5))


@pytest.mark.law("IB05.07.VI.2.b.1", "IB05.07.VI.2.b.2", "IB05.07.VII.12")
@pytest.mark.parametrize("bank", range(8))
@pytest.mark.parametrize("punto", [6, 7])
def test_when_the_punto_stands_the_bank_draws_to_five(punto: int, bank: int) -> None:
    words, _, end, taken = played(punto, bank, 3)
    assert ("Carta para la banca." in words) is (bank <= 5)
    assert (end, taken) == ((bank + 3, 5) if bank <= 5 else (bank, 4))


def test_the_table_of_the_bank_is_the_one_in_standard_use() -> None:
    rule = FRAME.group("third_card", ThirdCard)
    for bank, row in BANK_DRAWS.items():
        assert [rule.does_bank_draw(bank, third) for third in range(10)] == [one == "D" for one in row]


# ---------------------------------------------------------------- payment


@pytest.mark.law("IB05.07.VI.1.4", "IB05.07.VII.13", "IB05.07.V.1", "IB05.07.I.2", "IB05.07.V.2")
def test_the_hand_nearer_to_nine_wins_and_the_house_settles_everything() -> None:
    staked = {"punto": 1000, "banca": 1000, "empate": 500}
    returned = {
        "punto": {"punto": 2000, "banca": 0, "empate": 0},
        "banca": {"punto": 0, "banca": 1950, "empate": 0},
        "empate": {"empate": 4500},
    }
    for result, cards in WINS.items():
        found = table()
        for bet, cents in staked.items():
            found.play(f"s2 bet {bet} {cents}")
        told = found.play(cards)
        payments = {bet: one for (_, bet), one in told.payments.items()}
        assert {bet: one.returned for bet, one in payments.items()} == returned[result]
        assert all(one.against is None for one in payments.values())
        assert any(words.startswith(("Gana", "Empate")) for words in told.said)
        collected = [one.returned == 0 for one in told.of(Payment)]
        assert collected == sorted(collected, reverse=True)  # what lost is taken before winners are paid


@pytest.mark.law("IB05.07.V.2")
def test_a_twentieth_of_what_wins_on_the_bank_is_deducted() -> None:
    found = table("s1 bet banca 12300")
    payment = found.play(WINS["banca"]).payments[1, "banca"]
    assert (payment.returned - payment.stake, payment.rate) == (12300 - 615, Fraction(19, 20))
    assert payment.clauses[0] == "IB05.07.V.2"
    assert found.house == -(12300 - 615)


@pytest.mark.law("IB05.07.VI.1.5", "IB05.07.VII.14")
def test_a_tie_is_void_and_pays_eight_to_one_to_those_who_bet_on_it() -> None:
    found = table("s1 bet punto 500; s1 bet banca 700; s2 bet empate 500")
    told = found.play(WINS["empate"])
    assert set(told.payments) == {(2, "empate")}
    assert told.payments[2, "empate"].rate == 8
    assert "Empate a 9: jugada nula." in told.said
    (came,) = told.of(Came)
    assert came == Came(Points((("punto", 9), ("banca", 9))), clause="IB05.07.VI.1.5")
    assert (found.felt.on(1, "punto"), found.felt.on(1, "banca")) == (500, 700)
    found.play("s1 withdraw punto 500")
    found.play("croupier hagan_juego")
    assert found.chips(1, "banca") == 700  # what is not taken back plays again
    found.play(WINS["banca"])
    assert found.won(1) == 700 - 35 - 700


def test_a_winner_may_take_back_his_stake_or_leave_it() -> None:
    found = table("s1 bet punto 500")
    found.play(WINS["punto"])
    assert found.phase.free(1) == 500
    found.play(WINS["banca"])
    assert found.won(1) == 0
    assert found.felt.cloth == 0


def test_the_last_coup_of_the_session_gives_stakes_back_and_closes_the_table() -> None:
    found = shuffled("croupier hagan_juego yes; s1 bet punto 500")
    found.play(WINS["punto"])
    assert (found.at, found.felt.cloth, found.won(1)) == ("Closed", 0, 500)
    found.refused("croupier shuffle", "closed")


# ---------------------------------------------------------------- who deals


@pytest.mark.law("IB05.07.IV.3", "IB05.07.IV.6")
def test_dealing_goes_round_from_compartment_one_when_the_bank_loses() -> None:
    found = shuffled(seats=3)
    assert found.felt.dealer == 1
    for result, dealer in [("banca", 1), ("empate", 1), ("punto", 2), ("punto", 3), ("punto", 1)]:
        told = found.play(WINS[result])
        assert found.felt.dealer == dealer
        assert (f"El sabot, para el departamento {dealer}." in told.said) is (result == "punto")


@pytest.mark.law("IB05.07.IV.4", "IB05.07.IV.2")
def test_who_does_not_want_to_deal_passes_the_shoe_to_his_right() -> None:
    found = table(seats=3)
    found.refused("s2 pass_shoe", "not_the_dealer")
    assert found.play("s1 pass_shoe").said == ["El sabot, para el departamento 2."]
    assert found.felt.dealer == 2
    told = found.play("s2,s3 pass_shoe")
    assert told.said[-1] == "El sabot, para el croupier."
    assert found.felt.dealer == CROUPIER
    found.refused("s1 pass_shoe", "not_the_dealer")
    found.play(WINS["banca"])
    found.play("croupier hagan_juego")
    assert found.felt.dealer == 1  # in the next coup it is offered again


@pytest.mark.law("IB05.07.IV.5")
def test_the_dealer_plays_the_bank_and_the_highest_bettor_the_punto() -> None:
    def holders(found: Rehearsal) -> str:
        found.play("croupier no_va_mas")
        return found.play("croupier cartas").said[1]

    assert holders(table()) == "Da las cartas el departamento 1; la mano del jugador, para el croupier."
    found = table("s2 bet punto 500; s3 bet punto 600; s4 bet banca 900", standing=1)
    assert holders(found.fork()).endswith("para el departamento 3.")
    found.play("s8 bet punto 700")  # one who stands
    assert holders(found).endswith("para quien está de pie (8).")
    equal = table("s1,s3 bet punto 500", seats=3)
    equal.play("s1 pass_shoe")
    assert (
        holders(equal.fork())
        == "Da las cartas el departamento 2; la mano del jugador, para el departamento 3."
    )
    equal.play("s2 pass_shoe")
    assert holders(equal).endswith("para el departamento 1.")


# ---------------------------------------------------------------- what can go wrong


def test_a_late_bet_is_given_back() -> None:
    found = table("s1 bet banca 500")
    found.play("croupier no_va_mas")
    told = found.play("floor late_bet seat=2 bet=punto cents=700")
    assert [type(event) for event in told[1:]] == [Staked, Withdrew]
    assert found.felt.cloth == 500
    assert found.at == "Called"
    assert not found.fork().may("floor late_bet seat=2 bet=nueve cents=700")
    table().refused("floor late_bet seat=2 bet=punto cents=700", "cannot_have_happened")
