"""Exact solution of systems of linear equations."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction


def solve(matrix: Sequence[Sequence[Fraction]], right: Sequence[Sequence[Fraction]]) -> list[list[Fraction]]:
    """Return X with `matrix` · X = `right`, by Gaussian elimination in fractions.

    Each column of `right` is a separate right-hand side.
    """
    size = len(matrix)
    rows = [[*matrix[n], *right[n]] for n in range(size)]
    for column in range(size):
        pivot = next((n for n in range(column, size) if rows[n][column]), None)
        if pivot is None:
            raise ZeroDivisionError("the system has no unique solution")
        rows[column], rows[pivot] = rows[pivot], rows[column]
        scale = rows[column][column]
        rows[column] = [value / scale for value in rows[column]]
        for n in range(size):
            factor = rows[n][column]
            if n != column and factor:
                rows[n] = [value - factor * lead for value, lead in zip(rows[n], rows[column], strict=True)]
    return [row[size:] for row in rows]
