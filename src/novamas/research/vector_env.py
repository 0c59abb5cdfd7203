"""Gymnasium vector environment: one kernel plays many tables of a game at the same time."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any, TypeAlias

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from novamas.errors import InvalidInput, quoted
from novamas.research.arenas import open_arena
from novamas.sim.arena import DISABLED, NEXT_STEP, SAME_STEP, Orders, results_for
from novamas.sim.streams import short_streams

Array: TypeAlias = NDArray[Any]
Info: TypeAlias = dict[str, Any]

SHARE = 1024  # tables below which a further thread costs more than it brings
MODES = {
    AutoresetMode.NEXT_STEP: NEXT_STEP,
    AutoresetMode.SAME_STEP: SAME_STEP,
    AutoresetMode.DISABLED: DISABLED,
}
SEEDS = 2**64


class ArenaVectorEnv(gymnasium.vector.VectorEnv[Array, Any, Array]):  # type: ignore[misc]  # an optional dependency
    """Tables of a game. A reward is the seat's win, per unit of its first stake.

    Table k of an environment with the seed s equals an environment with the seed s + k, for any number of
    tables and threads. An unlawful act changes nothing, and `info["refused"]` reports it. With
    `copy=False` the environment returns its own arrays, which the next step changes.
    """

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        norm: str | None = None,
        *,
        autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
        threads: int = 1,
        copy: bool = True,
        max_episode_steps: int | None = None,
        **arguments: object,
    ) -> None:
        for value in (num_envs, threads):
            if type(value) is not int or value < 1:
                raise InvalidInput("no_such_number_of_tables", given=quoted(value))
        self.opened = open_arena(game, norm, **arguments)  # type: ignore[arg-type]  # one argument is the episode
        arena = self.arena = self.opened.arena
        self.num_envs, self.threads, self.copy, self.most = num_envs, threads, copy, max_episode_steps
        self.mode = AutoresetMode(autoreset_mode)
        self.layout, self.action_names, self.unit = arena.layout, arena.actions, arena.unit
        self.metadata = {**self.opened.metadata, "autoreset_mode": self.mode}
        self.single_observation_space = spaces.Box(*arena.layout.bounds(), dtype=arena.layout.type)
        self.single_action_space = spaces.Discrete(len(arena.actions))
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.results, self.state = results_for(arena, num_envs), arena.states(num_envs)
        numbers = np.zeros(num_envs, np.int64)
        self.orders = Orders(numbers, numbers.copy(), np.zeros(num_envs, np.bool_))
        self.streams = short_streams(np.zeros(num_envs, np.uint64))
        self.steps = np.zeros(num_envs, np.int64)
        self._is_seeded = False
        self._pool: tuple[int, ThreadPoolExecutor] | None = None

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Array, Info]:
        """Begin new episodes at all tables, or only at those of `options["reset_mask"]`.

        Without a seed, the random streams of the tables continue.
        """
        every = np.ones(self.num_envs, np.bool_)
        resets = every if options is None else np.asarray(options.get("reset_mask", every), np.bool_)
        if seed is not None or not self._is_seeded:
            self._seed(seed, resets if self._is_seeded else every)
        self.orders.resets[:] = resets
        self._run()
        self.orders.resets[:] = False
        self.steps[resets] = 0
        return self._out(self.results.seen), self._info({})

    def step(self, actions: Any) -> tuple[Array, Array, Array, Array, Info]:
        """Do an act at each table. If acts need amounts, pass `(acts, amounts)`."""
        acts, amounts = actions if isinstance(actions, tuple) else (actions, None)
        self.orders.acts[:] = acts
        if amounts is not None:
            self.orders.amounts[:] = amounts
        begins = self.results.waits.copy()
        self._run()
        results = self.results
        truncated = np.zeros(self.num_envs, np.bool_)
        info: Info = {}
        if self.most is not None:
            self.steps[begins] = -1
            self.steps += 1
            truncated = ~results.over & (self.steps >= self.most)
            self.steps[results.over | truncated] = 0
            self._cut(truncated)
        info["cents"], info["refused"] = self._out(results.cents), self._out(results.refused)
        info["rounds"] = self._out(results.rounds)
        ended = self._out(results.over)
        if self.mode is AutoresetMode.SAME_STEP:
            info["final_obs"], info["_final_obs"] = self._out(results.final), ended | truncated
        return self._out(results.seen), results.cents / self.unit, ended, truncated, self._info(info)

    def close_extras(self, **_: Any) -> None:
        """Stop the threads of the environment."""
        if self._pool is not None and self._pool[0] == os.getpid():
            self._pool[1].shutdown()
        self._pool = None

    def _info(self, info: Info) -> Info:
        info["action_mask"] = self._out(self.results.masks)
        if self.arena.who is not None:
            info["who"] = self._out(self.arena.who(self.state))
        if self.arena.nets is not None:
            info["nets"] = self._out(self.arena.nets(self.state))
        return info

    def _seed(self, seed: int | list[int | None] | None, resets: NDArray[np.bool_]) -> None:
        """Start the random streams of some tables and put their cards in the initial order."""
        given: list[int | None] = [seed] * self.num_envs if not isinstance(seed, list) else seed
        drawn = int(np.random.SeedSequence().generate_state(1, np.uint64)[0])
        offset = 0 if isinstance(seed, list) else 1
        seeds = [((drawn if one is None else one) + offset * k) % SEEDS for k, one in enumerate(given)]
        self.streams[resets] = short_streams(np.array(seeds, np.uint64))[resets]
        _set_tables(self.state, self.arena.states(1), resets)
        self._is_seeded = True

    def _cut(self, truncated: NDArray[np.bool_]) -> None:
        """End the episodes that have reached their last step."""
        results = self.results
        if not truncated.any():
            return
        results.final[truncated] = results.seen[truncated]
        if self.mode is not AutoresetMode.SAME_STEP:
            results.waits[truncated], results.masks[truncated] = True, True
            return
        changed = (results.cents, results.over, results.rounds, results.refused)
        before = [each.copy() for each in changed]
        self.orders.acts[:], self.orders.resets[:] = -1, truncated
        self._run()
        self.orders.resets[:] = False
        for each, was in zip(changed, before, strict=True):
            each[:] = was

    def _out(self, array: Array) -> Array:
        return array.copy() if self.copy else array

    def _run(self) -> None:
        """Run the kernel on all tables, which the threads share among themselves."""
        tables, threads = self.num_envs, min(self.threads, self.num_envs // SHARE)
        if threads < 2:
            self._run_some(0, tables)
            return
        cuts = np.linspace(0, tables, threads + 1).astype(int).tolist()
        pool = self._threads()
        for job in [pool.submit(self._run_some, lo, hi) for lo, hi in pairwise(cuts)]:
            job.result()

    def _run_some(self, lo: int, hi: int) -> None:
        arena, mode = self.arena, MODES[self.mode]
        arena.step(
            lo,
            hi,
            mode,
            self.opened.episode,
            self.orders,
            self.streams,
            self.state,
            arena.tables,
            self.results,
        )

    def _threads(self) -> ThreadPoolExecutor:
        """Return the thread pool of this process. A pool that was copied by a fork does not work."""
        if self._pool is None or self._pool[0] != os.getpid():
            self._pool = os.getpid(), ThreadPoolExecutor(self.threads)
        return self._pool[1]


def _set_tables(state: Any, first: Any, tables: NDArray[np.bool_]) -> None:
    """Copy the state of the first table in `first` to some tables."""
    for each, one in zip(state, first, strict=True):
        if isinstance(each, tuple):
            _set_tables(each, one, tables)
        else:
            each[tables] = one[0]
