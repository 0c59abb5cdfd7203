"""The set-up of a table played in coups: rules, boxes, figures and the shoe."""

from __future__ import annotations

from functools import cache

from msgspec import Struct

from novamas.equipment.cards import DECK_52
from novamas.equipment.shoe import Shoe
from novamas.families.banked.cloth import Course
from novamas.law import Frame, law
from novamas.money import Rounding
from novamas.table.layout import Spot


class CoupCourse(Course, frozen=True, forbid_unknown_fields=True):
    """The clauses on the course of play."""

    shuffling: str
    result: str
    listed: str
    minimum: str
    maximum: str
    shoe_over: str


class CardFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """The cards of a shoe, and the number of cards behind the cut card."""

    decks: int
    behind_stop_card: int


class Box(Struct, frozen=True):
    """A bet of the closed list: its spot on the cloth, its maximum, and their clauses."""

    spot: Spot
    most: int
    most_clause: str


class Rules(Struct, frozen=True, cache_hash=True, kw_only=True):
    """The choices of the house at every table played in coups."""

    frame: Frame
    seats: int
    minimum: int
    maximum: int
    chip: int
    rounding: Rounding

    @property
    def step(self) -> int:
        """The step in which stakes increase."""
        return self.chip


@cache
@law("IB05.05.II.1.1", "IB05.05.V.3.2", "IB05.07.II.1.1", "IB05.07.VII.1")
def fresh_shoe(frame: Frame) -> Shoe:
    """Return a shoe of six decks, with the cut card before the last few cards."""
    cards = frame.group("cards", CardFigures)
    return Shoe.of(DECK_52, decks=cards.decks, cut=cards.decks * 52 - cards.behind_stop_card)
