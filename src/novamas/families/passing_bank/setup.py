"""The set-up shared by the passing-bank games."""

from __future__ import annotations

from msgspec import Struct

from novamas.law import Frame
from novamas.money import Rounding

LARGE = 100  # the most that is changed for chips at once, in minimum banks


class BankRules(Struct, frozen=True, cache_hash=True, kw_only=True):
    """The rules that all passing-bank games share."""

    frame: Frame
    seats: int
    standing: int
    buy_in: int
    minimum: int
    minimum_banca: int
    maximum_banca: int  # 0: no maximum
    chip: int
    rounding: Rounding

    @property
    def people(self) -> int:
        """The number of players at the start, both seated and standing."""
        return self.seats + self.standing

    @property
    def most_change(self) -> int:
        """The largest amount that is changed for chips at once."""
        return LARGE * self.minimum_banca

    def in_chips(self, cents: int) -> int:
        """Round an amount down to whole chips."""
        return cents // self.chip * self.chip
