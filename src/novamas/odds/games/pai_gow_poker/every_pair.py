"""Every hand of the player against every hand of the bank: 154,143,080 against 53,524,680, exactly.

Of a hand of the bank, set by the house way, only two strengths matter. A hand without a long suit
has the strengths of its ranks. How many such hands the player's cards leave is a product of
binomials that depends only on the ranks of those cards. That product also counts suited hands as if
their suits did not matter. They are then moved to their true strengths, one suit after the other.
How many hands suited in a suit remain depends on the player's ranks in that suit and on the ranks
of the player's other cards.

So the results of a player's hand are a sum of five counts, one by ranks and one for each suit.
There are 292,253 kinds of hands, and 3.2 million combinations of a kind and its cards of one suit.
Those are counted. For every hand, five counts are then added up for each setting that may be the
best.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb, lcm
from os import cpu_count
from typing import Any, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from novamas.equipment.cards import JOKER
from novamas.odds.games.pai_gow_poker.bets import OTHER_HANDS, PAIRS, Against, Best, Sums
from novamas.odds.games.pai_gow_poker.pair_kernels import (
    Kinds,
    PlainBank,
    SuitedBank,
    Ways,
    add_up,
    face_ranks,
    face_suit,
    thoughts,
)
from novamas.odds.games.pai_gow_poker.seven_cards import (
    HELD,
    RANKS,
    SUITS,
    Numbers,
    plain_hands,
    suited_hands,
)
from novamas.odds.progress import tracked

LOW_RANKS = 7  # from deuce to eight: each half of the ranks has few choices
AT_ONCE = 400  # plain kinds that a thread takes at a time
BITS = 1 << np.arange(RANKS)

Shares: TypeAlias = NDArray[np.int32]
Holding: TypeAlias = tuple[int, int]  # the ranks of one suit, as bits, and whether the joker is among them
T = TypeVar("T")


def count_pairs(numbers: Sequence[Any], commissions: Sequence[Fraction]) -> Sums:
    """Count all pairs of hands by commission, under the house way of these kernel arrays.

    Of settings with equal value, the one that wins less often counts as the best.
    """
    kinds = all_kinds()
    ways = ways_to_set(numbers, kinds)
    by_ranks = faced_by_ranks(kinds, ways, range(len(plain_hands().hands)))
    rows, by_suit = faced_by_suit(kinds, ways, all_holdings())
    scale = lcm(*(each.denominator for each in commissions))
    rates = np.array([int(each * scale) for each in commissions])
    house, best = np.zeros(3, np.int64), np.zeros((2, len(rates), 2), np.int64)
    add_up()(kinds, ways, by_ranks, rows, by_suit, rates, scale, house, best)
    won, lost, hands = house.tolist()
    assert hands * OTHER_HANDS == PAIRS
    client, bank = best.cumsum(axis=1).tolist()
    return Sums(
        Against(won, lost),
        {str(each): Best(Against(*client[n]), Against(*bank[n])) for n, each in enumerate(commissions)},
    )


def all_as_written(numbers: Sequence[Any]) -> Shares:
    """Return the results of every kind, mark by mark, in the suits in which `seven_cards` writes it."""
    kinds = all_kinds()
    ways = ways_to_set(numbers, kinds)
    by_ranks = faced_by_ranks(kinds, ways, range(len(plain_hands().hands)))
    rows, by_suit = faced_by_suit(kinds, ways, sorted(holdings_as_written(kinds)))
    return as_written(kinds, ways, by_ranks, rows, by_suit).astype(np.int32)


def as_written(kinds: Kinds, ways: Ways, by_ranks: Numbers, rows: Numbers, by_suit: Shares) -> Numbers:
    """Add up for each mark the count by ranks and the four counts by suit."""
    marks = np.diff(ways.begin)
    nth = np.arange(ways.begin[-1]) - np.repeat(ways.begin[:-1], marks)
    found = by_ranks.copy()
    for of_suit in held_as_written(kinds).T:
        place = np.zeros(len(kinds.long), np.int64)
        many = np.zeros(len(kinds.long), np.int64)
        for rank in range(RANKS):
            is_short = kinds.short >> rank & 1
            place += (of_suit >> rank & 1 & is_short) << many
            many += is_short
        place = np.where((kinds.long > 0) & (of_suit == kinds.long), 1 << many, place)
        found += by_suit[np.repeat(rows[:-1] + place * marks, marks) + nth]
    return found


def held_as_written(kinds: Kinds) -> Numbers:
    """Return the ranks that each kind has in each suit, as bits. The list of kinds names the suits."""
    ranks, suits = kinds.hands.astype(np.int64) >> 2, kinds.hands & (SUITS - 1)
    bits = np.where(kinds.hands == JOKER, 0, 1 << ranks)
    return np.stack([np.where(suits == suit, bits, 0).sum(axis=1) for suit in range(SUITS)], axis=1)


def holdings_as_written(kinds: Kinds) -> set[Holding]:
    """Return each hand's holding of one suit, in the suits in which the hand is written."""
    jokers = kinds.jokers.tolist()
    return {
        (ranks, joker)
        for held, joker in zip(held_as_written(kinds).tolist(), jokers, strict=True)
        for ranks in held
    }


