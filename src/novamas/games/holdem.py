"""Texas hold'em: two hole cards for each player and five community cards. The best five play."""

from __future__ import annotations

from novamas.families.circle.cloth import Cloth
from novamas.families.circle.setup import BlindRules
from novamas.families.circle.variant import variant


class HoldemCloth(Cloth, frozen=True, cache_hash=True, kw_only=True):
    """The cloth of hold'em. The deal is the same as at omaha, with two hole cards instead of four."""

    rules: BlindRules


GAME = variant(
    "holdem",
    HoldemCloth,
    BlindRules,
)
