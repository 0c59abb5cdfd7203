"""The set-up of a pai gow table: its rules, facts about the gaming room, and the law's limits."""

from __future__ import annotations

from fractions import Fraction

from msgspec import Struct

from novamas.families.pai_gow.house_ways import OWN
from novamas.law import Frame
from novamas.money import Rounding


class LimitFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """Figures on whether the limits of an open table may change."""

    cite: tuple[str, ...]
    may_change: bool


class Rules(Struct, frozen=True, cache_hash=True, kw_only=True):
    """The rules that both pai gow games share. Each game adds its own."""

    frame: Frame
    seats: int
    minimum: int
    maximum: int
    chip: int
    commission: Fraction
    rounding: Rounding
    player_bank: bool
    house_stake: str
    count_direction: str
    house_way: str
    bank_commission: bool = True

    @property
    def rate_of_bank(self) -> Fraction:
        """The rate of commission on the win of a player's bank, or 0 if the house takes none."""
        return self.commission if self.bank_commission else Fraction(0)

    @property
    def has_own_way(self) -> bool:
        """Whether the house sets hands by a published way of its own, which novamas does not know."""
        return self.house_way == OWN

    @property
    def known_way(self) -> str:
        """The house way that novamas applies. If the house has its own, this is the default one."""
        usual = self.frame.options["house_way"].default
        return str(usual) if self.has_own_way else self.house_way

    @property
    def hands_for_all(self) -> bool:
        """Whether a hand is dealt to every box. Hands of empty boxes are then put away."""
        return True

    @property
    def counts_anticlockwise(self) -> bool:
        return self.count_direction == "anticlockwise"

    @property
    def may_change_limits(self) -> bool:
        return self.frame.group("limits", LimitFigures).may_change


class Premises(Struct, frozen=True, cache_hash=True, kw_only=True):
    """Facts about the gaming room that affect play: the band within which limits may change."""

    authorised_minimum: int
    authorised_maximum: int
