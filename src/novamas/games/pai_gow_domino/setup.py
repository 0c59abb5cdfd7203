"""The set-up of a table of pai gow dominoes."""

from __future__ import annotations

from novamas.families.pai_gow import setup


class Rules(setup.Rules, frozen=True, cache_hash=True, kw_only=True):
    """The rules of one table."""

    limit_of: str  # whose the maximum on a hand is: each bettor's, or that of the hand
