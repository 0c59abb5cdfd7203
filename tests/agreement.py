"""Does what the engine plays agree with the odds? Chi-square over outcome classes, and the mean."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping
from fractions import Fraction
from math import sqrt
from typing import TypeVar

from novamas.kit.chance import Seeded
from novamas.table.events import Event, RoundOver
from novamas.table.people import CHANCE
from novamas.table.phases import AnyPhase, follow

K = TypeVar("K", bound=Hashable)


def simulated(
    opening: AnyPhase, rounds: int, seed: int, outcome: Callable[[list[Event]], K], *, afresh: bool = False
) -> Counter[K]:
    """So many rounds that the engine plays by itself: how often each outcome came, told by a round's events.

    Rounds follow one another at one table, or each begins `afresh` from the opening.
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


def chi_square(counted: Counter[K], chances: Mapping[K, Fraction]) -> tuple[float, int]:
    """The statistic and its degrees of freedom; rare outcomes are put together until ten are expected."""
    whole = sum(counted.values())
    assert set(counted) <= set(chances), f"impossible outcomes: {set(counted) - set(chances)}"
    classes: list[tuple[float, int]] = []
    expected, seen = 0.0, 0
    for outcome, chance in sorted(chances.items(), key=lambda item: item[1]):
        expected += float(chance) * whole
        seen += counted[outcome]
        if expected >= 10:
            classes.append((expected, seen))
            expected, seen = 0.0, 0
    if classes and (expected or seen):
        last, had = classes.pop()
        classes.append((last + expected, had + seen))
    statistic = sum((had - wanted) ** 2 / wanted for wanted, had in classes)
    return statistic, len(classes) - 1


def deviation(counted: Counter[K], chances: Mapping[K, Fraction]) -> float:
    """How far the counts are from the chances, in standard deviations of the statistic."""
    statistic, freedom = chi_square(counted, chances)
    return (statistic - freedom) / sqrt(2 * freedom)


def assert_agrees(counted: Counter[Fraction], chances: Mapping[Fraction, Fraction]) -> None:
    """Within about four standard deviations of what chance allows; the seed is fixed, so it cannot flake."""
    statistic, freedom = chi_square(counted, chances)
    assert statistic <= freedom + 4 * sqrt(2 * freedom) + 4, (statistic, freedom, counted)
    whole = sum(counted.values())
    mean = sum(net * chance for net, chance in chances.items())
    variance = sum(net**2 * chance for net, chance in chances.items()) - mean**2
    found = sum(net * count for net, count in counted.items()) / Fraction(whole)
    assert abs(float(found - mean)) <= 3 * sqrt(float(variance) / whole), (float(found), float(mean))
