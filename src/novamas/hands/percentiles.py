"""The percentile of a hand among all hands of a deck, and its probability."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from novamas.hands.hand import Hand
from novamas.hands.ladder import ladder


class HandPercentile(msgspec.Struct, frozen=True):
    """How many hands beat a hand, tie with it, lose to it and make the same combination."""

    better: int
    equal: int
    worse: int
    alike: int
    """The number of hands of the same combination, whatever their ranks."""
    kind: int
    """The position of its kind, counted from the best. Hands that tie are of one kind."""
    kinds: int

    @property
    def hands(self) -> int:
        return self.better + self.equal + self.worse

    @property
    def probability(self) -> Fraction:
        """The probability of the hand's combination."""
        return Fraction(self.alike, self.hands)

    @property
    def probability_of_better(self) -> Fraction:
        """The probability of a better hand."""
        return Fraction(self.better, self.hands)


def hand_percentile(hand: Hand, size: int | None = None) -> HandPercentile:
    """Return the percentile of a hand among the best hands of `size` cards.

    By default, `size` is the number of its own cards.
    """
    shape = hand.ranking.shape
    rungs = ladder(shape).rungs
    if size is None or size == shape.cards:
        counts = [rung.hands for rung in rungs]
    else:
        from novamas.hands.batch import tally  # imports numba, only needed for six or seven cards

        counts = tally(shape, size)[1:].tolist()
    possible = sum(count > 0 for count in counts[hand.strength :])
    return HandPercentile(
        better=sum(counts[hand.strength :]),
        equal=counts[hand.strength - 1],
        worse=sum(counts[: hand.strength - 1]),
        alike=sum(count for rung, count in zip(rungs, counts, strict=True) if rung.category is hand.category),
        kind=possible + 1,
        kinds=sum(count > 0 for count in counts),
    )
