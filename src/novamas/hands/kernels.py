"""Kernels: numeric loops, compiled by numba at their first use.

A kernel takes the fields of `Tables`, in order. Each kernel is self-contained: arrays passed to helper
functions would be reference-counted within the loop, which is five times slower. Each has a fixed number
of cards, so the compiler unrolls its inner loops. Sums and indices are unsigned, because every access with
a signed index would test whether it is negative.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

Cards: TypeAlias = NDArray[np.uint8]
Counts: TypeAlias = NDArray[np.int64]
Numbers: TypeAlias = NDArray[np.uint64]
Shifts: TypeAlias = NDArray[np.uint16]
Strengths: TypeAlias = NDArray[np.uint16]

R = TypeVar("R")

RankHands: TypeAlias = Callable[
    [Numbers, np.uint64, Shifts, np.uint64, np.uint64, Strengths, Strengths, Cards, Strengths], bool
]
RankAgainst: TypeAlias = Callable[
    [Numbers, np.uint64, Shifts, np.uint64, np.uint64, Strengths, Strengths, Cards, Cards, int, Counts], None
]
TallyHands: TypeAlias = Callable[
    [Numbers, np.uint64, Shifts, np.uint64, np.uint64, Strengths, Strengths, int, int, Counts], None
]

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_TWO = np.uint64(2)
_SUIT = np.uint64(3)
_FOUR = np.uint64(4)
_ALL_RANKS = np.uint64(0x1FFF)
_HIGHEST_OF_A_SUIT = np.uint64(8)
_ENOUGH_SUITED = np.uint64(0x8888)
_ONE_OF_EACH_SUIT = np.uint64(0x1111)
_OUTSIDE_DECK = np.uint64(0xFFFF0000)
_LOWER_HALF = np.uint64(32)


def compiled(kernel: Callable[..., R]) -> Callable[..., R]:
    """Compile a kernel to machine code. numba is imported only here, because its import is slow."""
    from novamas.hands.kernel_cache import compile_kernel

    return compile_kernel(kernel)


@cache
def rank_hands(size: int) -> RankHands:
    """Return the kernel that ranks rows of `size` cards and reports whether all cards are of the deck."""

    def kernel(
        values: Numbers,
        start: np.uint64,
        shifts: Shifts,
        row_shift: np.uint64,
        column_mask: np.uint64,
        strengths: Strengths,
        suited: Strengths,
        hands: Cards,
        out: Strengths,
    ) -> bool:
        marks = _ZERO
        for hand in range(hands.shape[0]):
            total = start
            for place in range(size):
                total += values[hands[hand, place]]
            marks |= total
            flush = total & _ENOUGH_SUITED
            if flush == 0:
                column = (total >> _LOWER_HALF) + shifts[total >> row_shift]
                out[hand] = strengths[column & column_mask]
                continue
            # no branches, which would be unpredictable; the joker's bit is above the ranks
            suit = np.uint64(flush > 0x8) + np.uint64(flush > 0x80) + np.uint64(flush > 0x800)
            ranks = _ZERO
            for place in range(size):
                card = np.uint64(hands[hand, place])
                ranks |= np.uint64(card & _SUIT == suit) << (card >> _TWO)
            out[hand] = suited[ranks & _ALL_RANKS]
        return bool(marks & _OUTSIDE_DECK == 0)

    return compiled(kernel)


@cache
def rank_two_and_three(own: int) -> RankHands:
    """Return the kernel for rows of `own` hole cards and five community cards.

    A hand is two of the hole cards and three of the community cards.
    """
    pairs = own * (own - 1) // 2

    def kernel(
        values: Numbers,
        start: np.uint64,
        shifts: Shifts,
        row_shift: np.uint64,
        column_mask: np.uint64,
        strengths: Strengths,
        suited: Strengths,
        hands: Cards,
        out: Strengths,
    ) -> bool:
        marks = _ZERO
        of_own = np.empty(pairs, np.uint64)
        of_own_ranks = np.empty(pairs, np.uint64)
        for hand in range(hands.shape[0]):
            for place in range(own + 5):
                marks |= values[hands[hand, place]]
            pair = 0
            for one in range(own):
                for other in range(one + 1, own):
                    of_own[pair] = start + values[hands[hand, one]] + values[hands[hand, other]]
                    pair += 1
            best = np.uint16(0)
            for one in range(own, own + 3):
                for two in range(one + 1, own + 4):
                    for three in range(two + 1, own + 5):
                        of_common = values[hands[hand, one]] + values[hands[hand, two]]
                        of_common += values[hands[hand, three]]
                        for pair in range(pairs):
                            total = of_own[pair] + of_common
                            column = (total >> _LOWER_HALF) + shifts[total >> row_shift]
                            best = max(best, strengths[column & column_mask])
            for suit in range(4):
                common_suited = 0
                for place in range(own, own + 5):
                    common_suited += hands[hand, place] & 3 == suit
                if common_suited < 3:
                    continue
                pair = 0
                for one in range(own):
                    for other in range(one + 1, own):
                        if hands[hand, one] & 3 == suit and hands[hand, other] & 3 == suit:
                            of_own_ranks[pair] = _ONE << np.uint64(hands[hand, one] >> 2)
                            of_own_ranks[pair] |= _ONE << np.uint64(hands[hand, other] >> 2)
                            pair += 1
                for one in range(own, own + 3):
                    for two in range(one + 1, own + 4):
                        for three in range(two + 1, own + 5):
                            if (
                                hands[hand, one] & 3 == suit
                                and hands[hand, two] & 3 == suit
                                and hands[hand, three] & 3 == suit
                            ):
                                ranks = _ONE << np.uint64(hands[hand, one] >> 2)
                                ranks |= _ONE << np.uint64(hands[hand, two] >> 2)
                                ranks |= _ONE << np.uint64(hands[hand, three] >> 2)
                                for each in range(pair):
                                    best = max(best, suited[ranks | of_own_ranks[each]])
            out[hand] = best
        return bool(marks & _OUTSIDE_DECK == 0)

    return compiled(kernel)


@cache
def rank_against() -> RankAgainst:
    """Return the kernel that compares one hand with every two unseen cards and the same community cards."""

    def kernel(
        values: Numbers,
        start: np.uint64,
        shifts: Shifts,
        row_shift: np.uint64,
        column_mask: np.uint64,
        strengths: Strengths,
        suited: Strengths,
        common: Cards,
        unseen: Cards,
        mine: int,
        counts: Counts,
    ) -> None:
        base = start
        of_suits = np.zeros(4, np.uint64)
        for card in common:
            base += values[card]
            of_suits[card & 3] |= _ONE << np.uint64(card >> 2)
        for one in range(unseen.shape[0]):
            for other in range(one + 1, unseen.shape[0]):
                total = base + values[unseen[one]] + values[unseen[other]]
                flush = total & _ENOUGH_SUITED
                if flush == 0:
                    column = (total >> _LOWER_HALF) + shifts[total >> row_shift]
                    strength = strengths[column & column_mask]
                else:
                    suit = 0
                    while flush & _HIGHEST_OF_A_SUIT == 0:
                        flush >>= _FOUR
                        suit += 1
                    ranks = of_suits[suit]
                    if unseen[one] & 3 == suit:
                        ranks |= _ONE << np.uint64(unseen[one] >> 2)
                    if unseen[other] & 3 == suit:
                        ranks |= _ONE << np.uint64(unseen[other] >> 2)
                    strength = suited[ranks]
                counts[0] += strength < mine
                counts[1] += strength == mine
                counts[2] += strength > mine

    return compiled(kernel)


@cache
def tally_hands(size: int) -> TallyHands:
    """Return the kernel that enumerates all hands of `size` cards and counts those of each strength."""

    def kernel(
        values: Numbers,
        start: np.uint64,
        shifts: Shifts,
        row_shift: np.uint64,
        column_mask: np.uint64,
        strengths: Strengths,
        suited: Strengths,
        first: int,
        end: int,
        counts: Counts,
    ) -> None:
        # all but the last two cards advance like an odometer; the last two have loops of their own
        held = np.arange(first, first + size - 2)
        while True:
            base = start
            for place in range(size - 2):
                base += values[held[place]]
            for next_to_last in range(held[size - 3] + 1, end - 1):
                nearly = base + values[next_to_last]
                is_flush_near = (nearly + _ONE_OF_EACH_SUIT) & _ENOUGH_SUITED
                last = next_to_last + 1
                if is_flush_near == 0:
                    # no flush is possible: all four suits of a rank make the same hand
                    while last < end:
                        total = nearly + values[last]
                        column = (total >> _LOWER_HALF) + shifts[total >> row_shift]
                        same = min(4 - (last & 3), end - last)
                        counts[strengths[column & column_mask]] += same
                        last += same
                    continue
                suit = 0
                while is_flush_near & _HIGHEST_OF_A_SUIT == 0:
                    is_flush_near >>= _FOUR
                    suit += 1
                ranks = _ZERO
                for place in range(size - 2):
                    if held[place] & 3 == suit:
                        ranks |= _ONE << np.uint64(held[place] >> 2)
                if next_to_last & 3 == suit:
                    ranks |= _ONE << np.uint64(next_to_last >> 2)
                while last < end:
                    total = nearly + values[last]
                    if total & _ENOUGH_SUITED == 0:
                        column = (total >> _LOWER_HALF) + shifts[total >> row_shift]
                        counts[strengths[column & column_mask]] += 1
                    elif last & 3 == suit and last < 52:
                        counts[suited[ranks | _ONE << np.uint64(last >> 2)]] += 1
                    else:
                        counts[suited[ranks]] += 1
                    last += 1
            moving = size - 3
            while moving >= 0 and held[moving] == end - size + moving:
                moving -= 1
            if moving < 0:
                return
            held[moving] += 1
            for place in range(moving + 1, size - 2):
                held[place] = held[place - 1] + 1

    return compiled(kernel)
