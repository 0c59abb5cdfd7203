"""All hands and all draws of the bank, enumerated once. Cards are values from ace (0) to tens (9)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import TypeAlias

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

ACE, TEN = 0, 9
VALUES = range(10)
BUST, BLACKJACK = 0, 22  # results of the bank by strength, with its points in between
RESULTS = 23
Cards: TypeAlias = tuple[int, ...]  # number of cards of each value, ten numbers
Numbers: TypeAlias = NDArray[np.int64]


def points_of(cards: Sequence[int]) -> tuple[int, bool]:
    """Return the points of some cards, and whether an ace among them counts eleven."""
    least = sum((value + 1) * count for value, count in enumerate(cards))
    is_soft = cards[ACE] > 0 and least <= 11
    return (least + 10 if is_soft else least), is_soft


def holding(*values: int) -> Cards:
    """Return a hand with these values, as the number of cards of each value."""
    counted = Counter(values)
    return tuple(counted[value] for value in VALUES)


def in_order(cards: Sequence[int]) -> tuple[int, ...]:
    """Return the values of a hand in order, the lowest first."""
    return tuple(value for value in VALUES for _ in range(cards[value]))


class Hands(Struct, frozen=True, eq=False):
    """All hands up to 21, the heaviest first, so that the results of drawing are already known."""

    cards: Numbers  # by hand, number of cards of each value
    points: Numbers
    is_soft: NDArray[np.bool_]
    size: Numbers
    after: Numbers  # by hand and card drawn, the resulting hand; -1 is over 21
    number: dict[Cards, int]

    def of(self, *values: int) -> int:
        """Return the index of the hand with these values."""
        return self.number[holding(*values)]

    def with_value(self, value: int) -> Numbers:
        """Return the hands with at least two cards, one of which has this value."""
        return np.flatnonzero((self.cards[:, value] > 0) & (self.size > 1))


@cache
def hands() -> Hands:
    """Return all hands of black jack up to 21."""
    found: list[Cards] = []

    def grow(cards: list[int], least: int, lowest: int) -> None:
        found.append(tuple(cards))
        for value in range(lowest, min(10, 21 - least)):
            cards[value] += 1
            grow(cards, least + value + 1, value)
            cards[value] -= 1

    grow([0] * 10, 0, 0)
    weight = {cards: sum((value + 1) * count for value, count in enumerate(cards)) for cards in found}
    found.sort(key=lambda cards: (-weight[cards], cards))
    number = {cards: place for place, cards in enumerate(found)}
    after = [[number.get(_with(cards, value), -1) for value in VALUES] for cards in found]
    counted = [points_of(cards) for cards in found]
    return Hands(
        cards=np.array(found, np.int64),
        points=np.array([points for points, _ in counted], np.int64),
        is_soft=np.array([is_soft for _, is_soft in counted], np.bool_),
        size=np.array([sum(cards) for cards in found], np.int64),
        after=np.array(after, np.int64),
        number=number,
    )


def _with(cards: Cards, value: int) -> Cards:
    return (*cards[:value], cards[value] + 1, *cards[value + 1 :])


class BankWays(Struct, frozen=True, eq=False):
    """All draws of the bank after its up card, as a tree in which each node adds a card.

    The orders of the same cards are counted together: `ways` of them end the bank's hand. Ends with the
    same result, number of cards and number of cards of the pair's value have the same weight. They
    share a sheaf.
    """

    parent: Numbers  # 0 is the root, before any card
    value: Numbers
    nth: Numbers  # number of earlier cards of the same value
    ways: NDArray[np.float64]
    sheaf: Numbers  # -1 if these cards do not end a hand
    result: Numbers  # by sheaf
    drawn: Numbers  # by sheaf, the number of cards
    same: Numbers  # by sheaf, the number of cards of the pair's value


class _Tree(Struct, frozen=True, eq=False):
    parent: Numbers
    value: Numbers
    nth: Numbers
    ways: NDArray[np.float64]
    result: Numbers
    counts: Numbers


@cache
def bank_ways(first: int, stands_on: int, pair: int = -1) -> BankWays:
    """Return the bank's draws after this up card until it stands, in sheaves for a pair or for none."""
    tree = _tree(first, stands_on)
    drawn = tree.counts.sum(axis=1)
    same = tree.counts[:, pair] if pair >= 0 else np.zeros_like(drawn)
    kinds = np.stack([tree.result, drawn, same], axis=1)
    ends = tree.ways > 0
    sheaves, sheaf = np.unique(kinds[ends], axis=0, return_inverse=True)
    of_node = np.full(len(drawn), -1, np.int64)
    of_node[ends] = sheaf.reshape(-1)
    columns = [np.ascontiguousarray(sheaves[:, column]) for column in range(3)]
    return BankWays(tree.parent, tree.value, tree.nth, tree.ways, of_node, *columns)


@cache
def _tree(first: int, stands_on: int) -> _Tree:
    ended: Counter[Cards] = Counter()
    results: dict[Cards, int] = {}

    def draw(held: list[int], drawn: list[int]) -> None:
        points, _ = points_of(held)
        if points >= stands_on:
            key = tuple(drawn)
            ended[key] += 1
            results[key] = _result(points, sum(drawn))
            return
        for value in VALUES:
            held[value] += 1
            drawn[value] += 1
            draw(held, drawn)
            held[value] -= 1
            drawn[value] -= 1

    draw(list(holding(first)), [0] * 10)
    nodes: dict[tuple[int, ...], int] = {(): 0}  # by the values drawn, lowest first
    rows: list[tuple[int, int, int]] = [(0, 0, 0)]
    for cards in sorted(ended):
        path: tuple[int, ...] = ()
        for value in in_order(cards):
            before, path = path, (*path, value)
            if path not in nodes:
                nodes[path] = len(rows)
                rows.append((nodes[before], value, before.count(value)))
    counts = [holding(*path) for path in nodes]
    parent, values, nth = (np.array(column, np.int64) for column in zip(*rows, strict=True))
    return _Tree(
        parent=parent,
        value=values,
        nth=nth,
        ways=np.array([ended[cards] for cards in counts], np.float64),
        result=np.array([results.get(cards, 0) for cards in counts], np.int64),
        counts=np.array(counts, np.int64),
    )


def _result(points: int, drawn: int) -> int:
    if points > 21:
        return BUST
    return BLACKJACK if points == 21 and drawn == 1 else points
