"""The table of treinta y cuarenta: four chances, the marker of insurance upon each, and the two rows."""

from __future__ import annotations

from functools import cache

from msgspec.structs import replace

from novamas.games.treinta_y_cuarenta.setup import InsuranceFigures
from novamas.law import Frame
from novamas.rounds.drawing import BOXES, HANDS, common_spots
from novamas.rounds.figures import PayFigures
from novamas.table.bets import write_bet
from novamas.table.layout import CardPlace, Layout, Marker, Spot, cell

SEGURO = "seguro"
NEGRA, ROJA, MESA = (
    "negra",
    "roja",
    "mesa",
)  # the rows, the upper one first, and cards not played


def premium_of(bet: str) -> str:
    """Where the premium of a bet lies: as a marker upon it."""
    return write_bet(SEGURO, bet)


@cache
def chances(frame: Frame) -> dict[str, Spot]:
    """The four chances in the order in which winners are paid."""
    bets = frame.group("bets", dict[str, PayFigures])
    spots = [
        Spot(name, name, figures.cite, figures.pays, order=nth)
        for nth, (name, figures) in enumerate(bets.items())
    ]
    return {spot.name: spot for spot in common_spots(spots, row=HANDS)}


@cache
def draw(frame: Frame, seats: int, prison_clause: str) -> Layout:
    """The rows lie above the chances; a bet in prison is marked where it lies."""
    spots, insurance = chances(frame).values(), frame.group("insurance", InsuranceFigures)
    premiums = [
        Spot(premium_of(spot.name), SEGURO, insurance.cite, at=replace(spot.at, row=cell(BOXES, 0).row))
        for spot in spots
    ]
    rows = [CardPlace(owner, at=cell(nth, 0, width=8)) for nth, owner in enumerate((NEGRA, ROJA))]
    return Layout(
        seats=seats,
        spots=(*spots, *premiums),
        cards=(*rows, CardPlace(MESA, at=cell(0, 8, width=2))),
        markers=(Marker("prision", (prison_clause,)),),
    )
