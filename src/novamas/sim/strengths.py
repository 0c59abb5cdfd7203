"""The strength of a hand of cards, compiled into the kernels that use it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from novamas.hands.tables import Tables
from novamas.sim.compiler import part_of_kernel

_ZERO = np.uint64(0)
_TWO = np.uint64(2)
_SUIT = np.uint64(3)
_ALL_RANKS = np.uint64(0x1FFF)
_ENOUGH_SUITED = np.uint64(0x8888)
_LOWER_HALF = np.uint64(32)


@part_of_kernel
def strength_of(
    tables: Tables, cards: NDArray[np.uint8], own: int, many: int, board: int, common: int
) -> int:
    """Return the strength of the best hand from `many` own cards and `common` community cards.

    `own` and `board` are the first positions of each.
    """
    total = tables.start
    for place in range(own, own + many):
        total += tables.values[cards[place]]
    for place in range(board, board + common):
        total += tables.values[cards[place]]
    flush = total & _ENOUGH_SUITED
    if flush == _ZERO:
        column = (total >> _LOWER_HALF) + tables.shifts[total >> tables.row_shift]
        return np.int64(tables.strengths[column & tables.column_mask])  # type: ignore[return-value]
    suit = np.uint64(flush > 0x8) + np.uint64(flush > 0x80) + np.uint64(flush > 0x800)
    ranks = _ZERO
    for place in range(many + common):
        card = np.uint64(cards[own + place if place < many else board + place - many])
        ranks |= np.uint64(card & _SUIT == suit) << (card >> _TWO)
    return np.int64(tables.suited[ranks & _ALL_RANKS])  # type: ignore[return-value]
