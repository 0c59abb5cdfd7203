"""The gain from remembering the first hand of a split pair while playing the second.

The analyser plays each hand of a split by its own cards alone. Here the second of two hands also
depends on the cards of the first. Every end of the first hand, with its probability, leaves a shoe
from which the second is played by best play.
"""

from __future__ import annotations

from heapq import heapify, heappop, heappush

import numpy as np

from novamas.odds.games.blackjack.analysis import Against, Floats, SplitHand
from novamas.odds.games.blackjack.enumeration import VALUES, hands
from novamas.odds.games.blackjack.kernels import DOUBLE, STAND


def seconds(shoe: Floats, pair: int) -> dict[int, float]:
    """Return the two-card hands that one card of a pair can become, from a shoe that still has it."""
    left = shoe.copy()
    left[pair] -= 1
    return {hands().of(pair, value): float(left[value] / left.sum()) for value in VALUES if left[value]}


def ends(split: SplitHand) -> dict[tuple[int, ...], float]:
    """Return each possible end of the first hand, over 21 or not, with its probability."""
    every, shoe, acts = hands(), split.ways.shoes[0], split.played.acts
    weights = seconds(shoe, split.pair)
    waiting = [-hand for hand in weights]
    heapify(waiting)
    found: dict[tuple[int, ...], float] = {}
    while waiting:
        hand = -heappop(waiting)
        chance, cards = weights[hand], every.cards[hand]
        if acts[hand] == STAND:
            found[tuple(cards)] = found.get(tuple(cards), 0.0) + chance
            continue
        left = shoe - cards
        for value in np.flatnonzero(left > 0):
            part, after = chance * float(left[value] / left.sum()), int(every.after[hand, value])
            if after < 0 or acts[hand] == DOUBLE:
                drawn = tuple(int(count) + (each == value) for each, count in enumerate(cards))
                found[drawn] = found.get(drawn, 0.0) + part
                continue
            if after not in weights:
                heappush(waiting, -after)
            weights[after] = weights.get(after, 0.0) + part
    return found


def memory_gain(against: Against, pair: int) -> float:
    """Return the gain from memory on the second hand, per unit staked on it."""
    split = against.split_once(pair, None)
    shoe, remembering = split.ways.shoes[0], 0.0
    for cards, chance in ends(split).items():
        left = shoe - np.array(cards)
        left[pair] += 1  # adds back the first hand's pair card; the second's is still in the shoe
        worth = against.play(left[None, :], pair=pair).worth[0]
        remembering += chance * sum(part * float(worth[hand]) for hand, part in seconds(left, pair).items())
    return remembering - split.worth / 2
