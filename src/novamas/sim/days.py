"""Simulated days on a floor: the win of each table and of the floor, and the float they need.

Each round is drawn from the exact distribution of the bets. The seats of a table have independent
rounds, as if they shared no cards. If one draw decides several bets of a seat, they are stated as
one combined bet.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import ceil, sqrt
from typing import TypedDict

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from novamas.errors import InvalidInput, NovamasError, quoted
from novamas.odds.report import BetOdds
from novamas.sim.bankroll import alias_table, end_of_round
from novamas.sim.compiler import kernel
from novamas.sim.sessions import whole_nets, whole_weights
from novamas.sim.streams import AT, Words, stream_of, turn_to
from novamas.sim.wagers import odds_of_placed
from novamas.table.game import Table

FIRST_BLOCK = 7 * 2**61  # apart from the blocks of simulations, bankrolls and sessions
DAYS_TOGETHER = 256  # days that share a block
BLOCKS_A_TABLE = 2**32
MAX_DAYS = 10**6
SLOTS_AN_HOUR = 12  # the points at which all tables are added
SHARES = (0.001, 0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99, 0.999)
ENOUGH = 0.999  # share of days on which the float must suffice


class Pace(Struct, frozen=True):
    """A day's play at a table: its hours, its speed, its seats, and the bet at each seat."""

    name: str
    table: Table
    lays: str
    rounds_an_hour: int
    hours: Fraction
    seats: int = 1

    @property
    def rounds(self) -> int:
        """The number of rounds in a day."""
        return int(self.rounds_an_hour * self.hours)

    def odds(self) -> BetOdds:
        """Return the odds of the bet. Raise an error if the distribution is unknown or not in céntimos."""
        odds = odds_of_placed(self.table, self.lays)
        if odds is None or odds.distribution is None:
            raise NovamasError("no_distribution", game=self.table.game.slug, bet=self.lays)
        whole_nets(odds, odds.stake, self.lays)
        return odds


class Takings(Struct, frozen=True, kw_only=True):
    """The daily win of a table, or of all tables together, in céntimos."""

    name: str  # of the table; empty for all together
    game: str
    norm: str
    lays: str
    rounds: int
    seats: int
    staked: Fraction  # first stakes only
    expected: Fraction  # the house's average win, exact
    sd: float  # exact but for the square root
    mean: Fraction  # the house's simulated average win
    losing: Fraction  # share of days on which the house loses
    win: tuple[tuple[float, int], ...]  # share of days, and the house's win on them at most
    float_needed: int  # the float that suffices on 999 of 1000 days


class DayReport(Struct, frozen=True, kw_only=True):
    """The results of many simulated days. The same seed gives the same report on any machine."""

    seed: int
    days: int
    tables: tuple[Takings, ...]
    floor: Takings


@kernel
def play_days(
    stream: Words,
    nets: NDArray[np.int64],
    keep: NDArray[np.int64],
    other: NDArray[np.int64],
    rounds: int,
    rounds_an_hour: int,
    seats: int,
    lowest: NDArray[np.int64],
    path: NDArray[np.int64],
) -> None:
    """Play each day. Store the lowest point of the house's win, and the win in each slot of the day."""
    at = np.uint64(stream[AT])
    for day in range(path.shape[0]):
        now = low = np.int64(0)
        for nth in range(rounds):
            before = now
            for _ in range(seats):
                end, at = end_of_round(stream, at, keep, other)
                now -= nets[end]
            low = min(low, now)
            path[day, nth * SLOTS_AN_HOUR // rounds_an_hour] += now - before
        lowest[day] = low
    stream[AT] = at


def day_of(paces: Sequence[Pace], *, days: int, seed: int) -> DayReport:
    """Simulate days of play at several tables."""
    if type(days) is not int or not 1 <= days <= MAX_DAYS:
        raise InvalidInput("no_such_days", given=quoted(days), most=MAX_DAYS)
    slots = max(int(pace.hours * SLOTS_AN_HOUR) + 1 for pace in paces)
    together = np.zeros((days, slots), np.int64)
    tables, stream = [], stream_of(seed)
    for number, pace in enumerate(paces):
        tables.append(_of_table(pace, stream, FIRST_BLOCK + number * BLOCKS_A_TABLE, together))
    lowest = np.minimum(np.cumsum(together, axis=1).min(axis=1), 0)
    whole = Takings(
        name="",
        game="",
        norm="",
        lays="",
        rounds=sum(each.rounds for each in tables),
        seats=sum(each.seats for each in tables),
        staked=sum((each.staked for each in tables), Fraction(0)),
        expected=sum((each.expected for each in tables), Fraction(0)),
        sd=sqrt(sum(each.sd**2 for each in tables)),
        **_fared(together.sum(axis=1), lowest),
    )
    return DayReport(seed=seed, days=days, tables=tuple(tables), floor=whole)


def _of_table(pace: Pace, stream: Words, first: int, together: NDArray[np.int64]) -> Takings:
    """Simulate the days of one table, and add its wins to the total of all tables."""
    table = pace.table
    odds = pace.odds()
    nets = whole_nets(odds, odds.stake, pace.lays)
    weights = alias_table(whole_weights([chance for _, chance in odds.distribution or ()]))
    days, slots = together.shape
    won, lowest = np.zeros(days, np.int64), np.zeros(days, np.int64)
    for begin in range(0, days, DAYS_TOGETHER):
        turn_to(stream, first + begin // DAYS_TOGETHER)
        end = min(begin + DAYS_TOGETHER, days)
        path = np.zeros((end - begin, slots), np.int64)
        settings = nets, *weights, pace.rounds, pace.rounds_an_hour, pace.seats
        play_days(stream, *settings, lowest[begin:end], path)
        together[begin:end] += path
        won[begin:end] = path.sum(axis=1)
    many, mean, variance = pace.rounds * pace.seats, *_moments(odds.distribution or (), odds.stake)
    return Takings(
        name=pace.name,
        game=table.game.slug,
        norm=table.frame.norm,
        lays=pace.lays,
        rounds=pace.rounds,
        seats=pace.seats,
        staked=Fraction(many * odds.stake),
        expected=-many * mean,
        sd=sqrt(many * variance),
        **_fared(won, lowest),
    )


def _moments(distribution: Sequence[tuple[Fraction, Fraction]], stake: int) -> tuple[Fraction, Fraction]:
    """Return the mean and the variance of a round, in céntimos."""
    mean = sum((net * chance for net, chance in distribution), Fraction(0))
    square = sum((net**2 * chance for net, chance in distribution), Fraction(0))
    return mean * stake, (square - mean**2) * stake**2


class _Fared(TypedDict):
    mean: Fraction
    losing: Fraction
    win: tuple[tuple[float, int], ...]
    float_needed: int


def _fared(won: NDArray[np.int64], lowest: NDArray[np.int64]) -> _Fared:
    """Return statistics of the days' wins."""
    days, ordered, needed = len(won), np.sort(won), np.sort(-lowest)
    return {
        "mean": Fraction(int(won.sum()), days),
        "losing": Fraction(int((won < 0).sum()), days),
        "win": tuple((share, int(ordered[int(share * (days - 1))])) for share in SHARES),
        "float_needed": int(needed[ceil(ENOUGH * days) - 1]),
    }
