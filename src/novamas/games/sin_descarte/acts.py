"""What people do at poker without discard, and nowhere else."""

from __future__ import annotations

from novamas.table.deeds import Act, Call, Order


class Buy(Act, frozen=True):
    """A player lays down one of his cards, counted from 1, and buys another for as much as his bet."""

    nth: int


class SetPool(Order, frozen=True, kw_only=True):
    """The other tables of a pool have brought it to so much, or one of them has won it."""

    bet: str
    cents: int


class LastHands(Call, frozen=True):
    """The end of the day is near: the croupier announces the last hands."""
