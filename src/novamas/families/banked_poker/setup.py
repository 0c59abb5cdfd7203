"""The set-up of a table of banked poker: what the rules of every such table have."""

from __future__ import annotations

from msgspec import Struct

from novamas.law import Frame


class PokerRules(Struct, frozen=True, cache_hash=True, kw_only=True):
    """What the house states of every table; each game adds its own."""

    frame: Frame
    seats: int  # seated players, each at the box of his number
    standing: int = 0  # players without a box, numbered after the seats
    minimum: int
    maximum: int
    chip: int

    @property
    def boxes(self) -> int:
        """How many boxes are on the cloth: from the number of seats on, the rest are vacant."""
        return self.seats
