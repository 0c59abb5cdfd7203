"""The kernel of pai gow dominoes: every kind of hand against every kind of hand of the other side."""

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
    """The kernel that counts, for each way to set each hand, what comes of it as a client and as a bank."""

    def kernel(
        first: int,  # of the hands that are looked at now
        last: int,
        kinds: Numbers,  # the different tiles of each kind of hand, then -1
        counts: Numbers,  # how often it has each of them
        copies: Numbers,  # how often the set has each tile
        choose: Numbers,  # in how many ways so many are taken out of so many
        lows: Numbers,  # strengths of the low hand, by hand and way; -1 where there is no such way
        highs: Numbers,
        theirs: Numbers,  # by which way each hand of the other side is set
        found: Numbers,  # by hand, way and role (client, bank): won, void, lost
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
