"""Names of hands of cards and tiles: "full de reyes y doses", "7 puntos con Day"."""

from __future__ import annotations

from novamas.hands.dominoes import TileHand
from novamas.hands.hand import Hand
from novamas.hands.names import hand_name, tile_hand_name
from novamas.words.voice import Voice


def hand_text(hand: Hand | TileHand, voice: Voice) -> str:
    """Return the name of a hand."""
    if isinstance(hand, TileHand):
        return tile_hand_name(hand.category, hand.points, hand.highest, voice.language)
    return hand_name(hand.category, hand.ranks, voice.language)
