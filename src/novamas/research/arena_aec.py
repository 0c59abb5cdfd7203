"""PettingZoo environment on compiled kernels: the seats of a table are agents that take turns (AEC)."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray
from pettingzoo import AECEnv

from novamas.research.vector_env import ArenaVectorEnv

Seen = dict[str, NDArray[Any]]


class ArenaAEC(AECEnv[str, Seen, Any]):  # type: ignore[misc]  # the types of an optional dependency are unknown
    """The seats of a table: `seat_1`, `seat_2` and so on. An episode is one round.

    Each seat gets its reward at the end: its net win in units. While another agent acts, an agent
    observes what it saw at its last act, and has no lawful act.
    """

    def __init__(
        self, game: str, norm: str | None = None, *, render_mode: str | None = None, **arguments: object
    ) -> None:
        super().__init__()
        self.tables = ArenaVectorEnv(
            game,
            1,
            norm,
            autoreset_mode=AutoresetMode.DISABLED,
            copy=False,
            **arguments,  # type: ignore[arg-type]  # choices of the house
        )
        arena = self.tables.arena
        self.layout, self.action_names, self.unit = arena.layout, arena.actions, arena.unit
        self.metadata = self.tables.opened.metadata
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(1, arena.seats + 1)]
        seen = self.tables.single_observation_space
        space = spaces.Dict({"observation": seen, "action_mask": spaces.MultiBinary(len(arena.actions))})
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = dict.fromkeys(self.possible_agents, self.tables.single_action_space)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the observation space of an agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the action space of an agent."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a round. Without a seed, the random stream of the table continues."""
        self.tables.reset(seed=seed)
        self.agents = list(self.possible_agents)
        size = self.layout.size
        self._last = {agent: np.zeros(size, self.layout.type) for agent in self.agents}
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, Any] = {agent: {"refused": False} for agent in self.agents}
        self._select()

    def observe(self, agent: str) -> Seen:
        """Return the observation of an agent."""
        results = self.tables.results
        is_asked = agent == self.agent_selection and not self.terminations.get(agent, True)
        mask = results.masks[0] if is_asked else np.zeros(len(self.action_names), np.bool_)
        return {"observation": self._last[agent].copy(), "action_mask": mask.astype(np.int8)}

    def step(self, action: Any) -> None:
        """Do the act of the selected agent. If the act needs an amount, pass `(act, amount)`."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self.tables.step(action)
        results = self.tables.results
        is_over = bool(results.over[0])
        self.rewards = dict.fromkeys(self.agents, 0.0)
        if is_over:
            nets = (
                results.cents
                if self.tables.arena.nets is None
                else self.tables.arena.nets(self.tables.state)[0]
            )
            self.rewards = {each: float(net) / self.unit for each, net in zip(self.agents, nets, strict=True)}
            self.terminations = dict.fromkeys(self.agents, True)
            self._last[agent] = results.seen[0].copy()
        self._accumulate_rewards()
        if not is_over:
            self._select()
        self.infos[self.agent_selection] = {"refused": bool(results.refused[0])}

    def _select(self) -> None:
        """Select the seat whose turn it is."""
        who = self.tables.arena.who
        seat = 1 if who is None else int(who(self.tables.state)[0])
        self.agent_selection = self.possible_agents[seat - 1]
        self._last[self.agent_selection] = self.tables.results.seen[0].copy()

    def action_masks(self) -> NDArray[np.bool_]:
        """Return a mask of the acts that are lawful now."""
        mask: NDArray[np.bool_] = self.tables.results.masks[0].copy()
        return mask

    def close(self) -> None:
        """Stop the threads of the table."""
        self.tables.close()
