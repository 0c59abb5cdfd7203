"""The value of every bet and choice at wheels and dice, from the table of moves."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from novamas.sim.arena import Arena
from novamas.sim.games.walked import BETS, CHOICE, CHOICES, DRAWS, END, SPOT, Moves
from novamas.table.game import Table

MAX_TIMES = 100_000  # a bet may come back to the same moment


class Worths:
    """The value of each act in every state, in units of the minimum stake."""

    def __init__(self, table: Table, arena: Arena) -> None:
        moves: Any = arena.tables
        values = best_values(moves) / arena.unit
        spots = len(moves.roots)
        many = (spots + 1, int(moves.nth.max()) + 1, spots + moves.acts)
        self._worth = np.full(many, -np.inf)
        staked = moves.staked / arena.unit
        self._worth[:, 0, :spots] = values[moves.roots] - staked
        self.best = float(self._worth[0, 0].max())
        bets = np.searchsorted(moves.roots, np.arange(len(moves.kinds)), side="right")  # of each moment
        for at in np.flatnonzero(moves.kinds == CHOICE):
            led = moves.to[at, : moves.acts]
            after = moves.gains[at, : moves.acts] / arena.unit + values[led]
            self._worth[bets[at], moves.nth[at], spots:] = np.where(led >= 0, after, -np.inf)

    def of(self, seen: NDArray[Any]) -> NDArray[np.float64]:
        """Return the value of each act for each observation. At a choice, earlier stakes count as spent."""
        is_bet = seen[:, 0] == BETS
        found: NDArray[np.float64] = self._worth[
            np.where(is_bet, 0, seen[:, SPOT]), np.where(is_bet, 0, seen[:, CHOICES])
        ]
        return found

    def is_exact(self, seen: NDArray[Any]) -> NDArray[np.bool_]:
        """Return true for each observation, because all worths are exact apart from rounding."""
        return np.ones(len(seen), np.bool_)


def best_values(moves: Moves) -> NDArray[np.float64]:
    """Return the mean gain by best play from each state, in céntimos."""
    draws, acts = len(moves.drawn), max(moves.acts, 1)
    is_draw, is_end = moves.kinds == DRAWS, moves.kinds == END
    values: NDArray[np.float64] = np.where(is_end, moves.gains[:, 0], 0.0)
    for _ in range(MAX_TIMES):
        led = moves.gains + np.where(moves.to >= 0, values[moves.to], -np.inf)
        after: NDArray[np.float64] = np.where(is_draw, led[:, :draws].mean(axis=1), led[:, :acts].max(axis=1))
        after[is_end] = values[is_end]
        if np.abs(after - values).max() < 1e-12 * np.abs(moves.staked).max():
            found: NDArray[np.float64] = after
            return found
        values = after
    raise AssertionError("every bet is decided some time")
