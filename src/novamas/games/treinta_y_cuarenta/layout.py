"""The layout of treinta y cuarenta: four chances with their insurance markers, and the two rows."""

from __future__ import annotations

from functools import cache

from msgspec.structs import replace

from novamas.families.box_layout import BOXES
from novamas.games.treinta_y_cuarenta.cloth import MESA, NEGRA, ROJA, SEGURO, Cloth, chances, premium_of
from novamas.games.treinta_y_cuarenta.setup import Rules
from novamas.table.layout import CardPlace, Layout, Marker, Spot, cell
from novamas.table.phases import AnyPhase


def layout(phase: AnyPhase) -> Layout:
    """Return the layout of the table."""
    felt = phase.felt
    assert isinstance(felt, Cloth)
    return _draw(felt.rules)


@cache
def _draw(rules: Rules) -> Layout:
    """Put the rows above the chances, and mark each bet in prison on its chance."""
    spots, insurance = chances(rules.frame).values(), rules.insurance.cite
    premiums = [
        Spot(premium_of(spot.name), SEGURO, insurance, at=replace(spot.at, row=cell(BOXES, 0).row))
        for spot in spots
    ]
    rows = [CardPlace(owner, at=cell(nth, 0, width=8)) for nth, owner in enumerate((NEGRA, ROJA))]
    return Layout(
        seats=rules.seats,
        spots=(*spots, *premiums),
        cards=(*rows, CardPlace(MESA, at=cell(0, 8, width=2))),
        markers=(Marker("prision", rules.prison.caught[:1]),),
    )
