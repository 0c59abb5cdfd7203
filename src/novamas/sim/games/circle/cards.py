"""The cards at circle poker: dealing, ranking and the open cards.

All kernels of circle poker deal alike in each betting round: own cards to each player who has not
folded, then community cards. `Deals` has the differences between the variants.
"""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

import numpy as np

from novamas.hands.tables import Tables
from novamas.sim.compiler import called_by_kernels, part_of_kernel
from novamas.sim.streams import Words, deal
from novamas.sim.strengths import strength_of

Numbers: TypeAlias = Any  # an array of numbers whose type numba infers
Bits: TypeAlias = Any  # 64 bits, one for each card or player

FIRST, WHO_BET, WHO_BET_EVER, WHO_OPENED, BY_OPEN_CARDS = range(5)
"""The first to speak: the first player left; the last bettor of the previous betting round, or of any; the
opener of the pot; the player with the lowest or the highest open cards."""
ROOM = 8  # of each player's cards
THREES = 10  # combinations of three out of five community cards
OPEN = 4  # open cards of a player at most
SHOWN_RANKS = 14  # the thirteen, and none
TEN = 8  # in the kernel's ranks

_ZERO, _ONE, _TWO = np.uint64(0), np.uint64(1), np.uint64(2)
_ENOUGH_SUITED, _LOWER_HALF = np.uint64(0x8888), np.uint64(32)


class Deals(NamedTuple):
    """The cards of a variant, their strengths, and the rules about them."""

    deck: Numbers
    own: Numbers  # each player's own cards at each betting round
    common: Numbers  # community cards at each betting round
    covered: int  # own cards dealt before the open ones
    by_size: tuple[Tables, Tables, Tables]  # of five, six and seven cards
    plays_two: bool  # exactly two own cards and three community cards count
    pair: int  # its least strength
    two_pairs: int
    straight: int
    shown: Numbers  # the rank of open cards as a hand
    first: int  # who speaks first: see above
    lowest_first: bool  # of the open cards, in the first betting round
    opening: Numbers  # least strength that may open the pot, by failed attempts; 0 for any
    most_discards: int  # 0 if no cards are changed
    opener_apart: bool  # whether the opener's cards never return, even after a fold
    sets_aside: bool  # whether a card is set aside before each deal; it returns if cards are short
    folded_return: bool  # whether folded cards return too
    turns: int  # the mano's direction: 1 with the deal, -1 against it, 0 if it stays


class Cards(NamedTuple):
    """The positions of all cards in a hand."""

    deck: Numbers  # in the order in which they came, then those to come
    held: Numbers  # by player, then the community cards
    open: Numbers  # the ranks of each player's open cards, as one number
    threes: Numbers  # of each three community cards: the sum of their values
    three_ranks: Numbers  # and their ranks as bits
    draw: Numbers  # the draw: cards folded and cards discarded, as bits, and players who have still to draw


def cards_for(deals: Deals, players: int) -> Cards:
    """Return empty arrays for the cards of all players."""
    return Cards(
        deck=deals.deck,
        held=np.zeros((players + 1) * ROOM, np.uint8),
        open=np.zeros(players, np.int64),
        threes=np.zeros(THREES, np.uint64),
        three_ranks=np.zeros(THREES, np.uint64),
        draw=np.zeros(3, np.int64),
    )


# ---------------------------------------------------------------- dealing


@part_of_kernel
def serve(
    stream: Words, deals: Deals, cards: Cards, players: int, alive: int, begun: int, first: int, last: int
) -> int:
    """Deal own cards to all players who have not folded. Return how many cards have been dealt."""
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
    """Deal community cards. Return how many cards have been dealt."""
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
    """Store what each three community cards contribute, if at least one of them is new."""
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
    """Mix dealt cards back into the deck. Return how many cards are still dealt.

    Each changes places with the last dealt card, beginning at the end.
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
    """Return the own cards of some players as a set of bits."""
    found: Bits = 0
    for seat in range(players):
        if seats >> seat & 1:
            for place in range(own):
                found |= 1 << np.int64(cards.held[seat * ROOM + place])
    return found


@called_by_kernels
def many(bits: Bits) -> int:
    """Return how many bits are set."""
    found = 0
    while bits:
        bits &= bits - 1
        found += 1
    return found


@called_by_kernels
def before_deal(
    deals: Deals, cards: Cards, players: int, alive: int, interval: int, dealt: int, aside: int
) -> tuple[int, int, bool]:
    """Set a card aside before a deal. If too few are left, mix in those set aside.

    If it is necessary and allowed, folded cards are mixed in too. Return how many cards have been
    dealt, how many are aside, and whether a single community card must do for all players.
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
    """Return the strength of a player's hand with the community cards on the table."""
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
    """Return the strength of the best hand with two own cards and three community cards."""
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
    """Return whether a player's own cards include a pair, or two cards of ten or higher."""
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
    """Return the player with the highest or lowest open cards. Ties go to the nearest to the mano."""
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
    """Return whether any remaining player's first two open cards are a pair."""
    for seat in range(players):
        place = seat * ROOM + deals.covered
        if alive >> seat & 1 and cards.held[place] >> 2 == cards.held[place + 1] >> 2:
            return True
    return False
