"""The layout of the craps table: every bet of the closed list, and the markers of dice and point."""

from __future__ import annotations

from functools import cache

from novamas.games.craps.cloth import Cloth
from novamas.games.craps.figures import spots
from novamas.games.craps.setup import Rules
from novamas.table.layout import Layout, Marker
from novamas.table.phases import AnyPhase


def layout(phase: AnyPhase) -> Layout:
    """Return the layout of the table."""
    felt = phase.felt
    assert isinstance(felt, Cloth)
    return _draw(felt.rules)


@cache
def _draw(rules: Rules) -> Layout:
    shooter = Marker("dados", (rules.course.offered,), fact="shooter")
    point = Marker("punto", (rules.course.point,), fact="point")
    return Layout(rules.seats, tuple(spots(rules.frame).values()), markers=(shooter, point))
