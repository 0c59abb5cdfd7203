"""Dice: a throw is written with one digit for each die, so that 35 is a three and a five."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

import msgspec


class Dice(msgspec.Struct, frozen=True):
    """So many dice thrown together, told apart from one another."""

    count: int
    throws: tuple[int, ...]

    @classmethod
    def of(cls, count: int) -> Dice:
        """So many dice."""
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
        """In how many of the throws the points add up to this."""
        return sum(1 for throw in self.throws if points(throw) == sum_of_points)


def faces(throw: int) -> tuple[int, ...]:
    """The face of each die of a throw."""
    return tuple(int(digit) for digit in str(throw))


def points(throw: int) -> int:
    """What the dice of a throw add up to."""
    return sum(faces(throw))


ONE_DIE = Dice.of(1)
TWO_DICE = Dice.of(2)
THREE_DICE = Dice.of(3)
