"""The set-up of a punto y banca table: its rules, and the clauses of a coup."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

from msgspec import Struct

from novamas.families.coups import setup as coups
from novamas.families.coups.setup import CoupCourse
from novamas.families.figures import PayFigures
from novamas.law import law


class Course(CoupCourse, frozen=True, forbid_unknown_fields=True):
    """The clauses on the steps of a coup: the deal, the two hands, the third card."""

    dealer: str
    declined: str
    holder: str
    passed_on: str
    first_card: str
    burned: str
    dealt: str
    punto_shown: str
    banca_shown: str
    banca_called: str
    punto_third: str
    banca_third: str
    natural: str
    lost: tuple[str, ...]
    tie: str


class TieFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """The maximum on a tie, as a share of the table's maximum."""

    cite: tuple[str, ...]
    part: Fraction


class Rules(coups.Rules, frozen=True, cache_hash=True, kw_only=True):
    """The rules of one punto y banca table."""

    standing: int
    omit_13: bool
    players_deal: bool
    multiples_only: bool
    shuffler: Literal["none", "automatic"]

    @property
    @law("IB05.07.V.2")
    def deduction(self) -> Fraction:
        """The share that the house deducts from the even-money win of a bet on the bank."""
        return 1 - self.frame.group("bets", dict[str, PayFigures])["banca"].pays

    @property
    def step(self) -> int:
        return self.minimum if self.multiples_only else self.chip
