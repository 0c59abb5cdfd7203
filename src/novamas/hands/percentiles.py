"""Where a hand stands among all hands of a deck, and how likely it is."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from novamas.hands.hand import Hand
from novamas.hands.ladder import ladder


class HandPercentile(msgspec.Struct, frozen=True):
    """How many hands are better than one, tie with it and are worse, and how many make its combination."""

    better: int
    equal: int
    worse: int
    alike: int
    """Hands of the same combination, whatever their ranks."""
    kind: int
    """Its kind counted from the best, where hands that tie are of one kind."""
    kinds: int

    @property
    def hands(self) -> int:
        return self.better + self.equal + self.worse

    @property
    def probability(self) -> Fraction:
        """How likely its combination is."""
        return Fraction(self.alike, self.hands)

    @property
    def probability_of_better(self) -> Fraction:
        """How likely a better hand is."""
        return Fraction(self.better, self.hands)


def hand_percentile(hand: Hand, size: int | None = None) -> HandPercentile:
    """The place of a hand among all the best hands that so many cards make; by default, as many as it has."""
    shape = hand.ranking.shape
    rungs = ladder(shape).rungs
    if size is None or size == shape.cards:
        counts = [rung.hands for rung in rungs]
    else:
        from novamas.hands.batch import tally  # numba, only where six or seven cards are counted

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
