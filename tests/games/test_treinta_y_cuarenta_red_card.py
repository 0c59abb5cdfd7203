"""The red card of treinta y cuarenta: the coup it annuls, and the last five cards (IB05.05.V.3.3)."""

from __future__ import annotations

from typing import Any

import pytest
from tests.games.test_treinta_y_cuarenta import CAUGHT, COUPS, ready

from novamas.table.events import Dealt, Withdrew
from novamas.testing.rehearsal import Rehearsal


def near_the_end(before_red_card: int, *lines: str, **choices: Any) -> Rehearsal:
    """Return a table with this number of cards before the red card."""
    found = ready(**choices)
    shoe = found.felt.shoe
    while shoe.cut - shoe.dealt > before_red_card:
        shoe = shoe.skip()
    phase = found.phase
    near = Rehearsal(found.table, type(phase)(type(found.felt)(rules=found.felt.rules, shoe=shoe)))
    near.play(*lines)
    return near


@pytest.mark.law("IB05.05.V.3.3")
@pytest.mark.parametrize("cards", [1, 4, 7])
def test_the_red_card_annuls_the_coup_under_way(cards: int) -> None:
    found = near_the_end(cards, "s1 bet rojo 1000; s2 bet negro 700")
    found.play("s1 insure rojo")
    told = found.play("croupier no_va_mas", " ".join(COUPS[0][0].split()[:cards]))
    assert "Carta roja: jugada anulada." in told.said
    assert not told.payments
    last = [event for event in told if isinstance(event, Dealt) and event.to == "mesa"]
    assert [(event.card, event.up) for event in last] == [(None, False)] * 5
    assert "5 cartas tras la carta roja." in told.said
    assert Withdrew(1, "seguro:rojo", 10, "IB05.05.V.3.3") in told
    assert (found.at, found.felt.shoe) == ("Shuffling", None)
    assert found.felt.on(1, "rojo") == found.phase.free(1) == 1000


@pytest.mark.law("IB05.05.V.3.3")
def test_a_coup_that_ends_before_the_red_card_counts_and_the_next_comes_from_a_new_shoe() -> None:
    found = near_the_end(8, "s1 bet negro 500")
    told = found.play(COUPS[0][0])
    assert told.payments[1, "negro"].returned == 1000
    assert "Carta roja: jugada anulada." not in told.said
    last = [event for event in told if isinstance(event, Dealt) and event.to == "mesa"]
    assert [(event.card, event.up) for event in last] == [(None, False)] * 5
    assert told.said[-2:] == ["5 cartas tras la carta roja.", "Fin de la talla."]
    assert found.at == "Shuffling"


@pytest.mark.law("IB05.05.V.3.3", "IB05.05.V.1.6")
def test_after_a_tie_at_31_the_last_cards_are_counted_once_all_have_chosen() -> None:
    cards = len(CAUGHT.split())
    found = near_the_end(cards, "s1 bet rojo 800")
    assert "5 cartas tras la carta roja." not in found.play(CAUGHT).said
    told = found.play("s1 imprison rojo@1")
    assert told.said[-2:] == ["5 cartas tras la carta roja.", "Fin de la talla."]
    assert (found.at, found.felt.on(1, "rojo@1")) == ("Shuffling", 800)


@pytest.mark.law("IB05.05.V.3.3")
def test_a_coup_one_card_from_the_red_card_goes_on_from_the_same_shoe() -> None:
    found = near_the_end(9, "s1 bet negro 500")
    assert not [event for event in found.play(COUPS[0][0]) if isinstance(event, Dealt) and event.to == "mesa"]
    assert found.at == "Waiting"


@pytest.mark.law("IB05.05.V.3.3", "IB05.05.V.1.6")
def test_prisoners_wait_for_the_next_shoe() -> None:
    found = near_the_end(10, "s1 bet rojo 800")
    found.play(CAUGHT)
    found.play("s1 imprison rojo@1")
    found.play("croupier hagan_juego yes")
    found.play("croupier no_va_mas; Ks Kh")
    assert (found.at, found.felt.on(1, "rojo@1")) == ("Shuffling", 800)
    found.play("croupier shuffle; s1 cut")
    assert found.play(COUPS[2][0]).payments[1, "rojo@1"].returned == 800
