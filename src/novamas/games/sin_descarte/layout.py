"""The table of poker without discard: the two bets of each box, what is laid beside them, and the pools."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from novamas.families.banked_poker.layout import draw
from novamas.families.box_layout import POTS
from novamas.families.figures import pay_table
from novamas.games.sin_descarte.cloth import BOUGHT, INITIAL, SECOND, SEGURO, DescarteBoxes
from novamas.games.sin_descarte.setup import Rules, figures
from novamas.table.layout import Layout, Pot, Spot, cell
from novamas.table.phases import AnyPhase


def layout(phase: AnyPhase) -> Layout:
    """The table as it is drawn."""
    felt = phase.felt
    assert isinstance(felt, DescarteBoxes)
    return _draw(felt.rules)


@cache
def _draw(rules: Rules) -> Layout:
    return draw(rules, tuple(_kinds(rules)), pots=tuple(_pools(rules)))


def _kinds(rules: Rules) -> Iterator[Spot]:
    """The bets of a box; pools are paid when all boxes are."""
    law = figures(rules.frame)
    yield Spot(INITIAL, INITIAL, law.initial.cite, law.initial.pays)
    yield Spot(SECOND, SECOND, (law.play.comparing,), prizes=pay_table(law.second))
    if rules.seguro:
        yield Spot(SEGURO, SEGURO, (law.seguro.betting,), prizes=pay_table(law.prizes))
    if rules.buy_card:
        yield Spot(BOUGHT, BOUGHT, (law.buying.price,))
    for order, pool in enumerate(rules.pools, start=1):
        yield Spot(pool.name, pool.name, (law.pools[pool.name].betting,), order=order)


def _pools(rules: Rules) -> Iterator[Pot]:
    """What carousel and progressive have grown to lies beside the bank."""
    law = figures(rules.frame)
    for nth, pool in enumerate(rules.pools):
        figure = law.pools[pool.name]
        yield Pot(pool.name, (figure.whole, figure.part), cell(POTS, nth))
