"""Trijoker, clause by clause, under both norms: the course of a hand and its payment."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.cases import case, cited

from novamas.equipment.cards import card, cards
from novamas.equipment.pieces import piece_names
from novamas.families.banked_poker.bets import BOARD
from novamas.games.trijoker.cloth import BETS, FIRST, SECOND
from novamas.hands import best_hand, ranking
from novamas.table.events import Dealt, Noted, Payment, Shown
from novamas.table.roles import CROUPIER
from novamas.testing.rehearsal import Rehearsal, rehearse

NORMS = ("IB05", "AR10")
PAYS = [
    cited("IB05.13.V.a.3", "Jc Jd 2h 5s 9c", 1),
    cited("IB05.13.V.a.3", "Ac Ad 2h 5s 9c", 1),
    cited("IB05.13.V.a.4", "2c 2d 5h 5s 9c", 2),
    cited("IB05.13.V.a.5", "2c 2d 2h 5s 9c", 3),
    cited("IB05.13.V.a.6", "Ac 2d 3h 4s 5c", 5),
    cited("IB05.13.V.a.6", "9c Td Jh Qs Kc", 5),
    cited("IB05.13.V.a.7", "2c 5c 7c 9c Kc", 8),
    cited("IB05.13.V.a.8", "2c 2d 2h 5s 5c", 11),
    cited("IB05.13.V.a.9", "2c 2d 2h 2s 5c", 50),
    cited("IB05.13.V.a.10", "Ac 2c 3c 4c 5c", 200),
    cited("IB05.13.V.a.10", "9c Tc Jc Qc Kc", 200),
    cited("IB05.13.V.a.11", "Tc Jc Qc Kc Ac", 500),
    cited("AR10.10-1-B.V.pagos.a.1", "Jc Jd 2h 5s 9c", 1),
    cited("AR10.10-1-B.V.pagos.a.1", "Ac Ad 2h 5s 9c", 1),
    cited("AR10.10-1-B.V.pagos.b.1", "2c 2d 5h 5s 9c", 2),
    cited("AR10.10-1-B.V.pagos.c.1", "2c 2d 2h 5s 9c", 3),
    cited("AR10.10-1-B.V.pagos.d.1", "Ac 2d 3h 4s 5c", 5),
    cited("AR10.10-1-B.V.pagos.d.1", "9c Td Jh Qs Kc", 5),
    cited("AR10.10-1-B.V.pagos.e.1", "2c 5c 7c 9c Kc", 8),
    cited("AR10.10-1-B.V.pagos.f.1", "2c 2d 2h 5s 5c", 11),
    cited("AR10.10-1-B.V.pagos.g.1", "2c 2d 2h 2s 5c", 50),
    cited("AR10.10-1-B.V.pagos.h.1", "Ac 2c 3c 4c 5c", 200),
    cited("AR10.10-1-B.V.pagos.h.1", "9c Tc Jc Qc Kc", 200),
    cited("AR10.10-1-B.V.pagos.i.1", "Tc Jc Qc Kc Ac", 500),
]
LOSES = ("Tc Td 2h 5s 9c", "2c 2d 3h 5s 9c", "Ac Kd 9h 5s 2c", "Qc Kd Ah 2s 3c")


def table(norm: str = "IB05", *lines: str, **choices: Any) -> Rehearsal:
    return rehearse("trijoker", norm, *lines, **{"seats": 3, **choices})


def played(norm: str, five: str, *, withdraw: tuple[str, ...] = (), stake: int = 500) -> Rehearsal:
    """Play a hand of one player: three own cards, then the two community cards."""
    own, common = five.split()[:3], five.split()[3:]
    box = table(norm, f"s1 bet apuesta_1 {stake}; {' '.join(own)}")
    for bet, turned in zip((FIRST, SECOND), common, strict=True):
        box.play(f"s1 withdraw {bet} {stake}" if bet in withdraw else f"s1 leave {bet}", turned)
    return box


# ---------------------------------------------------------------- the bets


@pytest.mark.law("IB05.13.VII.2", "AR10.10-1-B.VIII.2.1")
@pytest.mark.parametrize("norm", NORMS)
def test_bets_are_invited_once_the_cards_are_shuffled(norm: str) -> None:
    box = table(norm)
    box.refused("s1 bet apuesta_1 500", "not_open")
    events = box.play("croupier hagan_juego")
    assert events.noted == ["shuffled_by_croupier"]
    assert events.said == ["Hagan juego."]
    box.play("s1 bet apuesta_1 500")


@pytest.mark.law("IB05.13.VII.3", "AR10.10-1-B.VIII.2.2")
@pytest.mark.parametrize("norm", NORMS)
def test_each_player_lays_three_equal_bets(norm: str) -> None:
    box = table(norm, "s2 bet apuesta_1 700")
    assert [box.felt.on(2, bet) for bet in BETS] == [700, 700, 700]
    assert box.felt.of(2) == 2_100


@pytest.mark.law("IB05.13.VI.1", "IB05.13.VI.3", "AR10.10-1-B.VII.1.1", "AR10.10-1-B.VII.1.2")
@pytest.mark.law("AR10.10-1-B.VII.2.1")
@pytest.mark.parametrize(("norm", "times"), [("IB05", 25), ("AR10", 30)])
def test_minimum_and_maximum_bind_each_of_the_three_bets(norm: str, times: int) -> None:
    box = table(norm, "croupier hagan_juego", maximum=500 * times)
    box.refused("s1 bet apuesta_1 400", "below_minimum")
    box.refused(f"s1 bet apuesta_1 {500 * times + 100}", "above_maximum")
    box.refused("s1 bet apuesta_1 550", "broken_chip")
    box.play(f"s1 bet apuesta_1 {500 * times}")
    assert box.felt.of(1) == 3 * 500 * times


@pytest.mark.law("AR10.10-1-B.IV.1")
@pytest.mark.parametrize("norm", NORMS)
def test_a_player_has_one_box_and_may_take_his_bets_back(norm: str) -> None:
    box = table(norm, "s1 bet apuesta_1 500")
    box.refused("s1 bet apuesta_1 500", "one_box_only")
    box.play("s1 withdraw apuesta_1")
    assert box.felt.of(1) == 0
    box.refused("croupier no_va_mas", "no_bets")
    box.play("s1 bet apuesta_1 1000", "croupier no_va_mas")
    box.refused("s1 withdraw apuesta_1 1000", "no_va_mas")
    box.refused("s2 bet apuesta_1 500", "no_va_mas")


# ---------------------------------------------------------------- the deal


@pytest.mark.law("IB05.13.VII.4", "AR10.10-1-B.VIII.2.3", "AR10.10-1-B.VIII.2.4")
@pytest.mark.law("AR10.10-1-B.VIII.2.5", "AR10.10-1-B.VIII.2.6")
@pytest.mark.parametrize("norm", NORMS)
def test_cards_come_one_by_one_from_the_left_with_the_common_ones_between(norm: str) -> None:
    box = table(norm, "s1 bet apuesta_1 500; s3 bet apuesta_1 500")
    box.play("2c 3c 4c 5c 6c 7c")
    places = {event.place: event for event in box.events.of(Dealt)}
    assert [places[n].to for n in range(8)] == [1, 3, BOARD, 1, 3, BOARD, 1, 3]
    assert not any(event.up for event in places.values())
    assert [places[n].card for n in (2, 5)] == [None, None]  # no one has seen the common cards


@pytest.mark.law("AR10.10-1-B.II.2.1", "AR10.10-1-B.II.2.2")
def test_an_approved_machine_may_deal_whole_hands() -> None:
    box = table("AR10", shuffler="automatic", shuffler_deals_hands=True)
    assert box.play("croupier hagan_juego").noted == ["shuffled_by_machine"]
    box.play("s1 bet apuesta_1 500; s2 bet apuesta_1 500", "2c 3c 4c 5c 6c 7c")
    assert [box.felt.cards(seat) for seat in (1, 2)] == [cards("2c 3c 4c"), cards("5c 6c 7c")]
    assert [held.place for held in box.felt.held(BOARD)] == [6, 7]


@pytest.mark.law("IB05.13.II.b.3", "IB05.13.II.c.1")
def test_up_to_three_decks_take_turns_and_a_machine_may_shuffle() -> None:
    box = table("IB05", packs=3, shuffler="automatic")
    seen: list[Noted] = []
    for _ in range(4):
        seen += box.play("croupier hagan_juego").of(Noted)
        box.play(
            "s1 bet apuesta_1 500",
            "croupier no_va_mas",
            "2c 3c 4c",
            "s1 withdraw apuesta_1",
            "5d",
            "s1 withdraw apuesta_2",
            "9d",
        )
    assert {noted.code for noted in seen} == {"shuffled_by_machine"}
    assert [noted.figures["deck"] for noted in seen] == [1, 2, 3, 1]


# ---------------------------------------------------------------- withdrawing


@pytest.mark.law("IB05.13.VII.7", "IB05.13.VII.8", "AR10.10-1-B.VIII.2.9", "AR10.10-1-B.VIII.2.10")
@pytest.mark.law("AR10.10-1-B.VIII.2.11")
@pytest.mark.parametrize("norm", NORMS)
def test_the_first_bet_is_decided_in_turn_and_then_the_left_card_is_turned(norm: str) -> None:
    box = table(norm, "s1 bet apuesta_1 500; s2 bet apuesta_1 500; 2c 3c 4c 5c 6c 7c")
    assert box.phase.turn == 1
    box.refused("s2 withdraw apuesta_1 500", "not_your_turn")
    box.play("s1 withdraw apuesta_1")
    assert box.phase.turn == 2
    box.play("s2 leave apuesta_1")
    assert box.at == "Turning"
    events = box.play("Kd")
    assert [event.cards for event in events.of(Shown)] == [cards("Kd")]
    assert [held.up for held in box.felt.held(BOARD)] == [True, False]
    assert [box.felt.of(1), box.felt.of(2)] == [1_000, 1_500]


@pytest.mark.law("IB05.13.VII.9", "IB05.13.VII.10", "IB05.13.VII.11", "AR10.10-1-B.VIII.2.12")
@pytest.mark.law("AR10.10-1-B.VIII.2.13", "AR10.10-1-B.VIII.2.14", "AR10.10-1-B.VIII.2.15")
@pytest.mark.parametrize("norm", NORMS)
@pytest.mark.parametrize("first", ["s1 withdraw apuesta_1 500", "s1 leave apuesta_1"])
@pytest.mark.parametrize("second", ["s1 withdraw apuesta_2 500", "s1 leave apuesta_2"])
def test_the_second_bet_is_free_whatever_became_of_the_first(norm: str, first: str, second: str) -> None:
    box = table(norm, "s1 bet apuesta_1 500; Jc Jd 4c")
    box.play(first, "7d")
    box.refused("s1 withdraw apuesta_1 500", "another_bet_now")
    box.refused("s1 withdraw apuesta_3 500", "third_bet_stays")
    box.play(second)
    left = 1 + ("leave" in first) + ("leave" in second)
    assert box.felt.of(1) == 500 * left
    events = box.play("8h")
    assert len(events.payments) == left
    assert box.won(1) == 500 * left
    assert box.phase.turn is CROUPIER


# ---------------------------------------------------------------- payment


@pytest.mark.parametrize(("clause", "five", "pays"), PAYS)
def test_each_combination_pays_its_ratio_by_its_clause(clause: str, five: str, pays: int) -> None:
    box = played(clause[:4], five)
    ranked = best_hand(ranking("trijoker", clause[:4]), cards(five)).clause
    assert box.events.payments.keys() == {(1, bet) for bet in BETS}
    for paid in box.events.payments.values():
        assert (paid.stake, paid.returned) == (500, 500 * (1 + pays))
        assert (paid.clauses[0], paid.clauses[-1]) == (clause, ranked)


@pytest.mark.parametrize(
    ("clause", "norm"),
    [
        cited("IB05.13.VII.13", "IB05"),
        case("AR10.10-1-B.V.pagos.1 AR10.10-1-B.VIII.3.2", "AR10.10-1-B.VIII.3.2", "AR10"),
    ],
)
@pytest.mark.parametrize(("withdraw", "left"), [((), 3), ((FIRST,), 2), ((SECOND,), 2), ((FIRST, SECOND), 1)])
def test_the_ratio_is_paid_on_each_bet_that_is_still_in_play(
    clause: str, norm: str, withdraw: tuple[str, ...], left: int
) -> None:
    box = played(norm, "2c 2d 2h 5s 9c", withdraw=withdraw)
    assert box.won(1) == left * 3 * 500
    assert len(box.events.payments) == left
    assert all(clause in paid.clauses for paid in box.events.payments.values())


@pytest.mark.parametrize("norm", [case("IB05.13.V.a.12", "IB05"), case("AR10.10-1-B.V.pagos.2", "AR10")])
def test_only_the_highest_combination_is_paid(norm: str) -> None:
    full = played(norm, "Jc Jd Jh 5s 5c")  # a pair of jacks, two pairs and a three of a kind as well
    assert full.won(1) == 3 * 500 * 11
    assert len(full.events.payments) == 3


@pytest.mark.law("IB05.13.I.2", "IB05.13.VII.14", "AR10.10-1-B.I.2", "AR10.10-1-B.VIII.3.3")
@pytest.mark.parametrize("norm", NORMS)
@pytest.mark.parametrize("five", LOSES)
def test_less_than_a_pair_of_jacks_loses_the_bets_in_play(norm: str, five: str) -> None:
    assert played(norm, five).won(1) == -1_500
    assert played(norm, five, withdraw=(FIRST, SECOND)).won(1) == -500


@pytest.mark.law("IB05.13.VII.12", "AR10.10-1-B.VIII.3.1")
@pytest.mark.parametrize("norm", NORMS)
def test_payment_goes_from_the_croupiers_right_and_says_why(norm: str) -> None:
    box = table(
        norm, "s1 bet apuesta_1 500; s2 bet apuesta_1 600; s3 bet apuesta_1 700", "Jc 2c 5c Jd 3d 6d 4h 7h 9h"
    )
    box.play(
        "s1 leave apuesta_1; s2 leave apuesta_1; s3 leave apuesta_1",
        "Ks",
        "s1 leave apuesta_2; s2 leave apuesta_2; s3 leave apuesta_2",
    )
    events = box.play("8s")
    payments = events.of(Payment)
    assert [event.seat for event in payments] == [3, 3, 3, 2, 2, 2, 1, 1, 1]
    pair = "IB05.13.V.a.3" if norm == "IB05" else "AR10.10-1-B.V.pagos.a.1"
    assert pair in payments[-1].clauses
    assert payments[-1].rate == 1
    assert "pareja de jotas" in events.said[-1]


@given(st.permutations(range(52)), st.booleans(), st.booleans())
def test_a_hand_never_costs_more_than_what_is_left_in_play(
    deck: list[int], first: bool, second: bool
) -> None:
    box = table("AR10", "s1 bet apuesta_1 500")
    box.play(piece_names(deck[:3]), "s1 leave apuesta_1" if first else "s1 withdraw apuesta_1")
    box.play(piece_names(deck[3:4]), "s1 leave apuesta_2" if second else "s1 withdraw apuesta_2")
    box.play(piece_names(deck[4:5]))
    units = 1 + first + second
    assert box.won(1) % (500 * units) == 0
    assert -500 * units <= box.won(1) <= 500 * 500 * units
    assert box.felt.cloth == 0


def test_the_last_hand_closes_the_session() -> None:
    box = table("IB05", "croupier hagan_juego yes; s1 bet apuesta_1 500")
    box.play("2c 3c 4c", "s1 leave apuesta_1", "Kd", "s1 leave apuesta_2", "9h")
    box.refused("croupier hagan_juego", "closed")
    assert card("9h") not in box.felt.cards(BOARD)


def test_a_bet_that_the_game_does_not_have_is_told_so() -> None:
    table = rehearse("trijoker", "AR10")
    table.play("croupier hagan_juego")
    table.refused("s1 bet ante 500", "no_such_bet")
