"""The set-up of a banked poker table: the rules that all these games share."""

from __future__ import annotations

from msgspec import Struct

from novamas.law import Frame


class PokerRules(Struct, frozen=True, cache_hash=True, kw_only=True):
    """The choices of the house at every banked poker table. Each game adds its own."""

    frame: Frame
    seats: int  # seated players; box n is that of the player at seat n
    standing: int = 0  # players without a box, numbered after the seats
    minimum: int
    maximum: int
    chip: int

    @property
    def boxes(self) -> int:
        """The number of boxes on the cloth. Boxes numbered above the seats are vacant."""
        return self.seats

    @property
    def packs(self) -> int:
        """The number of decks, which are used in turn, one for each round."""
        return 1

    @property
    def in_batches(self) -> bool:
        """Whether each hand is dealt all its cards at once."""
        return False
