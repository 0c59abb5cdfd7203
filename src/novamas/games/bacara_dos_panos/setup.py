"""The set-up of a bacará a dos paños table: its rules, and the law's figures for the bank."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

from msgspec import Struct

from novamas.families.figures import PayFigures
from novamas.families.passing_bank.setup import BankRules
from novamas.law import law


class BankFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """The law's figures for the bank."""

    cite: tuple[str, ...]
    deduction_limited: Fraction
    deduction_open: Fraction
    least_per_cloth: int
    banco_repeats: int


class Rules(BankRules, frozen=True, cache_hash=True, kw_only=True):
    """The rules of one bacará table."""

    bank_mode: Literal["limitada", "libre"]
    maximum: int  # of a player on one side; 0: none
    days: int
    sessions: int  # per day
    tallas: int  # per session
    award_days: int  # 0: the bank is awarded by number of shoes
    award_tallas: int
    named_banker: int  # the seat with the bank at the opening, or 0
    named_bank: int
    beyond_the_bank: Literal["se_cobran", "no_juegan"] = "se_cobran"  # the default of early records

    @property
    @law("IB05.09.I.3", "IB05.09.I.4", "IB05.09.I.5")
    def is_open(self) -> bool:
        """Whether the bank covers all stakes without limit."""
        return self.bank_mode == "libre"

    @property
    @law("IB05.09.II.3.2")
    def compartments(self) -> int:
        """The number of compartments on each side."""
        return self.seats // 2

    @property
    def bank(self) -> BankFigures:
        return self.frame.group("bank", BankFigures)

    @law("IB05.09.VII.15")
    def prize(self, pano: str, stake: int) -> int:
        """Return the win of a stake on one side."""
        return self.rounding.whole(stake * self.frame.group("bets", dict[str, PayFigures])[pano].pays)

    @property
    @law("IB05.09.V.3.1")
    def deduction(self) -> Fraction:
        """The share that the house deducts from the bank's winnings."""
        return self.bank.deduction_open if self.is_open else self.bank.deduction_limited

    @law("IB05.09.V.3.1")
    def house_part(self, gain: int) -> int:
        """Return the house's deduction from the banker's net win in a coup."""
        return self.rounding.deducted(gain * self.deduction)
