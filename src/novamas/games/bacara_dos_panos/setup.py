"""The set-up of a table of bacará a dos paños: its rules, and what the law says of its bank."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

from msgspec import Struct

from novamas.families.figures import PayFigures
from novamas.families.passing_bank.setup import BankRules
from novamas.law import law


class BankFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """What the law says of the bank."""

    cite: tuple[str, ...]
    deduction_limited: Fraction
    deduction_open: Fraction
    least_per_cloth: int
    banco_repeats: int


class Rules(BankRules, frozen=True, cache_hash=True, kw_only=True):
    """The rules of one table."""

    bank_mode: Literal["limitada", "libre"]
    maximum: int  # of a player on a cloth; 0: none
    days: int
    sessions: int  # a day
    tallas: int  # a session
    award_days: int  # 0: the bank is awarded by tallas
    award_tallas: int
    named_banker: int  # who has the bank at the opening; 0: nobody
    named_bank: int
    beyond_the_bank: Literal["se_cobran", "no_juegan"] = "se_cobran"  # as it was in early records

    @property
    @law("IB05.09.I.3", "IB05.09.I.4", "IB05.09.I.5")
    def is_open(self) -> bool:
        """Does the bank answer for all stakes?"""
        return self.bank_mode == "libre"

    @property
    @law("IB05.09.II.3.2")
    def compartments(self) -> int:
        """On each cloth."""
        return self.seats // 2

    @property
    def bank(self) -> BankFigures:
        return self.frame.group("bank", BankFigures)

    @law("IB05.09.VII.15")
    def prize(self, pano: str, stake: int) -> int:
        """What a stake on a cloth wins."""
        return self.rounding.whole(stake * self.frame.group("bets", dict[str, PayFigures])[pano].pays)

    @property
    @law("IB05.09.V.3.1")
    def deduction(self) -> Fraction:
        """The share that the house takes of what the bank wins."""
        return self.bank.deduction_open if self.is_open else self.bank.deduction_limited

    @law("IB05.09.V.3.1")
    def house_part(self, gain: int) -> int:
        """What the house takes of the banker's net gain in a coup."""
        return self.rounding.whole(gain * self.deduction)
