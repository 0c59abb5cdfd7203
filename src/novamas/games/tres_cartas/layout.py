"""The layout of three-card poker: in each box the ante, the second bet, the bonus and Pareja Plus."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from novamas.families.banked_poker.layout import draw
from novamas.families.figures import pay_table
from novamas.games.tres_cartas.cloth import ANTE, BONUS, PAREJA_PLUS, SECOND, Cloth
from novamas.games.tres_cartas.setup import Rules, figures
from novamas.table.layout import Layout, Spot
from novamas.table.phases import AnyPhase


def layout(phase: AnyPhase) -> Layout:
    """Return the layout of a table."""
    felt = phase.felt
    assert isinstance(felt, Cloth)
    return _draw(felt.rules)


@cache
def _draw(rules: Rules) -> Layout:
    return draw(rules, tuple(_kinds(rules)))


def _kinds(rules: Rules) -> Iterator[Spot]:
    """Yield the bets of a box."""
    law = figures(rules.frame)
    yield Spot(ANTE, ANTE, law.bets[ANTE].cite, law.bets[ANTE].pays)
    yield Spot(SECOND, SECOND, law.bets[SECOND].cite, law.bets[SECOND].pays)
    yield Spot(BONUS, BONUS, (law.play.bonus,), prizes=pay_table(law.bonus))
    prizes = pay_table(law.pareja_plus[rules.pareja_plus])
    yield Spot(PAREJA_PLUS, PAREJA_PLUS, (law.aside.betting,), prizes=prizes)
