"""The format of a strategy for three-card poker: the weakest hand that stays in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from novamas.games.tres_cartas.cloth import ANTE as DECIDED
from novamas.sim.strategies import GO, section, strength_of
from novamas.table.game import Table

__all__ = ["DECIDED", "read"]


def read(table: Table, decide: Mapping[str, Any]) -> dict[str, Any]:
    """Return the weakest hand that stays in. All weaker hands fold."""
    return {"from_hand": strength_of(table, section(decide, (GO,)), GO)}
