"""Kernels of no-draw poker: weights of the bank's hands, and the part that a player's cards leave.

The bank shows one card. Its other four are a set D of the cards left, and every D has a weight. A
row of the counters belongs to a set S of up to three cards. For every card d, the row has the sum
of the weights of all D that contain S and d, with the sign of inclusion–exclusion. The rows are
those of no card, of one (from row 1 on), of two and of three.

What a player's five cards leave of the weights is then a sum of such numbers. What they leave
together with any sixth card d is smaller by a sum of whole rows, which is found for all d at once.

If the deck has all suits and the bank shows a club, hands that differ only in the names of the
other suits are worth the same. Only one of them, the representative, is computed: the one whose
diamonds are highest and whose spades are lowest, as numbers with a bit for each rank.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import comb
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from novamas.hands.kernels import compiled

Cards: TypeAlias = NDArray[np.uint8]
Whole: TypeAlias = NDArray[np.int64]
Small: TypeAlias = NDArray[np.int32]
Masks: TypeAlias = NDArray[np.uint64]
Acts: TypeAlias = NDArray[np.int8]

WIDTH = 52
FOLD, GO, BUY = 0, 1, 2  # BUY + n discards the n-th card, counted from 0

_ONE = np.uint64(1)
_TWO = np.uint64(2)
_SIX = np.uint64(6)
_PAIRS = np.uint64(1 + WIDTH)
_TRIPLES = np.uint64(1 + WIDTH + comb(WIDTH, 2))


class Counters:
    """Sums of the weights of the bank's hands, arranged by the cards in them."""

    def __init__(self) -> None:
        self.whole = np.zeros(1, np.int64)
        self.rows = np.zeros((int(_TRIPLES) + comb(WIDTH, 3), WIDTH), np.int32)

    @property
    def arrays(self) -> tuple[Whole, Small]:
        return self.whole, self.rows

    def add(self, fours: Cards, weight: int) -> None:
        """Add `weight` to each of these hands of the bank."""
        if weight and len(fours):
            _add()(*self.arrays, fours, weight)


@cache
def _add() -> Callable[[Whole, Small, Cards, int], None]:
    def kernel(whole: Whole, rows: Small, fours: Cards, weight: int) -> None:
        for hand in range(fours.shape[0]):
            whole[0] += weight
            for i in range(4):
                a = np.uint64(fours[hand, i])
                rows[0, a] += weight
                for j in range(4):
                    if j == i:
                        continue
                    b = np.uint64(fours[hand, j])
                    rows[_ONE + a, b] -= weight
                    if j < i:
                        continue
                    ab = a + b * (b - _ONE) // _TWO
                    for k in range(4):
                        if k in (i, j):
                            continue
                        c = np.uint64(fours[hand, k])
                        rows[_PAIRS + ab, c] += weight
                        if k < j:
                            continue
                        abc = ab + c * (c - _ONE) * (c - _TWO) // _SIX
                        rows[_TRIPLES + abc, fours[hand, 6 - i - j - k]] -= weight

    return compiled(kernel)


@cache
def stand() -> Callable[[Whole, Small, Cards, Whole], None]:
    """Return the kernel that computes the weight of the bank's hands that each hand leaves possible."""

    def kernel(whole: Whole, rows: Small, fives: Cards, out: Whole) -> None:
        for hand in range(fives.shape[0]):
            left = whole[0]
            for i in range(5):
                a = np.uint64(fives[hand, i])
                left -= rows[0, a]
                for j in range(i + 1, 5):
                    b = np.uint64(fives[hand, j])
                    left -= rows[_ONE + a, b]
                    ab = a + b * (b - _ONE) // _TWO
                    for k in range(j + 1, 5):
                        c = np.uint64(fives[hand, k])
                        left -= rows[_PAIRS + ab, c]
                        abc = ab + c * (c - _ONE) * (c - _TWO) // _SIX
                        for last in range(k + 1, 5):
                            left -= rows[_TRIPLES + abc, fives[hand, last]]
            out[hand] = left

    return compiled(kernel)


