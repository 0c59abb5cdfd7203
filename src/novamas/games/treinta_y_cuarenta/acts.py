"""The acts that only treinta y cuarenta has."""

from __future__ import annotations

from novamas.table.deeds import Act


class Cut(Act, frozen=True):
    """The player nearest to the croupier's right cuts the cards."""


class Insure(Act, frozen=True):
    """A player insures a bet against the tie at 31 for a hundredth of its amount."""

    bet: str
