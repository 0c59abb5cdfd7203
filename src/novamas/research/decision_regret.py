"""Exact regret: the cost of each decision, compared with the best act and best play after it.

The sum over the decisions of a round is the loss of a policy: the mean of best play minus the mean regret
of a round equals the mean of the policy. This sum has a far smaller error than the winnings of the same
rounds.
"""

from __future__ import annotations

from inspect import signature
from typing import Any

import numpy as np
from numpy.typing import NDArray

from novamas.errors import NovamasError
from novamas.games import GAMES
from novamas.games import game as game_named
from novamas.research.arenas import open_arena
from novamas.sim.arena import regret_module


class DecisionRegret:
    """The cost of decisions at a table that has a fresh shoe in each round."""

    def __init__(self, game: str, norm: str | None = None, **choices: object) -> None:
        opened = open_arena(game, norm, **choices)  # type: ignore[arg-type]  # choices of the house
        module = regret_module(opened.table.game)
        if module is None:
            known = tuple(slug for slug in GAMES if regret_module(game_named(slug)) is not None)
            raise NovamasError("no_regret", game=game, known=known)
        needs_arena = "arena" in signature(module.Worths).parameters
        self._worths = module.Worths(opened.table, *((opened.arena,) if needs_arena else ()))
        self.best: float = self._worths.best  # the mean of a round by best play, in units

    def of(self, seen: NDArray[Any], masks: NDArray[np.bool_], acts: NDArray[Any]) -> NDArray[np.float64]:
        """Return the cost of each act in units, 0 for the best one. Each row is one decision."""
        worths = np.where(masks, self._worths.of(seen), -np.inf)
        found: NDArray[np.float64] = worths.max(axis=1) - worths[np.arange(len(acts)), acts]
        return found

    def is_exact(self, seen: NDArray[Any]) -> NDArray[np.bool_]:
        """Return for each observation whether its cost is exact. The game's module describes the others."""
        found: NDArray[np.bool_] = self._worths.is_exact(seen)
        return found


def regret(game: str, norm: str | None = None, **choices: object) -> DecisionRegret:
    """Return the regret of decisions at a game, given the choices of the house."""
    return DecisionRegret(game, norm, **choices)