@cache
def name_fours() -> Callable[[Cards, bool, Small, Acts], None]:
    """Return the kernel that numbers the four-card subsets of each hand and gives the hand its weight.

    If suits are equivalent, one hand represents all hands that differ only by a permutation of the
    suits, and its weight is their number. The other hands have the weight 0, and their subsets the
    number -1.
    """

    def kernel(fives: Cards, alike: bool, kept: Small, weights: Acts) -> None:
        suits = np.empty(4, np.int64)
        for hand in range(fives.shape[0]):
            for out in range(-1, 5):
                suits[:] = 0
                number = np.int64(0)
                many = np.int64(0)
                for place in range(5):
                    if place == out:
                        continue
                    card = np.int64(fives[hand, place])
                    suits[card & 3] |= np.int64(1) << (card >> 2)
                    many += 1
                    if many == 1:
                        number += card
                    elif many == 2:
                        number += card * (card - 1) // 2
                    elif many == 3:
                        number += card * (card - 1) * (card - 2) // 6
                    elif many == 4:
                        number += card * (card - 1) * (card - 2) * (card - 3) // 24
                is_first = not alike or suits[1] >= suits[2] >= suits[3]
                if out >= 0:
                    kept[hand, out] = number if is_first else -1
                elif not alike:
                    weights[hand] = 1
                elif not is_first:
                    weights[hand] = 0
                elif suits[1] == suits[3]:
                    weights[hand] = 1
                else:
                    weights[hand] = 3 if suits[1] == suits[2] or suits[2] == suits[3] else 6

    return compiled(kernel)


@cache
def look_on() -> Callable[[Whole, Small, Cards, Small, int, int, int, Masks, Whole], None]:
    """Return the kernel that decides for each discard whether a hand with a bought card stays in.

    It marks the discards with which the hand stays in, and adds the value of the better act to `sums[K,
    d]` for the four cards K kept. `kept` has their numbers by the position of the card bought.
    """

    def kernel(
        whole: Whole,
        rows: Small,
        fives: Cards,
        kept: Small,
        scale: int,
        aside: int,
        fold: int,
        goes: Masks,
        sums: Whole,
    ) -> None:
        named = np.empty(25, np.uint64)
        row = np.empty(WIDTH, np.int32)
        values = np.empty(WIDTH, np.int64)
        for hand in range(fives.shape[0]):
            left = whole[0]
            many = 0
            for i in range(5):
                a = np.uint64(fives[hand, i])
                left -= rows[0, a]
                named[many] = _ONE + a
                many += 1
                for j in range(i + 1, 5):
                    b = np.uint64(fives[hand, j])
                    left -= rows[_ONE + a, b]
                    ab = a + b * (b - _ONE) // _TWO
                    named[many] = _PAIRS + ab
                    many += 1
                    for k in range(j + 1, 5):
                        c = np.uint64(fives[hand, k])
                        left -= rows[_PAIRS + ab, c]
                        abc = ab + c * (c - _ONE) * (c - _TWO) // _SIX
                        named[many] = _TRIPLES + abc
                        many += 1
                        for last in range(k + 1, 5):
                            left -= rows[_TRIPLES + abc, fives[hand, last]]
            for card in range(WIDTH):
                row[card] = rows[0, card]
            for group in range(0, 25, 5):
                r0, r1, r2 = named[group], named[group + 1], named[group + 2]
                r3, r4 = named[group + 3], named[group + 4]
                for card in range(WIDTH):
                    row[card] += rows[r0, card] + rows[r1, card] + rows[r2, card]
                    row[card] += rows[r3, card] + rows[r4, card]
            mask = np.uint64(0)
            for card in range(WIDTH):
                value = scale * (left - row[card]) + aside
                mask |= np.uint64(value >= fold) << np.uint64(card)
                values[card] = max(value, fold)
            goes[hand] = mask
            for place in range(5):
                values[fives[hand, place]] = 0
            for place in range(5):
                four = kept[hand, place]
                if four >= 0:
                    for card in range(WIDTH):
                        sums[four, card] += values[card]

    return compiled(kernel)


