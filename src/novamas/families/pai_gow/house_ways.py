"""House ways: the published rules by which the croupier sets a hand, in order."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

NEVER = 15  # higher than every rank
OWN = "own"  # a way of the house's own, unknown to novamas


class WayRule(Struct, frozen=True):
    """One rule of a house way, for hands that no earlier rule covers: a code and its numbers.

    The game's texts explain it to people (`house_way.CODE`). A test sets every hand by these rules
    alone.
    """

    code: str
    figures: Mapping[str, int] = {}
