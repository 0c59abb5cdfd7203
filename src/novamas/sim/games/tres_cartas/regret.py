"""The exact value of both acts at three-card poker, for each of the 22,100 hands."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from novamas.odds.games.tres_cartas import Play
from novamas.sim.games.tres_cartas.arena import ACTIONS, GO, LAYOUT
from novamas.sim.three_card_hands import CARDS, numbers_of_threes
from novamas.table.game import Table

OWN = LAYOUT.at["own"]


class Worths:
    """The value of folding and of staying in with each hand."""

    def __init__(self, table: Table) -> None:
        play = Play(table)
        self._worth = np.full((len(play.go), len(ACTIONS)), play.fold / play.stake)
        self._worth[:, GO] = play.go / play.census.whole / play.stake
        self.best = float(play.worth(play.goes))

    def of(self, seen: NDArray[Any]) -> NDArray[np.float64]:
        """Return the value of each act for each observation, in antes."""
        one, two, three = (seen[:, OWN].astype(np.int64) - 1).T
        found: NDArray[np.float64] = self._worth[numbers_of_threes()[(one * CARDS + two) * CARDS + three]]
        return found

    def is_exact(self, seen: NDArray[Any]) -> NDArray[np.bool_]:
        """Return true for each observation, because all worths are exact."""
        return np.ones(len(seen), np.bool_)
