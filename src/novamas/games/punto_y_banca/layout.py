"""The layout of the punto y banca table: three bets and two hands."""

from __future__ import annotations

from functools import cache

from novamas.families.box_layout import common_cards
from novamas.games.punto_y_banca.cloth import BANCA, PUNTO, Cloth, spots
from novamas.games.punto_y_banca.setup import Course
from novamas.law import Frame
from novamas.table.layout import Layout, Marker
from novamas.table.phases import AnyPhase


def layout(phase: AnyPhase) -> Layout:
    """Return the layout of the table."""
    felt = phase.felt
    assert isinstance(felt, Cloth)
    return _draw(felt.rules.frame, felt.places)


@cache
def _draw(frame: Frame, places: int) -> Layout:
    """Put the hands in front of the croupier. A marker shows who has the shoe."""
    return Layout(
        seats=places,
        spots=tuple(spots(frame).values()),
        cards=common_cards(PUNTO, BANCA),
        markers=(Marker("sabot", (frame.group("course", Course).dealer,), fact="dealer"),),
    )
