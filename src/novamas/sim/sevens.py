"""The best five of seven cards, compiled into the kernels that ask for it."""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_TWO = np.uint64(2)
_SUIT = np.uint64(3)
_ALL_RANKS = np.uint64(0x1FFF)
_ENOUGH_SUITED = np.uint64(0x8888)
_LOWER_HALF = np.uint64(32)


@njit(cache=True, nogil=True, inline="always")
def best_of_seven(
    values: NDArray[np.uint64],
    start: np.uint64,
    shifts: NDArray[np.uint16],
    row_shift: np.uint64,
    column_mask: np.uint64,
    strengths: NDArray[np.uint16],
    suited: NDArray[np.uint16],
    cards: NDArray[np.uint8],
    own: int,
    board: int,
) -> int:
    """The strength of two cards, from one place of the deck on, with five from another."""
    total = start + values[cards[own]] + values[cards[own + 1]]
    for place in range(board, board + 5):
        total += values[cards[place]]
    flush = total & _ENOUGH_SUITED
    if flush == _ZERO:
        column = (total >> _LOWER_HALF) + shifts[total >> row_shift]
        return np.int64(strengths[column & column_mask])  # type: ignore[return-value]
    suit = np.uint64(flush > 0x8) + np.uint64(flush > 0x80) + np.uint64(flush > 0x800)
    ranks = _ZERO
    for place in range(board - 2, board + 5):
        card = np.uint64(cards[place if place >= board else place - board + 2 + own])
        ranks |= np.uint64(card & _SUIT == suit) << (card >> _TWO)
    return np.int64(suited[ranks & _ALL_RANKS])  # type: ignore[return-value]
