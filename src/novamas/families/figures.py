"""Figures of the law that many games have alike."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from msgspec import Struct

from novamas.table.layout import Prize


class PayFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """What a bet or a combination pays to one, and where the law says so."""

    cite: tuple[str, ...]
    pays: Fraction


def pay_table(rows: Mapping[str, PayFigures]) -> tuple[Prize, ...]:
    """The pay table that the law's figures make, row by row."""
    return tuple(Prize(name, row.pays, row.cite) for name, row in rows.items())
