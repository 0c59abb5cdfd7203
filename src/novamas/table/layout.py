"""The layout: what can be bet on at a table and what lies where, as data, so that any table can be shown.

Everything has its area on one grid, counted from the upper left. A cell is `CELL` units high and wide, so
that what lies on a line or a corner between cells is whole units too.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache

from msgspec import Struct

from novamas.table.bets import read_bet, write_bet
from novamas.table.events import POT, Owner

CELL = 8
CHIP = 2  # the height and width of what lies astride


class Area(Struct, frozen=True, gc=False):
    """A rectangle on the grid, in units: its upper left corner, its height and its width."""

    row: int
    column: int
    height: int
    width: int


NOWHERE = Area(0, 0, 0, 0)


def cell(row: int, column: int, height: int = 1, width: int = 1) -> Area:
    """So many whole cells of the grid."""
    return Area(CELL * row, CELL * column, CELL * height, CELL * width)


def astride(areas: Iterable[Area]) -> Area:
    """Where a chip lies that covers all of these: where they meet, or else at the left edge of them all."""
    all_of_them = tuple(areas)
    top = max(area.row for area in all_of_them)
    bottom = min(area.row + area.height for area in all_of_them)
    left = max(area.column for area in all_of_them)
    right = min(area.column + area.width for area in all_of_them)
    if left > right:
        left = right = min(area.column for area in all_of_them)
    return Area((top + bottom - CHIP) // 2, (left + right - CHIP) // 2, CHIP, CHIP)


class Prize(Struct, frozen=True):
    """A row of a pay table: what a combination pays to one."""

    combination: str
    pays: Fraction
    clauses: tuple[str, ...]


class Spot(Struct, frozen=True, cache_hash=True, omit_defaults=True, forbid_unknown_fields=True):
    """A place for chips: its name in the grammar of bets, what it pays, and where the law says so."""

    name: str
    kind: str
    clauses: tuple[str, ...]
    pays: Fraction | None = None  # to one; nothing where only prizes are paid, or players pay each other
    prizes: tuple[Prize, ...] = ()  # what some combinations pay instead
    covers: tuple[int, ...] = ()  # the numbers of a wheel
    order: int = 0  # when winners are paid
    seat: int | None = None  # whose it is; nobody's in particular is everybody's
    lays: tuple[tuple[str, int], ...] = ()  # of a bet that is announced: the spots it covers, chips on each
    at: Area = NOWHERE

    @property
    def to_one(self) -> Fraction:
        """What it pays to one, where it pays one thing only."""
        assert self.pays is not None, f"{self.name} pays by a table"
        return self.pays


class CardPlace(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Where the cards, tiles or rows of an owner lie; `seat` is who has them before him."""

    owner: Owner
    seat: int | None = None
    at: Area = NOWHERE


class Pot(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Where chips lie that are nobody's until they are won: the pots of a hand, a jackpot."""

    name: str
    clauses: tuple[str, ...]
    at: Area = NOWHERE


class Marker(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A thing that marks a seat, a bet or a number; `fact` names what a view shows of where it is."""

    name: str
    clauses: tuple[str, ...]
    fact: str = ""  # empty where bets themselves say it, as prisoners do


class Pocket(Struct, frozen=True, forbid_unknown_fields=True):
    """A pocket of a wheel."""

    label: str
    number: int
    colour: str


class Layout(Struct, frozen=True, cache_hash=True, omit_defaults=True, forbid_unknown_fields=True):
    """All that a table has on its cloth and around it."""

    seats: int
    spots: tuple[Spot, ...]
    cards: tuple[CardPlace, ...] = ()
    pots: tuple[Pot, ...] = ()
    markers: tuple[Marker, ...] = ()
    wheel: tuple[Pocket, ...] = ()  # in the order in which they lie

    def place_of(self, bet: str, seat: int) -> Spot | Pot | None:
        """Where somebody's chips on a bet lie: on his own spot, on everybody's, or on another's box."""
        name, spots = read_bet(bet), _by_owner(self)
        box = int(name.place) if name.place.isdecimal() else None
        for key in ((name.spot, seat), (name.spot, None), (name.spot, box), (name.kind, box)):
            if key in spots:
                return spots[key]
        return spots.get((write_bet(name.kind, seat), None))

    def cards_of(self, owner: Owner) -> CardPlace | None:
        """Where the cards of an owner lie; the hands that splitting makes lie with the first."""
        spot = read_bet(owner).spot if isinstance(owner, str) else owner
        return next((place for place in self.cards if place.owner == spot), None)


@lru_cache(maxsize=64)
def _by_owner(layout: Layout) -> dict[tuple[str, int | None], Spot | Pot]:
    """Every place for chips, by its name and by whose it is."""
    pots: dict[tuple[str, int | None], Spot | Pot] = {(pot.name, POT): pot for pot in layout.pots}
    pots |= {(pot.name, None): pot for pot in layout.pots}
    return pots | {(spot.name, spot.seat): spot for spot in layout.spots}
