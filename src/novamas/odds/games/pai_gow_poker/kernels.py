"""Kernels of pai gow poker: hands set by the house way, and one hand against all others.

They take the fields of `novamas.hands.tables.Tables` for five cards in their order, and the house
way as plain numbers. The house way is chosen by the function that the table uses too, in compiled
form.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from novamas.games.pai_gow_poker.house_way import LOWS, pick, wanted
from novamas.hands.kernels import compiled
from novamas.odds.games.pai_gow_poker.seven_cards import BITS, HELD, NO_RANK, RANKS, SUITS

Cards: TypeAlias = NDArray[np.uint8]
Numbers: TypeAlias = NDArray[np.uint64]
Strengths: TypeAlias = NDArray[np.uint16]
Ranks: TypeAlias = NDArray[np.int64]
Counts: TypeAlias = NDArray[np.int64]
Cells: TypeAlias = NDArray[np.uint32]
Kernel: TypeAlias = Callable[..., Any]

JOKER = 52
WAYS = len(LOWS)

_ZERO = np.uint64(0)
_SUIT = np.uint64(3)
_TWO = np.uint64(2)
_ALL_RANKS = np.uint64(0x1FFF)
_ENOUGH_SUITED = np.uint64(0x8888)
_LOWER_HALF = np.uint64(32)


@cache
def rank_ways() -> Kernel:
    """Return the kernel that ranks all settings of seven cards by their high and low hands."""

    def kernel(
        values: Numbers,
        start: np.uint64,
        shifts: Strengths,
        row_shift: np.uint64,
        column_mask: np.uint64,
        strengths: Strengths,
        suited: Strengths,
        lows: Counts,
        of_low: Counts,
        hand: Cards,
        ranks: Ranks,
        high: Counts,
        low: Counts,
    ) -> None:
        whole = start
        for place in range(HELD):
            whole += values[hand[place]]
            ranks[place] = 14 if hand[place] == JOKER else (hand[place] >> 2) + 2
        for way in range(WAYS):
            one, other = lows[way, 0], lows[way, 1]
            total = whole - values[hand[one]] - values[hand[other]]
            flush = total & _ENOUGH_SUITED
            if flush == 0:
                column = (total >> _LOWER_HALF) + shifts[total >> row_shift]
                high[way] = strengths[column & column_mask]
            else:
                suit = np.uint64(flush > 0x8) + np.uint64(flush > 0x80) + np.uint64(flush > 0x800)
                held = _ZERO
                for place in range(HELD):
                    if place != one and place != other:
                        card = np.uint64(hand[place])
                        held |= np.uint64(card & _SUIT == suit) << (card >> _TWO)
                high[way] = suited[held & _ALL_RANKS]
            low[way] = of_low[ranks[one], ranks[other]]

    return compiled(kernel)


@cache
def house_choice() -> Kernel:
    """Return the kernel that chooses among ranked settings by the house way."""
    wants, picks = compiled(wanted), compiled(pick)

    def kernel(
        lows: Counts,
        least: Counts,
        kind: Counts,
        two_pairs: Counts,
        four: Counts,
        three_aces: bool,
        five_aces: bool,
        ranks: Ranks,
        high: Counts,
        low: Counts,
    ) -> int:
        best = 0
        for way in range(WAYS):
            best = max(best, high[way])
        sought = wants(ranks, kind[best], two_pairs, four, three_aces, five_aces)
        return picks(ranks, lows, high, low, least, kind, sought)

    return compiled(kernel)


@cache
def set_all() -> Kernel:
    """Return the kernel that sets many hands by the house way and gives their two strengths."""
    rank, choose = rank_ways(), house_choice()

    def kernel(
        cards: tuple[Any, ...],
        lows: Counts,
        of_low: Counts,
        way: tuple[Any, ...],
        hands: Cards,
        highs: Strengths,
        their_lows: Strengths,
    ) -> None:
        ranks = np.empty(HELD, np.int64)
        high, low = np.empty(WAYS, np.int64), np.empty(WAYS, np.int64)
        for n in range(len(hands)):
            rank(*cards, lows, of_low, hands[n], ranks, high, low)
            chosen = choose(lows, *way, ranks, high, low)
            highs[n], their_lows[n] = high[chosen], low[chosen]

    return compiled(kernel)


@cache
def best_fives() -> Kernel:
    """Return the kernel that computes the strength of the best five cards in each of many hands."""
    rank = rank_ways()

    def kernel(
        cards: tuple[Any, ...], lows: Counts, of_low: Counts, hands: Cards, strengths: Strengths
    ) -> None:
        ranks = np.empty(HELD, np.int64)
        high, low = np.empty(WAYS, np.int64), np.empty(WAYS, np.int64)
        for n in range(len(hands)):
            rank(*cards, lows, of_low, hands[n], ranks, high, low)
            strengths[n] = high.max()

    return compiled(kernel)


@cache
def ways_by_rank() -> Kernel:
    """Return the kernel that computes in how many ways each number of cards of a rank can be drawn."""

    def kernel(left: Counts) -> Counts:
        ways = np.ones(RANKS << BITS, np.int64)
        for rank in range(RANKS):
            many, code = left[rank].sum(), rank << BITS
            for count in range(1, SUITS + 1):
                ways[code + count] = ways[code + count - 1] * (many - count + 1) // count
        return ways

    return compiled(kernel)


@cache
def ways_beside() -> Kernel:
    """Return the kernel that counts the cards beside ranks of one suit, for every set of suits.

    A set of suits contains those in which all these ranks are left. Any of them may be the long suit.
    """

    def kernel(left: Counts, others: Counts) -> Counts:
        ways = np.zeros((1 << SUITS, len(others)), np.int64)
        for suit in range(SUITS):
            for n in range(len(others)):
                one, other = others[n, 0], others[n, 1]
                many, more = left[one].sum() - left[one, suit], left[other].sum() - left[other, suit]
                if one == NO_RANK:
                    many = 1
                elif other == one:
                    many = many * (many - 1) // 2
                elif other != NO_RANK:
                    many *= more
                for suits in range(1 << SUITS):
                    ways[suits, n] += many * (suits >> suit & 1)
        return ways

    return compiled(kernel)


@cache
def face_all() -> Kernel:
    """Return the kernel that counts by strength all hands that the cards left can make.

    Hands are given as in `seven_cards`, with the strengths of their settings. The product of binomials
    also counts suited hands as if they were plain, and the kernel then moves them to their strengths.
    `counts` has a cell for each pair of groups of strengths: one group for the high hand and one for
    the low hand.
    """
    by_rank, of_others = ways_by_rank(), ways_beside()

    def kernel(
        codes: Cards,
        plain_jokers: Counts,
        plain_highs: Strengths,
        plain_lows: Strengths,
        parents: Cells,
        masks: Counts,
        jokers: Counts,
        first: Counts,
        end: Counts,
        begin: Counts,
        others: Counts,
        suited_highs: Strengths,
        suited_lows: Strengths,
        gone: Cards,
        high_places: Cells,
        low_places: Cells,
        counts: Counts,
    ) -> None:
        left, joker_left = np.ones((RANKS + 1, SUITS), np.int64), 1
        for card in gone:
            if card == JOKER:
                joker_left = 0
            else:
                left[card >> 2, card & 3] = 0
        ways, beside = by_rank(left), of_others(left, others)
        plain = np.empty(len(codes), np.uint32)
        for n in range(len(codes)):
            weight = joker_left if plain_jokers[n] else 1
            for place in range(HELD):
                if codes[n, place] == 0 or weight == 0:
                    break
                weight *= ways[codes[n, place]]
            plain[n] = high_places[plain_highs[n]] + low_places[plain_lows[n]]
            counts[plain[n]] += weight
        held = np.zeros(SUITS, np.int64)
        for suit in range(SUITS):
            for rank in range(RANKS):
                held[suit] |= left[rank, suit] << rank
        for n in range(len(masks)):
            suits = 0
            for suit in range(SUITS):
                suits |= (masks[n] & ~held[suit] == 0) << suit
            if suits == 0 or jokers[n] > joker_left:
                continue
            for place in range(first[n], end[n]):
                hand, weight = np.uint32(begin[n] + place - first[n]), beside[suits, place]
                counts[high_places[suited_highs[hand]] + low_places[suited_lows[hand]]] += weight
                counts[plain[parents[hand]]] -= weight

    return compiled(kernel)
