"""Texas hold'em: two covered cards each, five common ones, and any five of the seven make the hand."""

from __future__ import annotations

from novamas.games.circle.poker.choices import BlindChoices
from novamas.games.circle.poker.cloth import Cloth
from novamas.games.circle.poker.game import circle_game
from novamas.law import law


@law("AR10.10-2-B-c.I.1", "AR10.10-2-B-c.II.1", "IB09.12-2-c.II.1")
class HoldemCloth(Cloth, frozen=True, cache_hash=True, kw_only=True):
    """The cloth of hold'em: dealt as omaha, with two cards instead of four."""


GAME = circle_game(
    "holdem",
    "Two covered cards each and five in common: the best five of the seven win the pot.",
    HoldemCloth,
    BlindChoices,
)
