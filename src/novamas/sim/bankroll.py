"""What rounds mean for a purse: many players who stake one unit again and again, and how they fare.

Their rounds are drawn from those that were played, so that any game and any strategy can be asked.
"""

from __future__ import annotations

import numpy as np
from msgspec import Struct
from numba import njit
from numpy.typing import NDArray

from novamas.sim.playing import Tally
from novamas.sim.streams import AT, Words, drawn, stream_of

PLAYERS = 10_000
HORIZONS = (100, 1000, 10_000)
PURSES = (20, 50, 100, 200, 500)  # units
SHARES = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)
FIRST_BLOCK = 2**63  # no simulation has that many blocks of its own
WORDS = 2**32


class After(Struct, frozen=True):
    """How players have fared after so many rounds, in units: each part of them has no more than this."""

    rounds: int
    result: tuple[tuple[float, float], ...]  # share of the players, and the most that they have won
    drawdown: tuple[tuple[float, float], ...]  # share, and the deepest fall below the best moment so far
    ruin: tuple[tuple[int, float], ...]  # purse, and the share of players who have lost it on the way


@njit(cache=True, nogil=True, inline="always")
def end_of_round(
    stream: Words, at: np.uint64, keep: NDArray[np.int64], other: NDArray[np.int64]
) -> tuple[int, np.uint64]:
    """Draw how one round ends, from its alias table."""
    end, at = drawn(stream, at, len(keep))
    word, at = drawn(stream, at, WORDS)
    return (other[end] if word >= keep[end] else end), at


@njit(cache=True, nogil=True)
def play_purses(
    stream: Words,
    nets: NDArray[np.int64],
    keep: NDArray[np.int64],
    other: NDArray[np.int64],
    horizons: NDArray[np.int64],
    fared: NDArray[np.int64],
) -> None:
    """Each player's result, lowest point and deepest fall at each horizon; rounds come by an alias table."""
    at = np.uint64(stream[AT])
    for player in range(fared.shape[0]):
        now = lowest = highest = deepest = done = np.int64(0)
        for horizon in range(len(horizons)):
            while done < horizons[horizon]:
                end, at = end_of_round(stream, at, keep, other)
                now += nets[end]
                lowest, highest = min(lowest, now), max(highest, now)
                deepest = max(deepest, highest - now)
                done += 1
            fared[player, horizon, 0] = now
            fared[player, horizon, 1] = lowest
            fared[player, horizon, 2] = deepest


def purses(tally: Tally, seed: int) -> tuple[After, ...]:
    """How players fare who lay this bet again and again."""
    times, unit = tally.of_player
    nets = np.array(list(times), np.int64)
    fared = np.zeros((PLAYERS, len(HORIZONS), 3), np.int64)
    stream = stream_of(seed, FIRST_BLOCK)
    play_purses(stream, nets, *alias_table(list(times.values())), np.array(HORIZONS), fared)
    found = []
    for n, rounds in enumerate(HORIZONS):
        result, lowest, deepest = (np.sort(fared[:, n, what]) for what in range(3))
        found.append(
            After(
                rounds,
                tuple((share, _at(result, share) / unit) for share in SHARES),
                tuple((share, _at(deepest, share) / unit) for share in SHARES),
                tuple((purse, float((lowest <= -purse * unit).mean())) for purse in PURSES),
            )
        )
    return tuple(found)


def _at(ordered: NDArray[np.int64], share: float) -> int:
    return int(ordered[int(share * (len(ordered) - 1))])


def alias_table(times: list[int]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """For each end, the words with which it is kept, of 2³², and the end that comes with the others (Walker).

    What is left of a division is given to nobody: each end is as likely as its times to within 2⁻³².
    """
    whole, many = sum(times), len(times)
    left = [count * many for count in times]  # of the whole for each column
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
