"""Punto y banca, clause by clause (IB05, epigraph 07)."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from tests.coups import Coups, drawn, paid, said

from novamas.games.punto_y_banca.phases import Cartas, LateBet, PassShoe, fresh_shoe, third_card
from novamas.hands import baccarat_points
from novamas.kit.cards import DECK_52
from novamas.law import catalogue
from novamas.rounds.banked import Bet, HaganJuego, NoVaMas, Withdraw
from novamas.rounds.coups import Shuffle
from novamas.table.deeds import Drawn
from novamas.table.events import Burned, Dealt, Discarded, Payment, Shown, Staked, Withdrew
from novamas.table.people import CHANCE, CROUPIER, RAIL

FRAME = catalogue.under("IB05")["punto_y_banca"]

WINS = {"punto": "4s 5s Kh Qh", "banca": "Kh Qh 4s 5s", "empate": "4s 5s 4h 5h"}  # the punto's cards first


def table(**choices: Any) -> Coups:
    """A table whose first coup is about to be bet on."""
    return shuffled(**choices).open()


def shuffled(**choices: Any) -> Coups:
    found = Coups("punto_y_banca", **choices).shuffled()
    found.deal(drawn("As"))
    return found


def by_points(*points: int) -> str:
    """Cards of so many points."""
    return " ".join(f"{'K' if one == 0 else 'A' if one == 1 else one}s" for one in points)


# ---------------------------------------------------------------- the shoe


@pytest.mark.law("IB05.07.II.1.1", "IB05.07.VII.1")
def test_six_decks_with_seven_cards_behind_the_stop_card() -> None:
    shoe = fresh_shoe(FRAME)
    assert bytes(sorted(DECK_52 * 6)) == shoe.left
    assert shoe.size - shoe.cut == 7
    told = Coups("punto_y_banca").do(Shuffle())
    assert said(told) == ["312 cartas contadas, mezcladas a mano y cortadas; 7 bajo la carta de detención."]


BURNS = [("As", 1), ("2h", 2), ("9c", 9), ("Td", 10), ("Jd", 10), ("Qd", 10), ("Kd", 10)]


@pytest.mark.law("IB05.07.VII.3", "IB05.07.VII.4", "IB05.07.VII.5")
@pytest.mark.parametrize(("first", "burned"), BURNS)
def test_the_first_card_is_shown_and_burns_its_value(first: str, burned: int) -> None:
    found = Coups("punto_y_banca").shuffled()
    told = found.deal(drawn(first))
    assert [event.card for event in told if isinstance(event, Discarded)] == drawn(first)
    assert sum(isinstance(event, Burned) for event in told) == burned
    assert found.felt.shoe.dealt == 1 + burned
    assert found.felt.shoe.blanks == burned
    assert found.phase == "Waiting"


def near_the_end(undealt: int) -> Coups:
    """A table where so many cards lie before the stop card."""
    found = shuffled()
    shoe = found.felt.shoe
    while shoe.cut - shoe.dealt > undealt:
        shoe = shoe.skip()
    phase = found.session.phase
    felt = type(found.felt)(rules=found.felt.rules, shoe=shoe)
    return Coups("", phase=type(phase)(felt))


@pytest.mark.law("IB05.07.VII.2")
@pytest.mark.parametrize(
    ("undealt", "after"),
    [(1, "Shuffling"), (3, "Shuffling"), (4, "Shuffling"), (5, "Waiting"), (9, "Waiting")],
)
def test_the_stop_card_ends_the_shoe_after_the_coup_under_way(undealt: int, after: str) -> None:
    found = near_the_end(undealt).open().bet(1, "punto", 500)
    told = found.coup(WINS["punto"])
    assert paid(told)[1, "punto"].returned == 1000
    assert found.phase == after
    assert ("Fin de la talla." in said(told)) is (after == "Shuffling")
    if after == "Shuffling":
        assert found.refused(HaganJuego()).code == "not_now"
        assert found.felt.shoe is None
        assert found.withdraw(1, "punto") == (Withdrew(1, "punto", 500, "IB05.07.V.1"),)
        assert found.shuffled().phase == "FirstCard"


@pytest.mark.law("IB05.07.VII.2")
def test_six_cards_come_even_when_the_stop_card_is_the_next() -> None:
    found = near_the_end(1).open()
    found.coup(by_points(0, 0, 0, 3, 2, 4))
    assert found.phase == "Shuffling"


# ---------------------------------------------------------------- the deal


@pytest.mark.law("IB05.07.VI.1.1", "IB05.07.VII.6", "IB05.07.VII.7", "IB05.07.III.2.6")
@pytest.mark.parametrize("choices", [{}, {"table_type": "mini", "players_deal": False}])
def test_two_cards_face_down_to_each_hand_the_punto_first(choices: dict[str, Any]) -> None:
    found = table(**choices)
    assert said(found.close()) == ["No va más."]
    assert found.refused(Bet(1, "punto", 500)).code == "no_va_mas"
    told = found.do(Cartas())
    assert said(told)[0] == "Cartas."
    dealt = [event for event in told if isinstance(event, Dealt)]
    assert [(event.to, event.card, event.up) for event in dealt] == [
        ("punto", None, False),
        ("banca", None, False),
        ("punto", None, False),
        ("banca", None, False),
    ]
    assert [event.place for event in dealt] == [2, 3, 4, 5]
    shown = [event for event in found.deal(drawn("4s 5s Kh Qh")) if isinstance(event, Shown)]
    assert [event.owner for event in shown] == ["punto", "punto", "banca", "banca"]


@pytest.mark.law("IB05.07.VII.6")
def test_the_betting_closes_before_the_cards_are_called_for() -> None:
    found = table()
    assert found.refused(Cartas()).code == "not_now"
    found.close()
    assert [offer.act for offer in found.session.offers(CROUPIER)] == [Cartas()]
    assert found.refused(Withdraw(1, "punto")).clause == "IB05.07.VII.6"


def test_nobody_sees_a_card_before_it_is_turned() -> None:
    found = table().bet(2, "punto", 500)
    found.do(NoVaMas(), Cartas())
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
    """A coup from these points of two cards each: what is said, the final points, and cards taken."""
    found = table()
    told = list(found.close())
    waiting = drawn(by_points(0, punto, 0, bank, *thirds))
    while found.phase != "Waiting":
        if found.session.phase.turn is CHANCE:
            told += found.do(Drawn(what=waiting.pop(0)))
        else:
            told += found.do(Cartas())
    hands: dict[object, list[int]] = {"punto": [], "banca": []}
    for event in told:
        match event:
            case Shown(owner, (int(code),)) | Dealt(owner, int(code)):
                hands[owner].append(code)
    punto_end, bank_end = (baccarat_points(hand) for hand in hands.values())
    return said(tuple(told)), punto_end, bank_end, 4 + len(thirds) - len(waiting)


@pytest.mark.law("IB05.07.VI.1.2", "IB05.07.VI.1.3")
def test_points_are_pips_without_the_tens() -> None:
    found = table()
    assert "Punto, 3." in said(found.coup("7s 6s Kh Qh"))
    assert "Banca, 0." in said(table().coup("As 9s Jh Td"))
    assert "Punto, 2." in said(table().coup("As Ah Jh Td"))


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
    rule = third_card(FRAME)
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
            found.bet(2, bet, cents)
        told = found.coup(cards)
        payments = {bet: one for (_, bet), one in paid(told).items()}
        assert {bet: one.returned for bet, one in payments.items()} == returned[result]
        assert all(one.against is None for one in payments.values())
        assert any(words.startswith(("Gana", "Empate")) for words in said(told))
        collected = [one.returned == 0 for one in told if isinstance(one, Payment)]
        assert collected == sorted(collected, reverse=True)  # what lost is taken before winners are paid


@pytest.mark.law("IB05.07.V.2")
def test_a_twentieth_of_what_wins_on_the_bank_is_deducted() -> None:
    found = table().bet(1, "banca", 12300)
    payment = paid(found.coup(WINS["banca"]))[1, "banca"]
    assert (payment.returned - payment.stake, payment.rate) == (12300 - 615, Fraction(19, 20))
    assert payment.clauses[0] == "IB05.07.V.2"
    assert found.session.ledger.house == -(12300 - 615)


@pytest.mark.law("IB05.07.VI.1.5", "IB05.07.VII.14")
def test_a_tie_is_void_and_pays_eight_to_one_to_those_who_bet_on_it() -> None:
    found = table().bet(1, "punto", 500).bet(1, "banca", 700).bet(2, "empate", 500)
    told = found.coup(WINS["empate"])
    assert set(paid(told)) == {(2, "empate")}
    assert paid(told)[2, "empate"].rate == 8
    assert "Empate a 9: jugada nula." in said(told)
    assert (found.felt.on(1, "punto"), found.felt.on(1, "banca")) == (500, 700)
    found.withdraw(1, "punto")
    assert found.open().felt.on(1, "banca") == 700  # what is not taken back plays again
    found.coup(WINS["banca"])
    assert found.session.ledger.players[1] == 700 - 35 - 700


def test_a_winner_may_take_back_his_stake_or_leave_it() -> None:
    found = table().bet(1, "punto", 500)
    found.coup(WINS["punto"])
    assert found.session.phase.free(1) == 500
    found.open().coup(WINS["banca"])
    assert found.session.ledger.players[1] == 0
    assert found.felt.cloth == 0


def test_the_last_coup_of_the_session_gives_stakes_back_and_closes_the_table() -> None:
    found = shuffled().open(last=True).bet(1, "punto", 500)
    found.coup(WINS["punto"])
    assert (found.phase, found.felt.cloth, found.session.ledger.players[1]) == ("Closed", 0, 500)
    assert found.refused(Shuffle()).code == "closed"


# ---------------------------------------------------------------- who deals


@pytest.mark.law("IB05.07.IV.3", "IB05.07.IV.6")
def test_dealing_goes_round_from_compartment_one_when_the_bank_loses() -> None:
    found = shuffled(seats=3)
    assert found.felt.dealer == 1
    for result, dealer in [("banca", 1), ("empate", 1), ("punto", 2), ("punto", 3), ("punto", 1)]:
        told = found.open().coup(WINS[result])
        assert found.felt.dealer == dealer
        assert (f"El sabot, para el departamento {dealer}." in said(told)) is (result == "punto")


@pytest.mark.law("IB05.07.IV.4", "IB05.07.IV.2")
def test_who_does_not_want_to_deal_passes_the_shoe_to_his_right() -> None:
    found = table(seats=3)
    assert found.refused(PassShoe(2)).code == "not_the_dealer"
    assert said(found.do(PassShoe(1))) == ["El sabot, para el departamento 2."]
    assert found.felt.dealer == 2
    told = found.do(PassShoe(2), PassShoe(3))
    assert said(told)[-1] == "El sabot, para el croupier."
    assert found.felt.dealer is CROUPIER
    assert found.refused(PassShoe(1)).code == "not_the_dealer"
    found.coup(WINS["banca"])
    assert found.open().felt.dealer == 1  # in the next coup it is offered again


@pytest.mark.law("IB05.07.IV.5")
def test_the_dealer_plays_the_bank_and_the_highest_bettor_the_punto() -> None:
    def holders(found: Coups) -> str:
        found.close()
        return said(found.do(Cartas()))[1]

    assert holders(table()) == "Da las cartas el departamento 1; la mano del jugador, para el croupier."
    found = table(standing=1).bet(2, "punto", 500).bet(3, "punto", 600).bet(4, "banca", 900)
    assert holders(found.fork()).endswith("para el departamento 3.")
    found.bet(8, "punto", 700)  # one who stands
    assert holders(found).endswith("para quien está de pie (8).")
    equal = table(seats=3).bet(1, "punto", 500).bet(3, "punto", 500)
    equal.do(PassShoe(1))
    assert (
        holders(equal.fork())
        == "Da las cartas el departamento 2; la mano del jugador, para el departamento 3."
    )
    equal.do(PassShoe(2))
    assert holders(equal).endswith("para el departamento 1.")


# ---------------------------------------------------------------- what can go wrong


def test_a_late_bet_is_given_back() -> None:
    found = table().bet(1, "banca", 500)
    found.close()
    told = found.do(LateBet(seat=2, bet="punto", cents=700))
    assert [type(event) for event in told[1:]] == [Staked, Withdrew]
    assert found.felt.cloth == 500
    assert found.phase == "Called"
    assert found.fork().why_not(LateBet(seat=2, bet="nueve", cents=700)) is not None
    assert table().refused(LateBet(seat=2, bet="punto", cents=700)).code == "cannot_have_happened"
