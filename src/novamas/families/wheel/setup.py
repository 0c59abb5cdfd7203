"""The set-up of a wheel game: the rules of its tables, and what the law says of its course and its bets."""

from __future__ import annotations

from msgspec import Struct, field

from novamas.families.banked.phases import Course
from novamas.families.figures import PayFigures
from novamas.law import Frame

SIMPLE = "sencilla"  # the kind of bet that has limits of its own, is announced with the number and fears zero


class Rules(Struct, frozen=True, cache_hash=True, kw_only=True):
    """What the house states of every table; each game adds its own."""

    frame: Frame
    seats: int
    minimum: int
    maximum: int
    chip: int

    def least(self, kind: str) -> int:
        """The minimum on a kind of bet."""
        return self.minimum

    def most(self, kind: str) -> int:
        """The maximum on a kind of bet."""
        return self.maximum


class SpinCourse(Course, frozen=True, forbid_unknown_fields=True):
    """The clauses of the course of play, and the words of the croupier."""

    result: str
    listed: str
    opening: str = "Hagan juego."
    asking: str = ""  # what is asked while the ball runs
    null_spin: str = ""
    null_spin_forms: tuple[str, ...] = ("ficha", "objeto", "bola_fuera", "lanzamiento_defectuoso")


class BetFigures(PayFigures, frozen=True, forbid_unknown_fields=True):
    """A kind of bet in the law's figures."""

    maximum: tuple[int, ...] = ()  # the lawful maxima, in table minima
    maximum_clause: str = ""  # where it is not that of all bets
    order: int = 0  # when winners are paid
    order_of: dict[str, int] = field(default_factory=dict)  # where spots of one kind are not paid together


class LimitFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """Where the law sets minima and maxima."""

    minimum_clause: str
    maximum_clause: str
