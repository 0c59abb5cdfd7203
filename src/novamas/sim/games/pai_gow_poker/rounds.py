"""Simulation of pai gow poker: seven cards as client or as bank, against the house way.

Hands have the same numbers as in the odds, which ignore the names of suits. Plain hands are
numbered by how often each rank comes, hands with a long suit by the ranks in it and beside it. A
table has the setting of each hand.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from novamas.equipment.cards import DECK_53, JOKER
from novamas.families.pai_gow.cloth import BANCA
from novamas.odds.games.pai_gow_poker.bets import best_settings, house_settings, rates_of
from novamas.odds.games.pai_gow_poker.seven_cards import HELD, RANKS, SUITS, plain_hands, suited_hands
from novamas.sim.compiler import kernel, part_of_kernel
from novamas.sim.games.pai_gow.hands import BEST_OF, Set, felt_of, nets_of, result_of, results_of
from novamas.sim.play import CompiledBet, Counts, check_strategy
from novamas.sim.streams import Words, deal
from novamas.table.game import Table

NONE = RANKS  # instead of a card's rank


class Numbers(NamedTuple):
    """Tables from which a hand's number is computed."""

    before: NDArray[np.int64]  # earlier plain hands, by rank, cards still to come and count of the rank
    with_joker: int  # plain hands before those with the joker
    suited: NDArray[np.int64]  # earlier hands, by joker and ranks of the long suit
    beside: NDArray[np.int64]  # by the ranks of the cards beside it, the lower first


@part_of_kernel
def number_of(numbers: Numbers, cards: NDArray[np.uint8], first: int) -> int:
    """Return the number that stands for a seven-card hand."""
    many, joker = np.uint64(0), 0  # three bits for each rank
    in_suit = np.uint64(0x3333)  # four bits for each suit; the highest is set with five or more cards
    for place in range(first, first + HELD):
        card = np.uint64(cards[place])
        if card == JOKER:
            joker = 1
            in_suit += np.uint64(0x1111)
        else:
            many += np.uint64(1) << (np.uint64(3) * (card >> np.uint64(2)))
            in_suit += np.uint64(1) << (np.uint64(4) * (card & np.uint64(3)))
    long = in_suit & np.uint64(0x8888)
    if long == np.uint64(0):
        number, left = joker * numbers.with_joker, HELD - joker
        for rank in range(RANKS):
            times: Any = np.int64(many >> np.uint64(3 * rank) & np.uint64(7))
            number += numbers.before[rank, left, times]
            left -= times
        return number
    suit = int(long > 0x8) + int(long > 0x80) + int(long > 0x800)
    mask, low, high = 0, NONE, NONE
    for place in range(first, first + HELD):
        card_rank: Any = np.int64(cards[place]) >> 2
        if cards[place] == JOKER:
            continue
        if cards[place] & 3 == suit:
            mask |= 1 << card_rank
        elif low == NONE:
            low = card_rank
        else:
            low, high = min(low, card_rank), max(low, card_rank)
    return np.int64(numbers.suited[joker, mask] + numbers.beside[low, high])  # type: ignore[return-value]


@kernel
def play_hands(
    stream: Words,
    rounds: int,
    cards: NDArray[np.uint8],
    numbers: Numbers,
    results: NDArray[np.int64],
    mine: Set,
    theirs: Set,
    is_bank: bool,
    counts: Counts,
) -> None:
    """Play seven cards against the croupier's seven."""
    for _ in range(rounds):
        deal(stream, cards, 0, 2 * HELD)
        own, other = number_of(numbers, cards, 0), number_of(numbers, cards, HELD)
        counts[result_of(results, mine, own, theirs, other, is_bank)] += 1


def compiled(table: Table, bet: str, strategy: str) -> CompiledBet:
    """Compile a client's or a bank's hand, set by the house way or by best play."""
    check_strategy(strategy, ())
    wager, felt, way = table.game.wagers(table.opening)[bet], felt_of(table), table.chosen["house_way"]
    is_bank, house = bet.startswith(BANCA), Set(*house_settings(table.frame, way))
    mine, commission = house, rates_of(table)["banca" if is_bank else "casilla"]
    if bet.endswith(BEST_OF):
        mine = Set(*best_settings(table.frame, way, commission, is_bank=is_bank))
    return CompiledBet(
        kernel=play_hands,
        scratch=(np.array(DECK_53, np.uint8),),
        tables=(
            numbers_of_hands(),
            results_of(felt),
            mine,
            house,
            is_bank,
        ),
        nets=nets_of(felt, wager.stake, is_bank=is_bank),
        unit=Fraction(wager.stake),
        per=wager.per,
    )


@cache
def numbers_of_hands() -> Numbers:
    """Return the tables that number all hands in the order of `seven_cards`: plain, then suited."""
    plain, suited = plain_hands(), suited_hands()
    ways = np.zeros((RANKS + 1, HELD + 1), np.int64)  # card choices from these ranks up
    ways[RANKS, 0] = 1
    before = np.zeros((RANKS, HELD + 1, HELD + 1), np.int64)
    for rank in reversed(range(RANKS)):
        for left in range(HELD + 1):
            for times in reversed(range(min(SUITS, left) + 1)):
                before[rank, left, times] = ways[rank, left]
                ways[rank, left] += ways[rank + 1, left - times]
    places = np.zeros((2, 1 << RANKS), np.int64)
    places[suited.jokers, suited.masks] = len(plain.hands) + suited.begin
    beside = np.zeros((RANKS + 1, RANKS + 1), np.int64)
    beside[:RANKS, NONE] = np.arange(RANKS)
    low, high = np.triu_indices(RANKS)
    beside[low, high] = np.arange(len(low))
    return Numbers(before, int(np.count_nonzero(plain.jokers == 0)), places, beside)
