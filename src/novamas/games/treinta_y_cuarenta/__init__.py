"""Treinta y cuarenta: two rows, the nearer to 31 wins, and a prison when both make it (IB05, epigraph 05)."""

from __future__ import annotations

from novamas.games.treinta_y_cuarenta.phases import GAME

__all__ = ["GAME"]
