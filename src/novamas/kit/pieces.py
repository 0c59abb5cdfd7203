"""What is dealt at a table, cards or tiles, under one numbering: tiles come after the cards.

A table deals numbers. That of a card is the card's own; that of a tile is its kind's, moved behind the cards,
so that whoever tells of a deal needs not know which game it is.
"""

from __future__ import annotations

from collections.abc import Iterable

from novamas.kit.cards import name as card_name
from novamas.kit.cards import symbol as card_symbol
from novamas.kit.tiles import tile_name

FIRST_TILE = 64


def piece_of_tile(kind: int) -> int:
    """The number under which a tile is dealt."""
    return FIRST_TILE + kind


def tile_of_piece(piece: int) -> int:
    """The kind of a tile that was dealt."""
    assert piece >= FIRST_TILE, f"{piece} is a card"
    return piece - FIRST_TILE


def piece_name(piece: int) -> str:
    """A card or a tile as it is written: "As", "6:6"."""
    return card_name(piece) if piece < FIRST_TILE else tile_name(piece - FIRST_TILE)


def piece_names(pieces: Iterable[int]) -> str:
    """Cards or tiles as they are written: "As Kd", "6:6 1:2"."""
    return " ".join(map(piece_name, pieces))


def piece_symbol(piece: int) -> str:
    """A card or a tile as it looks: "A♠", "[6:6]"."""
    return card_symbol(piece) if piece < FIRST_TILE else f"[{tile_name(piece - FIRST_TILE)}]"
