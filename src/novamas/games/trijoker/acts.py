"""Acts of the players at trijoker."""

from __future__ import annotations

from novamas.table.deeds import Act


class Leave(Act, frozen=True):
    """A player leaves one of the three bets in play."""

    bet: str
