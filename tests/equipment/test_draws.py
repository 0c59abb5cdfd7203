"""Draws can be typed in the way in which people write them."""

from __future__ import annotations

import pytest

from novamas.equipment.cards import DECK_53, name
from novamas.equipment.dice import THREE_DICE, TWO_DICE, faces
from novamas.equipment.draws import read_draw, read_draws
from novamas.equipment.pieces import piece_name, piece_of_tile
from novamas.equipment.tiles import TILE_KINDS
from novamas.equipment.wheels import BOULE, DOUBLE_ZERO_WHEEL, FORTUNE, SINGLE_ZERO, Wheel
from novamas.errors import InvalidInput


def test_every_card_and_tile_is_read_by_its_name() -> None:
    assert [read_draw(name(card)) for card in DECK_53] == list(DECK_53)
    pieces = [piece_of_tile(kind) for kind in TILE_KINDS]
    assert [read_draw(piece_name(piece)) for piece in pieces] == pieces


@pytest.mark.parametrize("wheel", [SINGLE_ZERO, DOUBLE_ZERO_WHEEL, BOULE, FORTUNE])
def test_every_pocket_is_read_by_its_label(wheel: Wheel) -> None:
    for label in wheel.pockets:
        assert read_draw(label) == wheel.code(label)


def test_every_throw_is_read_by_its_faces() -> None:
    for throw in (*TWO_DICE.throws, *THREE_DICE.throws):
        assert read_draw("-".join(map(str, faces(throw)))) == throw


def test_draws_are_a_text_or_a_list() -> None:
    assert read_draws("As, Kd 10h") == read_draws(["As", "Kd", "Th"]) == (51, 45, 34)
    assert read_draws([17, "00", "3-4"]) == (17, 37, 34)
    assert read_draws("") == ()


@pytest.mark.parametrize("text", ["", "x", "Zs", "3-7", "7:1", "-1", "1.5", "As Kd"])
def test_what_cannot_be_drawn_is_one_sentence(text: str) -> None:
    with pytest.raises(InvalidInput, match="is not a possible draw: write a card as Ks"):
        read_draw(text)


@pytest.mark.parametrize("written", [5, None, [None], [True], [-1], [2.5], [["As"]], {"As": 1, 3.5: 2}])
def test_what_is_no_list_of_draws_is_unreadable(written: object) -> None:
    with pytest.raises(InvalidInput):
        read_draws(written)
