"""Payloads of a comparison: the differences between two tables of one game."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from msgspec import Struct

from novamas.errors import Figure


class StatedPayload(Struct, frozen=True):
    """The figures that a law or a house has under one name, with their clauses."""

    figures: Mapping[str, Figure]
    cite: tuple[str, ...]


class DifferencePayload(Struct, frozen=True):
    """A rule with its figures on both sides. A side that lacks the rule has null."""

    path: str
    one: StatedPayload | None
    other: StatedPayload | None


class SidePayload(Struct, frozen=True):
    """The law of one side of a comparison."""

    norm: str
    edition: str


class EdgesPayload(Struct, frozen=True):
    """The house edge of a bet on both sides, and the house's gain from one side to the other."""

    bet: str
    per: str
    one: Fraction | None
    other: Fraction | None
    change: Fraction | None


class DifferencesPayload(Struct, frozen=True, kw_only=True):
    """All differences between two tables of one game."""

    game: str
    one: SidePayload
    other: SidePayload
    rules: tuple[DifferencePayload, ...]
    choices: tuple[DifferencePayload, ...]
    wording: tuple[DifferencePayload, ...]  # the same figures, worded differently
    edges: tuple[EdgesPayload, ...]
