"""The kernel of bacará a dos paños: all coups of a shoe, by the bank's pair and what each cloth does."""

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
    """The kernel that counts how a bank without a natural fares on both cloths, if it stands and if it draws.

    Cards that a coup leaves undrawn are counted as drawn all the same, so that every coup is of nine. The
    order in which cards come does not matter: those of one hand are taken before those of the next.
    """

    def kernel(
        counts: Numbers,  # cards of each number of points
        banks: Numbers,  # the pairs of the bank
        hands: Numbers,  # of a cloth: two cards, a third or -1, points, what it did, whether it had five
        padding: Numbers,  # by how many cards were drawn after the bank's pair: the ways of the rest
        kept: int,  # 1 where cards are not put back
        found: Numbers,  # by the bank's pair, did, five, did, five, draws: the nine ways to fare
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
