"""The layout of a hold'em against the house: four bets for each player, and the bonus."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from novamas.families.banked_poker.bets import BANK, BOARD
from novamas.families.banked_poker.layout import draw
from novamas.families.figures import pay_table
from novamas.families.house_holdem.cloth import HoldemCloth
from novamas.families.house_holdem.figures import ANTE, BONUS, Figures, figures_of
from novamas.families.house_holdem.setup import HoldemRules
from novamas.table.layout import Layout, Spot
from novamas.table.phases import AnyPhase


def layout(phase: AnyPhase) -> Layout:
    """Return the layout of a table."""
    felt = phase.felt
    assert isinstance(felt, HoldemCloth)
    return _draw(felt.rules)


@cache
def _draw(rules: HoldemRules) -> Layout:
    return draw(rules, tuple(_spots(figures_of(rules.frame))), common=(BANK, BOARD))


def _spots(figures: Figures) -> Iterator[Spot]:
    """Yield the bets of a player. The bonus is paid after all other bets."""
    yield Spot(ANTE, ANTE, figures.ante.cite, figures.ante.pays)
    for street, bet in figures.streets.items():
        yield Spot(street, street, bet.cite, bet.pays)
    if figures.bonus is not None:
        yield Spot(BONUS, BONUS, (figures.bonus.betting,), prizes=pay_table(figures.rows), order=1)
