"""The layout of a wheel game: the spots drawn on its cloth, and the wheel."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple, TypeAlias

from msgspec import Struct

from novamas.equipment.wheels import Wheel
from novamas.families.wheel.setup import BetFigures, LimitFigures
from novamas.law import Frame
from novamas.table.layout import Area, Layout, Marker, Pocket, Spot


class Place(NamedTuple):
    """A place for chips: its name, the numbers that it covers, and its area."""

    name: str
    covers: tuple[int, ...]
    at: Area


Drawn: TypeAlias = Mapping[str, tuple[Place, ...]]  # by kind of bet


class Figures(Struct, frozen=True, eq=False):
    """The figures needed to draw the cloth: each spot by its name, and the clauses of the limits."""

    spots: dict[str, Spot]
    kinds: dict[str, tuple[str, ...]]
    minimum_clause: str  # of all bets, except the kinds with their own
    minimum_clauses: dict[str, str]
    maximum_clauses: dict[str, str]


def figures_of(frame: Frame, drawn: Drawn) -> Figures:
    """Return the figures of a cloth (cached). A kind of bet that the law does not list is not drawn."""
    bets = frame.group("bets", dict[str, BetFigures])
    limits = frame.group("limits", LimitFigures)
    places = {
        kind: tuple(place for place in drawn[kind] if bet.with_zero or 0 not in place.covers)
        for kind, bet in bets.items()
    }
    spots = [_spot(place, kind, bet) for kind, bet in bets.items() for place in places[kind]]
    return Figures(
        spots={spot.name: spot for spot in spots},
        kinds={kind: tuple(place.name for place in places[kind]) for kind in bets},
        minimum_clause=limits.minimum_clause,
        minimum_clauses={kind: bet.minimum_clause or limits.minimum_clause for kind, bet in bets.items()},
        maximum_clauses={kind: bet.maximum_clause or limits.maximum_clause for kind, bet in bets.items()},
    )


def _spot(place: Place, kind: str, bet: BetFigures) -> Spot:
    order = bet.order_of.get(place.name, bet.order)
    return Spot(place.name, kind, bet.cite, bet.pays, covers=place.covers, order=order, at=place.at)


@cache
def draw(
    seats: int, figures: Figures, wheel: Wheel, announced: tuple[Spot, ...], markers: tuple[Marker, ...]
) -> Layout:
    """Return the layout: every spot of the closed list, the announced bets, the markers and the wheel."""
    pockets = zip(wheel.pockets, wheel.codes, wheel.colours, strict=True)
    return Layout(
        seats=seats,
        spots=(*figures.spots.values(), *announced),
        markers=markers,
        wheel=tuple(Pocket(label, number, colour.value) for label, number, colour in pockets),
    )
