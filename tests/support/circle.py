"""A rehearsal table of circle poker, with seated players and given chips."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from novamas.families.circle.cloth import Party
from novamas.families.circle.phases.between import Between
from novamas.testing.rehearsal import Rehearsal, opened

BOTH = ("IB09", "AR10")


def circle(
    slug: str = "holdem", norm: str = "AR10", purses: tuple[int, ...] = (10_000,) * 4, **choices: Any
) -> Rehearsal:
    """Return the table before the first hand. Places have the numbers of the seats."""
    table = opened(slug, norm, **{"seats": len(purses), **choices})
    seats = tuple(range(1, len(purses) + 1))
    party = Party(places=seats, starters=seats, manos=(0,) * len(purses))
    felt: Any = replace(table.opening.felt, purses=purses, party=party)
    return Rehearsal(table, Between(felt))
