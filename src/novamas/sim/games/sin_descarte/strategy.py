"""How a strategy of poker without discard is written: the weakest hand that goes on; no card is bought."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from novamas.games.sin_descarte.cloth import INITIAL as DECIDED
from novamas.sim.strategies import GO, section, strength_of
from novamas.table.game import Table

__all__ = ["DECIDED", "read"]


def read(table: Table, decide: Mapping[str, Any]) -> dict[str, Any]:
    """From which hand on one goes on, whatever the bank shows; all others fold."""
    return {"from_hand": strength_of(table, section(decide, (GO,)), GO)}
