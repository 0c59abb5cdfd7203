"""The format of a strategy for no-draw poker: the weakest hand that stays in. No card is bought."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from novamas.games.sin_descarte.cloth import INITIAL as DECIDED
from novamas.sim.strategies import GO, section, strength_of
from novamas.table.game import Table

__all__ = ["DECIDED", "read"]


def read(table: Table, decide: Mapping[str, Any]) -> dict[str, Any]:
    """Return the weakest hand that stays in, whatever the bank shows. All weaker hands fold."""
    return {"from_hand": strength_of(table, section(decide, (GO,)), GO)}
