"""Acts per second in the arena and in Gymnasium's black jack, in the same run. Run it by hand, alone.

    .venv/bin/python -m benchmarks.arena                    all games
    .venv/bin/python -m benchmarks.arena blackjack holdem   some games

Acts are random and lawful. The first figure measures the time inside `step`, with the copies of observations,
masks and rewards: processor time with one thread, elapsed time with two. The second measures the elapsed time
of the whole loop, with random numbers and the choice of acts. Turns are interleaved, and the best of each
counts.
"""

from __future__ import annotations

import sys
from time import perf_counter, thread_time
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from novamas import research
from novamas.hands.kernel_cache import compile_kernel

TURNS, SECONDS = 3, 0.3
TABLES = (1, 64, 1024, 8192)
BANKED, CIRCLE, SINGLE = 5e6, 3e6, 20_000  # acts a second wanted at the most tables; of one environment


@compile_kernel
def any_lawful(masks: NDArray[np.bool_], chances: NDArray[np.float64], acts: NDArray[np.int64]) -> None:
    """Choose a lawful act at each table. All lawful acts are equally likely."""
    for t in range(len(masks)):
        nth = int(chances[t] * masks[t].sum())
        for act in range(masks.shape[1]):
            if masks[t, act]:
                if nth == 0:
                    acts[t] = act
                    break
                nth -= 1


class Loop:
    """Random play at a number of tables, and its best speeds."""

    def __init__(self, game: str, tables: int, threads: int) -> None:
        self.env = gymnasium.make_vec(
            f"novamas/{game}-v1", num_envs=tables, autoreset_mode="SameStep", threads=threads
        )
        self.rng, self.acts = np.random.default_rng(1), np.zeros(tables, np.int64)
        _, info = self.env.reset(seed=1)
        self.masks = info["action_mask"]
        self.inside = self.whole = 0.0
        self.clock = thread_time if threads == 1 else perf_counter

    def turn(self) -> None:
        spent, steps, least = 0.0, 0, self.env.unwrapped.layout.at.get("least")
        begin = perf_counter()
        while perf_counter() - begin < SECONDS:
            any_lawful(self.masks, self.rng.random(len(self.acts)), self.acts)
            order: Any = self.acts
            if least is not None:
                order = self.acts, self.env.unwrapped.results.seen[:, least][:, 0]
            start = self.clock()
            *_, info = self.env.step(order)
            spent += self.clock() - start
            self.masks = info["action_mask"]
            steps += len(self.acts)
        self.inside = max(self.inside, steps / spent)
        self.whole = max(self.whole, steps / (perf_counter() - begin))


def steps_of(env: Any) -> float:
    """Return the steps per second of one environment."""
    env.reset(seed=1)
    rng, steps, begin = np.random.default_rng(1), 0, perf_counter()
    masks = getattr(env.unwrapped, "action_masks", None)
    while perf_counter() - begin < SECONDS:
        act = int(rng.choice(np.flatnonzero(masks()))) if masks else env.action_space.sample()
        _, _, over, cut, _ = env.step(act)
        if over or cut:
            env.reset()
        steps += 1
    return steps / (perf_counter() - begin)


def main() -> None:
    chosen = sys.argv[1:] or list(research.arenas())
    assert set(chosen) <= set(research.arenas()), f"some of {research.arenas()}"
    missed = 0
    for game in chosen:
        loops = {(tables, threads): Loop(game, tables, threads) for tables in TABLES for threads in (1, 2)}
        for _ in range(TURNS):
            for loop in loops.values():
                loop.turn()
        for (tables, threads), loop in loops.items():
            print(
                f"{game:22}{tables:6} tables {threads} thread(s)"
                f"{loop.inside / 1e6:8.2f} million acts a second in step, {loop.whole / 1e6:8.2f} whole",
                flush=True,
            )
        several = loops[TABLES[-1], 1].env.unwrapped.arena.seats > 1
        is_met = loops[TABLES[-1], 1].inside >= (CIRCLE if several else BANKED)
        missed += not is_met
        print(f"{game:22} at {TABLES[-1]} tables: {'met' if is_met else 'missed'}")
    ours, theirs = gymnasium.make("novamas/blackjack-v1"), gymnasium.make("Blackjack-v1")
    speeds = [max(steps_of(env) for _ in range(TURNS)) for env in (ours, theirs)]
    missed += speeds[0] < SINGLE
    print(f"one table of black jack: {speeds[0]:,.0f} steps a second, Gymnasium's own {speeds[1]:,.0f}")
    sys.exit(int(missed > 0))


if __name__ == "__main__":
    main()
