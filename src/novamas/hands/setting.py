"""Setting and opening: the two hands of pai gow poker, and the opening hand of covered poker."""

from __future__ import annotations

from novamas.hands.hand import Hand
from novamas.hands.rankings import Category
from novamas.law import law


@law("IB09.16.VII.16", "AR10.10-1-C.VI.15")
def outranks(high: Hand, low: Hand) -> bool:
    """Return whether the five-card hand of pai gow poker outranks the two-card hand, as it must.

    Both are compared by combination and then card by card. If the two cards are equal to the first of the
    five as well, the five are worth more (a reading).
    """
    if high.category is not low.category:
        order = high.ranking.shape.order
        return order.index(high.category) < order.index(low.category)
    return high.ranks >= low.ranks


@law("IB09.12-1.II.a.1", "AR10.10-2-A.III.a.1")
def opens(hand: Hand, least_pair: int) -> bool:
    """Return whether a hand opens a pot that needs at least a pair of this rank (11 jacks … 14 aces)."""
    if hand.category is Category.PAREJA:
        return hand.ranks[0] >= least_pair
    return hand.category is not Category.CARTA_MAYOR
