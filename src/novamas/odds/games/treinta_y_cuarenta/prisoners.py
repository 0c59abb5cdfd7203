"""How likely coups of one shoe follow one another: proved bounds, for the prison of treinta y cuarenta.

Rows of one shoe are exchangeable: how likely they are depends on all their cards together, not on which row
comes first. So the chance of a series of coups is that of so many ties at 31 and then so many void coups.
It is a sum, over the cards of all these rows, of Π perm(n, e) / perm(N, m): e cards out of the n of each
value, m out of all N. As the cards of all rows are counted at once, the rows do not come apart. They do if
perm(n, e) is replaced by a power: perm(n, e) ≤ perm(n, o)·(n - o)^(e - o) for any o, since its factors
n, n - 1, … fall from step to step. That gives a chance which is too great, and by how much is the mean of
Π r(e), where r(e) ≤ 1 is the one side divided by the other:

- from below, Π r ≥ 1 - Σ (1 - r), and
- from above, the mean of Π r is at most the product, over k values, of the k-th roots of the means of r^k
  (Hölder's inequality).

Both ask only how many cards of one value there are. All terms are positive, so floating point errs in
proportion; `SLACK` is more than that.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb, exp, lgamma, log
from typing import TypeAlias

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from novamas.odds.games.treinta_y_cuarenta.rows import LEAST, MOST, VALUES

SLACK = 1e-9  # far more than a few thousand additions and products of floating point can err by
MANY_VOIDS = 3  # void coups that are told apart; more of them are bounded together
MOST_CARDS, MOST_ALIKE = 80, 30  # laid, and of one value: what is beyond them counts for the worst

Ways: TypeAlias = NDArray[np.float64]  # by cards laid, and by how many of these are of the value looked at


class Bounds(Struct, frozen=True):
    """A chance that is proved to lie between two figures."""

    least: float
    most: float


def series(counts: Sequence[int], caught: int, void: int) -> Bounds:
    """The chance of so many ties at 31 and so many void coups, in any one order, from a fresh shoe."""
    cards, points = sum(counts), sum(value * count for value, count in zip(VALUES, counts, strict=True))
    laid = 2 * LEAST * caught + (LEAST + MOST) * void  # about so many points: it need not be exact
    usual = [min(laid * count // points, max(count - 1, 0)) for count in counts]
    weights = [(count - often) / cards for count, often in zip(counts, usual, strict=True)]
    over = sum(
        _log_perm(count, often) - often * log(count - often)
        for count, often in zip(counts, usual, strict=True)
        if often
    )
    orders = np.array([exp(laid * log(cards) - _log_perm(cards, laid)) for laid in range(cards + 1)])
    whole = float((_meet(orders, _coups(weights, None, caught, void))).sum())
    least, log_most = 1.0, 0.0
    for value, count, often in zip(VALUES, counts, usual, strict=True):
        alike = _meet(orders, _coups(weights, value, caught, void)) / whole
        ratio = np.array([_ratio(count, often, here) for here in range(len(alike))])
        left_out = max(0.0, 1 - float(alike.sum()))
        least -= 1 - float(ratio @ alike)
        log_most += log(float(ratio ** len(counts) @ alike) + left_out + SLACK) / len(counts)
    whole *= exp(over)
    return Bounds(whole * max(least, 0.0) * (1 - SLACK), whole * exp(log_most) * (1 + SLACK))


def _meet(orders: Ways, ways: Ways) -> Ways:
    """Each number of cards with how likely its orders are; more cards than the shoe has cannot come."""
    many = min(len(orders), len(ways))
    return orders[:many] @ ways[:many]


def _log_perm(many: int, taken: int) -> float:
    return lgamma(many + 1) - lgamma(many - taken + 1)


def _ratio(count: int, often: int, here: int) -> float:
    """perm(count, here) by its tangent at `often`."""
    if here == often:
        return 1.0
    if here > count:
        return 0.0
    return exp(_log_perm(count, here) - _log_perm(count, often) - (here - often) * log(count - often))


def _rows(weights: Sequence[float], watched: int | None) -> list[Ways]:
    """Rows that make 31, 32 … 40, in order, each card weighed by itself."""
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
    """So many ties at 31, then so many void coups; what is rarest is left out if a value is watched."""
    cut = np.s_[:, :] if watched is None else np.s_[:MOST_CARDS, :MOST_ALIKE]
    at_31, *others = [_times(row, row)[cut] for row in _rows(weights, watched)]
    ways = np.ones((1, 1))
    for coup in [at_31] * caught + [np.sum(others, axis=0)] * void:
        ways = _times(ways, coup)[cut]
    return ways


def _times(one: Ways, other: Ways) -> Ways:
    """Both, one after the other: their cards add up. Laid end to end, a product of two polynomials is one."""
    (high, wide), (tall, broad) = one.shape, other.shape
    width = wide + broad - 1
    first, second = (np.pad(ways, ((0, 0), (0, width - ways.shape[1]))).ravel() for ways in (one, other))
    flat: Ways = np.convolve(first, second)[: (high + tall - 1) * width]
    return flat.reshape(high + tall - 1, width)


def caught_so_often(counts: Sequence[int], times: int) -> Bounds:
    """The chance that a bet on the first coup of a shoe is caught at least so often before it is decided.

    Void coups may come in between: at most `MANY_VOIDS` are summed one by one, each series with the number of
    its orders. With more of them, the series begins with a tie at 31 and goes on with so many void coups, and
    fewer than `times` ties, before the last of these void coups. A coup has at most 80 points, so that series
    as short as those summed here never end a shoe; longer ones may, and are bounded all the same.
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
