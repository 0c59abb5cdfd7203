"""Test tools for games of the catalogue and for games that other projects define.

`Contract` is the suite that every game of the catalogue passes: `class TestMine(Contract): game = GAME`.
`Rehearsal` is a scripted test table, which tests the rules of a single game clause by clause.
"""

from __future__ import annotations

from novamas.testing.contract import Contract
from novamas.testing.rehearsal import Noticed, Rehearsal, rehearse

__all__ = ["Contract", "Noticed", "Rehearsal", "rehearse"]
