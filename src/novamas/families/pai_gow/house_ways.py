"""House ways: how the croupier makes his two hands, as rules in order, which are published."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

NEVER = 15  # above every rank
OWN = "own"  # the way that a house has published itself: which it is only the house can say


class WayRule(Struct, frozen=True):
    """One rule of a house way, for the hands that no rule before it is for: a code and figures.

    The game's words say it to people (`house_way.CODE`); a test sets every hand by them alone.
    """

    code: str
    figures: Mapping[str, int] = {}
