"""Compiled bets, and the counting of their rounds. The number of workers does not change a result."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from fractions import Fraction
from math import sqrt
from typing import Any, Protocol, TypeAlias

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from novamas.errors import NovamasError, quoted
from novamas.sim.executors import Part, Workers
from novamas.sim.round_ends import Ends, EndsList, recording_kernel
from novamas.sim.streams import stream_of, turn_to

Counts: TypeAlias = NDArray[np.int64]

BEST = "best"  # the strategy that the odds of a bet assume
BLOCK = 2**16  # rounds per random stream; a shoe begins fresh in each block
TOGETHER = 8  # blocks that one worker plays in a row: its share
MANY_TOGETHER = 64  # for rounds so short that a smaller share costs more to hand out than to play
SHARES = 8  # shares of a step; after each step the simulation may stop


def check_strategy(strategy: str, known: tuple[str, ...]) -> None:
    """Raise an error if the game does not have this strategy."""
    if strategy not in (BEST, *known):
        raise NovamasError("no_such_strategy", given=quoted(strategy), known=(BEST, *known))


def copy_scratch(scratch: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return a copy of scratch arrays for one call. Tuples of arrays are copied as well."""
    return tuple(
        type(each)(*map(np.copy, each)) if isinstance(each, tuple) else np.copy(each) for each in scratch
    )


