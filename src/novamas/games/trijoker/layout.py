"""The table of trijoker: three boxes before each player, two common cards before the croupier."""

from __future__ import annotations

from functools import cache

from novamas.games.trijoker.phases import BETS, Cloth, TableRules, course_of, prizes_of
from novamas.rounds.drawing import common_cards, hands, spots_of_boxes
from novamas.rounds.figures import pay_table
from novamas.rounds.one_box.phases import BOARD
from novamas.table.layout import Layout, Spot
from novamas.table.phases import AnyPhase


def layout(phase: AnyPhase) -> Layout:
    """The table as it is drawn."""
    felt = phase.felt
    assert isinstance(felt, Cloth)
    return _draw(felt.rules)


@cache
def _draw(rules: TableRules) -> Layout:
    prizes = pay_table({category.value: row for category, row in prizes_of(rules.frame).items()})
    kinds = [Spot(bet, bet, (course_of(rules.frame).betting,), prizes=prizes) for bet in BETS]
    seats = range(1, rules.seats + 1)
    return Layout(
        seats=rules.seats,
        spots=tuple(spots_of_boxes(kinds, seats=rules.seats, boxes=rules.seats, from_right=True)),
        cards=(*hands(seats, rules.seats), *common_cards(BOARD)),
    )
