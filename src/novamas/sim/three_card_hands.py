"""The numbers of three-card hands in the order of `every_hand`, for kernels to look up."""

from __future__ import annotations

from functools import cache
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from novamas.equipment.cards import DECK_52
from novamas.hands.batch import every_hand

CARDS = len(DECK_52)


@cache
def numbers_of_threes() -> NDArray[np.uint16]:
    """Return the numbers of three-card hands, by the index (first · 52 + second) · 52 + third."""
    threes = every_hand(DECK_52, 3).astype(np.int64)
    found = np.zeros(CARDS**3, np.uint16)
    for order in permutations(range(3)):
        first, second, third = (threes[:, place] for place in order)
        found[(first * CARDS + second) * CARDS + third] = np.arange(len(threes))
    return found
