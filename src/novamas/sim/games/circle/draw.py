"""The draw at covered poker: players discard cards and get others for them."""

from __future__ import annotations

from itertools import combinations

import numpy as np

from novamas.sim.compiler import called_by_kernels
from novamas.sim.games.circle.betting import ANY
from novamas.sim.games.circle.cards import (
    ROOM,
    Bits,
    Cards,
    Deals,
    Numbers,
    cards_of,
    many,
    strength_with,
    take_back,
)
from novamas.sim.streams import Words, below, deal

OWN = 5
FOLDED, ASIDE, TO_COME = range(3)  # numbers of a draw
_PLACES = [each for n in range(OWN + 1) for each in combinations(range(OWN), n)]
WAYS = np.array([sum(1 << place for place in each) for each in _PLACES], np.int64)
"""The sets of positions in a hand: the empty set, then those of one position, of two, and so on."""
WAYS_UP_TO = np.array([sum(len(each) <= n for each in _PLACES) for n in range(OWN + 1)], np.int64)


@called_by_kernels
def unmatched(held: Numbers, most: int) -> int:
    """Return the positions of up to `most` cards that have no equal rank, from the lowest on.

    If no two cards are equal, the highest card is left out.
    """
    found, left = 0, 0
    for place in range(OWN):
        is_alone = True
        for other in range(OWN):
            is_alone = is_alone and (other == place or held[other] >> 2 != held[place] >> 2)
        if is_alone:
            found |= 1 << place
            left += 1
    if left == OWN:
        most = min(most, OWN - 1)
    while left > most:
        highest = -1
        for place in range(OWN):
            if found >> place & 1 and (highest < 0 or held[place] > held[highest]):
                highest = place
        found &= ~(1 << highest)
        left -= 1
    return found


@called_by_kernels
def laid_aside_by(
    stream: Words, deals: Deals, cards: Cards, players: int, seat: int, strategy: int, most: int
) -> int:
    """Return the positions of up to `most` cards that a player discards.

    `any`: every set is equally likely. Otherwise a player with a straight or better discards nothing.
    Others discard the cards without an equal, except the highest if no two cards are equal.
    """
    if strategy == ANY:
        return WAYS[below(stream, WAYS_UP_TO[most])]  # type: ignore[no-any-return]
    if strength_with(deals, cards, players, seat, deals.own[0], deals.common[0]) >= deals.straight:
        return 0
    return unmatched(cards.held[seat * ROOM : seat * ROOM + OWN], most)


@called_by_kernels
def begin_draw(deals: Deals, cards: Cards, players: int, alive: int, opener: int) -> None:
    """Begin the draw. Folded cards may be used again, those of the opener only if the house allows it."""
    out = ((1 << players) - 1) & ~alive
    if deals.opener_apart:
        out &= ~(1 << opener)
    cards.draw[FOLDED], cards.draw[ASIDE] = cards_of(cards, players, out, deals.own[0]), 0
    cards.draw[TO_COME] = alive


@called_by_kernels
def next_to_draw(cards: Cards, players: int, opener: int) -> int:
    """Return the next player who discards, from the opener on, or -1."""
    for nth in range(players):
        seat = (opener + nth) % players
        if cards.draw[TO_COME] >> seat & 1:
            return seat
    return -1


@called_by_kernels
def most_discards(deals: Deals, cards: Cards, dealt: int) -> int:
    """Return how many cards the next player may discard."""
    left = len(cards.deck) - dealt + many(cards.draw[ASIDE]) + many(cards.draw[FOLDED])
    return min(deals.most_discards, left)


@called_by_kernels
def change_cards(stream: Words, cards: Cards, seat: int, places: int, opener: int, dealt: int) -> int:
    """Change a player's cards at these positions. Return how many cards have left the deck.

    Each player gets the new cards before the next player discards. The last card of the deck is mixed
    with the discards of other players than the opener and the present one, and if needed with the
    folded cards.
    """
    to_come = cards.draw[TO_COME] & ~(1 << seat)
    owed = many(places)
    his: Bits = 0
    for place in range(OWN):
        if not places >> place & 1:
            continue
        his |= 1 << np.int64(cards.held[seat * ROOM + place])
        left = len(cards.deck) - dealt
        if left < 2 and (owed > left or to_come):
            back = cards.draw[ASIDE]
            if left + many(back) < owed:
                back |= cards.draw[FOLDED]
                cards.draw[FOLDED] = 0
            dealt = take_back(cards.deck, dealt, back)
            cards.draw[ASIDE] = 0
        deal(stream, cards.deck, dealt, dealt + 1)
        cards.held[seat * ROOM + place] = cards.deck[dealt]
        dealt, owed = dealt + 1, owed - 1
    if seat != opener:
        cards.draw[ASIDE] |= his
    cards.draw[TO_COME] = to_come
    return dealt
