"""What is dealt at a table, cards or tiles, under one numbering: tiles come after the cards.

A table deals numbers. That of a card is the card's own; that of a tile is its kind's, moved behind the cards,
so that whoever tells of a deal needs not know which game it is.
"""

from __future__ import annotations

from collections.abc import Iterable

from novamas.equipment.cards import cards as read_cards
from novamas.equipment.cards import name as card_name
from novamas.equipment.cards import symbol as card_symbol
from novamas.equipment.tiles import tile_name, tiles
from novamas.errors import InvalidInput

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


def read_pieces(text: str) -> tuple[int, ...]:
    """Cards or tiles read from text, in their own order: a set is the same however it is written."""
    if any(mark in text for mark in ":/-"):
        return tuple(sorted(map(piece_of_tile, tiles(text))))
    return tuple(sorted(read_cards(text)))


def set_name(pieces: Iterable[int]) -> str:
    """A set of cards or tiles as one word: "KdAc", "1:2+6:6"."""
    names = list(map(piece_name, sorted(pieces)))
    return ("+" if ":" in "".join(names) else "").join(names)


def one_word(text: str) -> str:
    """A set of cards or tiles as it is always written, whatever the order and the writing it is given in.

    What is no such set is left as it is: whoever is told of it says what is wrong.
    """
    if not isinstance(text, str):
        return text
    try:
        return set_name(read_pieces(text))
    except InvalidInput:
        return text
