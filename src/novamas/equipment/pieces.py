"""Pieces: cards and tiles in one numbering. The tiles come after the cards.

A table deals numbers. A card has its own number, and a tile the number of its kind plus `FIRST_TILE`.
So code that describes a deal does not need to know the game.
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
    """Return the piece number of a tile."""
    return FIRST_TILE + kind


def tile_of_piece(piece: int) -> int:
    """Return the kind of tile that has this piece number."""
    assert piece >= FIRST_TILE, f"{piece} is a card"
    return piece - FIRST_TILE


def piece_name(piece: int) -> str:
    """Return the name of a card or a tile: "As", "6:6"."""
    return card_name(piece) if piece < FIRST_TILE else tile_name(piece - FIRST_TILE)


def piece_names(pieces: Iterable[int]) -> str:
    """Return the names of cards or tiles: "As Kd", "6:6 1:2"."""
    return " ".join(map(piece_name, pieces))


def piece_symbol(piece: int) -> str:
    """Return a card or a tile as it is shown to people: "A♠", "[6:6]"."""
    return card_symbol(piece) if piece < FIRST_TILE else f"[{tile_name(piece - FIRST_TILE)}]"


def read_pieces(text: str) -> tuple[int, ...]:
    """Parse cards or tiles and return them sorted, so that the typed order makes no difference."""
    if any(mark in text for mark in ":/-"):
        return tuple(sorted(map(piece_of_tile, tiles(text))))
    return tuple(sorted(read_cards(text)))


def set_name(pieces: Iterable[int]) -> str:
    """Return a set of cards or tiles as one word: "KdAc", "1:2+6:6"."""
    names = list(map(piece_name, sorted(pieces)))
    return ("+" if ":" in "".join(names) else "").join(names)


def one_word(text: str) -> str:
    """Return the canonical name of a set of cards or tiles, for any order and spelling.

    Any other text is returned unchanged. The caller reports the error when it uses the text.
    """
    if not isinstance(text, str):
        return text
    try:
        return set_name(read_pieces(text))
    except InvalidInput:
        return text
