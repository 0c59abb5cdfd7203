"""The layout of trijoker: three boxes for each player, two community cards in front of the croupier."""

from __future__ import annotations

from functools import cache

from novamas.families.banked_poker.bets import BOARD
from novamas.families.banked_poker.layout import draw
from novamas.families.banked_poker.one_box import OneBoxCourse
from novamas.families.figures import pay_table
from novamas.games.trijoker.cloth import BETS, Cloth
from novamas.games.trijoker.setup import Rules, prizes_of
from novamas.table.layout import Layout, Spot
from novamas.table.phases import AnyPhase


def layout(phase: AnyPhase) -> Layout:
    """Return the layout of a table."""
    felt = phase.felt
    assert isinstance(felt, Cloth)
    return _draw(felt.rules)


@cache
def _draw(rules: Rules) -> Layout:
    prizes = pay_table({category.value: row for category, row in prizes_of(rules.frame).items()})
    betting = rules.frame.group("course", OneBoxCourse).betting
    kinds = [Spot(bet, bet, (betting,), prizes=prizes) for bet in BETS]
    return draw(rules, kinds, common=(BOARD,), from_right=True)
