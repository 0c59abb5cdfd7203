"""The kernels of pai gow poker: deals of two hands, set by the house way or for the best, and compared.

They take the fields of `novamas.hands.tables.Tables` for five cards in their order, and the plain numbers of
the house way; the choice of the house way is the very function that the table uses, compiled. Deals come from
splitmix64, so that a seed says everything.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from novamas.games.banked.pai_gow_poker.house_way import LOWS, pick, wanted
from novamas.hands.kernels import compiled

Cards: TypeAlias = NDArray[np.uint8]
Numbers: TypeAlias = NDArray[np.uint64]
Strengths: TypeAlias = NDArray[np.uint16]
Ranks: TypeAlias = NDArray[np.int64]
Counts: TypeAlias = NDArray[np.int64]
Values: TypeAlias = NDArray[np.float32]
Kernel: TypeAlias = Callable[..., Any]

JOKER = 52
WAYS = len(LOWS)
HELD = 7
BUCKETS = 10  # what a hand takes from the others that matters most: its aces, and the joker

_ZERO = np.uint64(0)
_SUIT = np.uint64(3)
_TWO = np.uint64(2)
_ALL_RANKS = np.uint64(0x1FFF)
_ENOUGH_SUITED = np.uint64(0x8888)
_LOWER_HALF = np.uint64(32)
_STEP = np.uint64(0x9E3779B97F4A7C15)
_MIX_ONE = np.uint64(0xBF58476D1CE4E5B9)
_MIX_TWO = np.uint64(0x94D049BB133111EB)
_THIRTY, _TWENTY_SEVEN, _THIRTY_ONE = np.uint64(30), np.uint64(27), np.uint64(31)


@cache
def rank_ways() -> Kernel:
    """The kernel that ranks all ways to set seven cards: the strength of each high and each low hand."""

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
def deal_two() -> Kernel:
    """The kernel that deals two hands off the top of a shuffled deck; it gives the next state of chance."""

    def kernel(deck: Cards, state: np.uint64) -> np.uint64:
        for place in range(2 * HELD):
            state += _STEP
            mixed = (state ^ (state >> _THIRTY)) * _MIX_ONE
            mixed = (mixed ^ (mixed >> _TWENTY_SEVEN)) * _MIX_TWO
            mixed ^= mixed >> _THIRTY_ONE
            left = np.uint64(deck.shape[0] - place)
            other = place + np.int64(((mixed >> _LOWER_HALF) * left) >> _LOWER_HALF)
            deck[place], deck[other] = deck[other], deck[place]
        return state

    return compiled(kernel)


@cache
def house_choice() -> Kernel:
    """The kernel that chooses by the house way among ranked ways to set."""
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
def learn() -> Kernel:
    """The kernel that counts how the house sets its hand, by what the other hand takes from the deck.

    Like `play`, it goes on with the deck as it lies, and gives the next state of chance.
    """
    rank, deal, choose = rank_ways(), deal_two(), house_choice()

    def kernel(
        cards: tuple[Any, ...],
        lows: Counts,
        of_low: Counts,
        way: tuple[Any, ...],
        deck: Cards,
        deals: int,
        state: np.uint64,
        counts: Counts,
    ) -> np.uint64:
        ranks = np.empty(HELD, np.int64)
        high, low = np.empty(WAYS, np.int64), np.empty(WAYS, np.int64)
        for _ in range(deals):
            state = deal(deck, state)
            for side in range(2):
                mine, theirs = deck[HELD * side : HELD * side + HELD], deck[HELD * (1 - side) :]
                rank(*cards, lows, of_low, mine, ranks, high, low)
                chosen = choose(lows, *way, ranks, high, low)
                aces, jokers = 0, 0
                for place in range(HELD):
                    aces += theirs[place] >> 2 == 12
                    jokers += theirs[place] == JOKER
                counts[5 * jokers + aces, low[chosen], high[chosen]] += 1
        return state

    return compiled(kernel)


@cache
def play() -> Kernel:
    """The kernel that deals two hands, lets each be the client against the other as bank, and counts both.

    `won` counts, for three pairings (both by the house way; the client for the best; the bank for the best),
    what became of the two clients: 0 won, 1 void, 2 lost.
    """
    rank, deal, choose = rank_ways(), deal_two(), house_choice()

    def kernel(
        cards: tuple[Any, ...],
        lows: Counts,
        of_low: Counts,
        way: tuple[Any, ...],
        as_client: Values,
        as_bank: Values,
        deck: Cards,
        deals: int,
        state: np.uint64,
        won: Counts,
    ) -> np.uint64:
        ranks = np.empty(HELD, np.int64)
        high, low = np.empty(WAYS, np.int64), np.empty(WAYS, np.int64)
        highs, their_lows = np.empty((2, 3), np.int64), np.empty((2, 3), np.int64)
        least = way[0]
        for _ in range(deals):
            state = deal(deck, state)
            for side in range(2):
                hand = deck[HELD * side : HELD * side + HELD]
                rank(*cards, lows, of_low, hand, ranks, high, low)
                aces, jokers = 0, 0
                for place in range(HELD):
                    aces += hand[place] >> 2 == 12
                    jokers += hand[place] == JOKER
                bucket = 5 * jokers + aces
                client, bank = -1, -1
                for each in range(WAYS):
                    if high[each] < least[low[each]]:
                        continue
                    here_client = as_client[bucket, low[each], high[each]]
                    here_bank = as_bank[bucket, low[each], high[each]]
                    if client < 0 or here_client > as_client[bucket, low[client], high[client]]:
                        client = each
                    if bank < 0 or here_bank > as_bank[bucket, low[bank], high[bank]]:
                        bank = each
                house = choose(lows, *way, ranks, high, low)
                for n, chosen in enumerate((house, client, bank)):
                    highs[side, n], their_lows[side, n] = high[chosen], low[chosen]
            for pairing in range(3):
                mine, theirs = (1 if pairing == 1 else 0), (2 if pairing == 2 else 0)
                became = np.zeros(2, np.int64)
                for side in range(2):
                    lost = np.int64(highs[side, mine] <= highs[1 - side, theirs])
                    lost += np.int64(their_lows[side, mine] <= their_lows[1 - side, theirs])
                    became[side] = lost
                won[pairing, became[0], became[1]] += 1
        return state

    return compiled(kernel)


@cache
def count_all() -> Kernel:
    """The kernel that goes through all hands of seven from a deck of which this card is the first in order.

    It counts the strength of the best five of each.
    """

    def kernel(
        values: Numbers,
        start: np.uint64,
        shifts: Strengths,
        row_shift: np.uint64,
        column_mask: np.uint64,
        strengths: Strengths,
        suited: Strengths,
        lows: Counts,
        deck: Cards,
        first: int,
        counts: Counts,
    ) -> None:
        places = np.arange(HELD) + first
        while True:
            hand = deck[places]
            whole = start
            for place in range(HELD):
                whole += values[hand[place]]
            best = np.uint16(0)
            for way in range(WAYS):
                one, other = lows[way, 0], lows[way, 1]
                total = whole - values[hand[one]] - values[hand[other]]
                flush = total & _ENOUGH_SUITED
                if flush == 0:
                    column = (total >> _LOWER_HALF) + shifts[total >> row_shift]
                    best = max(best, strengths[column & column_mask])
                else:
                    suit = np.uint64(flush > 0x8) + np.uint64(flush > 0x80) + np.uint64(flush > 0x800)
                    held = _ZERO
                    for place in range(HELD):
                        if place != one and place != other:
                            card = np.uint64(hand[place])
                            held |= np.uint64(card & _SUIT == suit) << (card >> _TWO)
                    best = max(best, suited[held & _ALL_RANKS])
            counts[best] += 1
            place = HELD - 1
            while place > 0 and places[place] == len(deck) - HELD + place:
                place -= 1
            if place == 0:
                break
            places[place] += 1
            for after in range(place + 1, HELD):
                places[after] = places[after - 1] + 1

    return compiled(kernel)
