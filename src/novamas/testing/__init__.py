"""Proofs for games, wherever they were written.

`Contract` is the suite that every game of the catalogue passes: `class TestMine(Contract): game = GAME`.
`Rehearsal` is a table played in lines of text, for what a game proves by itself, clause by clause.
"""

from __future__ import annotations

from novamas.testing.contract import Contract
from novamas.testing.rehearsal import Noticed, Rehearsal, rehearse

__all__ = ["Contract", "Noticed", "Rehearsal", "rehearse"]
