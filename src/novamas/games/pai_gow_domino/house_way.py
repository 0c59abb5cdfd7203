"""The house way of pai gow dominoes: the croupier's way to set four tiles as two hands."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from msgspec import Struct

from novamas.families.pai_gow.house_ways import WayRule
from novamas.hands import TileCategory, TileHand, tile_hand
from novamas.law import law


class HouseWay(Struct, frozen=True, forbid_unknown_fields=True):
    """A published house way: the value of a low and a high hand by points. The last value is for a pair."""

    cite: tuple[str, ...]
    low: tuple[int, ...]
    high: tuple[int, ...]

    @property
    def rules(self) -> tuple[WayRule, ...]:
        """The rules as published: the value of each hand, and the choice of the greatest value."""
        rows = [
            WayRule(_WORTH.get(place, "worth_of_points"), {"points": place, "low": low, "high": high})
            for place, (low, high) in enumerate(zip(self.low, self.high, strict=True))
        ]
        return (WayRule("worth_most"), *rows, WayRule("better_low"))

    def worth(self, way: Way) -> int:
        """Return the value of both hands together."""
        return self.low[_place(way.low)] + self.high[_place(way.high)]


_PAIR = 12  # index after 0 to 9 points, Gong and Wong
_WORTH = {10: "worth_of_gong", 11: "worth_of_wong", _PAIR: "worth_of_pair"}


class Way(NamedTuple):
    """A way to set four tiles as two hands."""

    low: TileHand
    high: TileHand


@cache
@law("CM16.11.1.1")
def ways(tiles: tuple[int, ...]) -> tuple[Way, ...]:
    """Return the ways to set four tiles: three, or fewer if tiles are alike.

    It is our reading that the hand with the lower value is the low hand.
    """
    first, *others = sorted(tiles)
    found = {}
    for partner in others:
        rest = list(others)
        rest.remove(partner)
        hands = tile_hand(first, partner), tile_hand(rest[0], rest[1])
        low, high = sorted(hands, key=lambda hand: (hand.strength, sorted(hand.tiles)))
        found[tuple(sorted(low.tiles)), tuple(sorted(high.tiles))] = Way(low, high)
    return tuple(found.values())


@cache
def chosen(tiles: tuple[int, ...], way: HouseWay) -> Way:
    """Return the croupier's way to set four tiles: the greatest value, and then the best low hand."""
    return max(ways(tiles), key=lambda each: (way.worth(each), each.low.strength, each.high.strength))


def _place(hand: TileHand) -> int:
    return _PAIR if hand.category is TileCategory.PAREJA else hand.points
