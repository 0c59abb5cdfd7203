"""Acts of no-draw poker."""

from __future__ import annotations

from novamas.table.deeds import Act, Call, Order


class Buy(Act, frozen=True):
    """A player gives up one card, counted from 1, and buys another for the amount of the initial bet."""

    nth: int


class SetPool(Order, frozen=True, kw_only=True):
    """The floor sets a jackpot that other tables have fed or that one of them has won."""

    bet: str
    cents: int


class LastHands(Call, frozen=True):
    """The croupier announces the last hands near the end of the day."""
