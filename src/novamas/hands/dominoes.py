"""Two Chinese dominoes as a pai gow hand: pairs, gong and wong, points, and the higher tile."""

from __future__ import annotations

from enum import StrEnum
from functools import cache

import msgspec

from novamas.equipment import PAIRS, are_pair, pair_of, pips, tile_name, tiles
from novamas.errors import InvalidInput
from novamas.hands.names import tile_hand_name
from novamas.law import law

_GEE_JOON = frozenset(tiles("1:2 2:4"))
_TEEN_AND_DAY = frozenset(tiles("6:6 1:1"))
_ABOVE_ALL_POINTS = 12


class TileCategory(StrEnum):
    """The combinations that two tiles can form."""

    PAREJA = "pareja"
    WONG = "wong"
    GONG = "gong"
    PUNTOS = "puntos"


class TileHand(msgspec.Struct, frozen=True):
    """Two tiles with their combination, their points and their strength. Equal strengths tie."""

    tiles: tuple[int, int]
    category: TileCategory
    points: int
    strength: int

    @property
    def clause(self) -> str:
        """The clause that ranks this hand."""
        if self.category is TileCategory.PAREJA:
            return pair_of(self.tiles[0]).clause
        return _CLAUSES[self.category]

    @property
    def highest(self) -> str:
        """The name of the pair to which the higher tile belongs."""
        return pair_of(max(self.tiles, key=symbol)).name

    @property
    def call(self) -> str:
        """The croupier's call: "pareja de Teen", "7 puntos con Day"."""
        return tile_hand_name(self.category, self.points, self.highest)


_CLAUSES = {
    TileCategory.WONG: "CM16.11.4.3",
    TileCategory.GONG: "CM16.11.4.2",
    TileCategory.PUNTOS: "CM16.11.3.1",
}


@cache
@law("CM16.11.6.2", "CM16.11.7.1", "CM16.11.7.2", "CM16.11.8.1", "CM16.11.8.2", "CM16.11.9.1")
def tile_hand(one: int, other: int) -> TileHand:
    """Return the hand of two tiles. Any pair beats any points, and the higher tile decides equal points.

    Zero against zero ties with any tiles, and the bank wins ties.
    """
    if one == other and not are_pair(one, other):
        raise InvalidInput("tile_too_often", tile=tile_name(one), copies=1)
    if are_pair(one, other):
        above = len(PAIRS) - _pair_place(one)
        points = _points(one, other)
        return TileHand((one, other), TileCategory.PAREJA, points, 100 * _ABOVE_ALL_POINTS + above)
    category, points = _counted(one, other)
    decides = max(symbol(one), symbol(other)) if points else 0
    return TileHand((one, other), category, points, 100 * points + decides)


@law("CM16.ANX1.2.a.Individuales.1.1", "CM16.ANX1.2.a.Individuales.2.1")
@law("CM16.ANX1.2.a.Individuales.3.1", "CM16.ANX1.2.a.Individuales.4.1", "CM16.11.9.1")
def symbol(kind: int) -> int:
    """Return the symbolic value of a tile: 15 for Teen, then in the order of the pairs. Gee Joon has 0.

    The published list ends after the fourth tile. It is our reading that it continues like the pairs.
    """
    return 0 if kind in _GEE_JOON else len(PAIRS) + 1 - _pair_place(kind)


@law("CM16.11.3.1", "CM16.11.4.1", "CM16.11.4.2", "CM16.11.4.3")
def _counted(one: int, other: int) -> tuple[TileCategory, int]:
    """Return two tiles that are not a pair, with their points.

    Teen or Day counts 11 with a nine and 10 with an eight.
    """
    partners = [pips(second) for first, second in ((one, other), (other, one)) if first in _TEEN_AND_DAY]
    if 9 in partners:
        return TileCategory.WONG, 11
    if 8 in partners:
        return TileCategory.GONG, 10
    return TileCategory.PUNTOS, _points(one, other)


@law("CM16.11.3.1", "CM16.11.5.1", "CM16.ANX1.2.a.5", "CM16.ANX1.2.a.Parejas.1.2")
def _points(one: int, other: int) -> int:
    """Return the last digit of the sum of the spots. A Gee Joon tile counts 3 or 6, whichever is better."""
    return max((first + second) % 10 for first in _worth(one) for second in _worth(other))


def _worth(kind: int) -> tuple[int, ...]:
    return (3, 6) if kind in _GEE_JOON else (pips(kind),)


def _pair_place(kind: int) -> int:
    """Return the position of the tile's pair in the annex, from 1 for the highest."""
    return PAIRS.index(pair_of(kind)) + 1
