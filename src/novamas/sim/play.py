"""A bet that is ready to be played, and how many rounds of it are counted: the same whoever counts them."""

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

BEST = "best"  # the strategy that the odds of a bet suppose
BLOCK = 2**16  # rounds that have a stream of their own; where there is a shoe, each block begins a fresh one
TOGETHER = 8  # blocks that one thread or worker plays in a row: its share
MANY_TOGETHER = 64  # where rounds are so short that giving out a smaller share takes longer than playing it
SHARES = 8  # of a step, after which it is asked whether that is enough


def check_strategy(strategy: str, known: tuple[str, ...]) -> None:
    """Refuse a strategy that the game does not know."""
    if strategy not in (BEST, *known):
        raise NovamasError("no_such_strategy", given=quoted(strategy), known=(BEST, *known))


def copy_scratch(scratch: tuple[Any, ...]) -> tuple[Any, ...]:
    """The scratch of one call, which nobody else writes in: arrays, and tuples of them."""
    return tuple(
        type(each)(*map(np.copy, each)) if isinstance(each, tuple) else np.copy(each) for each in scratch
    )


class CompiledBet(Struct, frozen=True):
    """A bet at a table, compiled: the kernel that plays its rounds, and what each of their ends nets."""

    kernel: Callable[..., None]  # called with a stream, how many rounds, its scratch, tables, where to count
    tables: tuple[Any, ...]
    nets: tuple[int, ...]  # céntimos, by the end of a round
    unit: Fraction  # céntimos: what the edge is counted by
    per: str  # and what that is
    from_shoe: bool = False  # are rounds played one after the other from a shoe, to its cut card?
    adds_up: bool = False  # does its kernel count only when all rounds are over? no round leaves it anything
    together: int = TOGETHER
    scratch: tuple[Any, ...] = ()  # what the kernel writes in, a deck or a shoe: each call has it afresh

    def count(self, rounds: int, *, seed: int, first: int) -> Counts:
        """How often each end comes in so many rounds from a block on."""
        found, stream = np.zeros(len(self.nets), np.int64), stream_of(seed)
        while rounds:
            now = min(rounds, BLOCK)
            turn_to(stream, first)
            self.kernel(stream, now, *copy_scratch(self.scratch), *self.tables, found)
            first, rounds = first + 1, rounds - now
        return found

    def tell(self, rounds: int, *, seed: int, first: int) -> Ends:
        """The end of each of so many rounds from a block on, in their order: those that `count` counts."""
        found, stream = np.empty(rounds, np.uint32), stream_of(seed)
        for begin in range(0, rounds, BLOCK):
            turn_to(stream, first + begin // BLOCK)
            block = found[begin : begin + BLOCK]
            for told in np.split(block, len(block)) if self.adds_up else (block,):
                ends = EndsList(told, len(self.nets))
                recording_kernel(self.kernel)(
                    stream, len(told), *copy_scratch(self.scratch), *self.tables, ends
                )
        return found

    def counted(self, told: Ends) -> Counts:
        """What was told round by round, counted."""
        return np.bincount(told, minlength=len(self.nets))

    def added(self, so_far: Counts | None, found: Counts) -> Counts:
        """What more rounds brought, added to those before."""
        return found if so_far is None else so_far + found

    def tally(self, rounds: int, counts: Counts) -> Tally:
        """What came of so many rounds."""
        return Tally(rounds, times_of(self, counts), self.unit)

    def netted(self, told: Ends) -> Counts:
        """What each round nets that was told."""
        return np.array(self.nets, np.int64)[told]


class JackpotMoney(Struct, frozen=True):
    """What became of a jackpot, in céntimos: with what it began, fed and added less paid, is left."""

    began: int  # with what it stood there, in all the times that it began
    fed: int  # by stakes
    added: int  # by the house, when it was won
    paid: int
    left: int  # at the end
    prizes: int  # how many were paid


class Tally(Struct, frozen=True):
    """What came of the rounds of a bet, in whole numbers."""

    rounds: int
    times: dict[int, int]  # how often each net result came, in céntimos
    unit: Fraction
    of_seats: dict[int, int] | None = None  # how often each came to a seat, where several play
    jackpot: JackpotMoney | None = None

    @property
    def of_player(self) -> tuple[dict[int, int], float]:
        """How often each net result came to one player, and his unit."""
        if self.of_seats is None:
            return self.times, float(self.unit)
        seats = sum(self.of_seats.values()) // self.rounds
        return self.of_seats, float(self.unit / seats)

    @property
    def mean(self) -> Fraction:
        """What a round nets on average, in céntimos."""
        return Fraction(sum(net * many for net, many in self.times.items()), self.rounds)

    @property
    def edge(self) -> Fraction:
        """What the house won per unit."""
        return -self.mean / self.unit

    @property
    def sd(self) -> float:
        """How far one round lies from the mean, per unit."""
        square = Fraction(sum(net**2 * many for net, many in self.times.items()), self.rounds)
        return sqrt((square - self.mean**2) / self.unit**2)

    @property
    def se(self) -> float:
        """The standard error of the edge."""
        return self.sd / sqrt(self.rounds)

    @property
    def hit(self) -> Fraction:
        """How often a round won something."""
        return Fraction(sum(many for net, many in self.times.items() if net > 0), self.rounds)


class Playable(Protocol):
    """A bet that is ready to be played: how rounds of it are counted or told, and what a count says."""

    @property
    def unit(self) -> Fraction: ...
    @property
    def per(self) -> str: ...
    @property
    def from_shoe(self) -> bool: ...
    @property
    def together(self) -> int:
        """Blocks that are played in a row."""

    def count(self, rounds: int, *, seed: int, first: int) -> Any: ...
    def tell(self, rounds: int, *, seed: int, first: int) -> Any: ...
    def counted(self, told: Any) -> Any: ...
    def added(self, so_far: Any, found: Any) -> Any: ...
    def tally(self, rounds: int, counts: Any) -> Tally: ...
    def netted(self, told: Any) -> Counts: ...


def run(
    play: Playable, rounds: int, *, seed: int, workers: Workers, keep: Callable[[Any], None] | None = None
) -> Iterator[Tally]:
    """What came of the first rounds, of more, and of all of them: asked for one by one, they are played so.

    They come after the same numbers of rounds and hold the same, whoever counts them. Who keeps every round
    is given their ends, in their order.
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
    """The rounds after which it is asked whether that is enough."""
    return BLOCK * play.together * SHARES


def _shares(begin: int, end: int, together: int) -> list[tuple[int, int]]:
    """What each worker takes of a step: how many rounds, and from which block on."""
    share = BLOCK * together
    return [(min(share, end - first), first // BLOCK) for first in range(begin, end, share)]


def times_of(play: CompiledBet, counts: Counts) -> dict[int, int]:
    """How often each net result came, from the least; several ends may net the same."""
    found: dict[int, int] = {}
    for net, many in sorted(zip(play.nets, counts.tolist(), strict=True)):
        if many:
            found[net] = found.get(net, 0) + many
    return found
