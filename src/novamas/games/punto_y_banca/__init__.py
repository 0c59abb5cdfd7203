"""Punto y banca: two hands, drawing rules that leave no choice, the house as the bank (IB05, epigraph 07)."""

from __future__ import annotations

from novamas.games.punto_y_banca.phases import GAME

__all__ = ["GAME"]
