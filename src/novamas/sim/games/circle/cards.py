"""The cards of circle poker at volume: how they come, how strong they are, and who shows the highest.

All kernels of circle poker deal alike, interval by interval: so many cards to each who still plays, then so
many common ones. What differs from variant to variant is told by `Deals`.
"""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

import numpy as np

from novamas.hands.tables import Tables
from novamas.sim.compiler import called_by_kernels, part_of_kernel
from novamas.sim.streams import Words, deal
from novamas.sim.strengths import strength_of

Numbers: TypeAlias = Any  # an array of numbers; of which ones the compiler knows
Bits: TypeAlias = Any  # a number of 64 bits, one for each card or player

FIRST, WHO_BET, WHO_BET_EVER, WHO_OPENED, BY_OPEN_CARDS = range(5)
"""Who speaks first: the first who plays; who bet last in the interval before, or at all; who opened the pot;
who shows the lowest or the highest cards."""
ROOM = 8  # for the cards of a player
THREES = 10  # of five common cards
OPEN = 4  # open cards of a player at most
SHOWN_RANKS = 14  # the thirteen, and none
TEN = 8  # as ranks are counted in the kernel

_ZERO, _ONE, _TWO = np.uint64(0), np.uint64(1), np.uint64(2)
_ENOUGH_SUITED, _LOWER_HALF = np.uint64(0x8888), np.uint64(32)


class Deals(NamedTuple):
    """The cards of a hand, what they are worth, and what hangs on them."""

    deck: Numbers
    own: Numbers  # each player's own cards at each interval
    common: Numbers  # on the table at each interval
    covered: int  # own cards that come before the open ones
    by_size: tuple[Tables, Tables, Tables]  # of five, six and seven cards
    plays_two: bool  # just two of one's own count, and three of the common ones
    pair: int  # the least strength of it
    two_pairs: int
    straight: int
    shown: Numbers  # how high open cards are, by their ranks
    first: int  # who speaks first: see above
    lowest_first: bool  # of the open cards, in the first interval
    opening: Numbers  # the least strength that opens the pot, by how often nobody has; 0 where any does
    most_discards: int  # 0 where no cards are changed
    opener_apart: bool  # the cards of who opened never come again, though he has folded
    sets_aside: bool  # a card before each deal, which comes again where cards are short
    folded_return: bool  # and so do those of who has folded
    turns: int  # how the mano goes round: 1 as the cards, -1 against them, 0 where the first place stays so


class Cards(NamedTuple):
    """Where the cards of a hand lie."""

    deck: Numbers  # in the order in which they came, then those to come
    held: Numbers  # by player, then the common ones
    open: Numbers  # the ranks of each player's open cards, as one number
    threes: Numbers  # of three common cards each: the sums of their values
    three_ranks: Numbers  # and their ranks, a bit each


def cards_for(deals: Deals, players: int) -> Cards:
    """Room for the cards of so many players."""
    return Cards(
        deck=deals.deck,
        held=np.zeros((players + 1) * ROOM, np.uint8),
        open=np.zeros(players, np.int64),
        threes=np.zeros(THREES, np.uint64),
        three_ranks=np.zeros(THREES, np.uint64),
    )


# ---------------------------------------------------------------- dealing


@part_of_kernel
def serve(
    stream: Words, deals: Deals, cards: Cards, players: int, alive: int, begun: int, first: int, last: int
) -> int:
    """Own cards, from one to another, round by round to all who play; how many have left the deck then."""
    dealt = begun + (last - first) * many(alive)
    deal(stream, cards.deck, begun, dealt)
    at = begun
    for place in range(first, last):
        is_open = deals.first == BY_OPEN_CARDS and deals.covered <= place < deals.covered + OPEN
        for seat in range(players):
            if alive >> seat & 1:
                card = cards.deck[at]
                cards.held[seat * ROOM + place] = card
                if is_open:
                    cards.open[seat] = cards.open[seat] * SHOWN_RANKS + (np.int64(card) >> 2) + 1
                at += 1
    return dealt


@part_of_kernel
def lay_common(
    stream: Words, deals: Deals, cards: Cards, players: int, dealt: int, first: int, last: int
) -> int:
    """Common cards, from one to another; how many have left the deck then."""
    if last == first:
        return dealt
    deal(stream, cards.deck, dealt, dealt + last - first)
    board = players * ROOM
    for place in range(first, last):
        cards.held[board + place] = cards.deck[dealt + place - first]
    if deals.plays_two:
        note_threes(deals.by_size[0], cards, board, first, last)
    return dealt + last - first


@part_of_kernel
def note_threes(tables: Tables, cards: Cards, board: int, first: int, last: int) -> None:
    """What each three common cards add to a hand, whoever plays them: those with a card that just came."""
    for third in range(max(first, 2), last):
        n = third * (third - 1) * (third - 2) // 6
        for second in range(1, third):
            for lowest in range(second):
                total, ranks = _ZERO, _ZERO
                for place in (lowest, second, third):
                    card = np.uint64(cards.held[board + place])
                    total += tables.values[card]
                    ranks |= _ONE << (card >> _TWO)
                cards.threes[n], cards.three_ranks[n] = total, ranks
                n += 1


