"""The kernel of pai gow with dominoes: every kind of hand against every kind of the opponent's."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from novamas.hands.kernels import compiled

Numbers: TypeAlias = NDArray[np.int64]
Against: TypeAlias = Callable[
    [int, int, Numbers, Numbers, Numbers, Numbers, Numbers, Numbers, Numbers, Numbers], None
]


@cache
def against_all() -> Against:
    """Return the kernel that counts the results of each hand's settings, as a player and as the bank."""

    def kernel(
        first: int,  # range of the hands to process now
        last: int,
        kinds: Numbers,  # the distinct tiles of each kind of hand, then -1
        counts: Numbers,  # the number of each in the hand
        copies: Numbers,  # the number of copies of each tile in the set
        choose: Numbers,  # binomial coefficients
        lows: Numbers,  # strengths of the low hand, by hand and setting; -1 if there is no such setting
        highs: Numbers,
        theirs: Numbers,  # the opponent's setting of each hand
        found: Numbers,  # by hand, setting and role (player, bank): won, push, lost
    ) -> None:
        left = np.empty_like(copies)
        for mine in range(first, last):
            left[:] = copies
            for place in range(4):
                if kinds[mine, place] >= 0:
                    left[kinds[mine, place]] -= counts[mine, place]
            for other in range(len(kinds)):
                ways = 1
                for place in range(4):
                    if kinds[other, place] >= 0:
                        ways *= choose[left[kinds[other, place]], counts[other, place]]
                if ways == 0:
                    continue
                low, high = lows[other, theirs[other]], highs[other, theirs[other]]
                for way in range(3):
                    if lows[mine, way] >= 0:
                        lost = np.int64(lows[mine, way] <= low) + np.int64(highs[mine, way] <= high)
                        found[mine, way, 0, lost] += ways
                        lost = np.int64(lows[mine, way] < low) + np.int64(highs[mine, way] < high)
                        found[mine, way, 1, lost] += ways

    return compiled(kernel)
