"""The distribution of a round's net win under given strategies.

It is exact for hands that are not split. For split pairs the number of hands is exact, and so is
each hand's result jointly with the bank's. Given those, the hands are assumed to be independent.
That leaves the mean exact, and changes the spread of split rounds (two in a hundred) very little.
"""

from __future__ import annotations

from fractions import Fraction
from heapq import heapify, heappop, heappush

import numpy as np
from numpy.typing import NDArray

from novamas.odds.games.blackjack.analysis import Against, Analyser, Course, SplitHand
from novamas.odds.games.blackjack.enumeration import BLACKJACK, RESULTS, VALUES, hands
from novamas.odds.games.blackjack.kernels import DOUBLE, HIT

RARE = 1e-10  # numbers of hands less likely than this are merged with the previous number
WORST = -2  # of one hand: a doubled stake lost
Floats = NDArray[np.float64]


def nets(analyser: Analyser, courses: dict[int, Course]) -> dict[Fraction, float]:
    """Return the distribution of a round's net win over all up cards of the bank."""
    found: dict[Fraction, float] = {}
    for first, chance in analyser.firsts.items():
        against, course = analyser.against(first), courses[first]
        for net, part in against_one(against, course).items():
            found[net] = found.get(net, 0.0) + chance * part
    return dict(sorted(found.items()))


def against_one(against: Against, course: Course) -> dict[Fraction, float]:
    """Return the distribution of a round's net win against one up card of the bank."""
    found: dict[Fraction, float] = {}

    def add(net: Fraction, chance: float) -> None:
        if chance:
            found[net] = found.get(net, 0.0) + chance

    starts: dict[int, float] = {}
    for held, dealt in against.deals().items():
        hand, act = hands().of(*held), course.acts[held]
        if act == "surrender":
            assert against.terms.surrender_loses is not None
            beaten = against.beaten(hand)
            add(-against.terms.surrender_loses, dealt * (1 - beaten))
            add(Fraction(-1), dealt * beaten)
        elif act == "even_money":
            add(Fraction(1), dealt)
        elif hands().points[hand] == 21:
            beaten = float(against.played.bank[0, hand, BLACKJACK])
            add(against.terms.blackjack_pays, dealt * (1 - beaten))
            add(Fraction(0), dealt * beaten)
        elif act == "split":
            for net, chance in split_nets(course.splits[held[0]]).items():
                add(Fraction(net), dealt * chance)
        else:
            starts[hand] = dealt
    results = ends(course, starts, against.shoe, 0, hidden=0.0, pair=-1).sum(axis=1)
    for place, chance in enumerate(results):
        add(Fraction(place + WORST), float(chance))
    return found


def ends(
    course_or_split: Course | SplitHand,
    starts: dict[int, float],
    shoe: Floats,
    k: int,
    *,
    hidden: float,
    pair: int,
) -> Floats:
    """Return the probability of each net win of one hand, from -2 to 2, jointly with the bank's result."""
    every, played = hands(), course_or_split.played
    found = np.zeros((5, RESULTS))
    weights = dict(starts)
    waiting = [-hand for hand in starts]  # the lightest hand, which has the greatest number, comes first
    heapify(waiting)
    while waiting:
        hand = -heappop(waiting)
        act, bank = played.acts[hand], played.bank[k, hand]
        if act not in (HIT, DOUBLE):
            _stand(found, hand, weights[hand] * bank, stake=1)
            continue
        chances = weights[hand] * next_chances(shoe - every.cards[hand], hidden, pair)
        stake = 2 if act == DOUBLE else 1
        for value in VALUES:
            after = int(every.after[hand, value])
            if chances[value] == 0:
                continue
            if after < 0:
                found[-stake - WORST] += chances[value] * bank / bank.sum()
            elif act == HIT:
                if after not in weights:
                    heappush(waiting, -after)
                weights[after] = weights.get(after, 0.0) + chances[value]
            else:
                _stand(found, after, chances[value] * played.bank[k, after], stake=2)
    return found


def next_chances(left: Floats, hidden: float, pair: int) -> Floats:
    """Return the probability of each value of the next card.

    Of the cards left, `hidden` are not seen, and are known not to have the pair's value.
    """
    unseen = left.sum() - hidden
    chances = left / unseen
    if hidden:
        others = left.sum() - left[pair]
        less = (others - hidden) / others
        chances = np.where(np.arange(10) == pair, chances, chances * less)
    return np.asarray(chances)


def _stand(found: Floats, hand: int, bank: Floats, *, stake: int) -> None:
    points = hands().points[hand]
    for result in range(RESULTS):
        if result < points:
            net = stake
        elif result > points:
            net = -stake
        else:
            net = 0
        found[net - WORST, result] += bank[result]


def split_nets(split: SplitHand) -> dict[int, float]:
    """Return the probabilities of a split pair's net win, over all numbers of hands it may become."""
    found: dict[int, float] = {}
    chances = [chance for chance in split.ways.chances if chance > RARE]
    chances[-1] += 1 - sum(chances)
    for k, chance in enumerate(chances):
        count = k + 2
        starts = {
            hands().of(split.pair, value): float(split.second[k, value])
            for value in VALUES
            if split.second[k, value]
        }
        hidden, shoe = float(split.ways.hidden[k]), split.ways.shoes[k]
        one = ends(split, starts, shoe, k, hidden=hidden, pair=split.pair)
        for result in range(RESULTS):
            whole = one[:, result].sum()
            if whole == 0:
                continue
            each = one[:, result] / whole
            together = np.ones(1)
            for _ in range(count):
                together = np.convolve(together, each)
            for place, part in enumerate(together):
                net = place + WORST * count
                found[net] = found.get(net, 0.0) + chance * whole * part
    return found
