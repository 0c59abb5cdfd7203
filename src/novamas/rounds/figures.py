"""Figures of the law that many games have alike."""

from __future__ import annotations

from fractions import Fraction

from msgspec import Struct


class BetFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """A bet in the law's figures: what it pays to one, and where the law says so."""

    cite: tuple[str, ...]
    pays: Fraction
