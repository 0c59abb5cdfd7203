"""Reports on simulations: the results of a bet's rounds, their agreement with the odds, bankrolls."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import AbstractContextManager
from fractions import Fraction
from functools import partial
from typing import Any, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from novamas.errors import InvalidInput, quoted
from novamas.law import Frame
from novamas.sim.agreement import Agreement, agreement
from novamas.sim.bankroll import After, purses
from novamas.sim.dispatch import compile_play, odds_by
from novamas.sim.executors import Workers, cluster_at, table_there, threads_for
from novamas.sim.play import BEST, JackpotMoney, Playable, Tally, run
from novamas.sim.seats import CompiledSeats
from novamas.sim.strategies import Strategy
from novamas.table.game import Table

MAX_ROUNDS = 10**15

Listener: TypeAlias = Callable[[Tally], None]
Keeper: TypeAlias = Callable[[Playable, Any], None]


class Outcome(Struct, frozen=True):
    """A result of a round: its net in céntimos, its frequency, and its exact probability."""

    net: int
    times: int
    chance: Fraction | None = None


class OneSeat(Struct, frozen=True):
    """The results of one seat out of several. All seats place the same bet and play alike."""

    unit: Fraction  # céntimos
    sd: float  # of one round, per unit
    covariance: float  # of two seats, per unit of each
    correlation: float


class SimulationReport(Struct, frozen=True, kw_only=True):
    """The results of a bet's rounds. The same seed gives the same report on any machine."""

    game: str
    norm: str
    edition: str
    bet: str
    strategy: str
    seed: int
    rounds: int
    per: str  # the meaning of one unit
    unit: Fraction  # céntimos
    edge: Fraction  # the house's win per unit
    se: float  # standard error of the edge if rounds are independent
    sd: float  # of one round, per unit
    hit: Fraction  # share of rounds that win
    outcomes: tuple[Outcome, ...]
    agreement: Agreement | None  # with the odds of the same strategy, if known
    purses: tuple[After, ...]
    from_shoe: bool  # whether a shoe is played to its cut card; the odds assume a fresh one
    seats: int = 1  # the results are their total; with a player as banker, the hands against the bank
    seat: OneSeat | None = None  # if there are several
    jackpot: JackpotMoney | None = None


def simulate(
    table: Table,
    bet: str,
    *,
    rounds: int,
    seed: int,
    strategy: str | Strategy = BEST,
    threads: int | None = None,
    until_se: float = 0.0,
    heard: Listener | None = None,
    keep: Keeper | None = None,
    cluster: str = "",
    seats: int = 1,
    jackpot: int | None = None,
) -> SimulationReport:
    """Simulate rounds of a bet. Stop early once the edge's standard error is at most `until_se`.

    Each of several seats places the bet. A jackpot begins at the table's opening amount, or at
    `jackpot` céntimos. `heard` is called with the tally after each step. `keep` is called with the ends
    of the rounds, share by share and in order. A cluster gives the same results as threads.
    """
    if type(rounds) is not int or not 1 <= rounds <= MAX_ROUNDS:
        raise InvalidInput("no_such_rounds", given=quoted(rounds))
    play = compile_play(table, bet, strategy, seats=seats, jackpot=jackpot)
    has_odds = not isinstance(play, CompiledSeats) or play.has_odds_of_one
    odds = odds_by(table, bet, strategy) if has_odds else None
    if odds is not None and seats > 1:
        odds = replace(odds, distribution=None)  # that of the odds is for one seat
    keep_ends = None if keep is None else partial(keep, play)
    settings = _Settings(table.game.slug, table.frame, dict(table.chosen), bet, strategy, seats, jackpot)
    with _workers(settings, play, threads or processors(), cluster) as workers:
        for tally in run(play, rounds, seed=seed, workers=workers, keep=keep_ends):
            if heard is not None:
                heard(tally)
            if until_se and 0 < tally.se <= until_se:
                break
    chances = {net * play.unit: chance for net, chance in (odds and odds.distribution) or ()}
    times_by_net = tally.times | {int(net): tally.times.get(int(net), 0) for net in chances}
    return SimulationReport(
        game=table.game.slug,
        norm=table.frame.norm,
        edition=table.game.pin(table.frame),
        bet=bet,
        strategy=strategy if isinstance(strategy, str) else strategy.name,
        seed=seed,
        rounds=tally.rounds,
        per=play.per,
        unit=play.unit,
        edge=tally.edge,
        se=tally.se,
        sd=tally.sd,
        hit=tally.hit,
        outcomes=tuple(
            Outcome(net, times, chances.get(Fraction(net))) for net, times in sorted(times_by_net.items())
        ),
        agreement=None if odds is None else agreement(tally, odds),
        purses=purses(tally, seed),
        from_shoe=play.from_shoe,
        seats=seats,
        seat=one_seat(tally, seats),
        jackpot=tally.jackpot,
    )


def one_seat(tally: Tally, seats: int) -> OneSeat | None:
    """Return the results of one seat out of several, and the correlation between two seats."""
    if tally.of_seats is None:
        return None
    one = Tally(tally.rounds * seats, tally.of_seats, tally.unit / seats)
    variance = (tally.sd * seats) ** 2
    covariance = (variance - seats * one.sd**2) / (seats * (seats - 1))
    return OneSeat(one.unit, one.sd, covariance, covariance / one.sd**2 if one.sd else 0.0)


class _Settings(Struct, frozen=True):
    """The settings from which a cluster worker compiles a bet."""

    slug: str
    frame: Frame
    chosen: dict[str, Any]
    bet: str
    strategy: str | Strategy
    seats: int
    jackpot: int | None

    def ready(self) -> Playable:
        """Compile the bet on a worker."""
        table = table_there(self.slug, self.frame, self.chosen)
        return compile_play(table, self.bet, self.strategy, seats=self.seats, jackpot=self.jackpot)


def _workers(
    settings: _Settings, play: Playable, threads: int, cluster: str
) -> AbstractContextManager[Workers]:
    """Return threads as workers, or a cluster whose workers compile the bet themselves."""
    return cluster_at(cluster, threads, settings.ready) if cluster else threads_for(play, threads)


def processors() -> int:
    """Return how many threads can run at the same time."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
