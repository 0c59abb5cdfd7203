"""Proofs that a game can inherit, wherever it was written: `class TestMine(Contract): game = GAME`."""

from __future__ import annotations

from novamas.testing.contract import Contract

__all__ = ["Contract"]