def best_marks(ways: Ways, became: Numbers, commission: Fraction, *, is_bank: bool) -> Numbers:
    """Return each kind's mark with the highest gain, as the player's or as the bank's.

    Of equal marks, the one that wins less often counts as the best.
    """
    won, lost = became[int(is_bank) :: 2].T.astype(np.int64)
    scale = commission.denominator
    gains = (scale - commission.numerator) * won - scale * lost
    kind = np.repeat(np.arange(len(ways.begin) - 1), np.diff(ways.begin) // 2)
    found: Numbers = 2 * np.lexsort((won, -gains, kind))[ways.begin[:-1] // 2]
    return found


# ---------------------------------------------------------------- kinds of hands and their settings


@cache
def all_kinds() -> Kinds:
    """Return all kinds of hands, beginning with the plain ones."""
    plain, suited = plain_hands(), suited_hands()
    hands = np.concatenate((plain.hands, suited.hands))
    counts = ((hands >> 2)[:, :, None] == np.arange(RANKS)).sum(axis=1)  # the joker has no rank
    long = np.concatenate((np.zeros(len(plain.hands), np.int64), _of_each_hand(suited.masks)))
    return Kinds(
        hands=hands,
        counts=counts,
        jokers=np.concatenate((plain.jokers, _of_each_hand(suited.jokers))),
        long=long,
        short=((counts > (long[:, None] & BITS > 0)) * BITS).sum(axis=1),
        plain=np.concatenate((np.arange(len(plain.hands)), suited.parents.astype(np.int64))),
    )


def _of_each_hand(of_block: Numbers) -> Numbers:
    """Return one value for each suited hand: the value of the block to which the hand belongs."""
    suited = suited_hands()
    return np.repeat(of_block, suited.end - suited.first)


def ways_to_set(numbers: Sequence[Any], kinds: Kinds) -> Ways:
    """Return the settings that may be the best. The house way's comes first."""
    highs, lows = (np.zeros((len(kinds.hands), comb(HELD, 2)), np.int64) for _ in range(2))
    many = np.zeros(len(kinds.hands), np.int64)
    thoughts()(*numbers, kinds.hands, highs, lows, many)
    is_one = np.arange(comb(HELD, 2)) < many[:, None]
    client_and_bank = np.arange(2)
    return Ways(
        np.concatenate(([0], np.cumsum(2 * many))),
        *((each[is_one][:, None] + client_and_bank).ravel() for each in (highs, lows)),
    )


# ---------------------------------------------------------------- results


def faced_by_ranks(kinds: Kinds, ways: Ways, plain: Collection[int]) -> Numbers:
    """Return the wins and losses of marks by ranks alone: of plain kinds, and of all with their ranks.

    Suits are ignored here.
    """
    found = np.zeros((len(ways.highs), 2), np.int64)
    kin = np.argsort(kinds.plain, kind="stable")
    first = np.searchsorted(kinds.plain[kin], np.arange(len(plain_hands().hands) + 1))
    kernel, bank = face_ranks(), plain_bank(kinds, ways)

    def face(some: Numbers) -> None:
        kernel(bank, kinds, ways, kin, first, some, found)

    _in_threads(face, np.array_split(np.array(plain), len(plain) // AT_ONCE + 1))
    return found


def plain_bank(kinds: Kinds, ways: Ways) -> PlainBank:
    """Return the bank's hands without a flush under the house way, by rising high hand."""
    many = len(plain_hands().hands)
    house = ways.begin[:many]
    order = np.argsort(ways.highs[house], kind="stable")
    counts = kinds.counts[order]
    halves = (np.unique(half, axis=0, return_inverse=True) for half in np.split(counts, [LOW_RANKS], axis=1))
    (low_halves, of_low), (high_halves, of_high) = halves
    return PlainBank(
        ways.highs[house][order],
        ways.lows[house][order],
        kinds.jokers[order],
        low_halves,
        high_halves,
        of_low,
        of_high,
    )


def all_holdings() -> list[Holding]:
    """Return every possible holding in one suit."""
    return [
        (sum(1 << rank for rank in ranks), joker)
        for joker in range(2)
        for size in range(HELD - joker + 1)
        for ranks in combinations(range(RANKS), size)
    ]


def faced_by_suit(kinds: Kinds, ways: Ways, holdings: Collection[Holding]) -> tuple[Numbers, Shares]:
    """Return the extra wins and losses of each mark against hands that are suited in one suit.

    Every kind has a block of rows for each choice of its short ranks that may be of that suit, and one
    block for its long suit. The first result says where each kind's rows begin.
    """
    choices = (1 << (kinds.short[:, None] & BITS > 0).sum(axis=1)) + (kinds.long > 0)
    rows = np.concatenate(([0], np.cumsum(choices * np.diff(ways.begin))))
    found = np.zeros((rows[-1], 2), np.int32)
    kernel, bank, others = face_suit(), suited_bank(kinds, ways), suited_hands().others

    def face(holding: Holding) -> None:
        kernel(bank, others, kinds, ways, rows, *holding, found)

    _in_threads(face, holdings)
    return rows, found


def suited_bank(kinds: Kinds, ways: Ways) -> SuitedBank:
    """Return the bank's hands with a flush, and the same ranks without one, by rising high hand."""
    suited = suited_hands()
    house, plain = ways.begin[len(plain_hands().hands) : -1], ways.begin[suited.parents]
    moves = (ways.highs[house] != ways.highs[plain]) | (ways.lows[house] != ways.lows[plain])
    marks = np.concatenate((house[moves], plain[moves]))
    order = np.argsort(ways.highs[marks], kind="stable")
    beside = np.concatenate([np.arange(*ends) for ends in zip(suited.first, suited.end, strict=True)])
    of_hand = (_of_each_hand(suited.masks), _of_each_hand(suited.jokers), beside)
    return SuitedBank(
        ways.highs[marks][order],
        ways.lows[marks][order],
        np.repeat((1, -1), len(marks) // 2)[order],
        *(np.tile(each[moves], 2)[order] for each in of_hand),
    )


def _in_threads(task: Callable[[T], None], items: Collection[T]) -> None:
    """Run a task for each item in threads.

    Kernels release the interpreter lock, so all processors work.
    """
    with ThreadPoolExecutor(cpu_count()) as threads:
        for _ in zip(tracked("hands", items), threads.map(task, items), strict=True):
            pass
