"""The places for chips on a roulette cloth with one zero or two."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import TypeAlias

from novamas.equipment.wheels import DOUBLE_ZERO, Colour, Wheel
from novamas.table.bets import write_bet

Position: TypeAlias = tuple[str, frozenset[int]]  # the name of a spot, and the numbers it covers
Positions: TypeAlias = dict[str, tuple[Position, ...]]  # by kind of bet

NUMBERS = frozenset(range(1, 37))
ROWS = tuple((first, first + 1, first + 2) for first in range(1, 37, 3))


def _zero(code: int) -> str:
    return "00" if code == DOUBLE_ZERO else str(code)


def _span(name: str, numbers: Iterable[int]) -> Position:
    """Return a spot with a name made of its lowest and its highest number: `cuadro:25-29`."""
    covered = sorted(numbers)
    return write_bet(name, f"{covered[0]}-{covered[-1]}"), frozenset(covered)


def _each(name: str, *numbers: int) -> Position:
    """Return a spot with a name made of all its numbers: `transversal:0-1-2`."""
    return write_bet(name, "-".join(map(_zero, numbers))), frozenset(numbers)


def plenos(zeros: tuple[int, ...]) -> Iterator[Position]:
    """Yield the straight-up spots: one number, zero included."""
    for number in (*zeros, *sorted(NUMBERS)):
        yield _each("pleno", number)


def caballos() -> Iterator[Position]:
    """Yield the splits: two numbers that share a line, in one row or between two rows."""
    for row in ROWS:
        yield from (_each("caballo", *pair) for pair in pairwise(row))
    for number in range(1, 34):
        yield _each("caballo", number, number + 3)


def transversales() -> Iterator[Position]:
    """Yield the streets: the three numbers of a row."""
    for row in ROWS:
        yield _span("transversal", row)


def cuadros() -> Iterator[Position]:
    """Yield the corners: four numbers that meet at a point."""
    for first in range(1, 33):
        if first % 3:
            yield _span("cuadro", (first, first + 1, first + 3, first + 4))


def seisenas() -> Iterator[Position]:
    """Yield the six lines: the six numbers of two adjacent rows."""
    for above, below in pairwise(ROWS):
        yield _span("seisena", above + below)


def columnas() -> Iterator[Position]:
    for column in (1, 2, 3):
        yield write_bet("columna", column), frozenset(range(column, 37, 3))


def docenas() -> Iterator[Position]:
    for dozen in (1, 2, 3):
        yield write_bet("docena", dozen), frozenset(range(12 * dozen - 11, 12 * dozen + 1))


def doubled(name: str, single: Iterable[Position]) -> Iterator[Position]:
    """Yield pairs of adjacent columns or dozens, bet with one chip on the line between them."""
    parts = [numbers for _, numbers in single]
    for place in (1, 2):
        yield write_bet(name, f"{place}-{place + 1}"), parts[place - 1] | parts[place]


def sencillas(wheel: Wheel) -> Iterator[Position]:
    """Yield the six even chances. None of them covers zero."""
    yield "rojo", frozenset(number for number in NUMBERS if wheel.colour(number) is Colour.RED)
    yield "negro", frozenset(number for number in NUMBERS if wheel.colour(number) is Colour.BLACK)
    yield "par", frozenset(range(2, 37, 2))
    yield "impar", frozenset(range(1, 37, 2))
    yield "falta", frozenset(range(1, 19))
    yield "pasa", frozenset(range(19, 37))


def single_zero_positions(wheel: Wheel) -> Positions:
    """Return every spot on the cloth with one zero, by kind of bet."""
    return {
        "columna": tuple(columnas()),
        "docena": tuple(docenas()),
        "dos_columnas": tuple(doubled("dos_columnas", columnas())),
        "dos_docenas": tuple(doubled("dos_docenas", docenas())),
        "sencilla": tuple(sencillas(wheel)),
        "transversal": (*transversales(), _each("transversal", 0, 1, 2), _each("transversal", 0, 2, 3)),
        "seisena": tuple(seisenas()),
        "cuadro": tuple(cuadros()),
        "cuatro_numeros": (("cuatro_numeros", frozenset(range(4))),),
        "caballo": (*caballos(), *(_each("caballo", 0, number) for number in (1, 2, 3))),
        "pleno": tuple(plenos((0,))),
    }


def double_zero_positions(wheel: Wheel) -> Positions:
    """Return every spot on the cloth with two zeros. The double zero is to the right of the zero."""
    double = DOUBLE_ZERO
    return {
        **single_zero_positions(wheel),
        "transversal": (
            *transversales(),
            _each("transversal", 0, 1, 2),
            _each("transversal", 0, double, 2),
            _each("transversal", double, 2, 3),
        ),
        "cuadro_especial": (("cuadro_especial", frozenset({0, double, 1, 2, 3})),),
        "caballo": (
            *caballos(),
            _each("caballo", 0, double),
            *(_each("caballo", 0, number) for number in (1, 2)),
            *(_each("caballo", double, number) for number in (2, 3)),
        ),
        "pleno": tuple(plenos((0, double))),
    }
