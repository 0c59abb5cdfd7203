"""PettingZoo environment: all seats of a table are agents that take turns (AEC)."""

from __future__ import annotations

from typing import Any

from gymnasium import spaces
from gymnasium.utils.seeding import np_random
from pettingzoo import AECEnv

from novamas.house.api import Written
from novamas.house.opening import frame_to_play, open_as_written
from novamas.law import Library
from novamas.research.gymnasium_env import MAX_STEPS, Seen, info_of, seen_by, space_of
from novamas.research.learning_table import MAX_ACTS, LearningTable


class TableAEC(AECEnv[str, Seen, int]):  # type: ignore[misc]  # the types of an optional dependency are unknown
    """The seats of a table: `seat_1`, `seat_2` and so on. An episode is one round, or `rounds`.

    The reward is a seat's net win since its last reward, in céntimos. Each observation is the seat's own
    view, so it contains nothing that the seat may not see.
    """

    def __init__(
        self,
        game: str,
        norm: str | None = None,
        *,
        seats: int | None = None,
        rounds: int = 1,
        acts_a_pause: int = 1,
        render_mode: str | None = None,
        law: Library | None = None,
        **setup: Written,
    ) -> None:
        super().__init__()
        table = open_as_written(frame_to_play(game, norm, law=law), setup)
        many = table.opening.seats() if seats is None else seats
        self.played = LearningTable(table, seats=many, rounds=rounds, acts_a_pause=acts_a_pause)
        self.metadata = {
            "name": self.played.edition.replace("-v", "_v"),
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in self.played.seats]
        self._seats = dict(zip(self.possible_agents, self.played.seats, strict=True))
        self.observation_spaces = {agent: space_of(table.game) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(MAX_ACTS) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the observation space of an agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the action space of an agent."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a fresh table. Without a seed, the generator of the last seed gives the next one."""
        if seed is not None or not hasattr(self, "_seeds"):
            self._seeds, _ = np_random(seed)
        self.played.begin(int(self._seeds.integers(2**62)))
        self.agents = list(self.possible_agents)
        self._steps, self._before = 0, dict.fromkeys(self.agents, 0)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, Any] = {agent: {} for agent in self.agents}
        self._select()

    def observe(self, agent: str) -> Seen:
        """Return the current observation of an agent."""
        return seen_by(self.played, self._seats[agent])

    def step(self, action: int | None) -> None:
        """Do the act of the selected agent."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None, "whoever is asked chooses an act, or nothing by its number"
        self._cumulative_rewards[agent] = 0.0
        refused = not self.played.choose(self._seats[agent], int(action))
        self._steps += 1
        for each, seat in self._seats.items():
            now = self.played.net(seat)
            self.rewards[each], self._before[each] = float(now - self._before[each]), now
        self._accumulate_rewards()
        cut_off = self.played.is_cut_off or self._steps >= MAX_STEPS
        self.terminations = dict.fromkeys(self.agents, self.played.is_over)
        self.truncations = dict.fromkeys(self.agents, cut_off and not self.played.is_over)
        self._select()
        self.infos[self.agent_selection] = {"refused": refused and self.agent_selection == agent}

    def _select(self) -> None:
        """Select the next agent. At the end, the agents are removed one by one."""
        asked = self.played.asked
        self.agent_selection = self.possible_agents[0 if asked is None else asked - 1]
        if self.agent_selection in self.agents:
            self.infos[self.agent_selection] = {"refused": False}

    def acts(self) -> dict[int, str]:
        """Return the lawful acts of the selected agent in notation, by number."""
        found: dict[int, str] = info_of(self.played, self._seats[self.agent_selection], refused=False)["acts"]
        return found

    def render(self) -> str:
        """Return the lawful acts of the selected agent, one per line."""
        return "\n".join(f"{number} {line}" for number, line in self.acts().items())

    def close(self) -> None:
        """Do nothing, because the environment has no resources to close."""
