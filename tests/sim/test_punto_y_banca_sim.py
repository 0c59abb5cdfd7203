"""Simulated punto y banca, shoe after shoe, pays like the engine."""

from __future__ import annotations

import pytest
from tests.sim.engine import SEED, FromDeck, any_tables, assert_same_coups, rounds_at

from novamas.errors import NovamasError
from novamas.families.coups.setup import fresh_shoe
from novamas.sim.dispatch import compile_bet
from novamas.testing.rehearsal import opened


@pytest.mark.parametrize("bet", ["punto", "banca", "empate"])
def test_coups_pay_what_the_engine_pays(bet: str, soak: bool) -> None:
    """Several shoes in a row are played at various tables, so burned cards and the cut card count."""
    for block, table in enumerate(any_tables("punto_y_banca", "IB05", SEED, 12 if soak else 3)):
        play, wager = compile_bet(table, bet), table.game.wagers(table.opening)[bet]
        source = FromDeck(SEED, block, fresh_shoe(table.frame).left)
        prefixes = (1, 2, 3, 10, 60, 100, 230, 1000) if soak else (1, 2, 3, 10, 60, 100, 230)
        assert_same_coups(play, rounds_at(table, wager, source), prefixes, block)


def test_there_is_nothing_to_decide() -> None:
    with pytest.raises(NovamasError, match="best"):
        compile_bet(opened("punto_y_banca", "IB05"), "punto", "draw")
