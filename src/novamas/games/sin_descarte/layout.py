"""The layout of no-draw poker: the two bets of each box, the side bets and the jackpots."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from novamas.families.banked_poker.layout import draw
from novamas.families.box_layout import POTS
from novamas.families.figures import pay_table
from novamas.games.sin_descarte.cloth import BOUGHT, INITIAL, SECOND, SEGURO, Cloth
from novamas.games.sin_descarte.setup import Rules, figures
from novamas.table.layout import Layout, Pot, Spot, cell
from novamas.table.phases import AnyPhase


def layout(phase: AnyPhase) -> Layout:
    """Return the layout of a table."""
    felt = phase.felt
    assert isinstance(felt, Cloth)
    return _draw(felt.rules)


@cache
def _draw(rules: Rules) -> Layout:
    return draw(rules, tuple(_kinds(rules)), pots=tuple(_pools(rules)))


def _kinds(rules: Rules) -> Iterator[Spot]:
    """Yield the bets of a box. Jackpots are paid after all boxes."""
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
    """Yield the amounts of the carousel and the progressive, which are shown beside the bank."""
    law = figures(rules.frame)
    for nth, pool in enumerate(rules.pools):
        figure = law.pools[pool.name]
        yield Pot(pool.name, (figure.whole, figure.part), cell(POTS, nth))
