"""Figures derived from the odds of a bet: distribution, volatility, confidence intervals of the hold."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, sqrt
from statistics import NormalDist

from msgspec import Struct

from novamas.odds.report import BetOdds

LEVELS = (Fraction(90, 100), Fraction(95, 100), Fraction(99, 100))  # confidence levels
USUAL = LEVELS[1]
ROUNDS = tuple(10**power for power in range(2, 8))
PRECISIONS = (Fraction(1, 100), Fraction(1, 1000))


class Outcome(Struct, frozen=True):
    """A possible outcome of a bet per unit: its net win, its probability, and its share of the mean."""

    net: Fraction
    chance: Fraction
    part: Fraction


class Interval(Struct, frozen=True):
    """The range of the house's hold after a number of rounds, at one confidence level."""

    rounds: int
    level: Fraction
    low: float
    high: float


class Moments(Struct, frozen=True):
    """The figures about a bet that testing laboratories require, per unit."""

    returned: Fraction  # what the player gets back on average
    sd: float
    skewness: float | None  # None if the distribution is not known
    excess_kurtosis: float | None
    outcomes: tuple[Outcome, ...]
    volatility: tuple[tuple[Fraction, float], ...]  # by level: one round's largest distance from the mean
    intervals: tuple[Interval, ...]
    rounds_needed: tuple[tuple[Fraction, int], ...]  # by precision: until the hold is that close, at 95 %


def moments(bet: BetOdds) -> Moments:
    """Return the figures that testing laboratories require, computed from the odds of a bet."""
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
    """Return the standardised central moment of this order.

    It is None if all outcomes are equal or unknown.
    """
    mean = sum((each.part for each in outcomes), Fraction(0))
    spread = sum((each.chance * (each.net - mean) ** 2 for each in outcomes), Fraction(0))
    if not spread:
        return None
    central = sum((each.chance * (each.net - mean) ** power for each in outcomes), Fraction(0))
    return float(central) / sqrt(spread) ** power


def deviations(level: Fraction) -> float:
    """Return how many standard deviations on each side of the mean cover `level` of a normal distribution."""
    return NormalDist().inv_cdf((1 + float(level)) / 2)


def interval(bet: BetOdds, rounds: int, level: Fraction) -> Interval:
    """Return the range of the hold after `rounds` rounds with equal stakes.

    It is computed by the normal approximation.
    """
    reach = deviations(level) * bet.sd / sqrt(rounds)
    return Interval(rounds, level, float(bet.edge) - reach, float(bet.edge) + reach)


def rounds_until(bet: BetOdds, precision: Fraction, level: Fraction = USUAL) -> int:
    """Return the number of rounds with equal stakes that brings the hold within `near` of the edge."""
    return ceil((deviations(level) * bet.sd / float(precision)) ** 2)
