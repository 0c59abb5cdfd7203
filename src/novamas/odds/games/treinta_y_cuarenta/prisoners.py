"""Proved bounds on the probabilities of successive coups of one shoe, for stakes in prison.

The rows of one shoe are exchangeable: their probability depends on all their cards together, not on
which row comes first. So a series of coups has the probability of its ties at 31, followed by its
void coups. It is a sum, over the cards of all these rows, of Π perm(n, e) / perm(N, m): e of the n
cards of each value, m of all N. This does not separate by row, because the cards of all rows are
counted together. It does if perm(n, e) is replaced by a power: perm(n, e) ≤ perm(n, o)·(n - o)^(e -
o) for any o, since the factors n, n - 1, … decrease with each step. The resulting probability is
too great, by the factor that is the mean of Π r(e), where r(e) ≤ 1 is the left side divided by the
right:

- from below, Π r ≥ 1 - Σ (1 - r), and
- from above, the mean of Π r is at most the product, over k values, of the k-th roots of the means of r^k
  (Hölder's inequality).

Both need only the number of cards of one value. All terms are positive, so floating-point errors
are relative; `SLACK` is larger than their sum.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb, exp, lgamma, log
from typing import TypeAlias

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from novamas.odds.games.treinta_y_cuarenta.rows import LEAST, MOST, VALUES

SLACK = 1e-9  # far more than the floating-point error of a few thousand sums and products
MANY_VOIDS = 3  # up to this many void coups are counted one by one, more are bounded together
MAX_CARDS, MAX_ALIKE = 80, 30  # cards dealt, and cards of one value: beyond that the worst case is assumed

Ways: TypeAlias = NDArray[np.float64]  # by cards dealt, and by how many of them have the watched value


class Bounds(Struct, frozen=True):
    """A proved lower and a proved upper bound of a probability."""

    least: float
    most: float


def series(counts: Sequence[int], caught: int, void: int) -> Bounds:
    """Return bounds on the probability of a series of ties at 31 and void coups from a fresh shoe.

    It is the probability of one given order of the coups. All orders are equally likely.
    """
    cards, points = sum(counts), sum(value * count for value, count in zip(VALUES, counts, strict=True))
    laid = 2 * LEAST * caught + (LEAST + MOST) * void  # points dealt, approximately: they need not be exact
    usual = [min(laid * count // points, max(count - 1, 0)) for count in counts]
    weights = [(count - expected) / cards for count, expected in zip(counts, usual, strict=True)]
    over = sum(
        _log_perm(count, expected) - expected * log(count - expected)
        for count, expected in zip(counts, usual, strict=True)
        if expected
    )
    orders = np.array([exp(laid * log(cards) - _log_perm(cards, laid)) for laid in range(cards + 1)])
    whole = float((_meet(orders, _coups(weights, None, caught, void))).sum())
    least, log_most = 1.0, 0.0
    for value, count, expected in zip(VALUES, counts, usual, strict=True):
        alike = _meet(orders, _coups(weights, value, caught, void)) / whole
        ratio = np.array([_ratio(count, expected, here) for here in range(len(alike))])
        left_out = max(0.0, 1 - float(alike.sum()))
        least -= 1 - float(ratio @ alike)
        log_most += log(float(ratio ** len(counts) @ alike) + left_out + SLACK) / len(counts)
    whole *= exp(over)
    return Bounds(whole * max(least, 0.0) * (1 - SLACK), whole * exp(log_most) * (1 + SLACK))


def _meet(orders: Ways, ways: Ways) -> Ways:
    """Weight each number of cards by how likely its orders are. A shoe cannot give more cards than it has."""
    many = min(len(orders), len(ways))
    return orders[:many] @ ways[:many]


def _log_perm(many: int, taken: int) -> float:
    return lgamma(many + 1) - lgamma(many - taken + 1)


def _ratio(count: int, often: int, here: int) -> float:
    """Return perm(count, here) divided by its bound from `often`. It is computed with logarithms."""
    if here == often:
        return 1.0
    if here > count:
        return 0.0
    return exp(_log_perm(count, here) - _log_perm(count, often) - (here - often) * log(count - often))


def _rows(weights: Sequence[float], watched: int | None) -> list[Ways]:
    """Return the rows that make 31, 32, … 40, in this order. Each card has a weight of its own."""
    width = LEAST + 1 if watched else 1
    zero = np.zeros((LEAST + 1, width))
    open_rows, finished = [zero.copy() for _ in range(LEAST)], [zero.copy() for _ in range(LEAST, MOST + 1)]
    open_rows[0][0, 0] = 1.0
    for points in range(LEAST):
        for value, weight in zip(VALUES, weights, strict=True):
            end = points + value
            row = open_rows[end] if end < LEAST else finished[end - LEAST]
            more = int(value == watched)
            row[1:, more:] += weight * open_rows[points][:-1, : width - more]
    return finished


def _coups(weights: Sequence[float], watched: int | None, caught: int, void: int) -> Ways:
    """Return the weights of `caught` ties at 31 followed by `void` void coups.

    If a value is watched, the rarest cases are left out.
    """
    cut = np.s_[:, :] if watched is None else np.s_[:MAX_CARDS, :MAX_ALIKE]
    at_31, *others = [_times(row, row)[cut] for row in _rows(weights, watched)]
    ways = np.ones((1, 1))
    for coup in [at_31] * caught + [np.sum(others, axis=0)] * void:
        ways = _times(ways, coup)[cut]
    return ways


def _times(one: Ways, other: Ways) -> Ways:
    """Return the weights of one row followed by another. Their numbers of cards add up.

    Flattened row by row, the product of two polynomials in two variables is one convolution.
    """
    (high, wide), (tall, broad) = one.shape, other.shape
    width = wide + broad - 1
    first, second = (np.pad(ways, ((0, 0), (0, width - ways.shape[1]))).ravel() for ways in (one, other))
    flat: Ways = np.convolve(first, second)[: (high + tall - 1) * width]
    return flat.reshape(high + tall - 1, width)


def caught_so_often(counts: Sequence[int], times: int) -> Bounds:
    """Return bounds on the probability that a bet is caught at least `times` times before it is decided.

    The bet is placed on the first coup of a shoe. Void coups may come in between. Series with at most
    `MANY_VOIDS` void coups are summed one by one, each with the number of its orders. Longer ones begin
    with a tie at 31 and have `MANY_VOIDS` + 1 void coups, and fewer than `times` ties, up to the last
    of these void coups. A coup has at most 80 points, so the series summed one by one never end a shoe.
    Longer ones may, and the bound still holds.
    """
    voids = range(MANY_VOIDS + 1)
    orders = [comb(void + times - 2, void) for void in voids]
    found = [series(counts, times, void) for void in voids]
    more = sum(
        comb(MANY_VOIDS + before - 1, MANY_VOIDS) * series(counts, before, MANY_VOIDS + 1).most
        for before in range(1, times)
    )
    return Bounds(
        sum(many * one.least for many, one in zip(orders, found, strict=True)),
        sum(many * one.most for many, one in zip(orders, found, strict=True)) + more,
    )