@cache
def choose() -> Callable[[Cards, Acts, bool, Whole, Whole, int, int, Acts, Whole, Acts], None]:
    """Return the kernel that finds the best act with each hand.

    `stays` is the value of staying in with the hand, `sums` the value of each discard. The kernel
    writes the act and its value. It adds the weight of each hand that buys to `bought[K, d]`, for the
    four cards K kept and the discard d. Suits are renamed so that K is a representative.
    """

    def kernel(
        fives: Cards,
        weights: Acts,
        alike: bool,
        stays: Whole,
        sums: Whole,
        fold: int,
        price: int,
        acts: Acts,
        values: Whole,
        bought: Acts,
    ) -> None:
        suits, renamed = np.empty(4, np.int64), np.empty(4, np.int64)
        cards = np.empty(4, np.int64)
        for hand in range(fives.shape[0]):
            best, act = fold, FOLD
            best_four, best_card = np.int64(0), np.int64(0)
            if stays[hand] >= best:
                best, act = stays[hand], GO
            for out in range(5):
                suits[:] = 0
                for place in range(5):
                    if place != out:
                        card = np.int64(fives[hand, place])
                        suits[card & 3] |= np.int64(1) << (card >> 2)
                for each in range(4):
                    renamed[each] = each
                if alike:  # diamonds, hearts and spades in order of the four cards' ranks
                    for each in range(1, 4):
                        place = 1
                        for other in range(1, 4):
                            if suits[other] > suits[each] or (suits[other] == suits[each] and other < each):
                                place += 1
                        renamed[each] = place
                many = 0
                for place in range(5):
                    if place != out:
                        card = np.int64(fives[hand, place])
                        card = (card & ~3) | renamed[card & 3]
                        at = many
                        while at > 0 and cards[at - 1] > card:
                            cards[at] = cards[at - 1]
                            at -= 1
                        cards[at] = card
                        many += 1
                a, b, c, e = cards[0], cards[1], cards[2], cards[3]
                four = a + b * (b - 1) // 2 + c * (c - 1) * (c - 2) // 6
                four += e * (e - 1) * (e - 2) * (e - 3) // 24
                laid = np.int64(fives[hand, out])
                laid = (laid & ~3) | renamed[laid & 3]
                value = sums[four, laid] - price
                if value > best:
                    best, act, best_four, best_card = value, BUY + out, four, laid
            acts[hand] = act
            values[hand] = best
            if act >= BUY:
                bought[best_four, best_card] += weights[hand]

    return compiled(kernel)


@cache
def look_back() -> Callable[[Whole, Small, Cards, Small, Masks, Acts, Whole], None]:
    """Return the kernel that sums the weights left by hands with a bought card, over all buyers.

    It adds to `totals` the weight left where the hand stays in, how often it does, and how often it
    folds.
    """

    def kernel(
        whole: Whole, rows: Small, fives: Cards, kept: Small, goes: Masks, bought: Acts, totals: Whole
    ) -> None:
        many = np.empty(WIDTH, np.int64)
        for hand in range(fives.shape[0]):
            found = np.int64(0)
            many[:] = 0
            for place in range(5):
                four = kept[hand, place]
                if four >= 0:
                    for card in range(WIDTH):
                        many[card] += bought[four, card]
            for place in range(5):
                many[fives[hand, place]] = 0
            for card in range(WIDTH):
                found += many[card]
            if found == 0:
                continue
            left = whole[0]
            for i in range(5):
                a = np.uint64(fives[hand, i])
                left -= rows[0, a]
                for j in range(i + 1, 5):
                    b = np.uint64(fives[hand, j])
                    left -= rows[_ONE + a, b]
                    ab = a + b * (b - _ONE) // _TWO
                    for k in range(j + 1, 5):
                        c = np.uint64(fives[hand, k])
                        left -= rows[_PAIRS + ab, c]
                        abc = ab + c * (c - _ONE) * (c - _TWO) // _SIX
                        for last in range(k + 1, 5):
                            left -= rows[_TRIPLES + abc, fives[hand, last]]
            for card in range(WIDTH):
                if many[card] == 0:
                    continue
                if goes[hand] >> np.uint64(card) & _ONE == 0:
                    totals[2] += many[card]
                    continue
                row = np.int64(rows[0, card])
                for i in range(5):
                    a = np.uint64(fives[hand, i])
                    row += rows[_ONE + a, card]
                    for j in range(i + 1, 5):
                        b = np.uint64(fives[hand, j])
                        ab = a + b * (b - _ONE) // _TWO
                        row += rows[_PAIRS + ab, card]
                        for k in range(j + 1, 5):
                            c = np.uint64(fives[hand, k])
                            row += rows[_TRIPLES + ab + c * (c - _ONE) * (c - _TWO) // _SIX, card]
                totals[0] += many[card] * (left - row)
                totals[1] += many[card]

    return compiled(kernel)
