"""The Chinese domino set of pai gow: 32 tiles of 21 kinds, which form sixteen pairs."""

from __future__ import annotations

import re
from collections.abc import Iterable

import msgspec

from novamas.errors import InvalidInput
from novamas.law import law


class Pair(msgspec.Struct, frozen=True):
    """Two tiles that form a pair: identical, or of two different kinds."""

    name: str
    meaning: str
    """The Spanish name, as on the placard."""
    looks: tuple[str, ...]
    clause: str
    """The clause that names it."""


@law("CM16.ANX1.2.a.1", "CM16.ANX1.2.a.2", "CM16.ANX1.2.a.3", "CM16.11.6.1")
def _pairs() -> tuple[Pair, ...]:
    """Return the sixteen pairs from the highest to the lowest, as the annex of the order names them."""
    return (
        Pair("Gee Joon", "Suprema", ("1:2", "2:4"), "CM16.ANX1.2.a.Parejas.1.1"),
        Pair("Teen", "Cielo", ("6:6",), "CM16.ANX1.2.a.Parejas.2.1"),
        Pair("Day", "Tierra", ("1:1",), "CM16.ANX1.2.a.Parejas.3.1"),
        Pair("Yun", "Hombre", ("4:4",), "CM16.ANX1.2.a.Parejas.4.1"),
        Pair("Gor", "Ganso", ("1:3",), "CM16.ANX1.2.a.Parejas.5.1"),
        Pair("Mooy", "Flor del Ciruelo", ("5:5",), "CM16.ANX1.2.a.Parejas.6.1"),
        Pair("Chong", "Montaña", ("3:3",), "CM16.ANX1.2.a.Parejas.7.1"),
        Pair("Bon", "Banco", ("2:2",), "CM16.ANX1.2.a.Parejas.8.1"),
        Pair("Foo", "Cabeza de Buey", ("5:6",), "CM16.ANX1.2.a.Parejas.9.1"),
        Pair("Ping", "Diez Pelirrojo", ("4:6",), "CM16.ANX1.2.a.Parejas.10.1"),
        Pair("Tit", "Siete Largo", ("1:6",), "CM16.ANX1.2.a.Parejas.11.1"),
        Pair("Look", "Mazo Rojo", ("1:5",), "CM16.ANX1.2.a.Parejas.12.1"),
        Pair("Chop Gow", "Nueves Mixtos", ("4:5", "3:6"), "CM16.ANX1.2.a.Parejas.13.1"),
        Pair("Chop Bot", "Ochos Mixtos", ("3:5", "2:6"), "CM16.ANX1.2.a.Parejas.14.1"),
        Pair("Chop Chit", "Sietes Mixtos", ("3:4", "2:5"), "CM16.ANX1.2.a.Parejas.15.1"),
        Pair("Chop Ng", "Cincos Mixtos", ("2:3", "1:4"), "CM16.ANX1.2.a.Parejas.16.1"),
    )


PAIRS = _pairs()
_LOOKS = tuple(look for pair in PAIRS for look in pair.looks)
_PAIR_OF = tuple(place for place, pair in enumerate(PAIRS) for _ in pair.looks)
_COPIES = tuple(2 // len(pair.looks) for pair in PAIRS for _ in pair.looks)

_ONE_TILE = re.compile(r"\[?([1-6])[:/-]([1-6])\]?")
_BETWEEN_TILES = re.compile(r"[\s,;+]+")

TILE_KINDS = tuple(range(len(_LOOKS)))
TILE_SET = tuple(kind for kind in TILE_KINDS for _ in range(_COPIES[kind]))
"""The 32 tiles. A tile is the number of its kind, so identical tiles are equal numbers."""


def tile(text: str) -> int:
    """Parse one tile from its spots, such as "6:6", "4:2", "4-2" or "[4:2]"."""
    found = _ONE_TILE.fullmatch(text.strip())
    ordered = ":".join(sorted(found.groups())) if found else ""
    if ordered not in _LOOKS:
        raise InvalidInput("tile_unreadable", given=text)
    return _LOOKS.index(ordered)


def tiles(text: str) -> tuple[int, ...]:
    """Parse tiles, such as "6:6 6:6 1:2" or "6:6+2:1".

    Raise `InvalidInput` if a word is not a tile, or if a tile occurs more often than in the set.
    """
    read = tuple(tile(word) for word in _BETWEEN_TILES.split(text) if word)
    for kind in read:
        if read.count(kind) > _COPIES[kind]:
            raise InvalidInput("tile_too_often", tile=_LOOKS[kind], copies=_COPIES[kind])
    return read


def tile_name(kind: int) -> str:
    """Return the name of a tile, which `tile` can read: "2:4"."""
    return _LOOKS[kind]


def tile_names(kinds: Iterable[int]) -> str:
    """Return the names of tiles, which `tiles` can read: "6:6 2:4"."""
    return " ".join(_LOOKS[kind] for kind in kinds)


def pips(kind: int) -> int:
    """Return the number of spots of a tile."""
    low, high = _LOOKS[kind].split(":")
    return int(low) + int(high)


def pair_of(kind: int) -> Pair:
    """Return the pair to which a tile belongs."""
    return PAIRS[_PAIR_OF[kind]]


def are_pair(one: int, other: int) -> bool:
    """Return whether two tiles form a pair: identical, or the two of a mixed pair."""
    return _PAIR_OF[one] == _PAIR_OF[other] and (one != other or _COPIES[one] == 2)
