"""A simulation: what rounds of a bet brought, how that agrees with the odds, what it means for a purse."""

from __future__ import annotations

import os
from collections.abc import Callable
from fractions import Fraction
from typing import TypeAlias

from msgspec import Struct

from novamas.errors import Unreadable, shown
from novamas.odds.cache import kept_odds
from novamas.sim.agreement import Agreement, agreement
from novamas.sim.bankroll import After, purses
from novamas.sim.playing import BEST, Tally, tallies
from novamas.sim.ready import ready
from novamas.table.game import Table

MOST_ROUNDS = 10**15

Listener: TypeAlias = Callable[[Tally], None]


class Outcome(Struct, frozen=True):
    """A result of a round: what it nets in céntimos, how often it came, and its chance by the odds."""

    net: int
    times: int
    chance: Fraction | None = None


class Simulation(Struct, frozen=True, kw_only=True):
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


def simulate(
    table: Table,
    bet: str,
    *,
    rounds: int,
    seed: int,
    strategy: str = BEST,
    threads: int | None = None,
    until_se: float = 0.0,
    heard: Listener | None = None,
) -> Simulation:
    """So many rounds of a bet, or fewer if the standard error of the edge is small enough before.

    Who listens is told what came so far, from time to time.
    """
    if type(rounds) is not int or not 1 <= rounds <= MOST_ROUNDS:
        raise Unreadable("no_such_rounds", given=shown(rounds))
    play = ready(table, bet, strategy)
    odds = kept_odds(table, only=bet)[bet] if strategy == BEST else None
    for tally in tallies(play, rounds, seed=seed, threads=threads or processors()):
        if heard is not None:
            heard(tally)
        if until_se and 0 < tally.se <= until_se:
            break
    chances = {net * play.unit: chance for net, chance in (odds and odds.distribution) or ()}
    came = tally.times | {int(net): tally.times.get(int(net), 0) for net in chances}
    return Simulation(
        game=table.game.slug,
        norm=table.frame.norm,
        edition=table.game.pin(table.frame),
        bet=bet,
        strategy=strategy,
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
    )


def processors() -> int:
    """How many threads can run at the same time."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
