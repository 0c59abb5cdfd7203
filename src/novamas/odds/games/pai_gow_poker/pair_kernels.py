"""Kernels that count all pairs of hands of pai gow poker. `every_pair` explains the method.

A mark is a pair of strengths, one of the high hand and one of the low hand. It wins against hands
that are below it in both, and loses to hands that are below it in neither. The bank's hands come in
the order of their high hands, so that one pass serves many marks: the hands below are summed by low
hands up to the next mark.
"""

from __future__ import annotations

from functools import cache
from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from novamas.hands.kernels import compiled
from novamas.odds.games.pai_gow_poker.kernels import WAYS, Cards, Counts, Kernel, house_choice, rank_ways
from novamas.odds.games.pai_gow_poker.seven_cards import FIVE, HELD, NO_RANK, RANKS, SUITS, Hands, Numbers

CHOOSE = np.array([[comb(n, k) for k in range(SUITS + 1)] for n in range(SUITS + 1)])
SUIT_SETS = np.zeros((SUITS + 1, max(CHOOSE[SUITS])), np.int64)
"""Every set of suits by its size, as bits, those without the last suit first."""
for _size in range(SUITS + 1):
    _sets = [each for each in range(1 << SUITS) if each.bit_count() == _size]
    SUIT_SETS[_size, : len(_sets)] = _sets


class Kinds(NamedTuple):
    """Kinds of seven-card hands. Suits of cards outside a long suit make no difference of kind."""

    hands: Hands
    counts: Numbers  # number of cards of each rank, without the joker
    jokers: Numbers
    long: Numbers  # the ranks of a long suit, as bits
    short: Numbers  # the ranks of the other cards
    plain: Numbers  # the plain kind with the same ranks


class Ways(NamedTuple):
    """The settings of each kind that may be the best, beginning with the house's.

    Each has two marks. The marks of a kind begin at `begin`, first the player's and then the bank's.
    The bank's mark is higher by one, because a copy belongs to the bank.
    """

    begin: Numbers
    highs: Numbers
    lows: Numbers


class PlainBank(NamedTuple):
    """Hands of the bank given by their ranks, split in two halves with a list for each."""

    highs: Numbers
    lows: Numbers
    jokers: Numbers
    low_halves: Numbers
    high_halves: Numbers
    of_low: Numbers
    of_high: Numbers


class SuitedBank(NamedTuple):
    """Hands of the bank with a flush, which are moved to their own strength.

    They are added there, and subtracted under the strength without the flush.
    """

    highs: Numbers
    lows: Numbers
    signs: Numbers
    masks: Numbers  # the ranks of the long suit, as bits
    jokers: Numbers
    beside: Numbers  # index of the other cards


@cache
def thoughts() -> Kernel:
    """Return the kernel that lists the settings of each hand that may be the best, the house's first.

    A setting may be the best unless another one is as good in one hand and better in the other.
    """
    rank, choose = rank_ways(), house_choice()

    def kernel(
        cards: tuple[Any, ...],
        lows: Counts,
        of_low: Counts,
        way: tuple[Any, ...],
        hands: Cards,
        found_highs: Counts,
        found_lows: Counts,
        many: Counts,
    ) -> None:
        least = way[0]
        ranks = np.empty(HELD, np.int64)
        high, low = np.empty(WAYS, np.int64), np.empty(WAYS, np.int64)
        for n in range(len(hands)):
            rank(*cards, lows, of_low, hands[n], ranks, high, low)
            house = choose(lows, *way, ranks, high, low)
            found_highs[n, 0], found_lows[n, 0], many[n] = high[house], low[house], 1
            for one in range(WAYS):
                is_best = high[one] >= least[low[one]] and (
                    high[one] != high[house] or low[one] != low[house]
                )
                for other in range(WAYS):
                    if high[other] < least[low[other]] or high[other] < high[one] or low[other] < low[one]:
                        continue
                    is_same = high[other] == high[one] and low[other] == low[one]
                    is_best = is_best and is_same and other >= one
                if is_best:
                    found_highs[n, many[n]], found_lows[n, many[n]] = high[one], low[one]
                    many[n] += 1

    return compiled(kernel)


