"""What follows from the odds of a bet for who lays it often: spread, volatility, how long luck lasts."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, sqrt
from statistics import NormalDist

from msgspec import Struct

from novamas.odds.report import BetOdds

LEVELS = (Fraction(90, 100), Fraction(95, 100), Fraction(99, 100))  # how sure one wants to be
USUAL = LEVELS[1]
ROUNDS = tuple(10**power for power in range(2, 8))
PRECISIONS = (Fraction(1, 100), Fraction(1, 1000))


class Outcome(Struct, frozen=True):
    """One of the things that may come of a bet, per unit: what it wins, how likely, its part of the mean."""

    net: Fraction
    chance: Fraction
    part: Fraction


class Interval(Struct, frozen=True):
    """Between what the house's hold lies after so many rounds, as sure as the level says."""

    rounds: int
    level: Fraction
    low: float
    high: float


class Moments(Struct, frozen=True):
    """The figures that a laboratory asks of a bet, per unit of what its edge is counted by."""

    returned: Fraction  # what comes back to the player on average
    sd: float
    skewness: float | None  # nothing where all outcomes are not known
    excess_kurtosis: float | None
    outcomes: tuple[Outcome, ...]
    volatility: tuple[tuple[Fraction, float], ...]  # by level: how far one round may lie from the mean
    intervals: tuple[Interval, ...]
    rounds_needed: tuple[tuple[Fraction, int], ...]  # by precision: until the hold is that near, at 95 %


def moments(bet: BetOdds) -> Moments:
    """All of them, from the odds of a bet."""
    outcomes = tuple(Outcome(net, chance, net * chance) for net, chance in bet.distribution or ())
    return Moments(
        returned=1 - bet.edge,
        sd=bet.sd,
        skewness=standardised(outcomes, 3),
        excess_kurtosis=None if (fourth := standardised(outcomes, 4)) is None else fourth - 3,
        outcomes=outcomes,
        volatility=tuple((level, deviations(level) * bet.sd) for level in LEVELS),
        intervals=tuple(interval(bet, rounds, level) for rounds in ROUNDS for level in LEVELS),
        rounds_needed=tuple((near, rounds_until(bet, near)) for near in PRECISIONS),
    )


def standardised(outcomes: tuple[Outcome, ...], power: int) -> float | None:
    """The mean of a power of the distance from the mean, in standard deviations."""
    mean = sum((each.part for each in outcomes), Fraction(0))
    spread = sum((each.chance * (each.net - mean) ** 2 for each in outcomes), Fraction(0))
    if not spread:
        return None
    central = sum((each.chance * (each.net - mean) ** power for each in outcomes), Fraction(0))
    return float(central) / sqrt(spread) ** power


def deviations(level: Fraction) -> float:
    """So many standard deviations to both sides hold that part of a normal distribution."""
    return NormalDist().inv_cdf((1 + float(level)) / 2)


def interval(bet: BetOdds, rounds: int, level: Fraction) -> Interval:
    """Where the hold lies after so many rounds of equal stakes, by the normal approximation."""
    reach = deviations(level) * bet.sd / sqrt(rounds)
    return Interval(rounds, level, float(bet.edge) - reach, float(bet.edge) + reach)


def rounds_until(bet: BetOdds, near: Fraction, level: Fraction = USUAL) -> int:
    """After how many rounds of equal stakes the hold is that near to the edge."""
    return ceil((deviations(level) * bet.sd / float(near)) ** 2)
