"""Omaha: four covered cards each and five common ones; two of one's own and three of these play."""

from __future__ import annotations

from novamas.rounds.circle.cloth import Cloth
from novamas.rounds.circle.setup import BlindRules
from novamas.rounds.circle.variant import variant


class OmahaCloth(Cloth, frozen=True, cache_hash=True, kw_only=True):
    """The cloth of omaha."""

    rules: BlindRules


GAME = variant(
    "omaha",
    OmahaCloth,
    BlindRules,
)
