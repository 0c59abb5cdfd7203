"""Does what was played agree with the odds? The mean in standard errors, and chi-square over the results."""

from __future__ import annotations

from fractions import Fraction

from msgspec import Struct

from novamas.odds.chi_square import chi_square, chi_square_tail
from novamas.odds.report import BetOdds
from novamas.sim.play import Tally


class Agreement(Struct, frozen=True):
    """How far a simulation lies from the odds."""

    edge: Fraction  # of the odds
    exact: bool
    z: float  # how many standard errors the simulated edge lies above it
    chi_square: float | None  # over the results; nothing where the odds do not tell each of them
    freedom: int | None  # degrees of freedom
    p: float | None  # how often chance alone goes as far, by chi-square


def agreement(tally: Tally, odds: BetOdds) -> Agreement:
    """What was played beside the odds of the same bet."""
    z = float(tally.edge - odds.edge) / tally.se if tally.se else 0.0
    if odds.distribution is None:
        return Agreement(odds.edge, odds.exact, z, None, None, None)
    chances = {net * tally.unit: chance for net, chance in odds.distribution}
    statistic, freedom = chi_square({Fraction(net): many for net, many in tally.times.items()}, chances)
    return Agreement(odds.edge, odds.exact, z, statistic, freedom, chi_square_tail(statistic, freedom))
