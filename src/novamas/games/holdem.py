"""Texas hold'em: two covered cards each, five common ones, and any five of the seven make the hand."""

from __future__ import annotations

from novamas.rounds.circle.cloth import Cloth
from novamas.rounds.circle.setup import BlindRules
from novamas.rounds.circle.variant import variant


class HoldemCloth(Cloth, frozen=True, cache_hash=True, kw_only=True):
    """The cloth of hold'em: dealt as omaha, with two cards instead of four."""

    rules: BlindRules


GAME = variant(
    "holdem",
    HoldemCloth,
    BlindRules,
)
