"""Layout of a table as data: all bets and the place of every object, from which any table is drawn.

Every object has an area on one grid, counted from the upper left. A cell is `CELL` units high and wide. So
chips on a line or a corner between cells are also at whole units.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache

from msgspec import Struct

from novamas.table.bets import read_bet, write_bet
from novamas.table.events import POT, Owner

CELL = 8
CHIP = 2  # height and width of a chip on a line or a corner


class Area(Struct, frozen=True, gc=False):
    """A rectangle on the grid, in units: its upper left corner, its height and its width."""

    row: int
    column: int
    height: int
    width: int


NOWHERE = Area(0, 0, 0, 0)


def cell(row: int, column: int, height: int = 1, width: int = 1) -> Area:
    """Return an area given in whole cells instead of units."""
    return Area(CELL * row, CELL * column, CELL * height, CELL * width)


def astride(areas: Iterable[Area]) -> Area:
    """Return the area of a chip that covers several areas: where they meet, or else at their left edge."""
    all_of_them = tuple(areas)
    top = max(area.row for area in all_of_them)
    bottom = min(area.row + area.height for area in all_of_them)
    left = max(area.column for area in all_of_them)
    right = min(area.column + area.width for area in all_of_them)
    if left > right:
        left = right = min(area.column for area in all_of_them)
    return Area((top + bottom - CHIP) // 2, (left + right - CHIP) // 2, CHIP, CHIP)


class Prize(Struct, frozen=True):
    """A row of a pay table: a combination, and the rate to 1 that it pays."""

    combination: str
    pays: Fraction
    clauses: tuple[str, ...]


class Spot(Struct, frozen=True, cache_hash=True, omit_defaults=True, forbid_unknown_fields=True):
    """A place for chips: its name in the grammar of bets, its prize and the clauses on that prize."""

    name: str
    kind: str
    clauses: tuple[str, ...]
    pays: Fraction | None = None  # to 1; None if it pays only prizes, or players pay each other
    prizes: tuple[Prize, ...] = ()  # paid instead for some combinations
    covers: tuple[int, ...] = ()  # the numbers of a wheel
    order: int = 0  # in which winners are paid
    seat: int | None = None  # its owner; None if it is for everyone
    lays: tuple[tuple[str, int], ...] = ()  # for an announced bet: its spots and the number of chips on each
    at: Area = NOWHERE

    @property
    def to_one(self) -> Fraction:
        """The rate to 1 of the prize, if the spot pays the same for all results."""
        assert self.pays is not None, f"{self.name} pays by a table"
        return self.pays


class CardPlace(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A place for an owner's cards, tiles or rows of cards. `seat` is the player who sits there."""

    owner: Owner
    seat: int | None = None
    at: Area = NOWHERE


class Pot(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A place for chips that have no owner until they are won: the pots of a hand, a jackpot."""

    name: str
    clauses: tuple[str, ...]
    at: Area = NOWHERE


class Marker(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """An object that marks a seat, a bet or a number. `fact` is the field of the view that locates it."""

    name: str
    clauses: tuple[str, ...]
    fact: str = ""  # empty if the names of the bets show it, as in prison


class Pocket(Struct, frozen=True, forbid_unknown_fields=True):
    """A pocket of a wheel."""

    label: str
    number: int
    colour: str


class Layout(Struct, frozen=True, cache_hash=True, omit_defaults=True, forbid_unknown_fields=True):
    """All objects on and around a table."""

    seats: int
    spots: tuple[Spot, ...]
    cards: tuple[CardPlace, ...] = ()
    pots: tuple[Pot, ...] = ()
    markers: tuple[Marker, ...] = ()
    wheel: tuple[Pocket, ...] = ()  # in their order on the wheel

    def place_of(self, bet: str, seat: int) -> Spot | Pot | None:
        """Return the place of a player's chips on a bet.

        It is the player's own spot, a spot common to all, a pot, or a spot at another player's box.
        """
        name, spots = read_bet(bet), _by_owner(self)
        box = int(name.place) if name.place.isdecimal() else None
        for key in ((name.spot, seat), (name.spot, None), (name.spot, box), (name.kind, box)):
            if key in spots:
                return spots[key]
        return spots.get((write_bet(name.kind, seat), None))

    def cards_of(self, owner: Owner) -> CardPlace | None:
        """Return the place of an owner's cards. Split hands share the place of the first hand."""
        spot = read_bet(owner).spot if isinstance(owner, str) else owner
        return next((place for place in self.cards if place.owner == spot), None)


@lru_cache(maxsize=64)
def _by_owner(layout: Layout) -> dict[tuple[str, int | None], Spot | Pot]:
    """Return all places for chips, indexed by name and owner."""
    pots: dict[tuple[str, int | None], Spot | Pot] = {(pot.name, POT): pot for pot in layout.pots}
    pots |= {(pot.name, None): pot for pot in layout.pots}
    return pots | {(spot.name, spot.seat): spot for spot in layout.spots}
