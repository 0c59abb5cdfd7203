"""A simulation: what rounds of a bet brought, how that agrees with the odds, what it means for a purse."""

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
    """A result of a round: what it nets in céntimos, how often it came, and its chance by the odds."""

    net: int
    times: int
    chance: Fraction | None = None


class OneSeat(Struct, frozen=True):
    """How one of several seats fares: all of them lay the same and play alike."""

    unit: Fraction  # céntimos
    sd: float  # of one round, per unit
    covariance: float  # of two seats, per unit of each
    correlation: float


class SimulationReport(Struct, frozen=True, kw_only=True):
    """What so many rounds of one bet brought: the same for the same seed, on any machine."""

    game: str
    norm: str
    edition: str
    bet: str
    strategy: str
    seed: int
    rounds: int
    per: str  # what one unit is
    unit: Fraction  # céntimos
    edge: Fraction  # what the house won per unit
    se: float  # its standard error, as if no round depended on another
    sd: float  # of one round, per unit
    hit: Fraction  # how often a round won
    outcomes: tuple[Outcome, ...]
    agreement: Agreement | None  # with the odds of the same play, where they are known
    purses: tuple[After, ...]
    from_shoe: bool  # to its cut card, where the odds are those of a fresh one
    seats: int = 1  # whose results together are told; of a player's bank, the hands against it
    seat: OneSeat | None = None  # where several play
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
    """So many rounds of a bet, or fewer if the standard error of the edge is small enough before.

    Each of several seats lays it. A jackpot begins as at the opening of the table, or with so many céntimos.
    Who listens is told what came so far, from time to time; who keeps rounds is given how each of them ended,
    in order. The workers of a cluster play the same as threads do.
    """
    if type(rounds) is not int or not 1 <= rounds <= MAX_ROUNDS:
        raise InvalidInput("no_such_rounds", given=quoted(rounds))
    play = compile_play(table, bet, strategy, seats=seats, jackpot=jackpot)
    has_odds = not isinstance(play, CompiledSeats) or play.has_odds_of_one
    odds = odds_by(table, bet, strategy) if has_odds else None
    if odds is not None and seats > 1:
        odds = replace(odds, distribution=None)  # of one seat
    kept = None if keep is None else partial(keep, play)
    told = _Told(table.game.slug, table.frame, dict(table.chosen), bet, strategy, seats, jackpot)
    with _workers(told, play, threads or processors(), cluster) as workers:
        for tally in run(play, rounds, seed=seed, workers=workers, keep=kept):
            if heard is not None:
                heard(tally)
            if until_se and 0 < tally.se <= until_se:
                break
    chances = {net * play.unit: chance for net, chance in (odds and odds.distribution) or ()}
    came = tally.times | {int(net): tally.times.get(int(net), 0) for net in chances}
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
            Outcome(net, times, chances.get(Fraction(net))) for net, times in sorted(came.items())
        ),
        agreement=None if odds is None else agreement(tally, odds),
        purses=purses(tally, seed),
        from_shoe=play.from_shoe,
        seats=seats,
        seat=one_seat(tally, seats),
        jackpot=tally.jackpot,
    )


def one_seat(tally: Tally, seats: int) -> OneSeat | None:
    """How one of several seats fares, and how two of them go together."""
    if tally.of_seats is None:
        return None
    one = Tally(tally.rounds * seats, tally.of_seats, tally.unit / seats)
    variance = (tally.sd * seats) ** 2
    covariance = (variance - seats * one.sd**2) / (seats * (seats - 1))
    return OneSeat(one.unit, one.sd, covariance, covariance / one.sd**2 if one.sd else 0.0)


class _Told(Struct, frozen=True):
    """All that a worker of a cluster needs to make a bet ready."""

    slug: str
    frame: Frame
    chosen: dict[str, Any]
    bet: str
    strategy: str | Strategy
    seats: int
    jackpot: int | None

    def ready(self) -> Playable:
        """The bet as a worker makes it ready."""
        table = table_there(self.slug, self.frame, self.chosen)
        return compile_play(table, self.bet, self.strategy, seats=self.seats, jackpot=self.jackpot)


def _workers(told: _Told, play: Playable, threads: int, cluster: str) -> AbstractContextManager[Workers]:
    """Who plays: threads, or a cluster whose workers are told all that they need to make the bet ready."""
    return cluster_at(cluster, threads, told.ready) if cluster else threads_for(play, threads)


def processors() -> int:
    """How many threads can run at the same time."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
