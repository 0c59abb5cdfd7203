"""Winners of deals in plain Python, one hand after another: the counterpart of `equity_arrays`.

It is used if numpy is not installed. Both draw the same samples from a seed, so their results are equal.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate, combinations, pairwise

from novamas.hands.equity import Deal, Winners
from novamas.hands.hand import strength_of
from novamas.hands.philox import Philox


def count_winners(deal: Deal, samples: tuple[int, int] | None) -> Winners:
    """Return how often each hand is the best, in all ways or in a sample of ways drawn from a seed."""
    hands = len(deal.hands)
    best = [[0] * (hands + 1) for _ in range(hands)]
    ends = list(pairwise(accumulate((0, *deal.missing))))
    for coming in _every_way(deal.unseen, deal.missing) if samples is None else _drawn_ways(deal, *samples):
        *parts, common = (coming[start:end] for start, end in ends)
        board = deal.board + common
        ranked = [
            strength_of(deal.ranking, hand + part, board)
            for hand, part in zip(deal.hands, parts, strict=True)
        ]
        highest = max(ranked)
        sharing = ranked.count(highest)
        for hand, strength in enumerate(ranked):
            if strength == highest:
                best[hand][sharing] += 1
    return best


def _every_way(unseen: Sequence[int], missing: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Yield every way to deal the missing cards, in the order in which hands and board need them."""
    if not missing:
        yield ()
        return
    for taken in combinations(unseen, missing[0]):
        left = [card for card in unseen if card not in taken]
        for others in _every_way(left, missing[1:]):
            yield taken + others


def _drawn_ways(deal: Deal, samples: int, seed: int) -> Iterator[tuple[int, ...]]:
    """Yield random ways drawn from a seed, each the start of one shuffle.

    All shuffles advance together, one step at a time.
    """
    generator, count = Philox(seed), sum(deal.missing)
    steps = [generator.integers(place, len(deal.unseen), samples) for place in range(count)]
    for others in zip(*steps, strict=True) if steps else [()] * samples:
        cards = list(deal.unseen)
        for place, other in enumerate(others):
            cards[place], cards[other] = cards[other], cards[place]
        yield tuple(cards[:count])
