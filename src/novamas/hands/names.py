"""Names of hands in three languages. The croupier's calls are in Spanish.

The names are here and not in `novamas.words`, because tables make calls such as "full de reyes y doses".
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
    """Return the name of a combination whose ranks count in this order."""
    forms = names()[language]
    different = tuple(dict.fromkeys(ranks))
    return forms.categories[category].format(*(forms.ranks[str(rank)] for rank in different))


def rank_name(rank: int, language: Language = "es") -> RankName:
    """Return the forms of a rank's name, from 2 for the deuce to 14 for the ace."""
    return names()[language].ranks[str(rank)]


def tile_hand_name(category: str, points: int, tile: str, language: Language = "es") -> str:
    """Return the name of a two-tile hand, from its points and the pair of its higher tile."""
    return names()[language].tiles[category].format(points=points, tile=tile)


@cache
def names() -> dict[Language, HandNames]:
    """Return the names of hands by language."""
    text = files("novamas.hands").joinpath("data", "names.toml").read_bytes()
    return msgspec.toml.decode(text, type=dict[Language, HandNames])
