"""The set-up of a chemin de fer table: its rules, and the law's figures for the bank."""

from __future__ import annotations

from fractions import Fraction

from msgspec import Struct

from novamas.families.figures import PayFigures
from novamas.families.passing_bank.setup import BankRules
from novamas.law import law


class BankFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """The law's figures for the bank."""

    cite: tuple[str, ...]
    maximum_times: int
    garage_times: int
    deduction: Fraction
    least_players: int


class Rules(BankRules, frozen=True, cache_hash=True, kw_only=True):
    """The rules of one chemin de fer table."""

    banco_libre: bool
    deduction_in_chips: bool

    @property
    def bank(self) -> BankFigures:
        return self.frame.group("bank", BankFigures)

    @property
    def least_players(self) -> int:
        return self.bank.least_players

    @property
    @law("IB05.08.V.a.1")
    def garage_over(self) -> int:
        """The amount that the banker's winnings must exceed before they may leave play."""
        return self.bank.garage_times * self.minimum

    @property
    @law("IB05.08.V.28")
    def deduction(self) -> Fraction:
        """The share that the house deducts from the bank's winnings."""
        return self.bank.deduction

    @law("IB05.08.V.28")
    def house_part(self, won: int) -> int:
        """Return the house's deduction from the banker's winnings in a coup."""
        unit = self.chip if self.deduction_in_chips else 1
        return unit * self.rounding.deducted(won * self.deduction / unit)

    @law("IB05.08.VI.13")
    def prize(self, stake: int) -> int:
        """Return the win of a punto's stake."""
        return self.rounding.whole(stake * self.frame.group("bets", dict[str, PayFigures])["punto"].pays)

    @law("IB05.08.V.26", "IB05.08.V.27")
    def most_bank(self, purse: int) -> int:
        """Return the most that a player may put into the bank."""
        return min(purse, self.maximum_banca) if self.maximum_banca else purse
