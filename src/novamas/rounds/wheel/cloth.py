"""What is drawn on the cloth of a wheel game, and the limits of a stake."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from msgspec import Struct

from novamas.kit.money import Rounding
from novamas.kit.wheels import Wheel
from novamas.law import Frame


class Spot(Struct, frozen=True):
    """A bet of the closed list: the numbers it covers, what it pays to one, and where the law says so."""

    name: str
    kind: str
    covers: frozenset[int]
    pays: Fraction
    clauses: tuple[str, ...]
    order: int = 0  # when winners are paid


class Course(Struct, frozen=True, forbid_unknown_fields=True):
    """The clauses of the course of play, and the words of the croupier."""

    betting: str
    closing: str
    result: str
    listed: str
    opening: str = "Hagan juego."
    asking: str = ""  # what is asked while the ball runs
    null_spin: str = ""
    null_spin_forms: tuple[str, ...] = ("ficha", "objeto", "bola_fuera", "lanzamiento_defectuoso")


class Layout(Struct, frozen=True, eq=False):
    """What is drawn on the cloth: every spot, and how the course of play is governed."""

    spots: dict[str, Spot]
    kinds: dict[str, tuple[str, ...]]
    course: Course
    minimum_clause: str
    maximum_clauses: dict[str, str]
    called: frozenset[str] = frozenset({"sencilla"})  # the kinds that are announced with the number


@cache
def announced(layout: Layout, wheel: Wheel, code: int) -> str:
    """What the croupier announces when the ball has fallen: the number and the simple chances that win."""
    won = [spot.name for spot in layout.spots.values() if spot.kind in layout.called and code in spot.covers]
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


class NewLimits(Struct, frozen=True):
    """Limits that have been announced, and how many spins are still played under the old ones."""

    limits: Limits
    spins: int


class Rules(Struct, frozen=True, cache_hash=True):
    """The law and the house's choices for one table of a wheel game."""

    frame: Frame
    seats: int
    limits: Limits
    chip: int
    rounding: Rounding = Rounding.UP
