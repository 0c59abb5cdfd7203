"""The acts found only at treinta y cuarenta."""

from __future__ import annotations

from novamas.table.deeds import Act


class Cut(Act, frozen=True):
    """The player nearest to the croupier's right cuts the cards."""


class Insure(Act, frozen=True):
    """A player insures a bet against the tie at 31 for a hundredth of it."""

    bet: str
