"""Bankrolls: many players repeat a bet of one unit, and the simulation counts their results.

Their rounds are drawn from those of the simulation, so every game and strategy can be used. Runs of
several rounds are drawn at once, each with its exact probability. So a hundred million rounds are
played fast.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from novamas.sim.compiler import kernel, part_of_kernel
from novamas.sim.play import Tally
from novamas.sim.streams import AT, Words, drawn_within, stream_of

PLAYERS = (1000, 10_000)  # at least and at most: with few rounds more players add nothing
ROUNDS_FOR_A_PLAYER = 100
HORIZONS = (100, 1000, 10_000)
LENGTHS = (1, 2, 4, 5, 10, 20, 25, 50)  # lengths of runs; each divides every horizon
MAX_RUNS = 2000  # distinct runs: more would not fit the processor's cache
PURSES = (20, 50, 100, 200, 500)  # units
SHARES = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)
FIRST_BLOCK = 2**63  # no simulation has that many blocks
WORDS = 2**32


class After(Struct, frozen=True):
    """The results of all players after a number of rounds, in units."""

    rounds: int
    players: int
    result: tuple[tuple[float, float], ...]  # share of the players, and the most that they won
    drawdown: tuple[tuple[float, float], ...]  # share, and the deepest fall below the highest point so far
    ruin: tuple[tuple[int, float], ...]  # bankroll, and the share of players who lost it on the way


@part_of_kernel
def end_of_round(
    stream: Words, at: np.uint64, keep: NDArray[np.int64], other: NDArray[np.int64]
) -> tuple[int, np.uint64]:
    """Draw the end of one round from its alias table. Return it with the stream's next position."""
    end, within, at = drawn_within(stream, at, len(keep))
    return (other[end] if within >= keep[end] else end), at


class Run(NamedTuple):
    """The effect of several rounds on a bankroll: their net, and the extremes on the way."""

    net: int
    lowest: int  # below the beginning, or 0
    highest: int
    deepest: int  # the deepest fall below the highest point of the run

    def then(self, net: int) -> Run:
        """Return this run with one more round at its end."""
        total = self.net + net
        highest = max(self.highest, total)
        return Run(total, min(self.lowest, total), highest, max(self.deepest, highest - total))


def longest_runs(times: Mapping[int, int]) -> tuple[int, dict[Run, int]]:
    """Return the length of runs, and in how many ways each distinct run can come.

    Runs are as long as possible with at most `MAX_RUNS` distinct ones.
    """
    runs = growing = {Run(0, 0, 0, 0): 1}
    length = 0
    for many in range(1, LENGTHS[-1] + 1):
        longer: Counter[Run] = Counter()
        for run, ways in growing.items():
            for net, count in times.items():
                longer[run.then(net)] += ways * count
        growing = longer
        if length and len(growing) > MAX_RUNS:
            break
        if many in LENGTHS:
            length, runs = many, growing
    return length, runs


@kernel
def play_purses(
    stream: Words,
    runs: NDArray[np.int64],
    keep: NDArray[np.int64],
    other: NDArray[np.int64],
    horizons: NDArray[np.int64],
    fared: NDArray[np.int64],
) -> None:
    """Play each player's rounds. Store the result, lowest point and deepest fall at each horizon."""
    at = np.uint64(stream[AT])
    for player in range(fared.shape[0]):
        now = lowest = highest = deepest = done = np.int64(0)
        for horizon in range(len(horizons)):
            while done < horizons[horizon]:
                run, at = end_of_round(stream, at, keep, other)
                deepest = max(deepest, runs[run, 3], highest - now - runs[run, 1])
                lowest, highest = min(lowest, now + runs[run, 1]), max(highest, now + runs[run, 2])
                now += runs[run, 0]
                done += 1
            fared[player, horizon, 0] = now
            fared[player, horizon, 1] = lowest
            fared[player, horizon, 2] = deepest


def purses(tally: Tally, seed: int) -> tuple[After, ...]:
    """Return the results of players who repeat the bet of a simulation."""
    times, unit = tally.of_player
    fewest, most = PLAYERS
    players = min(most, max(fewest, tally.rounds // ROUNDS_FOR_A_PLAYER))
    length, runs = longest_runs(times)
    fared = np.zeros((players, len(HORIZONS), 3), np.int64)
    drawn_by = alias_table(list(runs.values()))
    play_purses(
        stream_of(seed, FIRST_BLOCK), np.array(list(runs)), *drawn_by, np.array(HORIZONS) // length, fared
    )
    found = []
    for n, rounds in enumerate(HORIZONS):
        result, lowest, deepest = (np.sort(fared[:, n, what]) for what in range(3))
        found.append(
            After(
                rounds,
                players,
                tuple((share, _at(result, share) / unit) for share in SHARES),
                tuple((share, _at(deepest, share) / unit) for share in SHARES),
                tuple((purse, float((lowest <= -purse * unit).mean())) for purse in PURSES),
            )
        )
    return tuple(found)


def _at(ordered: NDArray[np.int64], share: float) -> int:
    return int(ordered[int(share * (len(ordered) - 1))])


def alias_table(times: list[int]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return an alias table (Walker): a threshold out of 2³² and an alternative end for each end.

    Remainders of divisions are dropped, so each probability is right to within 2⁻³².
    """
    whole, many = sum(times), len(times)
    left = [count * many for count in times]  # for each column, in units of the whole
    keep, other = [WORDS] * many, list(range(many))
    small = [n for n in range(many) if left[n] < whole]
    large = [n for n in range(many) if left[n] >= whole]
    while small and large:
        low, high = small.pop(), large[-1]
        keep[low], other[low] = left[low] * WORDS // whole, high
        left[high] -= whole - left[low]
        if left[high] < whole:
            small.append(large.pop())
    return np.array(keep, np.int64), np.array(other, np.int64)
