"""How each hand of a deck stands against every other that shares no card with it, counted exactly.

Hands that share cards are left out by inclusion and exclusion: from all hands below a strength those that
contain one of my cards are taken away, those that contain two are added again, and so on. So no pair of hands
is ever looked at.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.int64]

CARD_BITS = 6
STRENGTH_BITS = 16


def below(hands: NDArray[np.uint8], strengths: Numbers, limits: Numbers) -> Numbers:
    """For each hand, how many of the hands that share no card with it have less than its own limit."""
    size = hands.shape[1]
    found = np.searchsorted(np.sort(strengths), limits)
    for shared in range(1, size + 1):
        places = list(combinations(range(size), shared))
        keys = [_key(hands, chosen) for chosen in places]
        there = np.sort(np.concatenate([key + strengths for key in keys]))
        counts = [np.searchsorted(there, key + limits) - np.searchsorted(there, key) for key in keys]
        found = found + (-1) ** shared * np.sum(counts, axis=0)
    return found


def _key(hands: NDArray[np.uint8], places: tuple[int, ...]) -> Numbers:
    """The cards at these places as one number, with room for a strength behind it."""
    key = np.zeros(len(hands), dtype=np.int64)
    for place in places:
        key = key << CARD_BITS | hands[:, place]
    return key << STRENGTH_BITS
