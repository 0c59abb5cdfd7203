"""Figures of the law that many games share."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from msgspec import Struct

from novamas.table.layout import Prize


class PayFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """The rate to one of a bet or a combination, with its clauses."""

    cite: tuple[str, ...]
    pays: Fraction


def pay_table(rows: Mapping[str, PayFigures]) -> tuple[Prize, ...]:
    """Return the pay table for these figures, row by row."""
    return tuple(Prize(name, row.pays, row.cite) for name, row in rows.items())
