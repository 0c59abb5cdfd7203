"""The spots of a roulette: twelve rows of three numbers under the zero, other bets beside them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from novamas.equipment.wheels import DOUBLE_ZERO, Wheel
from novamas.families.roulette.positions import ROWS, Positions
from novamas.families.wheel.layout import Drawn, Place
from novamas.table.bets import read_bet, write_bet
from novamas.table.layout import CELL, Area, astride, cell

LEFT = 1  # the column of 1, 4, 7…; a chip on a whole row is at its edge
OUTER = ("falta", "par", "rojo", "negro", "impar", "pasa")
WIDE = {"dos_columnas": "columna", "dos_docenas": "docena"}  # bets astride two others
TRACK = 7  # the column of the wheel drawn beside the cloth, for bets on neighbours
BUTTONS = TRACK + 3  # the column of the buttons of its sectors


@cache
def _numbers(wheel: Wheel) -> dict[int, Area]:
    """Return the cell of each number. Zeros share the top of the cloth."""
    zeros = [code for code in (0, DOUBLE_ZERO) if code in wheel.codes]
    width = 3 * CELL // len(zeros)
    head = {code: Area(0, CELL * LEFT + nth * width, CELL, width) for nth, code in enumerate(zeros)}
    cells = (
        (number, cell(1 + nth, LEFT + place))
        for nth, row in enumerate(ROWS)
        for place, number in enumerate(row)
    )
    return head | dict(cells)


@cache
def _outer() -> dict[str, Area]:
    """Return the cells of the columns at the foot, and of dozens and even chances at the side."""
    below = {write_bet("columna", n): cell(13, LEFT + n - 1) for n in (1, 2, 3)}
    beside = {write_bet("docena", n): cell(4 * n - 3, LEFT + 3, height=4) for n in (1, 2, 3)}
    simple = {name: cell(1 + 2 * n, LEFT + 4, height=2) for n, name in enumerate(OUTER)}
    return below | beside | simple


def area_of(wheel: Wheel, name: str, covers: Sequence[int]) -> Area:
    """Return the area of a spot: its cell, or the place where all cells that it covers meet."""
    outer, numbers, bet = _outer(), _numbers(wheel), read_bet(name)
    if name in outer:
        return outer[name]
    if bet.kind in WIDE:
        return astride(outer[write_bet(WIDE[bet.kind], part)] for part in bet.place.split("-"))
    return numbers[covers[0]] if len(covers) == 1 else astride(numbers[number] for number in covers)


def places_of(wheel: Wheel, positions: Positions) -> Drawn:
    """Return all places on the cloth, each with its area."""
    return {
        kind: tuple(
            Place(name, tuple(sorted(covers)), area_of(wheel, name, sorted(covers))) for name, covers in spots
        )
        for kind, spots in positions.items()
    }


def track(wheel: Wheel, column: int) -> dict[int, Area]:
    """Return the areas of the numbers in the order of the wheel, down one side and up the other."""
    half = (wheel.total + 1) // 2
    down = {number: cell(nth, column) for nth, number in enumerate(wheel.codes[:half])}
    return down | {number: cell(nth, column + 1) for nth, number in enumerate(reversed(wheel.codes[half:]))}


def under_the_track(wheel: Wheel, column: int, nth: int) -> Area:
    """Return the area of a sector's button below the track."""
    return cell((wheel.total + 1) // 2 + nth, column, width=2)
