"""The kernel of trijoker: three cards of the player and two community cards, in all combinations.

It takes the fields of `novamas.hands.tables.Tables` for five cards in their order, like the kernels
of `novamas.hands`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from novamas.hands.kernels import compiled

Cards: TypeAlias = NDArray[np.uint8]
Numbers: TypeAlias = NDArray[np.uint64]
Strengths: TypeAlias = NDArray[np.uint16]
Whole: TypeAlias = NDArray[np.int64]

WalkKernel: TypeAlias = Callable[
    [
        Numbers,
        np.uint64,
        Strengths,
        np.uint64,
        np.uint64,
        Strengths,
        Strengths,
        Cards,
        Whole,
        Whole,
        Whole,
        Whole,
        Whole,
        Whole,
    ],
    None,
]

LEFT = 49  # cards not in the hand

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_ENOUGH_SUITED = np.uint64(0x8888)
_LOWER_HALF = np.uint64(32)


@cache
def walk_hands() -> WalkKernel:
    """Return the kernel that plays all three-card hands by best play.

    `gain` and `kind` give the gain per unit and the outcome for each hand strength. The kernel writes
    the value of the first bet with each hand, and the value of the second bet with each community card,
    as sums over all cards that may come. It also adds up the ways to each outcome by the number of bets
    left in play.
    """

    def kernel(
        values: Numbers,
        start: np.uint64,
        shifts: Strengths,
        row_shift: np.uint64,
        column_mask: np.uint64,
        strengths: Strengths,
        suited: Strengths,
        hands: Cards,
        weights: Whole,
        gain: Whole,
        kind: Whole,
        first: Whole,
        second: Whole,
        ways: Whole,
    ) -> None:
        found = np.empty((LEFT, LEFT), np.uint16)
        left = np.empty(LEFT, np.uint8)
        for hand in range(hands.shape[0]):
            base = start
            ranks = _ZERO
            for card in hands[hand]:
                base += values[card]
                ranks |= _ONE << np.uint64(card >> 2)
            place = 0
            for card in range(52):
                if card not in hands[hand]:
                    left[place] = card
                    place += 1
            for one in range(LEFT):
                nearly = base + values[left[one]]
                for other in range(one + 1, LEFT):
                    total = nearly + values[left[other]]
                    if total & _ENOUGH_SUITED:
                        more = _ONE << np.uint64(left[one] >> 2) | _ONE << np.uint64(left[other] >> 2)
                        strength = suited[ranks | more]
                    else:
                        column = (total >> _LOWER_HALF) + shifts[total >> row_shift]
                        strength = strengths[column & column_mask]
                    found[one, other] = found[other, one] = strength
                    second[hand, left[one]] += gain[strength]
                    second[hand, left[other]] += gain[strength]
            for one in range(LEFT):
                first[hand] += second[hand, left[one]]
            for one in range(LEFT):
                bets = int(first[hand] > 0) + int(second[hand, left[one]] > 0)
                for other in range(LEFT):
                    if other != one:
                        ways[bets, kind[found[one, other]]] += weights[hand]

    return compiled(kernel)
