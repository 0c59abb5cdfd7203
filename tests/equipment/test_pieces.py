"""Cards and tiles share one numbering."""

from __future__ import annotations

import pytest

from novamas.equipment.cards import DECK_53, names
from novamas.equipment.pieces import piece_name, piece_names, piece_of_tile, piece_symbol, tile_of_piece
from novamas.equipment.tiles import TILE_KINDS, tile_name


def test_every_piece_is_told_apart_and_named() -> None:
    tiles = [piece_of_tile(kind) for kind in TILE_KINDS]
    assert not set(tiles) & set(DECK_53)
    assert [tile_of_piece(piece) for piece in tiles] == list(TILE_KINDS)
    assert piece_names(DECK_53) == names(DECK_53)
    assert [piece_name(piece) for piece in tiles] == [tile_name(kind) for kind in TILE_KINDS]
    assert piece_symbol(DECK_53[-1]) == "★"
    assert piece_symbol(tiles[2]) == "[6:6]"


def test_a_card_is_no_tile() -> None:
    with pytest.raises(AssertionError):
        tile_of_piece(DECK_53[-1])
