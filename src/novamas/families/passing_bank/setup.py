"""What the house states of every table at which players bank."""

from __future__ import annotations

from msgspec import Struct

from novamas.law import Frame
from novamas.money import Rounding

LARGE = 100  # as many least banks are changed for chips at once, at most


class BankRules(Struct, frozen=True, cache_hash=True, kw_only=True):
    """What the rules of every such table have."""

    frame: Frame
    seats: int
    standing: int
    buy_in: int
    minimum: int
    minimum_banca: int
    maximum_banca: int  # 0: none
    chip: int
    rounding: Rounding

    @property
    def people(self) -> int:
        """All who play at first, seated or not."""
        return self.seats + self.standing

    @property
    def most_change(self) -> int:
        """The most that is changed for chips at once."""
        return LARGE * self.minimum_banca

    def in_chips(self, cents: int) -> int:
        """The whole chips in an amount."""
        return cents // self.chip * self.chip
