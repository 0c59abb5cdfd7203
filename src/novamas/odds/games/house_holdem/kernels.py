"""Kernels of hold'em against the house: every board that can follow a flop, with every hand.

They take the fields of `novamas.hands.tables.Tables` for seven cards in their order, like the
kernels of `novamas.hands`, and are self-contained for the same reason. Hands are numbered by the
positions of their two cards among the 49 cards that are not on the flop.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from novamas.hands.kernels import compiled

Cards: TypeAlias = NDArray[np.uint8]
Numbers: TypeAlias = NDArray[np.uint64]
Strengths: TypeAlias = NDArray[np.uint16]
Places: TypeAlias = NDArray[np.int64]
Counts: TypeAlias = NDArray[np.uint16]  # at most 45,540: 46 rivers times 990 hands of the bank

LEFT = 49  # cards not on the flop
HANDS = LEFT * (LEFT - 1) // 2
BANK_HANDS = 45 * 44 // 2
WON, WON_HIGH, LOST = range(3)  # won with less than a straight, won with a straight or better, lost

OUTCOMES = 12  # further bets, from none to two, times: won, won high, lost, tied
TIED = 3

FlopKernel: TypeAlias = Callable[
    [Numbers, np.uint64, Strengths, np.uint64, np.uint64, Strengths, Strengths, Cards, Cards, int, Counts],
    None,
]

WeighKernel: TypeAlias = Callable[[Cards, Cards, Counts, int, Places, Places], None]

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_FOUR = np.uint64(4)
_HIGHEST_OF_A_SUIT = np.uint64(8)
_ENOUGH_SUITED = np.uint64(0x8888)
_LOWER_HALF = np.uint64(32)


@cache
def count_flop() -> FlopKernel:
    """Return the kernel that counts the results of each hand against the bank, for each turn card."""

    def kernel(
        values: Numbers,
        start: np.uint64,
        shifts: Strengths,
        row_shift: np.uint64,
        column_mask: np.uint64,
        strengths: Strengths,
        suited: Strengths,
        flop: Cards,
        left: Cards,
        straight: int,
        counts: Counts,
    ) -> None:
        most = 8192  # strengths are below this
        below = np.zeros(most + 1, np.int32)
        found = np.empty(HANDS, np.int32)
        firsts = np.empty(HANDS, np.int32)
        seconds = np.empty(HANDS, np.int32)
        sorted_hands = np.empty(HANDS, np.int32)
        held_below = np.zeros(LEFT, np.int32)
        held_equal = np.zeros(LEFT, np.int32)
        hand = 0
        for one in range(LEFT):
            for other in range(one + 1, LEFT):
                firsts[hand] = one
                seconds[hand] = other
                hand += 1
        flop_sum = start
        for card in flop:
            flop_sum += values[card]
        of_suits = np.zeros(4, np.uint64)
        for turn in range(LEFT):
            for river in range(turn + 1, LEFT):
                base = flop_sum + values[left[turn]] + values[left[river]]
                of_suits[:] = _ZERO
                for card in flop:
                    of_suits[card & 3] |= _ONE << np.uint64(card >> 2)
                of_suits[left[turn] & 3] |= _ONE << np.uint64(left[turn] >> 2)
                of_suits[left[river] & 3] |= _ONE << np.uint64(left[river] >> 2)
                below[:] = 0
                for hand in range(HANDS):
                    one = firsts[hand]
                    other = seconds[hand]
                    if one in (turn, river) or other in (turn, river):
                        found[hand] = 0
                        continue
                    total = base + values[left[one]] + values[left[other]]
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
                        if left[one] & 3 == suit:
                            ranks |= _ONE << np.uint64(left[one] >> 2)
                        if left[other] & 3 == suit:
                            ranks |= _ONE << np.uint64(left[other] >> 2)
                        strength = suited[ranks]
                    found[hand] = strength
                    below[strength + 1] += 1
                for strength in range(1, most + 1):
                    below[strength] += below[strength - 1]
                for hand in range(HANDS):
                    if found[hand]:
                        sorted_hands[below[found[hand]]] = hand
                        below[found[hand]] += 1
                # from the weakest up: count the weaker hands, less those that hold one of the two cards
                held_below[:] = 0
                place = 0
                hands = 47 * 46 // 2
                while place < hands:
                    strength = found[sorted_hands[place]]
                    end = place
                    while end < hands and found[sorted_hands[end]] == strength:
                        held_equal[firsts[sorted_hands[end]]] += 1
                        held_equal[seconds[sorted_hands[end]]] += 1
                        end += 1
                    outcome = WON_HIGH if strength >= straight else WON
                    for nth in range(place, end):
                        hand = sorted_hands[nth]
                        one = firsts[hand]
                        other = seconds[hand]
                        won = place - held_below[one] - held_below[other]
                        tied = end - place - held_equal[one] - held_equal[other] + 1
                        lost = BANK_HANDS - won - tied
                        counts[turn, hand, outcome] += won
                        counts[turn, hand, LOST] += lost
                        counts[river, hand, outcome] += won
                        counts[river, hand, LOST] += lost
                    for nth in range(place, end):
                        one = firsts[sorted_hands[nth]]
                        other = seconds[sorted_hands[nth]]
                        held_below[one] += 1
                        held_below[other] += 1
                        held_equal[one] = 0
                        held_equal[other] = 0
                    place = end

    return compiled(kernel)


def bets_simply(one: int, other: int, board: Cards, known: int) -> bool:
    """Return whether the simple rule bets, because the player's cards improve on the board's combination.

    A pocket pair below every card on the board does not count. Before the turn the rule also bets on
    four cards of a suit, one of them the player's. At both bets it bets with an ace if the board has a
    pair or better. The code uses plain arithmetic only, so that it can be compiled as it is.
    """
    ranks, suits, lowest = 0, 0, 12  # three bits per rank, from the deuce, and four per suit
    for place in range(known):
        rank = int(board[place]) // 4
        ranks += 1 << 3 * rank
        suits += 1 << 4 * (int(board[place]) % 4)
        lowest = min(lowest, rank)
    pairs, most = 0, 0
    for rank in range(13):
        pairs += int(ranks >> 3 * rank & 7 > 1)
        most = max(most, ranks >> 3 * rank & 7)
    mine, my_suit, beside, its_suit = int(one) // 4, int(one) % 4, int(other) // 4, int(other) % 4
    ranks += (1 << 3 * mine) + (1 << 3 * beside)
    suits += (1 << 4 * my_suit) + (1 << 4 * its_suit)
    all_pairs, all_most, longest = 0, 0, 0
    run = int(ranks >> 3 * 12 > 0)  # the ace also precedes the deuce
    for rank in range(13):
        times = ranks >> 3 * rank & 7
        all_pairs += int(times > 1)
        all_most = max(all_most, times)
        run = run + 1 if times > 0 else 0
        longest = max(longest, run)
    suited = max(suits >> 4 * my_suit & 15, suits >> 4 * its_suit & 15)
    if longest >= 5 or suited >= (4 if known == 3 else 5):
        return True
    if (mine == 12 or beside == 12) and most > 1:
        return True
    is_low_pair = mine == beside and mine < lowest and most == 1
    return bool((all_pairs > pairs or all_most > most) and not is_low_pair)


@cache
def weigh_flop() -> WeighKernel:
    """Return the kernel that plays every hand on a flop, by best play and by the simple rule.

    It adds up the ways in two arrays, indexed by starting hand and outcome. A starting hand is 13 times
    one rank plus the other, with the higher rank first if it is suited.
    """
    rule = compiled(bets_simply)

    def kernel(flop: Cards, left: Cards, counts: Counts, weight: int, best: Places, simple: Places) -> None:
        board = np.empty(4, np.uint8)
        board[:3] = flop
        chances = 46 * BANK_HANDS
        hand = -1
        for first in range(LEFT):
            for second in range(first + 1, LEFT):
                hand += 1
                low, high = left[first] >> 2, left[second] >> 2
                kind = high * 13 + low if left[first] & 3 == left[second] & 3 else low * 13 + high
                turn_worth = np.int64(0)
                for turn in range(LEFT):
                    if turn not in (first, second):
                        won = np.int64(counts[turn, hand, WON]) + np.int64(counts[turn, hand, WON_HIGH])
                        turn_worth += won - np.int64(counts[turn, hand, LOST])
                turn_by_rule = int(rule(left[first], left[second], board, 3))
                for turn in range(LEFT):
                    if turn in (first, second):
                        continue
                    won = np.int64(counts[turn, hand, WON])
                    won_high = np.int64(counts[turn, hand, WON_HIGH])
                    lost = np.int64(counts[turn, hand, LOST])
                    tied = chances - won - won_high - lost
                    river_worth = won + won_high - lost
                    board[3] = left[turn]
                    river_by_rule = int(rule(left[first], left[second], board, 4))
                    to_best = 4 * (int(turn_worth > 0) + int(river_worth > 0))
                    to_simple = 4 * (turn_by_rule + river_by_rule)
                    best[kind, to_best + WON] += weight * won
                    best[kind, to_best + WON_HIGH] += weight * won_high
                    best[kind, to_best + LOST] += weight * lost
                    best[kind, to_best + TIED] += weight * tied
                    simple[kind, to_simple + WON] += weight * won
                    simple[kind, to_simple + WON_HIGH] += weight * won_high
                    simple[kind, to_simple + LOST] += weight * lost
                    simple[kind, to_simple + TIED] += weight * tied

    return compiled(kernel)
