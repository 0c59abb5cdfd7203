"""All hands of a deck on one ladder. The strength of a hand is its rung, counted from the weakest."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb, prod
from typing import NamedTuple

from novamas.hands.rankings import Category, Shape
from novamas.hands.reference import ACE, Key, made_of


class Rung(NamedTuple):
    """Hands that tie with one another: their combination and how many hands they are."""

    category: Category
    hands: int


class Ladder:
    """The strengths of all hands of one shape: 1 for the weakest, one more for every better rung."""

    def __init__(self, shape: Shape) -> None:
        self.shape = shape
        hands: Counter[Key] = Counter()
        categories: dict[Key, Category] = {}
        keys: dict[bool, dict[tuple[int, ...], Key]] = {False: {}, True: {}}
        for ranks in _rank_sets(shape):
            for is_suited, count in _suitings(ranks):
                made = made_of(ranks, is_suited, shape)
                hands[made.key] += count
                categories[made.key] = made.category
                keys[is_suited][ranks] = made.key
        ascending = sorted(hands)
        self._strengths = {key: strength for strength, key in enumerate(ascending, start=1)}
        self._by_ranks = {
            is_suited: {ranks: self._strengths[key] for ranks, key in each.items()}
            for is_suited, each in keys.items()
        }
        self.rungs = tuple(Rung(categories[key], hands[key]) for key in ascending)

    def strength(self, key: Key) -> int:
        """Return the rung of a hand with this comparison key."""
        return self._strengths[key]

    def strength_of_ranks(self, ranks: tuple[int, ...], is_suited: bool) -> int:
        """Return the rung of a hand with these sorted ranks. If a rank is missing, the hand has the joker."""
        return self._by_ranks[is_suited][ranks]

    def best_of_ranks(self, ranks: tuple[int, ...]) -> tuple[int, ...]:
        """Return the ranks of the best hand among these sorted ranks, for cards without a flush."""
        return max(combinations(ranks, self.shape.cards), key=self._by_ranks[False].__getitem__)

    def category(self, strength: int) -> Category:
        """Return the combination of the hands on a rung."""
        return self.rungs[strength - 1].category


@cache
def ladder(shape: Shape) -> Ladder:
    """Return the ladder of a shape (cached)."""
    return Ladder(shape)


def _rank_sets(shape: Shape) -> list[tuple[int, ...]]:
    """Return the sorted ranks of every possible hand. A hand with the joker has one rank fewer."""
    ranks = range(shape.lowest_rank, ACE + 1)
    sizes = (shape.cards, shape.cards - 1) if shape.has_joker else (shape.cards,)
    return [
        each
        for size in sizes
        for each in combinations_with_replacement(ranks, size)
        if max(Counter(each).values()) <= 4
    ]


def _suitings(ranks: tuple[int, ...]) -> list[tuple[bool, int]]:
    """Return how many hands with these ranks are no flush and, if that is possible, how many are one."""
    ways = prod(comb(4, count) for count in Counter(ranks).values())
    if len(set(ranks)) < len(ranks) or len(ranks) == 1:
        return [(False, ways)]
    return [(False, ways - 4), (True, 4)]
