"""The set-up of a wheel game: the rules of its tables, and the figures of its course and its bets."""

from __future__ import annotations

from msgspec import Struct, field

from novamas.families.banked.cloth import Course
from novamas.families.figures import PayFigures
from novamas.law import Frame

SIMPLE = "sencilla"  # even chances: own limits, announced with the number, caught by zero


class Rules(Struct, frozen=True, cache_hash=True, kw_only=True):
    """The choices of the house at every wheel table. Each game adds its own."""

    frame: Frame
    seats: int
    minimum: int
    maximum: int
    chip: int

    def least(self, kind: str) -> int:
        """Return the minimum on a kind of bet."""
        return self.minimum

    def most(self, kind: str) -> int:
        """Return the maximum on a kind of bet."""
        return self.maximum


class SpinCourse(Course, frozen=True, forbid_unknown_fields=True):
    """The clauses on the course of play, and the croupier's words."""

    result: str
    listed: str
    opening: str = "Hagan juego."
    asking: str = ""  # the croupier's question while the ball runs
    null_spin: str = ""
    null_spin_forms: tuple[str, ...] = ("ficha", "objeto", "bola_fuera", "lanzamiento_defectuoso")


class BetFigures(PayFigures, frozen=True, forbid_unknown_fields=True):
    """The figures of one kind of bet."""

    maximum: tuple[int, ...] = ()  # the lawful maxima, in table minima
    minimum_clause: str = ""  # if it is not that of all bets
    maximum_clause: str = ""  # likewise
    order: int = 0  # position in the order of payment
    order_of: dict[str, int] = field(default_factory=dict)  # by spot, if a kind is not paid together
    with_zero: bool = True  # whether its spots beside the zero may be bet on


class LimitFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """The clauses that set minima and maxima."""

    minimum_clause: str
    maximum_clause: str
