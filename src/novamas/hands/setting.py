"""The hand that may open the betting at covered poker."""

from __future__ import annotations

from novamas.hands.hand import Hand
from novamas.hands.rankings import Category
from novamas.law import law


@law("IB09.12-1.II.a.1", "AR10.10-2-A.III.a.1")
def opens(hand: Hand, least_pair: int) -> bool:
    """Return whether a hand may open a pot that needs a pair of this rank or better (11 jacks, 14 aces)."""
    if hand.category is Category.PAREJA:
        return hand.ranks[0] >= least_pair
    return hand.category is not Category.CARTA_MAYOR
