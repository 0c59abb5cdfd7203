"""The table of trijoker: three boxes before each player, two common cards before the croupier."""

from __future__ import annotations

from functools import cache

from novamas.families.banked_poker.cloth import BOARD
from novamas.families.banked_poker.layout import draw
from novamas.families.banked_poker.one_box import OneBoxCourse
from novamas.families.figures import pay_table
from novamas.games.trijoker.cloth import BETS, TrijokerBoxes
from novamas.games.trijoker.setup import Rules, prizes_of
from novamas.table.layout import Layout, Spot
from novamas.table.phases import AnyPhase


def layout(phase: AnyPhase) -> Layout:
    """The table as it is drawn."""
    felt = phase.felt
    assert isinstance(felt, TrijokerBoxes)
    return _draw(felt.rules)


@cache
def _draw(rules: Rules) -> Layout:
    prizes = pay_table({category.value: row for category, row in prizes_of(rules.frame).items()})
    betting = rules.frame.group("course", OneBoxCourse).betting
    kinds = [Spot(bet, bet, (betting,), prizes=prizes) for bet in BETS]
    return draw(rules, kinds, common=(BOARD,), from_right=True)
