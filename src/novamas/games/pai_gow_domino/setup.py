"""The set-up of a pai gow dominoes table."""

from __future__ import annotations

from novamas.families.pai_gow import setup


class Rules(setup.Rules, frozen=True, cache_hash=True, kw_only=True):
    """The rules of one pai gow dominoes table."""

    limit_of: str  # whether the maximum on a hand is for each bettor or for all together
