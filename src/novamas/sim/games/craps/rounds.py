"""Simulation of craps: each bet until it is decided, as its odds count it."""

from __future__ import annotations

from fractions import Fraction

from novamas.odds.games import craps
from novamas.odds.report import placed
from novamas.sim import state_chains
from novamas.sim.play import CompiledBet
from novamas.table.game import Table


def compiled(table: Table, bet: str, strategy: str) -> CompiledBet:
    """Compile a bet alone, or a line bet with the maximum associated bet."""
    opening = craps.opening_to_walk(table)
    wager = table.game.wagers(opening)[bet]
    if bet.endswith(craps.WITH_ASSOCIATED):
        phase, walk = craps.about_to_throw(placed(opening, wager)[0]), craps.associating()
        unit = craps.staked_in_all(phase, wager)
    else:
        phase, walk = craps.made_alone(opening, bet, wager), craps.walk_to_the_end()
        unit = Fraction(wager.stake)
    return state_chains.compiled(walk, phase, wager.stake, unit=unit, per=wager.per, strategy=strategy)
