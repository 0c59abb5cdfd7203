"""Texas hold'em: two covered cards each, five common ones, and any five of the seven make the hand."""

from __future__ import annotations

from novamas.families.circle.cloth import Cloth
from novamas.families.circle.setup import BlindRules
from novamas.families.circle.variant import variant


class HoldemCloth(Cloth, frozen=True, cache_hash=True, kw_only=True):
    """The cloth of hold'em: dealt as omaha, with two cards instead of four."""

    rules: BlindRules


GAME = variant(
    "holdem",
    HoldemCloth,
    BlindRules,
)
