"""Equities before the flop compared with a plain ranking of seven cards that shares no code.

The test ranks all 1,712,304 boards. Ranks are bits, with one set of ranks for each suit. Unions of
intersections of these sets give the ranks that occur once, twice, three or four times. The greater set is the
better one.
"""

from __future__ import annotations

from fractions import Fraction
from functools import reduce
from itertools import chain, combinations

import numpy as np
import pytest
from numpy.typing import NDArray

from novamas.equipment.cards import cards
from novamas.hands.equity import equities

Sets = NDArray[np.int64]
EVERY_SET = range(1 << 13)


def top(count: int) -> Sets:
    """Return the n highest ranks of each set of ranks."""
    falling = ([rank for rank in range(12, -1, -1) if each >> rank & 1] for each in EVERY_SET)
    return np.array([sum(1 << rank for rank in ranks[:count]) for ranks in falling], dtype=np.int64)


def highest_run(ranks: int) -> int:
    """Return the highest straight among ranks as a number. The ace also counts below the two."""
    with_low_ace = ranks << 1 | ranks >> 12
    return max((high for high in range(4, 14) if with_low_ace >> (high - 4) & 31 == 31), default=0)


TOP = {count: top(count) for count in (1, 2, 3, 5)}
RUN = np.array([highest_run(each) for each in EVERY_SET], dtype=np.int64)
SIZE = np.array([each.bit_count() for each in EVERY_SET], dtype=np.int64)


def at_least(suits: list[Sets], count: int) -> Sets:
    """Return the ranks that occur n times."""
    parts = (reduce(np.bitwise_and, some) for some in combinations(suits, count))
    return reduce(np.bitwise_or, parts)


def strength(suits: list[Sets]) -> Sets:
    """Return the strength of seven cards, given the ranks of each suit."""
    one, two, three, four = (at_least(suits, count) for count in (1, 2, 3, 4))
    suited = reduce(np.bitwise_or, (np.where(SIZE[ranks] >= 5, ranks, 0) for ranks in suits))
    pair, pairs, trio = TOP[1][two], TOP[2][two], TOP[1][three]
    beside = TOP[1][two & ~trio]
    kinds = [  # from the lowest: what makes it, and what decides among equals
        (one, TOP[5][one], 0),
        (pair, pair, TOP[3][one & ~pair]),
        (SIZE[pairs] == 2, pairs, TOP[1][one & ~pairs]),
        (trio, trio, TOP[2][one & ~trio]),
        (RUN[one], RUN[one], 0),
        (suited, TOP[5][suited], 0),
        ((trio > 0) & (beside > 0), trio, beside),
        (four, four, TOP[1][one & ~four]),
        (RUN[suited], RUN[suited], 0),
    ]
    best = np.zeros_like(one)
    for kind, (is_made, first, then) in enumerate(kinds):
        best = np.where(is_made != 0, (kind << 26) + (first << 13) + then, best)
    return best


def by_suit(rows: Sets) -> list[Sets]:
    """Return the ranks of each suit in rows of cards, which are numbered by rank and then suit."""
    return [np.where(rows % 4 == suit, 1 << rows // 4, 0).sum(axis=1) for suit in range(4)]


@pytest.mark.soak
def test_every_board_before_the_flop() -> None:
    hands = [cards("As Ah"), cards("Ks Kh")]
    left = [card for card in range(52) if card not in (*hands[0], *hands[1])]
    every = chain.from_iterable(combinations(left, 5))
    board = by_suit(np.fromiter(every, dtype=np.int64).reshape(-1, 5))
    mine, theirs = (
        strength([ranks + own for ranks, own in zip(board, by_suit(np.array([hand])), strict=True)])
        for hand in hands
    )
    ways, wins, ties = len(mine), int((mine > theirs).sum()), int((mine == theirs).sum())
    found = equities("holdem", hands)
    assert (found.ways, found.is_exact) == (ways, True)
    assert (found.hands[0].wins, found.hands[0].ties) == (Fraction(wins, ways), Fraction(ties, ways))
