"""Dice. A throw is a number with one digit per die: 35 is a three and a five."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

import msgspec


class Dice(msgspec.Struct, frozen=True):
    """Several dice thrown together. Each die is distinguished from the others."""

    count: int
    throws: tuple[int, ...]

    @classmethod
    def of(cls, count: int) -> Dice:
        """Return a set of this many dice."""
        return cls(count, tuple(int("".join(digits)) for digits in product("123456", repeat=count)))

    @property
    def total(self) -> int:
        return len(self.throws)

    def at(self, n: int) -> int:
        return self.throws[n]

    def items(self) -> Iterable[tuple[int, int]]:
        return ((throw, 1) for throw in self.throws)

    def may_bring(self, what: int) -> bool:
        return what in self.throws

    def ways(self, sum_of_points: int) -> int:
        """Return the number of throws with this sum of points."""
        return sum(1 for throw in self.throws if points(throw) == sum_of_points)


def faces(throw: int) -> tuple[int, ...]:
    """Return the face of each die."""
    return tuple(int(digit) for digit in str(throw))


def points(throw: int) -> int:
    """Return the sum of the dice."""
    return sum(faces(throw))


ONE_DIE = Dice.of(1)
TWO_DICE = Dice.of(2)
THREE_DICE = Dice.of(3)
