"""The worth of each way to set four tiles at pai gow, exact: the census counts all hands of the croupier."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from novamas.equipment.tiles import TILE_SET
from novamas.games.pai_gow_domino.cloth import house_way
from novamas.odds.games.pai_gow_domino.bets import HELD, census
from novamas.sim.arena import Arena
from novamas.sim.games.pai_gow.arena import OWN
from novamas.sim.games.pai_gow_domino.rounds import KINDS
from novamas.table.game import Table


class Worths:
    """The worth of each act by hand, in stakes."""

    def __init__(self, table: Table, arena: Arena) -> None:
        tables: Any = arena.tables
        counted = census(TILE_SET, house_way(table.frame, table.chosen["house_way"]))
        is_bank = bool(tables.rules.is_bank)
        nets = tables.nets[::-1] if is_bank else tables.nets  # when the bank wins, the client loses
        rows = counted.as_bank if is_bank else counted.as_client
        self._numbers = tables.rules.numbers
        self._worth = np.full(tables.high.shape, np.nan)
        for n, row in enumerate(rows):
            for setting in row:
                is_way = (tables.high[n] == setting.way.high.strength) & (
                    tables.low[n] == setting.way.low.strength
                )
                self._worth[n, is_way] = nets @ setting.counts / sum(setting.counts) / arena.unit
        many = np.array([row[0].many for row in rows])
        self.best = float(many @ np.nanmax(self._worth, axis=1) / many.sum())

    def of(self, seen: NDArray[Any]) -> NDArray[np.float64]:
        """Return the worth of each act, by observation, in stakes."""
        name = np.zeros(len(seen), np.int64)
        for kinds in (seen[:, OWN : OWN + HELD].astype(np.int64) - 1).T:
            name = name * KINDS + kinds
        found: NDArray[np.float64] = self._worth[self._numbers[name]]
        return found

    def is_exact(self, seen: NDArray[Any]) -> NDArray[np.bool_]:
        """Return at which observations the worths are exact: everywhere."""
        return np.ones(len(seen), np.bool_)
