"""The set-up of a treinta y cuarenta table: its rules, and the clauses of a coup."""

from __future__ import annotations

from fractions import Fraction

from msgspec import Struct

from novamas.families.coups import setup as coups
from novamas.families.coups.setup import CoupCourse
from novamas.families.prison import PrisonFigures


class Course(CoupCourse, frozen=True, forbid_unknown_fields=True):
    """The clauses on the steps of a coup."""

    cut: str
    red_card: str
    annulled: str
    laid: str


class InsuranceFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """The premium of an insurance, as a share of the bet."""

    cite: tuple[str, ...]
    premium: Fraction

    @property
    def clause(self) -> str:
        return self.cite[0]


class Rules(coups.Rules, frozen=True, cache_hash=True, kw_only=True):
    """The rules of one treinta y cuarenta table."""

    minimum_seguro: int

    @property
    def insurance(self) -> InsuranceFigures:
        return self.frame.group("insurance", InsuranceFigures)

    @property
    def prison(self) -> PrisonFigures:
        return self.frame.group("prison", PrisonFigures)