class CompiledBet(Struct, frozen=True):
    """A compiled bet: the kernel that plays its rounds, and the net of each end of a round."""

    kernel: Callable[..., None]  # called with a stream, the number of rounds, scratch, tables and counts
    tables: tuple[Any, ...]
    nets: tuple[int, ...]  # céntimos, by the end of a round
    unit: Fraction  # céntimos: the divisor of the edge
    per: str  # the meaning of the unit
    from_shoe: bool = False  # whether rounds come one after another from a shoe, to its cut card
    adds_up: bool = False  # whether its kernel writes counts only at the end; rounds are then independent
    together: int = TOGETHER
    scratch: tuple[Any, ...] = ()  # working memory: decks or shoes; each call gets its own copy

    def count(self, rounds: int, *, seed: int, first: int) -> Counts:
        """Count how often each end occurs in the rounds from a block on."""
        found, stream = np.zeros(len(self.nets), np.int64), stream_of(seed)
        while rounds:
            now = min(rounds, BLOCK)
            turn_to(stream, first)
            self.kernel(stream, now, *copy_scratch(self.scratch), *self.tables, found)
            first, rounds = first + 1, rounds - now
        return found

    def outcomes(self, rounds: int, *, seed: int, first: int) -> Ends:
        """Return the end of each round in order. They are the rounds that `count` counts."""
        found, stream = np.empty(rounds, np.uint32), stream_of(seed)
        for begin in range(0, rounds, BLOCK):
            turn_to(stream, first + begin // BLOCK)
            block = found[begin : begin + BLOCK]
            for part in np.split(block, len(block)) if self.adds_up else (block,):
                ends = EndsList(part, len(self.nets))
                recording_kernel(self.kernel)(
                    stream, len(part), *copy_scratch(self.scratch), *self.tables, ends
                )
        return found

    def counted(self, ends: Ends) -> Counts:
        """Return how often each end occurs in a list with one end per round."""
        return np.bincount(ends, minlength=len(self.nets))

    def added(self, so_far: Counts | None, found: Counts) -> Counts:
        """Return these counts plus the counts of further rounds."""
        return found if so_far is None else so_far + found

    def tally(self, rounds: int, counts: Counts) -> Tally:
        """Return the tally that follows from the counts."""
        return Tally(rounds, times_of(self, counts), self.unit)

    def netted(self, ends: Ends) -> Counts:
        """Return the net of each round in a list of ends."""
        return np.array(self.nets, np.int64)[ends]


class JackpotMoney(Struct, frozen=True):
    """A jackpot's money in céntimos: `left` is `began` plus `fed` and `added`, less `paid`."""

    began: int  # sum of the amounts at which it began
    fed: int  # from stakes
    added: int  # by the house after a prize
    paid: int
    left: int  # at the end
    prizes: int  # number of prizes


class Tally(Struct, frozen=True):
    """The counts of the results of a bet's rounds."""

    rounds: int
    times: dict[int, int]  # count of each net result in céntimos
    unit: Fraction
    of_seats: dict[int, int] | None = None  # the same of single seats, if there are several
    jackpot: JackpotMoney | None = None

    @property
    def of_player(self) -> tuple[dict[int, int], float]:
        """The number of times that one player had each net result, and that player's unit."""
        if self.of_seats is None:
            return self.times, float(self.unit)
        seats = sum(self.of_seats.values()) // self.rounds
        return self.of_seats, float(self.unit / seats)

    @property
    def mean(self) -> Fraction:
        """The average net of a round, in céntimos."""
        return Fraction(sum(net * many for net, many in self.times.items()), self.rounds)

    @property
    def edge(self) -> Fraction:
        """The house's win per unit staked."""
        return -self.mean / self.unit

    @property
    def sd(self) -> float:
        """The standard deviation of one round, per unit."""
        square = Fraction(sum(net**2 * many for net, many in self.times.items()), self.rounds)
        return sqrt((square - self.mean**2) / self.unit**2)

    @property
    def se(self) -> float:
        """The standard error of the edge."""
        return self.sd / sqrt(self.rounds)

    @property
    def hit(self) -> Fraction:
        """The share of rounds that win."""
        return Fraction(sum(many for net, many in self.times.items() if net > 0), self.rounds)


class Playable(Protocol):
    """A compiled bet. Its rounds can be counted or listed, and counts can be read as a tally."""

    @property
    def unit(self) -> Fraction: ...
    @property
    def per(self) -> str: ...
    @property
    def from_shoe(self) -> bool: ...
    @property
    def together(self) -> int:
        """The number of blocks that a worker plays in a row."""

    def count(self, rounds: int, *, seed: int, first: int) -> Any: ...
    def outcomes(self, rounds: int, *, seed: int, first: int) -> Any: ...
    def counted(self, ends: Any) -> Any: ...
    def added(self, so_far: Any, found: Any) -> Any: ...
    def tally(self, rounds: int, counts: Any) -> Tally: ...
    def netted(self, ends: Any) -> Counts: ...


def run(
    play: Playable, rounds: int, *, seed: int, workers: Workers, keep: Callable[[Any], None] | None = None
) -> Iterator[Tally]:
    """Yield the tally after each step of rounds, and at the end the tally of all rounds.

    Rounds are played as tallies are requested. The tallies do not depend on the workers. `keep` is
    called with the ends of the rounds, in order.
    """
    counts, under_way = None, deque[tuple[int, list[Part]]]()
    step = step_of(play)
    for begin in range(0, rounds, step):
        end = min(begin + step, rounds)
        shares = _shares(begin, end, play.together)
        under_way.append((end, workers.take_on(seed, shares, each=keep is not None)))
        while under_way and (len(under_way) > workers.ahead or end == rounds):
            done, parts = under_way.popleft()
            for part in parts:
                found = part.result()
                if keep is not None:
                    keep(found)
                    found = play.counted(found)
                counts = play.added(counts, found)
            yield play.tally(done, counts)


def step_of(play: Playable) -> int:
    """Return how many rounds a step has."""
    return BLOCK * play.together * SHARES


def _shares(begin: int, end: int, together: int) -> list[tuple[int, int]]:
    """Return the shares of a step. Each has a number of rounds and a first block."""
    share = BLOCK * together
    return [(min(share, end - first), first // BLOCK) for first in range(begin, end, share)]


def times_of(play: CompiledBet, counts: Counts) -> dict[int, int]:
    """Return how often each net result occurs, from the lowest up. Several ends may share a net."""
    found: dict[int, int] = {}
    for net, many in sorted(zip(play.nets, counts.tolist(), strict=True)):
        if many:
            found[net] = found.get(net, 0) + many
    return found