@cache
def face_ranks() -> Kernel:
    """Return the kernel that counts the wins and losses of marks by ranks alone.

    It covers marks of plain kinds, and marks of all kinds with the same ranks.
    """

    def kernel(
        bank: PlainBank,
        kinds: Kinds,
        ways: Ways,
        kin: Counts,
        first: Counts,
        some: Counts,
        found: Counts,
    ) -> None:
        of_low, of_high = np.empty(len(bank.low_halves), np.int64), np.empty(len(bank.high_halves), np.int64)
        low_ranks, columns = bank.low_halves.shape[1], ways.lows.max() + 1
        below = np.empty(columns, np.int64)
        for plain in some:
            left, joker = SUITS - kinds.counts[plain], kinds.jokers[plain]
            for n in range(len(of_low)):
                of_low[n] = 1
                for rank in range(low_ranks):
                    of_low[n] *= CHOOSE[left[rank], bank.low_halves[n, rank]]
            for n in range(len(of_high)):
                of_high[n] = 1
                for rank in range(low_ranks, RANKS):
                    of_high[n] *= CHOOSE[left[rank], bank.high_halves[n, rank - low_ranks]]
            size = 0
            for kind in kin[first[plain] : first[plain + 1]]:
                size += ways.begin[kind + 1] - ways.begin[kind]
            marks, size = np.empty(size, np.int64), 0
            for kind in kin[first[plain] : first[plain + 1]]:
                for mark in range(ways.begin[kind], ways.begin[kind + 1]):
                    marks[size] = mark
                    size += 1
            below[:] = 0
            n = 0
            for mark in marks[np.argsort(ways.highs[marks])]:
                while n < len(bank.highs) and bank.highs[n] < ways.highs[mark]:
                    if bank.jokers[n] + joker < 2:
                        below[bank.lows[n]] += of_low[bank.of_low[n]] * of_high[bank.of_high[n]]
                    n += 1
                found[mark, 0] = below[: ways.lows[mark]].sum()
                found[mark, 1] = -below[ways.lows[mark] :].sum()
            while n < len(bank.highs):
                if bank.jokers[n] + joker < 2:
                    below[bank.lows[n]] += of_low[bank.of_low[n]] * of_high[bank.of_high[n]]
                n += 1
            for setting in marks:
                found[setting, 1] += below[ways.lows[setting] :].sum()

    return compiled(kernel)


@cache
def face_suit() -> Kernel:
    """Return the kernel that compares kinds with these ranks of a suit with hands suited in it.

    How many hands have given ranks of the suit depends on the cards beside them in other suits. Each
    kind weighs those by itself, so hands are counted separately by the cards beside them.
    """

    def kernel(
        bank: SuitedBank,
        others: Counts,
        kinds: Kinds,
        ways: Ways,
        rows: Counts,
        ranks: int,
        joker: int,
        found: NDArray[np.int32],
    ) -> None:
        columns, strengths, size = ways.lows.max() + 1, ways.highs.max() + 1, 0
        for rank in range(RANKS):
            size += ranks >> rank & 1
        # kinds that may hold these ranks of the suit, and the cards left of each rank in other suits
        holders, many = np.empty(len(kinds.long), np.int64), 0
        until = np.zeros(strengths + 1, np.int64)
        for kind in range(len(kinds.long)):
            is_long = size > 0 and kinds.long[kind] == ranks
            is_short = size < FIVE - joker and ranks & ~kinds.short[kind] == 0
            if kinds.jokers[kind] != joker or not (is_long or is_short):
                continue
            for rank in range(RANKS):
                if kinds.counts[kind, rank] - (ranks >> rank & 1) == SUITS:
                    is_short = False  # one of the four is of this suit
            if is_long or is_short:
                holders[many] = kind
                many += 1
                for mark in range(ways.begin[kind], ways.begin[kind + 1]):
                    until[ways.highs[mark] + 1] += 1
        weights = np.empty((many, len(others)), np.int32)
        first_row = np.empty(many, np.int64)
        until = np.cumsum(until)
        marks, of_holder = np.empty(until[-1], np.int64), np.empty(until[-1], np.int64)
        for n in range(many):
            kind = holders[n]
            for m in range(len(others)):
                one, other = others[m, 0], others[m, 1]
                ways_one = ways_other = 1
                if one != NO_RANK:
                    ways_one = SUITS - 1 - kinds.counts[kind, one] + (ranks >> one & 1)
                if other == one and one != NO_RANK:
                    weights[n, m] = ways_one * (ways_one - 1) // 2
                    continue
                if other != NO_RANK:
                    ways_other = SUITS - 1 - kinds.counts[kind, other] + (ranks >> other & 1)
                weights[n, m] = ways_one * ways_other
            place, bit = 0, 1
            for rank in range(RANKS):
                if kinds.short[kind] >> rank & 1:
                    place += bit * (ranks >> rank & 1)
                    bit *= 2
            if size > 0 and kinds.long[kind] == ranks:
                place = bit
            first_row[n] = rows[kind] + place * (ways.begin[kind + 1] - ways.begin[kind])
            for mark in range(ways.begin[kind], ways.begin[kind + 1]):
                marks[until[ways.highs[mark]]], of_holder[until[ways.highs[mark]]] = mark, n
                until[ways.highs[mark]] += 1
        # one pass through the bank's hands; the last column below is that of all low hands
        below = np.zeros((columns + 1, len(others)), np.int32)
        n = 0
        for m in range(len(marks) + 1):
            while n < len(bank.highs) and (m == len(marks) or bank.highs[n] < ways.highs[marks[m]]):
                if bank.masks[n] & ranks == 0 and bank.jokers[n] + joker < 2:
                    for low in range(bank.lows[n] + 1, columns + 1):
                        below[low, bank.beside[n]] += bank.signs[n]
                n += 1
            if m == len(marks):
                break
            holder, low = of_holder[m], below[ways.lows[marks[m]]]
            won, all_below = 0, 0
            for each in range(len(others)):
                won += weights[holder, each] * low[each]
                all_below += weights[holder, each] * below[columns, each]
            row = first_row[holder] + marks[m] - ways.begin[holders[holder]]
            found[row, 0], found[row, 1] = won, won - all_below
        for m in range(len(marks)):
            holder, low = of_holder[m], below[ways.lows[marks[m]]]
            above = 0
            for each in range(len(others)):
                above += weights[holder, each] * (below[columns, each] - low[each])
            found[first_row[holder] + marks[m] - ways.begin[holders[holder]], 1] += above

    return compiled(kernel)


