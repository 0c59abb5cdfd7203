"""The kernel of bacará a dos paños: all coups of a shoe, by the bank's pair and both sides' acts."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from novamas.hands.kernels import compiled

Numbers: TypeAlias = NDArray[np.int64]
Count: TypeAlias = Callable[[Numbers, Numbers, Numbers, Numbers, int, Numbers], None]


@cache
def count_coups() -> Count:
    """Return the kernel that counts the bank's results on both sides, both standing and drawing.

    Only coups without a natural of the bank are counted. Every coup counts as nine cards, whether they
    are drawn or not. Because the order of cards does not matter, the cards of one hand are taken before
    those of the next.
    """

    def kernel(
        counts: Numbers,  # cards by points
        banks: Numbers,  # pairs of the bank
        hands: Numbers,  # of one side: two cards, a third or -1, points, what it did, whether it had five
        padding: Numbers,  # ways of the cards left undrawn, by the number drawn after the bank's pair
        kept: int,  # 1 if cards are not put back
        found: Numbers,  # by the bank's pair, did, five, did, five, draws: the nine results
    ) -> None:
        left = counts.copy()
        for pair in range(len(banks)):
            bank = (banks[pair, 0] + banks[pair, 1]) % 10
            for card in banks[pair]:
                left[card] -= kept
            for first in hands:
                ways_1, cards_1 = 1, 0
                for card in first[:3]:
                    if card >= 0:
                        ways_1 *= max(left[card], 0)
                        left[card] -= kept
                        cards_1 += 1
                if first[0] != first[1]:
                    ways_1 *= 2
                for second in hands:
                    ways, drawn = ways_1, cards_1
                    for card in second[:3]:
                        if card >= 0:
                            ways *= max(left[card], 0)
                            left[card] -= kept
                            drawn += 1
                    if second[0] != second[1]:
                        ways *= 2
                    if ways > 0:
                        cell = found[pair, first[4], first[5], second[4], second[5]]
                        for card in range(-1, 10):
                            end = bank if card < 0 else (bank + card) % 10
                            fares_1 = 0 if first[4] > 10 else 1 + (end > first[3]) - (end < first[3])
                            fares_2 = 0 if second[4] > 10 else 1 + (end > second[3]) - (end < second[3])
                            fares = 3 * fares_1 + fares_2
                            if card < 0:
                                cell[0, fares] += ways * padding[drawn]
                            elif left[card] > 0:
                                cell[1, fares] += ways * left[card] * padding[drawn + 1]
                    for card in second[:3]:
                        if card >= 0:
                            left[card] += kept
                for card in first[:3]:
                    if card >= 0:
                        left[card] += kept
            for card in banks[pair]:
                left[card] += kept

    return compiled(kernel)
