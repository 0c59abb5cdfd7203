"""What a hand is called, in Spanish, Catalan or English: "full de reyes y doses"."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import msgspec

from novamas.errors import Unreadable
from novamas.hands.rankings import Category


class RankName(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The forms of a rank's name: one (rey), many (reyes), of (de reyes), to (al rey)."""

    one: str
    many: str
    of: str
    to: str


class _Language(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    categories: dict[Category, str]
    tiles: dict[str, str]
    ranks: dict[str, RankName]


def hand_name(category: Category, ranks: tuple[int, ...], language: str = "es") -> str:
    """The name of a combination whose ranks count in this order."""
    named = _language(language)
    different = tuple(dict.fromkeys(ranks))
    return named.categories[category].format(*(named.ranks[str(rank)] for rank in different))


def tile_hand_name(category: str, points: int, tile: str, language: str = "es") -> str:
    """The name of two tiles with so many points, the higher of them of this pair."""
    return _language(language).tiles[category].format(points=points, tile=tile)


def _language(language: str) -> _Language:
    named = _names().get(language)
    if named is None:
        raise Unreadable("unknown_language", given=str(language), known=tuple(_names()))
    return named


@cache
def _names() -> dict[str, _Language]:
    text = files("novamas.hands").joinpath("data", "names.toml").read_bytes()
    return msgspec.toml.decode(text, type=dict[str, _Language])
