"""The set-up of a three-card poker table: its rules, and the figures of the law."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import floor

from msgspec import Struct

from novamas.families.banked_poker.open_boxes import OpenBoxRules
from novamas.families.figures import PayFigures
from novamas.hands import Ranking, ranking_of
from novamas.law import Frame, law


class Rules(OpenBoxRules, frozen=True, cache_hash=True, kw_only=True):
    """The rules of one three-card poker table."""

    pareja_plus: str  # the table of prizes
    minimum_pareja_plus: int

    @property
    @law("IB09.17.V.5.5", "AR10.10-1-D.V.3.4")
    def maximum_pareja_plus(self) -> int:
        """The maximum of Pareja Plus, a multiple of the minimum ante."""
        return floor(figures(self.frame).aside.most * self.minimum)


# ---------------------------------------------------------------- figures of the law


class PlayFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """The clauses on decision and payment, and the lowest rank with which the bank plays."""

    deciding: str
    folding: str
    collecting: str
    going: str
    turning: str
    qualifying: str
    not_playing: str
    comparing: str
    winning: str
    losing: str
    same: str
    tie: str
    bonus: str
    bonus_if_not_playing: str
    bonus_always: str
    showing: str
    bank_plays_with: int


class AsideFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """The clauses on Pareja Plus and its limits."""

    betting: str
    prize: str
    highest_only: str
    losing: str
    most: Fraction  # in minimum antes
    most_clause: str
    least_clause: str


class Figures(Struct, frozen=True):
    """All figures of three-card poker under one norm."""

    play: PlayFigures
    aside: AsideFigures
    ranking: Ranking
    bets: dict[str, PayFigures]  # ante and second bet
    bonus: dict[str, PayFigures]
    pareja_plus: dict[str, dict[str, PayFigures]]


@cache
def figures(frame: Frame) -> Figures:
    """Return the figures of the game under a norm (cached)."""
    return Figures(
        play=frame.group("play", PlayFigures),
        aside=frame.group("pareja_plus", AsideFigures),
        ranking=ranking_of(frame),
        bets={bet: frame.group(f"bets.{bet}", PayFigures) for bet in ("ante", "segunda_apuesta")},
        bonus=frame.group("bets.bonus", dict[str, PayFigures]),
        pareja_plus=frame.group("bets.pareja_plus", dict[str, dict[str, PayFigures]]),
    )