@called_by_kernels
def take_back(deck: Numbers, dealt: int, back: Bits) -> int:
    """Cards that had left the deck are mixed with those to come; how many have left it then.

    They change places with the last that had left it, from the last on.
    """
    for place in range(dealt - 1, -1, -1):
        card = deck[place]
        if back >> np.int64(card) & 1:
            dealt -= 1
            deck[place] = deck[dealt]
            deck[dealt] = card
    return dealt


@called_by_kernels
def cards_of(cards: Cards, players: int, seats: int, own: int) -> Bits:
    """The own cards of some players, a bit each."""
    found: Bits = 0
    for seat in range(players):
        if seats >> seat & 1:
            for place in range(own):
                found |= 1 << np.int64(cards.held[seat * ROOM + place])
    return found


@called_by_kernels
def many(bits: Bits) -> int:
    """How many players, or cards, these are."""
    found = 0
    while bits:
        bits &= bits - 1
        found += 1
    return found


@called_by_kernels
def before_deal(
    deals: Deals, cards: Cards, players: int, alive: int, interval: int, dealt: int, aside: int
) -> tuple[int, int, bool]:
    """A card is set aside; where too few are left for this deal, those set aside are mixed in again.

    At need the folded ones are too, where they may be. How many have left the deck then, how many lie aside,
    and whether one card must do for all.
    """
    playing, own = many(alive), deals.own[interval - 1]
    left = len(cards.deck) - dealt - aside
    if left > playing:
        return dealt, aside + 1, False
    folded = 0
    if deals.folded_return and left + aside < playing:
        folded = dealt - playing * own
    if left and left + aside + folded < playing:
        return dealt, aside, True
    if folded:
        gone: Bits = 0
        for place in range(dealt):
            gone |= 1 << np.int64(cards.deck[place])
        dealt = take_back(cards.deck, dealt, gone & ~cards_of(cards, players, alive, own))
    return dealt, 0, left + aside + folded < playing


# ---------------------------------------------------------------- ranking


@called_by_kernels
def strength_with(deals: Deals, cards: Cards, players: int, seat: int, own: int, common: int) -> int:
    """How strong a player's cards are with the common ones that lie on the table."""
    mine, board = seat * ROOM, players * ROOM
    if deals.plays_two:
        return strength_of_two(deals.by_size[0], cards, mine, own, common)
    if own + common == 5:
        return strength_of(deals.by_size[0], cards.held, mine, own, board, common)
    if own + common == 6:
        return strength_of(deals.by_size[1], cards.held, mine, own, board, common)
    return strength_of(deals.by_size[2], cards.held, mine, own, board, common)


@part_of_kernel
def strength_of_two(tables: Tables, cards: Cards, mine: int, own: int, common: int) -> int:
    """How strong the best hand is of two own cards and three common ones."""
    best, threes = np.uint16(0), common * (common - 1) * (common - 2) // 6
    for one in range(mine, mine + own - 1):
        first = np.uint64(cards.held[one])
        for other in range(one + 1, mine + own):
            second = np.uint64(cards.held[other])
            two = tables.start + tables.values[first] + tables.values[second]
            ranks = _ONE << (first >> _TWO) | _ONE << (second >> _TWO)
            for n in range(threes):
                total = two + cards.threes[n]
                if total & _ENOUGH_SUITED:
                    strength = tables.suited[ranks | cards.three_ranks[n]]
                else:
                    column = (total >> _LOWER_HALF) + tables.shifts[total >> tables.row_shift]
                    strength = tables.strengths[column & tables.column_mask]
                best = max(best, strength)
    return np.int64(best)  # type: ignore[return-value]


@called_by_kernels
def is_worth_a_bet(cards: Cards, seat: int, own: int) -> bool:
    """Do a player's own cards hold a pair, or two cards of ten or higher?"""
    high, ranks = 0, 0
    for place in range(seat * ROOM, seat * ROOM + own):
        rank: Any = np.int64(cards.held[place]) >> 2
        if ranks >> rank & 1:
            return True
        ranks |= 1 << rank
        high += int(rank >= TEN)
    return high >= 2


@called_by_kernels
def who_shows(deals: Deals, cards: Cards, players: int, alive: int, mano: int, lowest: bool) -> int:
    """Who shows the highest open cards, or the lowest; among equals the nearest to the mano in turn."""
    found, best = -1, 0
    for nth in range(players):
        seat = (mano + nth) % players
        if alive >> seat & 1:
            height = deals.shown[cards.open[seat]]
            if lowest:
                height = -height
            if found < 0 or height > best:
                found, best = seat, height
    return found


@called_by_kernels
def is_pair_open(deals: Deals, cards: Cards, players: int, alive: int) -> bool:
    """Do the first two open cards of anybody who plays make a pair?"""
    for seat in range(players):
        place = seat * ROOM + deals.covered
        if alive >> seat & 1 and cards.held[place] >> 2 == cards.held[place + 1] >> 2:
            return True
    return False
