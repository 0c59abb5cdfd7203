"""Omaha: four covered cards each and five common ones; two of one's own and three of these play."""

from __future__ import annotations

from novamas.law import law
from novamas.rounds.circle.cloth import Cloth
from novamas.rounds.circle.setup import BlindRules
from novamas.rounds.circle.variant import variant


@law("AR10.10-2-B-b.I.1", "AR10.10-2-B-b.II.1-5", "IB09.12-2-b.II.1-5")
class OmahaCloth(Cloth, frozen=True, cache_hash=True, kw_only=True):
    """The cloth of omaha."""

    rules: BlindRules


GAME = variant(
    "omaha",
    OmahaCloth,
    BlindRules,
)