@cache
def add_up() -> Kernel:
    """Return the kernel that adds up all hands: for the house way, and for the best setting by commission.

    The suits of the cards outside the long suit run through all arrangements that form no other long
    suit. `best` gets the changes in wins and losses from one commission to the next, as a player and as
    the bank.
    """
    best_way = _best_way()

    def kernel(
        kinds: Kinds,
        ways: Ways,
        by_ranks: Counts,
        rows: Counts,
        by_suit: NDArray[np.int32],
        rates: Counts,
        scale: int,
        house: Counts,
        best: Counts,
    ) -> None:
        size, at, of_suit = np.empty(HELD, np.int64), np.empty(HELD, np.int64), np.empty(SUITS, np.int64)
        became = np.empty((2 * WAYS, 2), np.int64)
        for kind in range(len(kinds.long)):
            long, marks = kinds.long[kind], ways.begin[kind + 1] - ways.begin[kind]
            suits, most = SUITS - (long > 0), FIVE - 1 - kinds.jokers[kind]
            places = 0
            for rank in range(RANKS):
                if kinds.short[kind] >> rank & 1:
                    size[places] = kinds.counts[kind, rank] - (long >> rank & 1)
                    places += 1
            # the first rank takes the first suits: others would give the same
            alike = (CHOOSE[suits, size[0]] if places else 1) * (SUITS if long else 1)
            at[:] = 0
            is_left = True
            while is_left:
                is_right = True
                for suit in range(suits):
                    of_suit[suit], held = 0, 0
                    for place in range(places):
                        bit = SUIT_SETS[size[place], at[place]] >> suit & 1
                        of_suit[suit] |= bit << place
                        held += bit
                    is_right = is_right and held <= most
                if long:
                    of_suit[suits] = 1 << places
                if is_right:
                    for mark in range(marks):
                        for side in range(2):
                            became[mark, side] = by_ranks[ways.begin[kind] + mark, side]
                    for suit in range(SUITS):
                        row = rows[kind] + of_suit[suit] * marks
                        for mark in range(marks):
                            for side in range(2):
                                became[mark, side] += by_suit[row + mark, side]
                    house[0] += alike * became[0, 0]
                    house[1] += alike * became[0, 1]
                    house[2] += alike
                    for bank in range(2):
                        won, lost = 0, 0
                        first = best_way(became, bank, marks, rates[0], scale)
                        last = best_way(became, bank, marks, rates[-1], scale)
                        for n in range(len(rates)):
                            mark = first if first == last else best_way(became, bank, marks, rates[n], scale)
                            best[bank, n, 0] += alike * (became[mark, 0] - won)
                            best[bank, n, 1] += alike * (became[mark, 1] - lost)
                            won, lost = became[mark, 0], became[mark, 1]
                            if first == last:
                                break
                is_left = False
                for place in range(places - 1, 0, -1):
                    at[place] += 1
                    if at[place] < CHOOSE[suits, size[place]]:
                        is_left = True
                        break
                    at[place] = 0

    return compiled(kernel)


def _best_way() -> Kernel:
    """Return the kernel that finds the mark with the highest gain at a commission of `rate` / `scale`."""

    def kernel(became: Counts, bank: int, marks: int, rate: int, scale: int) -> int:
        best = bank
        most = (scale - rate) * became[bank, 0] - scale * became[bank, 1]
        for mark in range(bank + 2, marks, 2):
            gain = (scale - rate) * became[mark, 0] - scale * became[mark, 1]
            if gain > most or (gain == most and became[mark, 0] < became[best, 0]):
                best, most = mark, gain
        return best

    return compiled(kernel)
