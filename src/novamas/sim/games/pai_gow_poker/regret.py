"""The worth of each way to set seven cards at pai gow, exact: every hand of the croupier is counted.

Each hand is counted when it is first met, some hundreds in a second, because suits matter.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from novamas.games.pai_gow_poker.cloth import house_way
from novamas.games.pai_gow_poker.house_way import house_setting
from novamas.odds.cache import cached_odds
from novamas.odds.games.pai_gow_poker.bets import outcomes, right_ways
from novamas.odds.games.pai_gow_poker.seven_cards import HELD
from novamas.sim.arena import Arena
from novamas.sim.games.pai_gow.arena import OWN
from novamas.sim.games.pai_gow_poker.arena import ACTIONS, WAYS
from novamas.table.game import Table

KEPT = 2**18  # hands whose worths are cached


class Worths:
    """The worth of each act by hand, in stakes."""

    def __init__(self, table: Table, arena: Arena) -> None:
        tables: Any = arena.tables
        self._frame, self._way, self._is_bank = table.frame, table.chosen["house_way"], tables.rules.is_bank
        nets = tables.nets[::-1] if self._is_bank else tables.nets  # when the bank wins, the client loses
        self._nets = nets / arena.unit
        odds = cached_odds(table)["banca_best" if self._is_bank else "casilla_best"]
        self.best = -float(odds.edge)
        self._of_hand = lru_cache(KEPT)(self._counted)

    def of(self, seen: NDArray[Any]) -> NDArray[np.float64]:
        """Return the worth of each act, by observation, in stakes."""
        hands = seen[:, OWN : OWN + HELD][:, ::-1].astype(np.int64) - 1
        return np.array([self._of_hand(tuple(hand)) for hand in hands.tolist()])

    def is_exact(self, seen: NDArray[Any]) -> NDArray[np.bool_]:
        """Return at which observations the worths are exact: everywhere."""
        return np.ones(len(seen), np.bool_)

    def _counted(self, held: tuple[int, ...]) -> NDArray[np.float64]:
        """Return the worth of each act with a hand."""
        found = np.full(len(ACTIONS), np.nan)
        for way, results in outcomes(self._frame, self._way, held, right_ways(held)).items():
            counts = results[int(self._is_bank)]
            found[way] = self._nets @ counts / sum(counts)
        found[WAYS] = found[house_setting(held, house_way(self._frame, self._way))]
        return found
