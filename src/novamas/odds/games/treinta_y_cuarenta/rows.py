"""Exact count of the two rows of treinta y cuarenta, without replacement from any shoe.

A row is a sequence of cards that make 30 or less without the last card and 31 or more with it. The
ways to deal two rows are first counted without order, with a generating function: a shoe is the
product of (1 + x + y) over its cards. In it x puts a card into the black row, y puts it into the
red one, and 1 leaves it in the shoe. The last card of each row is taken out of the product by
division, since it alone takes the row past 30. The other cards may be in any order. All of it runs
in whole numbers modulo several pairwise coprime numbers, combined at the end by the Chinese
remainder theorem.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from math import comb, factorial, gcd, perm
from typing import TypeAlias

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from novamas.hands.kernels import compiled
from novamas.odds.progress import tracked

LEAST, MOST = 31, 40  # points of a finished row
LAST_OPEN = LEAST - 1  # most points at which a row continues
VALUES = range(1, 11)
MODULUS_BITS = 50  # so that a residue times two card counts stays below 64 bits
_MAX_CARDS = LAST_OPEN  # a row of aces alone

Residues: TypeAlias = NDArray[np.uint64]
Numbers: TypeAlias = NDArray[np.int64]


class Rows(Struct, frozen=True):
    """The probability of each pair of rows, black row first, and of a coup that the red card annuls."""

    chances: dict[tuple[int, int], Fraction]
    annulled: Fraction

    @property
    def caught(self) -> Fraction:
        """The probability that both rows make 31."""
        return self.chances.get((LEAST, LEAST), Fraction(0))

    @property
    def void(self) -> Fraction:
        """The probability that both rows make the same points, but not 31."""
        return sum((self.chances.get((n, n), Fraction(0)) for n in range(LEAST + 1, MOST + 1)), Fraction(0))

    @property
    def decided(self) -> Fraction:
        """The probability that one row wins."""
        return sum((chance for (black, red), chance in self.chances.items() if black != red), Fraction(0))


@cache
def rows(counts: tuple[int, ...], before_red_card: int) -> Rows:
    """Return the probabilities of rows from a shoe with `counts` cards of each value from 1 to 10.

    A coup that needs more than `before_red_card` cards is annulled.
    """
    moduli = _moduli(_bound(sum(counts)))
    sides = _sides()
    residues = [
        _two_rows(np.array(counts, np.int64), np.uint64(modulus), *sides)
        for modulus in tracked("rows", moduli)
    ]
    return _put_together(residues, moduli, sum(counts), before_red_card)


def _bound(many: int) -> int:
    """Return a number greater than any number of ways to choose the cards of two rows."""
    return max(
        perm(many, 2) * comb(many - 2, black) * comb(many - 2 - black, red)
        for black in range(_MAX_CARDS + 1)
        for red in range(black + 1)
        if black + red + 2 <= many
    )


def _moduli(bound: int) -> list[int]:
    """Return pairwise coprime numbers. Their product is greater than the bound."""
    found: list[int] = []
    product, candidate = 1, 2**MODULUS_BITS - 1
    while product <= bound:
        if gcd(candidate, product) == 1:
            found.append(candidate)
            product *= candidate
        candidate -= 1
    return found


def _sides() -> tuple[Numbers, Numbers, Numbers]:
    """Return the possible unfinished rows: points, number of cards, and the row without each last value."""
    pairs = [
        (points, many) for points in range(LAST_OPEN + 1) for many in range(points + 1) if points <= 10 * many
    ]
    place = {pair: n for n, pair in enumerate(pairs)}
    before = [[place.get((points - value, many - 1), -1) for points, many in pairs] for value in (0, *VALUES)]
    points, many = zip(*pairs, strict=True)
    return np.array(points, np.int64), np.array(many, np.int64), np.array(before, np.int64)


@compiled
def _add_card(ways: Residues, before: Numbers, modulus: np.uint64) -> None:
    """Multiply the product by one more card, in place.

    The loop goes from the fullest rows down, so the card is used only once.
    """
    size = ways.shape[0]
    for black in range(size - 1, -1, -1):
        for red in range(size - 1, -1, -1):
            sum_of_ways = ways[black, red]
            if before[black] >= 0:
                sum_of_ways += ways[before[black], red]
            if before[red] >= 0:
                sum_of_ways += ways[black, before[red]]
            ways[black, red] = sum_of_ways % modulus


@compiled
def _remove_card(ways: Residues, before: Numbers, modulus: np.uint64) -> Residues:
    """Divide the product by one of its cards. The loop goes from the emptiest rows up."""
    size = ways.shape[0]
    left = ways.copy()
    for black in range(size):
        for red in range(size):
            taken = np.uint64(0)
            if before[black] >= 0:
                taken += left[before[black], red]
            if before[red] >= 0:
                taken += left[black, before[red]]
            left[black, red] = (left[black, red] + modulus + modulus - taken) % modulus
    return left


@compiled
def _finish(
    found: Residues,
    ways: Residues,
    points: Numbers,
    many: Numbers,
    last: Numbers,
    times: np.uint64,
    modulus: np.uint64,
) -> None:
    """Add the ways to each pair of finished rows, if both rows end with these last cards."""
    for black in range(ways.shape[0]):
        end = points[black] + last[0] - 31
        if end < 0:
            continue
        for red in range(ways.shape[0]):
            other = points[red] + last[1] - 31
            if other >= 0:
                here = (ways[black, red] * times) % modulus
                cell = found[end, other, many[black], many[red]]
                found[end, other, many[black], many[red]] = (cell + here) % modulus


def _two_rows(
    counts: Numbers,
    modulus: np.uint64,
    points: Numbers,
    many: Numbers,
    before: Numbers,
) -> Residues:
    """Return the ways to choose two finished rows, by points and by the cards before the last."""
    ways = np.zeros((len(points), len(points)), np.uint64)
    ways[0, 0] = 1
    for value in reversed(VALUES):
        for _ in range(counts[value - 1]):
            _add_card(ways, before[value], modulus)
    found = np.zeros((10, 10, _MAX_CARDS + 1, _MAX_CARDS + 1), np.uint64)
    for one in VALUES:
        if not counts[one - 1]:
            continue
        without_one = _remove_card(ways, before[one], modulus)
        for other in range(one, 11):
            times = counts[one - 1] * (counts[other - 1] - (one == other))
            if not times:
                continue
            without_both = _remove_card(without_one, before[other], modulus)
            lasts = {(one, other), (other, one)}
            for last in lasts:
                _finish(
                    found, without_both, points, many, np.array(last, np.int64), np.uint64(times), modulus
                )
    return found


def _put_together(
    residues: Sequence[Residues], moduli: Sequence[int], many: int, before_red_card: int
) -> Rows:
    """Return the probabilities, combined from the residues by the Chinese remainder theorem.

    Each way counts once for each order in which its cards may come.
    """
    product = 1
    for modulus in moduli:
        product *= modulus
    parts = [product // modulus * pow(product // modulus, -1, modulus) for modulus in moduli]
    cards = min(2 * _MAX_CARDS + 2, many)
    sums: dict[tuple[int, int], int] = {}
    for black, red, before_black, before_red in np.argwhere(np.any(np.stack(residues) > 0, axis=0)).tolist():
        drawn = before_black + before_red + 2
        if drawn > before_red_card:
            continue
        ways = sum(
            int(one[black, red, before_black, before_red]) * part
            for one, part in zip(residues, parts, strict=True)
        )
        orders = factorial(before_black) * factorial(before_red) * perm(many - drawn, cards - drawn)
        key = black + LEAST, red + LEAST
        sums[key] = sums.get(key, 0) + ways % product * orders
    whole = perm(many, cards)
    chances = {key: Fraction(ways, whole) for key, ways in sorted(sums.items())}
    return Rows(chances, 1 - sum(chances.values(), Fraction(0)))
