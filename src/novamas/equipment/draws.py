"""Parser of draws as people type them: a card, a tile, a throw of dice, a pocket of a wheel."""

from __future__ import annotations

import re
from collections.abc import Iterable

from novamas.equipment.cards import card
from novamas.equipment.pieces import piece_of_tile
from novamas.equipment.tiles import tile
from novamas.equipment.wheels import DOUBLE_ZERO, JOKER_NEGRO, JOKER_ROJO
from novamas.errors import InvalidInput, quoted

_NUMBER = re.compile(r"[0-9]{1,18}")
_THROW = re.compile(r"[1-6](?:-[1-6])+")
_TILE = re.compile(r"[1-6]:[1-6]")
_POCKETS = {"00": DOUBLE_ZERO, "joker_rojo": JOKER_ROJO, "joker_negro": JOKER_NEGRO}


def read_draw(text: str) -> int:
    """Return the number of a draw that is written as "Ks", "6:6", "3-4", "00" or "17"."""
    word = text.strip()
    if word in _POCKETS:
        return _POCKETS[word]
    if _NUMBER.fullmatch(word):
        return int(word)
    if _THROW.fullmatch(word):
        return int(word.replace("-", ""))
    try:
        return piece_of_tile(tile(word)) if _TILE.fullmatch(word) else card(word)
    except InvalidInput:
        raise InvalidInput("draw_unreadable", given=text) from None


def read_draws(written: object) -> tuple[int, ...]:
    """Return the numbers of several draws in the given order: "As Kd 10h" or ["As", 17, "3-4"]."""
    words = written.replace(",", " ").split() if isinstance(written, str) else written
    if not isinstance(words, Iterable):
        raise InvalidInput("draws_unreadable", given=quoted(written))
    return tuple(_one(word) for word in words)


def _one(word: object) -> int:
    if isinstance(word, int) and not isinstance(word, bool) and word >= 0:
        return word
    return read_draw(word if isinstance(word, str) else repr(word))
