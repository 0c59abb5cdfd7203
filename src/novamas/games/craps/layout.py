"""The table of craps: every bet of the closed list, the dice before the shooter, and the point."""

from __future__ import annotations

from functools import cache

from novamas.games.craps.bets import Cloth
from novamas.games.craps.cloth import Rules
from novamas.games.craps.figures import bet_figures, spots
from novamas.table.layout import Layout, Marker
from novamas.table.phases import AnyPhase


def layout(phase: AnyPhase) -> Layout:
    """The table as it is drawn."""
    felt = phase.felt
    assert isinstance(felt, Cloth)
    return _draw(felt.rules)


@cache
def _draw(rules: Rules) -> Layout:
    shooter = Marker("dados", ("IB05.06.IV.3.2",), fact="shooter")
    point = Marker("punto", (bet_figures(rules.frame)["win"].point_clause,), fact="point")
    return Layout(rules.seats, tuple(spots(rules.frame).values()), markers=(shooter, point))
