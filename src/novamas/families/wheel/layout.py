"""What is drawn on the cloth of a wheel game, and the table as it is shown."""

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
    """A place for chips: its name, the numbers that it covers, and where it lies."""

    name: str
    covers: tuple[int, ...]
    at: Area


Drawn: TypeAlias = Mapping[str, tuple[Place, ...]]  # by kind of bet


class Figures(Struct, frozen=True, eq=False):
    """What the law says of all that is drawn: every spot by its name, and where its limits stand."""

    spots: dict[str, Spot]
    kinds: dict[str, tuple[str, ...]]
    minimum_clause: str
    maximum_clauses: dict[str, str]


def figures_of(frame: Frame, drawn: Drawn) -> Figures:
    """What the frame says of a cloth; a kind of bet that the law does not list is not drawn."""
    bets = frame.group("bets", dict[str, BetFigures])
    limits = frame.group("limits", LimitFigures)
    spots = [_spot(place, kind, bet) for kind, bet in bets.items() for place in drawn[kind]]
    return Figures(
        spots={spot.name: spot for spot in spots},
        kinds={kind: tuple(place.name for place in drawn[kind]) for kind in bets},
        minimum_clause=limits.minimum_clause,
        maximum_clauses={kind: bet.maximum_clause or limits.maximum_clause for kind, bet in bets.items()},
    )


def _spot(place: Place, kind: str, bet: BetFigures) -> Spot:
    order = bet.order_of.get(place.name, bet.order)
    return Spot(place.name, kind, bet.cite, bet.pays, covers=place.covers, order=order, at=place.at)


@cache
def draw(
    seats: int, figures: Figures, wheel: Wheel, announced: tuple[Spot, ...], markers: tuple[Marker, ...]
) -> Layout:
    """The cloth with every spot of the closed list, what may be announced, and the wheel as it stands."""
    pockets = zip(wheel.pockets, wheel.codes, wheel.colours, strict=True)
    return Layout(
        seats=seats,
        spots=(*figures.spots.values(), *announced),
        markers=markers,
        wheel=tuple(Pocket(label, number, colour.value) for label, number, colour in pockets),
    )
