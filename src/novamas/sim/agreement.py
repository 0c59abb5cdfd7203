"""Statistical comparison of a simulation with the odds, by standard errors and a chi-square test."""

from __future__ import annotations

from fractions import Fraction

from msgspec import Struct

from novamas.odds.chi_square import chi_square, chi_square_tail
from novamas.odds.report import BetOdds
from novamas.sim.play import Tally


class Agreement(Struct, frozen=True):
    """The statistical distance between a simulation and the odds."""

    edge: Fraction  # by the odds
    exact: bool
    z: float  # standard errors by which the simulated edge exceeds it
    chi_square: float | None  # over the results; None if the odds have no distribution
    freedom: int | None  # degrees of freedom
    p: float | None  # the chance of at least this chi-square if the odds are right


def agreement(tally: Tally, odds: BetOdds) -> Agreement:
    """Return the statistical distance between simulated rounds and the odds of the same bet."""
    z = float(tally.edge - odds.edge) / tally.se if tally.se else 0.0
    if odds.distribution is None:
        return Agreement(odds.edge, odds.exact, z, None, None, None)
    chances = {net * tally.unit: chance for net, chance in odds.distribution}
    statistic, freedom = chi_square({Fraction(net): many for net, many in tally.times.items()}, chances)
    return Agreement(odds.edge, odds.exact, z, statistic, freedom, chi_square_tail(statistic, freedom))
