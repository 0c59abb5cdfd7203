"""Gymnasium environment in which one seat learns. In games between players, bots have the other seats."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from novamas.bots.companions import companions_of
from novamas.games import usable_games
from novamas.house.api import Written
from novamas.house.opening import frame_to_play, homes, open_as_written
from novamas.law import Library, library
from novamas.research.learning_table import MAX_ACTS, LearningTable, Other
from novamas.research.observations import length, observation
from novamas.table.game import Game, Table
from novamas.table.notation import write

Seen = dict[str, NDArray[Any]]

SEAT = 1
NAMESPACE = "novamas"
MAX_STEPS = 2000  # of one episode


class TableEnv(gymnasium.Env[Seen, int]):  # type: ignore[misc]  # the types of an optional dependency are unknown
    """A seat at a table of a game. An episode is one round, or `rounds`.

    The reward is the seat's net win since its last step, in céntimos. The observation is a vector of
    numbers with the mask of the lawful acts. `info` has the view itself and the acts in notation. An
    unlawful act is refused and changes nothing.
    """

    metadata = {"render_modes": ["ansi"], "name": ""}  # noqa: RUF012 - as Gymnasium has it

    def __init__(
        self,
        game: str,
        norm: str | None = None,
        *,
        rounds: int = 1,
        acts_a_pause: int = 1,
        render_mode: str | None = None,
        law: Library | None = None,
        **setup: Written,
    ) -> None:
        table = open_as_written(frame_to_play(game, norm, law=law), setup)
        self.played = LearningTable(
            table, seats=SEAT, rounds=rounds, acts_a_pause=acts_a_pause, others=_others(table)
        )
        self.render_mode = render_mode
        self.observation_space = space_of(table.game)
        self.action_space = spaces.Discrete(MAX_ACTS)
        self._before = self._steps = 0

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Seen, Any]:
        """Start a fresh table. Without a seed, the generator of the last seed gives the next one."""
        super().reset(seed=seed)
        self._before = self._steps = 0
        self.played.begin(int(self.np_random.integers(2**62)))
        return self._seen(), self._info(refused=False)

    def step(self, action: int) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """Do the act with this number."""
        refused = not self.played.choose(SEAT, int(action))
        self._steps += 1
        now = self.played.net(SEAT)
        won, self._before = now - self._before, now
        cut_off = self.played.is_cut_off or self._steps >= MAX_STEPS
        return self._seen(), float(won), self.played.is_over, cut_off, self._info(refused=refused)

    def render(self) -> str:
        """Return the lawful acts, one per line."""
        return "\n".join(f"{number} {line}" for number, line in self._info(refused=False)["acts"].items())

    def _seen(self) -> Seen:
        return seen_by(self.played, SEAT)

    def _info(self, *, refused: bool) -> dict[str, Any]:
        return info_of(self.played, SEAT, refused=refused)


def _others(table: Table) -> Any:
    """Return a function that provides bots for the other seats, if players play against each other."""

    def at(seed: int) -> Mapping[int, Other]:
        return companions_of(table.opening, (SEAT,), str(seed))

    return at


def space_of(game: Game) -> spaces.Dict:
    """Return the observation space of a game: a vector, and the mask of the acts."""
    numbers = spaces.Box(-np.inf, np.inf, (length(game),), np.float32)
    return spaces.Dict({"observation": numbers, "action_mask": spaces.MultiBinary(MAX_ACTS)})


def seen_by(played: LearningTable, seat: int) -> Seen:
    """Return the observation of a seat: its vector, and the mask of its acts."""
    mask = np.zeros(MAX_ACTS, np.int8)
    mask[: len(played.acts(seat))] = 1
    mask[0] = played.may_choose(seat, 0)
    return {"observation": observation(played.session.view(seat), played.table.game), "action_mask": mask}


def info_of(played: LearningTable, seat: int, *, refused: bool) -> dict[str, Any]:
    """Return the `info` of a seat: its view, and its lawful acts in notation, by number."""
    acts = {n: "" if act is None else write(act) for n, act in enumerate(played.acts(seat))}
    if acts and not played.may_choose(seat, 0):
        del acts[0]
    return {"view": played.session.view(seat), "acts": acts, "refused": refused}


def every_id() -> dict[str, dict[str, str]]:
    """Return the environment id of each game for each norm that has its full rules, with its arguments."""
    found, law = {}, library()
    for slug in [game.slug for game in usable_games()]:
        for norm in homes(slug, law):
            if law.entries(norm)[slug].stage == "whole":
                table = open_as_written(frame_to_play(slug, norm, law=law), {})
                name = f"{NAMESPACE}/{LearningTable(table, seats=SEAT).edition}"
                found[name] = {"game": slug, "norm": norm}
    return found


def register() -> None:
    """Register all environments, so that `gymnasium.make` can find them."""
    for name, arguments in every_id().items():
        if name not in gymnasium.registry:
            gymnasium.register(name, entry_point=TableEnv, kwargs=arguments)
