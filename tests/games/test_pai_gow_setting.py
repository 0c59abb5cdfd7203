"""Pai gow hands that are set and reported in any order and notation, and wrongly set hands."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

from novamas.equipment.cards import cards
from novamas.equipment.pieces import one_word, piece_name, piece_of_tile, read_pieces, set_name
from novamas.equipment.tiles import tiles
from novamas.families.pai_gow.acts import SetBank, SetHand
from novamas.games import game
from novamas.table.events import Noted, Owner, Shown
from novamas.table.notation import read, write
from novamas.table.roles import CROUPIER, Who
from novamas.table.views import View
from novamas.testing import Rehearsal
from novamas.testing.rehearsal import opened

NORMS = ("IB09", "AR10", "CM16")
SEVEN = "Ac Kd 9h 9s 4d 3h Jk"
BANK = "Ks Kc 9c 7h 5d 3s 2c"  # by the house way: kings, and nine-seven low
FOUR = "6:6 4:5 4:4 1:3"


def setting(norm: str = "IB09", **choices: Any) -> Rehearsal:
    """Return a table where seat 1 has seen seven cards and must set them."""
    table = Rehearsal(opened("pai_gow_poker", norm, seats=1, **choices))
    table.play("s1 bet casilla:1 500; 1-1-6", SEVEN)
    return table


# ---------------------------------------------------------------- cards and tiles are sets


@pytest.mark.law("IB09.16.VII.15", "AR10.10-1-C.VI.14", "CM16.7.2")
@pytest.mark.parametrize("norm", NORMS)
@pytest.mark.parametrize("low", ["AcKd", "KdAc", "kdac", "A♣K♦", "K♦️A♣", "Ac,Kd", "Kd+Ac"])
def test_a_low_hand_is_the_same_in_any_order_and_writing(norm: str, low: str) -> None:
    table = setting(norm)
    table.play(f"s1 set_hand 1 {low}")
    assert table.felt.low(1) == cards("Kd Ac")
    assert table.session.deeds[-1] == SetHand(1, 1, "KdAc")


@pytest.mark.parametrize("low", ["KdJk", "JokerKd", "Kd+comodín", "comodinKd", "jòquer,Kd", "★Kd", "*Kd"])
def test_the_joker_may_be_called_what_people_call_it(low: str) -> None:
    table = setting()
    table.play(f"s1 set_hand 1 {low}")
    assert table.felt.low(1) == cards("Kd Jk")


@pytest.mark.law("CM16.11.1.1")
@pytest.mark.parametrize("low", ["4:4+1:3", "1:3+4:4", "3:1+4:4", "3-1,4-4", "[1:3]+[4:4]"])
def test_tiles_are_a_set_too(low: str) -> None:
    table = Rehearsal(opened("pai_gow_domino", "CM16", seats=1))
    table.play("s1 bet casilla:1 500; 1-1-6", FOUR, f"s1 set_hand 1 {low}")
    assert table.felt.low(1) == tuple(sorted(map(piece_of_tile, tiles("4:4 1:3"))))


def test_every_order_of_a_set_has_one_name() -> None:
    for pieces in (("As", "Jk", "2c"), ("6:6", "1:2", "2:4")):
        glue = "+" if ":" in pieces[0] else ""
        assert len({one_word(glue.join(order)) for order in permutations(pieces)}) == 1
        assert set_name(read_pieces(glue.join(pieces))) == one_word(glue.join(pieces))
    assert one_word("nonsense") == "nonsense"
    deeds = game("pai_gow_poker").deeds
    assert read(deeds, "croupier set_bank KdAc") == SetBank(low="AcKd")
    assert write(read(deeds, "s1 set_hand 1 AcKd")) == "s1 set_hand 1 KdAc"


@pytest.mark.law("IB09.16.VII.16", "AR10.10-1-C.VI.15", "CM16.8.4.1")
@pytest.mark.parametrize(
    ("norm", "clause"), [("IB09", "IB09.16.VII.16"), ("AR10", "AR10.10-1-C.VI.15"), ("CM16", "CM16.8.4.1")]
)
def test_in_any_order_a_foul_hand_is_foul(norm: str, clause: str) -> None:
    table = setting(norm)
    for low in ("AcJk", "JkAc", "JokerAc"):
        assert table.refused(f"s1 set_hand 1 {low}", "foul_hand", clause).given == "AcJk"
    for low in ("AcKs", "Ac", "KdAc9h", "nonsense"):
        table.refused(f"s1 set_hand 1 {low}", "not_listed")


# ---------------------------------------------------------------- two hands, as they lie


def lies(table: Rehearsal, owner: Owner, eyes: Who) -> str:
    """Return the pieces of an owner as one viewpoint sees them, in their order on the table."""
    return " ".join(
        "?" if held.card is None else piece_name(held.card) for held in view(table, eyes).held(owner)
    )


def view(table: Rehearsal, eyes: Who) -> View[Any, Any]:
    return table.session.phase.view(eyes)


def test_a_hand_that_is_set_lies_as_two_for_its_player_and_tells_others_nothing_else() -> None:
    table = Rehearsal(opened("pai_gow_poker", "IB09", seats=2))
    table.play("s1 bet casilla:1 500; s2 bet casilla:2 500; 1-1-6", SEVEN)
    assert (1, "mano", 7) in view(table, 2).shows.apart
    table.play("s1 set_hand 1 9h9s")
    hands = view(table, 2).shows.apart
    assert [tuple(hand) for hand in hands if hand.owner == 1] == [(1, "alta", 5), (1, "baja", 2)]
    assert lies(table, 1, 1) == "Ac Kd 4d 3h Jk 9h 9s"
    assert lies(table, 1, 2) == lies(table, 1, CROUPIER) == "? ? ? ? ? ? ?"
    assert [held.place for held in view(table, 2).held(1)] == sorted(
        held.place for held in table.felt.held(1)
    )


def test_of_a_players_several_hands_each_lies_as_two() -> None:
    table = Rehearsal(opened("pai_gow_domino", "CM16", seats=2))
    table.play("s1 bet casilla:1 1000; s1 bet casilla:2 1000; 1-1-6; s1 take_up 2", FOUR)
    table.play("s1 set_hand 2 4:4+1:3", "2:2 5:6 1:6 6:6", "s1 set_as_house 1")
    mine = [tuple(hand) for hand in view(table, 1).shows.apart if hand.owner == 1]
    assert mine == [(1, "alta", 2), (1, "baja", 2)] * 2
    assert "6:6 4:5 4:4 1:3" in lies(table, 1, 1)


@pytest.mark.parametrize("norm", NORMS)
def test_when_hands_lie_open_everybody_is_told_which_is_the_low_one(norm: str) -> None:
    table = setting(norm)
    table.play("s1 set_hand 1 9h9s")
    told = table.play(BANK, "croupier set_bank 7h9c")
    noted = [(note.code, dict(note.figures)) for note in told.of(Noted)]
    assert noted == [("bank_set", {"low": "7h9c"}), ("hands_open", {"box": 1, "low": "9h9s"})]


# ---------------------------------------------------------------- a hand that lies wrong


@pytest.mark.law("IB09.16.VIII.3.1", "AR10.10-1-C.VII.3.1", "CM16.8.4.1")
@pytest.mark.parametrize("norm", NORMS)
@pytest.mark.parametrize("first", ["", "s1 set_hand 1 9h9s"])
def test_of_a_foul_hand_no_hands_are_told_that_its_player_did_not_lay(norm: str, first: str) -> None:
    """A foul hand may be noticed when it is set, before it is declared, or later."""
    table = setting(norm)
    table.play(first)
    table.play("floor foul_hand 1")
    assert (table.at, table.felt.low(1), table.felt.fouls) == ("Ready", (), (1,))
    table.at_once = frozenset({"set_bank"})
    told = table.play(BANK)
    assert told.said[-1] == "Casilla 1: mal confeccionada; pierde."
    assert told.of(Shown)[-1].cards == cards(SEVEN)
    assert told.payments[1, "casilla:1"].clauses[0] == table.felt.course.foul


@pytest.mark.law("IB09.16.VIII.3.1", "AR10.10-1-C.VII.3.1", "CM16.8.4.1")
@pytest.mark.parametrize("norm", NORMS)
def test_the_croupiers_own_foul_setting_is_told_and_set_right(norm: str) -> None:
    table = setting(norm)
    table.play("s1 set_as_house 1", BANK)
    table.refused("floor wrong_house_way 7h9c", "not_listed")  # which is the house way
    course = table.felt.course
    assert table.play("floor wrong_house_way 9c5d").happened == course.house_way
    told = table.play("floor wrong_house_way KsKc")
    assert (told.happened, told.noted) == (course.foul, ["croupier_sets_again"])
    assert table.at == "CroupierSets"
    assert "El croupier: pareja de reyes y carta mayor, nueve." in table.croupier().said
