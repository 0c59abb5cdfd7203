"""Omaha: four hole cards and five community cards. Two hole cards and three of the board play."""

from __future__ import annotations

from novamas.families.circle.cloth import Cloth
from novamas.families.circle.setup import BlindRules
from novamas.families.circle.variant import variant


class OmahaCloth(Cloth, frozen=True, cache_hash=True, kw_only=True):
    """The cloth of omaha."""

    rules: BlindRules


GAME = variant(
    "omaha",
    OmahaCloth,
    BlindRules,
)
