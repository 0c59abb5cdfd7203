"""The kernel of black jack: the value of every hand against one up card, compiled at first use.

It handles one shoe or several at once. While a split hand is played, the number of hands after the
split is not known. The hand is therefore played in all shoes that are possible, each with its
weight, by one plan for all. These shoes differ only in the cards of the pair's value and in the
number of hidden cards. Hidden cards belong to the other hands, and are known only not to have the
pair's value, because such a hand would have been split again.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from novamas.hands.kernels import compiled

STAND, HIT, DOUBLE = 0, 1, 2
FREE = -1  # no plan given: find the best act
MAX_DRAWN = 24  # more than the bank can ever draw


def _values(
    parent: Any,
    value: Any,
    nth: Any,
    ways: Any,
    sheaf: Any,
    result: Any,
    drawn: Any,
    same: Any,
    order: Any,
    cards: Any,
    points: Any,
    size: Any,
    may_double: Any,
    after: Any,
    shoes: Any,
    hidden: Any,
    weights: Any,
    pair: int,
    plan: Any,
    bank: Any,
    stand: Any,
    hit: Any,
    double: Any,
    worth: Any,
    acts: Any,
) -> None:
    """Compute the bank's results, and the value of each act and the best act for every hand.

    The heaviest hands come first.
    """
    partial = np.empty(len(parent))
    sheaves = np.empty(len(result))
    results = bank.shape[2]  # over 21 comes first, a black jack last
    left = np.empty(10)
    of_pair = np.ones(MAX_DRAWN + 1)  # orders of drawing n cards of the pair's value
    other = np.ones(MAX_DRAWN + 1)  # factor by which hidden cards reduce the chance of n other cards
    every = np.ones(MAX_DRAWN + 1)  # one over the orders of drawing n cards
    for place in range(len(order)):
        hand = order[place]
        others = 0.0
        possible = True
        for x in range(10):
            left[x] = shoes[0, x] - cards[hand, x]
            if x != pair:
                others += left[x]
                if left[x] < 0:
                    possible = False
        # ---- bank's draws, apart from the cards of the pair's value
        for n in range(len(result)):
            sheaves[n] = 0.0
        partial[0] = 1.0
        for node in range(1, len(parent)):
            x = value[node]
            many = 1.0 if x == pair else left[x] - nth[node]
            partial[node] = partial[parent[node]] * many if many > 0 else 0.0
            if sheaf[node] >= 0:
                sheaves[sheaf[node]] += ways[node] * partial[node]
        best_stand = 0.0
        best_hit = 0.0
        best_double = 0.0
        for k in range(len(shoes)):
            own = shoes[k, pair] - cards[hand, pair] if pair >= 0 else 0.0
            unseen = others + own - hidden[k]
            if not possible or own < 0 or unseen < 1 or others < hidden[k]:
                continue
            for n in range(MAX_DRAWN):
                of_pair[n + 1] = of_pair[n] * max(own - n, 0.0)
                every[n + 1] = every[n] / (unseen - n) if unseen > n else 0.0
                other[n + 1] = other[n]
                if hidden[k] > 0 and others > n:
                    other[n + 1] *= max(others - hidden[k] - n, 0.0) / (others - n)
            # ---- stand
            for r in range(results):
                bank[k, hand, r] = 0.0
            for n in range(len(result)):
                rest = drawn[n] - same[n]
                bank[k, hand, result[n]] += sheaves[n] * of_pair[same[n]] * every[drawn[n]] * other[rest]
            won = bank[k, hand, 0]
            lost = bank[k, hand, results - 1]
            for r in range(1, results - 1):
                if r < points[hand]:
                    won += bank[k, hand, r]
                elif r > points[hand]:
                    lost += bank[k, hand, r]
            stand[k, hand] = won - lost
            # ---- one more card
            one = 0.0
            last = 0.0
            for x in range(10):
                chance = own / unseen if x == pair else left[x] / unseen
                if hidden[k] > 0 and x != pair:
                    chance *= (others - hidden[k]) / others
                then = after[hand, x]
                if then < 0:
                    one -= chance
                    last -= chance
                else:
                    one += chance * worth[k, then]
                    last += chance * stand[k, then]
            hit[k, hand] = one
            double[k, hand] = 2 * last
            # ---- chance of this hand in this shoe, up to a factor common to all shoes
            weight = weights[k]
            if len(shoes) > 1:
                more = cards[hand, pair] - 1  # of the pair's value, drawn after the pair
                rest = size[hand] - more - 2  # other cards after the second
                first = others + rest + 1  # other cards left for the second card
                whole = first - 1 + shoes[k, pair] - 1 - hidden[k]
                weight /= first
                for n in range(more):
                    weight *= max(shoes[k, pair] - 1 - n, 0.0)
                for n in range(rest):
                    weight *= max(first - 1 - hidden[k] - n, 0.0) / (first - 1 - n)
                for n in range(more + rest):
                    weight /= max(whole - n, 1.0)
            best_stand += weight * stand[k, hand]
            best_hit += weight * hit[k, hand]
            best_double += weight * double[k, hand]
        act = plan[hand]
        if act < 0:
            act = 0
            if points[hand] < 21:
                if best_hit > best_stand:
                    act = 1
                if may_double[hand] and best_double > max(best_stand, best_hit):
                    act = 2
        acts[hand] = act
        for k in range(len(shoes)):
            if act == 0:
                worth[k, hand] = stand[k, hand]
            elif act == 1:
                worth[k, hand] = hit[k, hand]
            else:
                worth[k, hand] = double[k, hand]


@cache
def values() -> Callable[..., None]:
    """Return the compiled kernel of black jack."""
    return compiled(_values)
