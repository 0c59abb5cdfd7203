"""The two hands of pai gow poker compared by combination, as a reference for the fast strengths."""

from __future__ import annotations

from novamas.hands import Hand


def outranks(high: Hand, low: Hand) -> bool:
    """Return whether the five-card hand outranks the two-card hand, as pai gow poker requires.

    Both are compared by combination and then card by card. If the two cards are equal to the first of the
    five as well, the five are worth more (our reading).
    """
    if high.category is not low.category:
        order = high.ranking.shape.order
        return order.index(high.category) < order.index(low.category)
    return high.ranks >= low.ranks
