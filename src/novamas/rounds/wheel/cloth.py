"""The figures of a wheel game, the limits of a stake, and the layout of its table."""

from __future__ import annotations

from functools import cache

from msgspec import Struct

from novamas.kit.money import Rounding
from novamas.kit.wheels import Wheel
from novamas.law import Frame
from novamas.rounds.banked.phases import Course
from novamas.table.layout import Layout, Marker, Pocket, Spot


class SpinCourse(Course, frozen=True, forbid_unknown_fields=True):
    """The clauses of the course of play, and the words of the croupier."""

    result: str
    listed: str
    opening: str = "Hagan juego."
    asking: str = ""  # what is asked while the ball runs
    null_spin: str = ""
    null_spin_forms: tuple[str, ...] = ("ficha", "objeto", "bola_fuera", "lanzamiento_defectuoso")


class Figures(Struct, frozen=True, eq=False):
    """What the law says of a wheel game: every spot by its name, the course, where its limits stand."""

    spots: dict[str, Spot]
    kinds: dict[str, tuple[str, ...]]
    course: SpinCourse
    minimum_clause: str
    maximum_clauses: dict[str, str]
    called: frozenset[str] = frozenset({"sencilla"})  # the kinds that are announced with the number


@cache
def announced(figures: Figures, wheel: Wheel, code: int) -> str:
    """What the croupier announces when the ball has fallen: the number and the simple chances that win."""
    called = [spot for spot in figures.spots.values() if spot.kind in figures.called]
    won = [spot.name for spot in called if code in spot.covers]
    return ", ".join([wheel.label(code), *won]) + "."


class Limits(Struct, frozen=True, cache_hash=True):
    """Least and most of a stake; the most by kind of bet."""

    minimum: int
    minimum_simple: int
    maximum: tuple[tuple[str, int], ...]

    def least(self, kind: str) -> int:
        return self.minimum_simple if kind == "sencilla" else self.minimum

    def most(self, kind: str) -> int:
        for name, cents in self.maximum:
            if name == kind:
                return cents
        raise KeyError(kind)


class Rules(Struct, frozen=True, cache_hash=True):
    """The law and the house's choices for one table of a wheel game."""

    frame: Frame
    seats: int
    limits: Limits
    chip: int
    rounding: Rounding = Rounding.UP


@cache
def draw(
    rules: Rules, figures: Figures, wheel: Wheel, announced: tuple[Spot, ...], markers: tuple[Marker, ...]
) -> Layout:
    """The cloth with every spot of the closed list, what may be announced, and the wheel as it stands."""
    pockets = zip(wheel.pockets, wheel.codes, wheel.colours, strict=True)
    return Layout(
        seats=rules.seats,
        spots=(*figures.spots.values(), *announced),
        markers=markers,
        wheel=tuple(Pocket(label, number, colour.value) for label, number, colour in pockets),
    )
