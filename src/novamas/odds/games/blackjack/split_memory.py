"""What it is worth to mind the first hand of a split pair while playing the second.

The analyser plays each hand of a split by its own cards alone. Here the second of two hands is played by the
cards of the first too: every end of the first hand, with its chance, leaves a shoe from which the second is
played for the best.
"""

from __future__ import annotations

from heapq import heapify, heappop, heappush

import numpy as np

from novamas.odds.games.blackjack.analysis import Against, Floats, SplitHand
from novamas.odds.games.blackjack.enumeration import VALUES, hands
from novamas.odds.games.blackjack.kernels import DOUBLE, STAND


def seconds(shoe: Floats, pair: int) -> dict[int, float]:
    """The hands of two cards that one card of the pair becomes, out of a shoe that still holds it."""
    left = shoe.copy()
    left[pair] -= 1
    return {hands().of(pair, value): float(left[value] / left.sum()) for value in VALUES if left[value]}


def ends(split: SplitHand) -> dict[tuple[int, ...], float]:
    """The cards that the first hand ends with, over 21 or not, each with its chance."""
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
    """What the second hand gains, per unit staked on it."""
    split = against.split_once(pair, None)
    shoe, minding = split.ways.shoes[0], 0.0
    for cards, chance in ends(split).items():
        left = shoe - np.array(cards)
        left[pair] += 1  # the first hand's own card of the pair; the second's is still in the shoe
        worth = against.play(left[None, :], pair=pair).worth[0]
        minding += chance * sum(part * float(worth[hand]) for hand, part in seconds(left, pair).items())
    return minding - split.worth / 2
