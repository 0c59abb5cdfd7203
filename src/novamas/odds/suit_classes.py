"""Hands that differ only in the names of suits are computed once, because suits have no rank."""

from __future__ import annotations

from functools import cache
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from novamas.equipment.cards import DECK_52
from novamas.hands.batch import every_hand


@cache
def suit_classes(size: int) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """Return one hand from each class of hands that differ only in suits, and each class's size."""
    hands = every_hand(DECK_52, size)
    least = np.full(len(hands), np.iinfo(np.int64).max, dtype=np.int64)
    for suits in permutations(range(4)):
        moved = (hands & 0xFC) | np.array(suits, dtype=np.uint8)[hands & 3]
        moved.sort(axis=1)
        np.minimum(least, _written(moved), out=least)
    found, weights = np.unique(least, return_counts=True)
    cards = np.stack([found >> 6 * place & 63 for place in reversed(range(size))], axis=1)
    return cards.astype(np.uint8), weights


def _written(hands: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Return each row of cards encoded as one number."""
    number = np.zeros(len(hands), dtype=np.int64)
    for place in range(hands.shape[1]):
        number = number << 6 | hands[:, place]
    return number
