"""Wheels: roulette with one zero or two, the boule bowl, the wheel of fortune."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from enum import StrEnum

import msgspec

from novamas.errors import InvalidInput
from novamas.law import law


class Colour(StrEnum):
    """The colour of a pocket. A pocket that is neither red nor black is green."""

    RED = "rojo"
    BLACK = "negro"
    GREEN = "verde"


class Wheel(msgspec.Struct, frozen=True):
    """A wheel: its pockets in order, each with its label, its number and its colour.

    A draw is the number of a pocket. It is the number printed on the pocket, or 37 for the double zero. The
    jokers of the wheel of fortune are 0 (red) and 1 (black).
    """

    pockets: tuple[str, ...]
    codes: tuple[int, ...]
    colours: tuple[Colour, ...]

    @property
    def total(self) -> int:
        return len(self.codes)

    def at(self, n: int) -> int:
        return self.codes[n]

    def items(self) -> Iterable[tuple[int, int]]:
        return sorted(Counter(self.codes).items())

    def may_bring(self, what: int) -> bool:
        return what in self.codes

    def code(self, label: str) -> int:
        """Return the number of the pocket with this label."""
        if label not in self.pockets:
            raise InvalidInput("pocket_unknown", given=label, known=self._labels())
        return self.codes[self.pockets.index(label)]

    def label(self, code: int) -> str:
        """Return the label of the pocket with this number."""
        return self.pockets[self._place(code)]

    def colour(self, code: int) -> Colour:
        """Return the colour of the pocket with this number."""
        return self.colours[self._place(code)]

    def neighbours(self, code: int, each_side: int = 2) -> tuple[int, ...]:
        """Return the neighbours of a number on the wheel, in order and without the number itself."""
        place = self._place(code)
        steps = (*range(-each_side, 0), *range(1, each_side + 1))
        return tuple(self.codes[(place + step) % self.total] for step in steps)

    def opposite(self, code: int) -> int:
        """Return the number on the opposite side. If two are equally near, return the next one clockwise."""
        return self.codes[(self._place(code) + (self.total + 1) // 2) % self.total]

    def _place(self, code: int) -> int:
        if code not in self.codes:
            raise InvalidInput("pocket_unknown", given=code, known=self._labels())
        return self.codes.index(code)

    def _labels(self) -> tuple[str, ...]:
        """Return the labels of the pockets, the shortest first."""
        return tuple(sorted(set(self.pockets), key=lambda each: (len(each), each)))


DOUBLE_ZERO = 37
JOKER_ROJO = 0
JOKER_NEGRO = 1


@law("IB05.01.II.Instrumentos.4")
def roulette_colour(number: int) -> Colour:
    """Return the colour of a number of roulette.

    A number is black if the sum of its digits is even. Three numbers differ: 19 is red, 10 and 29 are black.
    """
    if number in (0, DOUBLE_ZERO):
        return Colour.GREEN
    even_digit_sum = sum(map(int, str(number))) % 2 == 0
    is_black = (even_digit_sum and number != 19) or number in (10, 29)
    return Colour.BLACK if is_black else Colour.RED


@law("IB05.04.II.5")
def boule_colour(number: int) -> Colour:
    """Return the colour of a number of boule.

    1, 3, 6 and 8 are black. 2, 4, 7 and 9 are red. The five has neither colour.
    """
    if number in (1, 3, 6, 8):
        return Colour.BLACK
    return Colour.RED if number in (2, 4, 7, 9) else Colour.GREEN


def _roulette(order: str) -> Wheel:
    pockets = tuple(order.split())
    codes = tuple(DOUBLE_ZERO if pocket == "00" else int(pocket) for pocket in pockets)
    return Wheel(pockets, codes, tuple(roulette_colour(code) for code in codes))


@law("IB05.01.II.Instrumentos.3", "IB05.01.II.Instrumentos.4")
def _single_zero() -> Wheel:
    """Return the wheel with one zero, in the usual European order.

    The law restricts the order of the numbers but does not prescribe one.
    """
    return _roulette(
        "0 32 15 19 4 21 2 25 17 34 6 27 13 36 11 30 8 23 10 5 24 16 33 1 20 14 31 9 22 18 29 7 28 12 35 3 26"
    )


@law("AR10.5.a.1")
def _double_zero() -> Wheel:
    """Return the wheel with two opposite zeros. Its usual American order is our reading of the law."""
    return _roulette(
        "0 28 9 26 30 11 7 20 32 17 5 22 34 15 3 24 36 13 1 "
        "00 27 10 25 29 12 8 19 31 18 6 21 33 16 4 23 35 14 2"
    )


@law("IB05.04.II.4", "IB05.04.II.5")
def _boule() -> Wheel:
    """Return the boule bowl: eighteen holes, two for each number from 1 to 9, which is our reading."""
    codes = (1, 6, 2, 7, 3, 5, 4, 8, 9) * 2
    return Wheel(tuple(map(str, codes)), codes, tuple(boule_colour(code) for code in codes))


@law("IB05.10.II.3")
def _fortune() -> Wheel:
    """Return the wheel of fortune: 54 cells, two of them jokers, the others shared by the symbols.

    The number of cells per symbol is our reading of the law. Their even spread is novamas's choice and has
    no effect on the odds.
    """
    order = (
        "joker_rojo 24 15 24 7 15 24 4 24 15 24 7 24 15 2 24 15 24 7 24 15 4 24 15 24 7 24 "
        "joker_negro 15 24 15 24 4 24 15 24 7 24 15 24 2 15 24 7 24 15 24 4 24 15 7 24 15 24"
    )
    pockets = tuple(order.split())
    jokers = {"joker_rojo": (JOKER_ROJO, Colour.RED), "joker_negro": (JOKER_NEGRO, Colour.BLACK)}
    cells = [jokers.get(pocket) or (int(pocket), Colour.GREEN) for pocket in pockets]
    return Wheel(pockets, tuple(code for code, _ in cells), tuple(colour for _, colour in cells))


SINGLE_ZERO = _single_zero()
DOUBLE_ZERO_WHEEL = _double_zero()
BOULE = _boule()
FORTUNE = _fortune()
