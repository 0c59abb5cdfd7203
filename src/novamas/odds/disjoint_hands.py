"""Exact comparison of each hand of a deck with all hands that share no card with it.

Inclusion–exclusion: all hands below a strength are counted. From this number the hands that contain
one of the given cards are subtracted, those that contain two are added again, and so on. No pair of
hands is ever compared.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.int64]

CARD_BITS = 6
STRENGTH_BITS = 16


def below(hands: NDArray[np.uint8], strengths: Numbers, limits: Numbers) -> Numbers:
    """Count for each hand the hands below its limit of strength that share no card with it."""
    size = hands.shape[1]
    found = np.searchsorted(np.sort(strengths), limits)
    for shared in range(1, size + 1):
        position_sets = list(combinations(range(size), shared))
        keys = [_key(hands, chosen) for chosen in position_sets]
        sorted_keys = np.sort(np.concatenate([key + strengths for key in keys]))
        counts = [
            np.searchsorted(sorted_keys, key + limits) - np.searchsorted(sorted_keys, key) for key in keys
        ]
        found = found + (-1) ** shared * np.sum(counts, axis=0)
    return found


def _key(hands: NDArray[np.uint8], positions: tuple[int, ...]) -> Numbers:
    """Return the cards at these positions as one number. Its low bits are free for a strength."""
    key = np.zeros(len(hands), dtype=np.int64)
    for place in positions:
        key = key << CARD_BITS | hands[:, place]
    return key << STRENGTH_BITS
