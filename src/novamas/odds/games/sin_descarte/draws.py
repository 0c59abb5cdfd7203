"""Draws that one more card may complete: a flush, an open-ended straight, a straight with a gap."""

from __future__ import annotations

from enum import IntEnum

import numpy as np
from numpy.typing import NDArray


class Draw(IntEnum):
    """The best draw that the exchange of one card may complete."""

    NONE = 0
    INSIDE_STRAIGHT = 1
    OPEN_STRAIGHT = 2
    FLUSH = 3


_RUNS = tuple(0b11111 << lowest for lowest in range(10))  # from the low ace to the high ace
_OPEN = tuple(0b1111 << lowest for lowest in range(1, 10))  # from 2-3-4-5 to T-J-Q-K
_ONES = np.array([number.bit_count() for number in range(1 << 14)])


def draws_of(hands: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Return the draw of each five-card hand. A made straight or flush counts as a draw, too."""
    suits = np.max([np.sum((hands & 3) == suit, axis=1) for suit in range(4)], axis=0)
    held = np.zeros(len(hands), np.int64)
    for place in range(hands.shape[1]):
        held |= np.int64(2) << (hands[:, place] >> 2).astype(np.int64)
    held |= held >> 13  # the ace is also low
    inside = np.any([_ONES[held & run] >= 4 for run in _RUNS], axis=0)
    open_ended = np.any([(held & run) == run for run in _OPEN], axis=0)
    found = np.where(inside, Draw.INSIDE_STRAIGHT, Draw.NONE)
    found = np.where(open_ended, Draw.OPEN_STRAIGHT, found)
    return np.where(suits >= 4, Draw.FLUSH, found).astype(np.int64)
