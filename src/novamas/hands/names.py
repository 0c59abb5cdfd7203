"""What hands are called, in three languages: the croupier calls them in Spanish, `novamas.words` in each.

They stand here, not with the other words, because calls such as "full de reyes y doses" are made at tables.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import msgspec

from novamas.hands.rankings import Category
from novamas.law.texts import Language


class RankName(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The forms of a rank's name: one (rey), many (reyes), of (de reyes), to (al rey)."""

    one: str
    many: str
    of: str
    to: str


class HandNames(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The names of hands in one language."""

    categories: dict[Category, str]
    tiles: dict[str, str]
    ranks: dict[str, RankName]


def hand_name(category: Category, ranks: tuple[int, ...], language: Language = "es") -> str:
    """The name of a combination whose ranks count in this order."""
    named = names()[language]
    different = tuple(dict.fromkeys(ranks))
    return named.categories[category].format(*(named.ranks[str(rank)] for rank in different))


def rank_name(rank: int, language: Language = "es") -> RankName:
    """The forms of a rank's name, from 2 for the deuce to 14 for the ace."""
    return names()[language].ranks[str(rank)]


def tile_hand_name(category: str, points: int, tile: str, language: Language = "es") -> str:
    """The name of two tiles with so many points, the higher of them of this pair."""
    return names()[language].tiles[category].format(points=points, tile=tile)


@cache
def names() -> dict[Language, HandNames]:
    """The names of hands by language."""
    text = files("novamas.hands").joinpath("data", "names.toml").read_bytes()
    return msgspec.toml.decode(text, type=dict[Language, HandNames])
