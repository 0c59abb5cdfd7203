"""Kernels for several seats in one round, and for jackpots that carry over between rounds.

A jackpot begins at the table's opening amount or at a given amount. It carries over within one
share of the simulation, and the next share begins with the same amount again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from novamas.sim.play import (
    BLOCK,
    MANY_TOGETHER,
    TOGETHER,
    CompiledBet,
    Counts,
    JackpotMoney,
    Tally,
    copy_scratch,
)
from novamas.sim.streams import stream_of, turn_to

LEVEL, BEGAN, FED, ADDED, PAID, PRIZES = range(6)  # indexes of a jackpot
ALL_SEATS, ONE_SEAT, OF_JACKPOT = range(3)  # kinds of rows


class SeatResults(NamedTuple):
    """Each seat's net in each round, and the changes of the jackpot."""

    nets: NDArray[np.int64]
    jackpot: NDArray[np.int64]


class CompiledSeats(Struct, frozen=True):
    """A compiled bet that several seats place in each round, or that pays a jackpot."""

    kernel: Callable[..., None]  # called with a stream, scratch, tables, the nets to fill, and the jackpot
    scratch: tuple[Any, ...]  # working memory: decks or shoes; each block gets its own copy
    tables: tuple[Any, ...]
    seats: int
    unit: Fraction  # céntimos: the divisor of the edge of all seats together
    per: str
    from_shoe: bool = False
    jackpot: int | None = None  # céntimos at the beginning of a share
    is_sum_of_ones: bool = True  # whether a seat's average net is the same as alone

    @property
    def together(self) -> int:
        """The number of blocks in a share. A jackpot carries over through all of them."""
        return TOGETHER if self.jackpot is None else MANY_TOGETHER

    @property
    def has_odds_of_one(self) -> bool:
        """Whether the edge equals the edge of a single seat, which the odds give."""
        return self.jackpot is None and self.is_sum_of_ones

    def count(self, rounds: int, *, seed: int, first: int) -> Counts:
        """Count the results of the rounds from a block on, for all seats together and for single seats."""
        return _summed([self.counted(results) for results in self._blocks(rounds, seed, first)])

    def outcomes(self, rounds: int, *, seed: int, first: int) -> SeatResults:
        """Return each seat's net in each round. They are the rounds that `count` counts."""
        blocks = list(self._blocks(rounds, seed, first))
        jackpot = np.sum([results.jackpot for results in blocks], axis=0)
        return SeatResults(np.concatenate([results.nets for results in blocks]), jackpot)

    def _blocks(self, rounds: int, seed: int, first: int) -> Iterator[SeatResults]:
        """Yield the results of one block after the other."""
        stream, jackpot = stream_of(seed), np.zeros(PRIZES + 1, np.int64)
        jackpot[LEVEL] = jackpot[BEGAN] = self.jackpot or 0
        while rounds:
            nets = np.zeros((min(rounds, BLOCK), self.seats), np.int64)
            turn_to(stream, first)
            self.kernel(stream, *copy_scratch(self.scratch), *self.tables, nets, jackpot)
            first, rounds = first + 1, rounds - len(nets)
            came = jackpot.copy()
            if rounds:
                came[LEVEL] = 0  # it carries over
            jackpot[BEGAN:] = 0
            yield SeatResults(nets, came)

    def counted(self, results: SeatResults) -> Counts:
        """Return how often each result occurs in a list with one result per round."""
        rows = [_rows(ALL_SEATS, results.nets.sum(axis=1))]
        if self.seats > 1:
            rows.append(_rows(ONE_SEAT, results.nets.ravel()))
        if self.jackpot is not None:
            whats = np.arange(PRIZES + 1)
            rows.append(np.stack((np.full_like(whats, OF_JACKPOT), whats, results.jackpot), axis=1))
        return _summed(rows)

    def added(self, so_far: Counts | None, found: Counts) -> Counts:
        """Return these counts plus the counts of further rounds."""
        return found if so_far is None else _summed([so_far, found])

    def tally(self, rounds: int, counts: Counts) -> Tally:
        """Return the tally that follows from the counts."""
        found: tuple[dict[int, int], ...] = ({}, {}, {})
        for of, what, many in counts.tolist():
            found[of][what] = many
        times, of_seats, money = found
        return Tally(rounds, times, self.unit, of_seats or None, _money(money) if money else None)

    def netted(self, results: SeatResults) -> Counts:
        """Return the net of all seats together in each round."""
        found: Counts = results.nets.sum(axis=1)
        return found


def like_one(
    play: CompiledBet, kernel: Callable[..., None], seats: int, *tables: Any, scratch: tuple[Any, ...] = ()
) -> CompiledSeats:
    """Compile several seats that each play as one would alone.

    They have the scratch arrays, tables and nets of the bet of one seat.
    """
    return CompiledSeats(
        kernel=kernel,
        scratch=(*play.scratch, *scratch),
        tables=(*play.tables, *tables, np.array(play.nets, np.int64)),
        seats=seats,
        unit=play.unit * seats,
        per=play.per,
        from_shoe=play.from_shoe,
    )


def _rows(of: int, nets: NDArray[np.int64]) -> Counts:
    """Return each net and how often it occurs as rows."""
    whats, times = np.unique(nets, return_counts=True)
    return np.stack((np.full_like(whats, of), whats, times), axis=1)


def _summed(rows: Sequence[Counts]) -> Counts:
    """Return rows of counts in order. Equal rows are added up."""
    together = np.concatenate(rows)
    whats, places = np.unique(together[:, :2], axis=0, return_inverse=True)
    times = np.zeros(len(whats), np.int64)
    np.add.at(times, places.ravel(), together[:, 2])
    return np.column_stack((whats, times))


def _money(found: dict[int, int]) -> JackpotMoney:
    return JackpotMoney(
        began=found[BEGAN],
        fed=found[FED],
        added=found[ADDED],
        paid=found[PAID],
        left=found[LEVEL],
        prizes=found[PRIZES],
    )
