"""The house way of pai gow dominoes: how the croupier makes two hands of four tiles."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from msgspec import Struct

from novamas.families.pai_gow.house_ways import WayRule
from novamas.hands import TileCategory, TileHand, tile_hand
from novamas.law import law


class HouseWay(Struct, frozen=True, forbid_unknown_fields=True):
    """A published house way: what a low hand and a high hand are worth, by points; a pair comes after all."""

    cite: tuple[str, ...]
    low: tuple[int, ...]
    high: tuple[int, ...]

    @property
    def rules(self) -> tuple[WayRule, ...]:
        """The rules by which it is published: what each hand is worth, and which two are taken."""
        rows = [
            WayRule(_WORTH.get(place, "worth_of_points"), {"points": place, "low": low, "high": high})
            for place, (low, high) in enumerate(zip(self.low, self.high, strict=True))
        ]
        return (WayRule("worth_most"), *rows, WayRule("better_low"))

    def worth(self, way: Way) -> int:
        """What both hands are worth together."""
        return self.low[_place(way.low)] + self.high[_place(way.high)]


_PAIR = 12  # after 9 points, Gong and Wong
_WORTH = {10: "worth_of_gong", 11: "worth_of_wong", _PAIR: "worth_of_pair"}


class Way(NamedTuple):
    """One way to make two hands of four tiles."""

    low: TileHand
    high: TileHand


@cache
@law("CM16.11.1.1")
def ways(tiles: tuple[int, ...]) -> tuple[Way, ...]:
    """The three ways, or fewer where tiles are alike; the hand of less value is the low one: our reading."""
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
    """How the croupier sets these four tiles: the greatest worth, and then the best low hand."""
    return max(ways(tiles), key=lambda each: (way.worth(each), each.low.strength, each.high.strength))


def _place(hand: TileHand) -> int:
    return _PAIR if hand.category is TileCategory.PAREJA else hand.points
