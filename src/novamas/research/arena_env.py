"""Gymnasium environment of one table. It uses the kernel of the vector environment."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

from novamas.research.vector_env import ArenaVectorEnv

Seen = NDArray[np.int16]


class ArenaEnv(gymnasium.Env[Seen, int]):  # type: ignore[misc]  # the types of an optional dependency are unknown
    """A table of a game. A reward is the seat's win, per unit of its first stake."""

    metadata: dict[str, Any] = {"render_modes": []}  # noqa: RUF012 - as Gymnasium has it

    def __init__(
        self, game: str, norm: str | None = None, *, render_mode: str | None = None, **arguments: object
    ) -> None:
        self.tables = ArenaVectorEnv(
            game,
            1,
            norm,
            autoreset_mode=AutoresetMode.DISABLED,
            copy=False,
            **arguments,  # type: ignore[arg-type]  # choices of the house
        )
        self.render_mode = render_mode
        self.layout, self.action_names, self.unit = (
            self.tables.layout,
            self.tables.action_names,
            self.tables.unit,
        )
        self.metadata = self.tables.opened.metadata
        self.observation_space = self.tables.single_observation_space
        self.action_space = self.tables.single_action_space

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """Begin an episode. Without a seed, the random stream of the table continues."""
        super().reset(seed=seed)
        self.tables.reset(seed=seed)
        return self.tables.results.seen[0].copy(), {"action_mask": self.action_masks()}

    def step(self, action: int | tuple[int, int]) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """Do an act. If the act needs an amount, pass `(act, amount)`."""
        self.tables.step(action)
        results = self.tables.results
        cents = int(results.cents[0])
        info = {
            "action_mask": self.action_masks(),
            "cents": cents,
            "refused": bool(results.refused[0]),
            "rounds": int(results.rounds[0]),
        }
        return results.seen[0].copy(), cents / self.unit, bool(results.over[0]), False, info

    def action_masks(self) -> NDArray[np.bool_]:
        """Return a mask of the acts that are lawful now."""
        mask: NDArray[np.bool_] = self.tables.results.masks[0].copy()
        return mask
