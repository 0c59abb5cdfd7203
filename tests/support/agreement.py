"""Agreement of the engine with the odds: chi-square over outcome classes, and the mean."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping
from fractions import Fraction
from math import sqrt
from typing import TypeVar

from novamas.equipment.chance import Seeded
from novamas.odds.chi_square import chi_square
from novamas.table.events import Event, RoundOver
from novamas.table.phases import AnyPhase, follow
from novamas.table.roles import CHANCE

K = TypeVar("K", bound=Hashable)


def simulated(
    opening: AnyPhase, rounds: int, seed: int, outcome: Callable[[list[Event]], K], *, afresh: bool = False
) -> Counter[K]:
    """Return the frequency of each outcome in rounds that are played automatically.

    Rounds follow one another at one table or, if `afresh`, each begins at the opening.
    """
    source, phase, found = Seeded(seed), opening, Counter[K]()
    told: list[Event] = []
    while rounds:
        if phase.turn is CHANCE:
            phase, events = phase.drawn(source.draw(phase.draws()))
        else:
            phase, events = follow(phase, next(iter(phase.offers(phase.turn))).act)
        told.extend(events)
        if events and isinstance(events[-1], RoundOver):
            found[outcome(told)] += 1
            told.clear()
            rounds -= 1
            phase = opening if afresh else phase
    return found


def deviation(counted: Counter[K], chances: Mapping[K, Fraction]) -> float:
    """Return the distance of the counts from the probabilities, in standard deviations of chi-square."""
    statistic, freedom = chi_square(counted, chances)
    return (statistic - freedom) / sqrt(2 * freedom)


def assert_agrees(counted: Counter[Fraction], chances: Mapping[Fraction, Fraction]) -> None:
    """Check agreement within about four standard deviations. The seed is fixed, so the check is stable."""
    statistic, freedom = chi_square(counted, chances)
    assert statistic <= freedom + 4 * sqrt(2 * freedom) + 4, (statistic, freedom, counted)
    whole = sum(counted.values())
    mean = sum(net * chance for net, chance in chances.items())
    variance = sum(net**2 * chance for net, chance in chances.items()) - mean**2
    found = sum(net * count for net, count in counted.items()) / Fraction(whole)
    assert abs(float(found - mean)) <= 3 * sqrt(float(variance) / whole), (float(found), float(mean))
