"""Several seats in one round, and jackpots that are carried on: kernels that tell what each seat nets.

A jackpot begins as it stands at the opening of the table, or as it is told, and is carried from round to
round through one step of the simulation; the next step begins with it again.
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

LEVEL, BEGAN, FED, ADDED, PAID, PRIZES = range(6)  # of a jackpot: how it stands, and what became of it
ALL_SEATS, ONE_SEAT, OF_JACKPOT = range(3)  # of what a row of counts tells: then comes what, and how often


class SeatResults(NamedTuple):
    """Round by round what each seat nets, and what has become of the jackpot then."""

    nets: NDArray[np.int64]
    jackpot: NDArray[np.int64]


class CompiledSeats(Struct, frozen=True):
    """A bet that several seats lay in every round, or that a jackpot pays, compiled."""

    kernel: Callable[..., None]  # called with a stream, scratch, tables, where to tell nets, and the jackpot
    scratch: tuple[Any, ...]  # what the kernel writes in, a deck or a shoe: each block has it afresh
    tables: tuple[Any, ...]
    seats: int
    unit: Fraction  # céntimos: what the edge of all seats together is counted by
    per: str
    from_shoe: bool = False
    jackpot: int | None = None  # céntimos, as it stands when a share begins
    is_sum_of_ones: bool = True  # does each net on average what one would alone?

    @property
    def together(self) -> int:
        """Blocks that are played in a row: a jackpot is carried through all of them."""
        return TOGETHER if self.jackpot is None else MANY_TOGETHER

    @property
    def has_odds_of_one(self) -> bool:
        """Is the edge that of one seat, as the odds tell it?"""
        return self.jackpot is None and self.is_sum_of_ones

    def count(self, rounds: int, *, seed: int, first: int) -> Counts:
        """How often each result comes in so many rounds from a block on, to all seats and to one."""
        return _summed([self.counted(told) for told in self._blocks(rounds, seed, first)])

    def tell(self, rounds: int, *, seed: int, first: int) -> SeatResults:
        """What each seat nets in each of so many rounds from a block on: those that `count` counts."""
        blocks = list(self._blocks(rounds, seed, first))
        jackpot = np.sum([told.jackpot for told in blocks], axis=0)
        return SeatResults(np.concatenate([told.nets for told in blocks]), jackpot)

    def _blocks(self, rounds: int, seed: int, first: int) -> Iterator[SeatResults]:
        """Block after block: what each seat nets, and what became of the jackpot in it."""
        stream, jackpot = stream_of(seed), np.zeros(PRIZES + 1, np.int64)
        jackpot[LEVEL] = jackpot[BEGAN] = self.jackpot or 0
        while rounds:
            nets = np.zeros((min(rounds, BLOCK), self.seats), np.int64)
            turn_to(stream, first)
            self.kernel(stream, *copy_scratch(self.scratch), *self.tables, nets, jackpot)
            first, rounds = first + 1, rounds - len(nets)
            came = jackpot.copy()
            if rounds:
                came[LEVEL] = 0  # it is carried on
            jackpot[BEGAN:] = 0
            yield SeatResults(nets, came)

    def counted(self, told: SeatResults) -> Counts:
        """What was told round by round, counted."""
        rows = [_rows(ALL_SEATS, told.nets.sum(axis=1))]
        if self.seats > 1:
            rows.append(_rows(ONE_SEAT, told.nets.ravel()))
        if self.jackpot is not None:
            whats = np.arange(PRIZES + 1)
            rows.append(np.stack((np.full_like(whats, OF_JACKPOT), whats, told.jackpot), axis=1))
        return _summed(rows)

    def added(self, so_far: Counts | None, found: Counts) -> Counts:
        """What more rounds brought, added to those before."""
        return found if so_far is None else _summed([so_far, found])

    def tally(self, rounds: int, counts: Counts) -> Tally:
        """What came of so many rounds."""
        found: tuple[dict[int, int], ...] = ({}, {}, {})
        for of, what, many in counts.tolist():
            found[of][what] = many
        times, of_seats, money = found
        return Tally(rounds, times, self.unit, of_seats or None, _money(money) if money else None)

    def netted(self, told: SeatResults) -> Counts:
        """What all seats together net in each round that was told."""
        found: Counts = told.nets.sum(axis=1)
        return found


def like_one(
    play: CompiledBet, kernel: Callable[..., None], seats: int, *tables: Any, scratch: tuple[Any, ...] = ()
) -> CompiledSeats:
    """Several seats, each of which plays as one would alone: with its scratch, its tables, and its nets."""
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
    """How often each net result comes."""
    whats, times = np.unique(nets, return_counts=True)
    return np.stack((np.full_like(whats, of), whats, times), axis=1)


def _summed(rows: Sequence[Counts]) -> Counts:
    """Rows of counts, those of the same added up, in order."""
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
