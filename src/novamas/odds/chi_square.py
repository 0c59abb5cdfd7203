"""The chi-square test, which compares counted outcomes with their exact probabilities."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from fractions import Fraction
from math import erfc, exp, inf, lgamma, log, sqrt
from typing import TypeVar

K = TypeVar("K", bound=Hashable)

EXPECTED = 10  # least expected count of a class


def chi_square(observed: Mapping[K, int], chances: Mapping[K, Fraction]) -> tuple[float, int]:
    """Return the chi-square statistic and its degrees of freedom.

    Rare outcomes are merged into classes with an expected count of at least ten. If an outcome of
    probability zero was observed, the statistic is infinite.
    """
    if set(observed) - set(chances):
        return inf, max(len(chances) - 1, 0)
    whole = sum(observed.values())
    classes: list[tuple[float, int]] = []
    expected, seen = 0.0, 0
    for outcome, chance in sorted(chances.items(), key=lambda item: item[1]):
        expected += float(chance) * whole
        seen += observed.get(outcome, 0)
        if expected >= EXPECTED:
            classes.append((expected, seen))
            expected, seen = 0.0, 0
    if classes and (expected or seen):
        last, had = classes.pop()
        classes.append((last + expected, had + seen))
    statistic = sum((had - wanted) ** 2 / wanted for wanted, had in classes)
    return statistic, max(len(classes) - 1, 0)


def chi_square_tail(value: float, freedom: int) -> float:
    """Return the probability that a chi-square with `freedom` degrees of freedom is at least `value`.

    It is computed by the finite series for whole degrees of freedom.
    """
    if value <= 0 or not freedom:
        return 1.0
    if value == inf:
        return 0.0
    x = value / 2
    total, start = (erfc(sqrt(x)), 0.5) if freedom % 2 else (exp(-x), 1.0)
    a = start
    while a < freedom / 2:
        total += exp(a * log(x) - x - lgamma(a + 1))
        a += 1
    return min(1.0, total)
