"""Simulation of craps: each bet until it is decided, which is how its odds count."""

from __future__ import annotations

from fractions import Fraction

from novamas.odds.games import craps
from novamas.odds.report import placed
from novamas.odds.walk import Walk
from novamas.sim import state_chains
from novamas.sim.play import CompiledBet
from novamas.table.game import Table, Wager
from novamas.table.phases import AnyPhase


def compiled(table: Table, bet: str, strategy: str) -> CompiledBet:
    """Compile a single bet, or a line bet with the maximum associated bet."""
    opening = craps.opening_to_walk(table)
    wager = table.game.wagers(opening)[bet]
    walk, phase = walk_of(opening, bet, wager)
    unit = craps.staked_in_all(phase, wager) if bet.endswith(craps.WITH_ASSOCIATED) else Fraction(wager.stake)
    return state_chains.compiled(walk, phase, wager.stake, unit=unit, per=wager.per, strategy=strategy)


def walk_of(opening: AnyPhase, bet: str, wager: Wager) -> tuple[Walk, AnyPhase]:
    """Return the walk of a bet, and the phase in which the walk begins."""
    if bet.endswith(craps.WITH_ASSOCIATED):
        return craps.associating(), craps.about_to_throw(placed(opening, wager)[0])
    return craps.walk_to_the_end(), craps.made_alone(opening, bet, wager)
