"""Craps in the arena: one bet at a time until it is decided, which is how its odds count."""

from __future__ import annotations

from novamas.odds.games import craps
from novamas.sim.arena import Arena
from novamas.sim.games.craps.rounds import walk_of
from novamas.sim.games.walked import arena_of, step
from novamas.table.game import Table

__all__ = ["arena", "step"]


def arena(table: Table) -> Arena:
    """Return the arena of a table.

    Each bet is an act. A line bet is also an act with the maximum associated bet.
    """
    opening = craps.opening_to_walk(table)
    wagers = table.game.wagers(opening)
    placed = {bet: walk_of(opening, bet, wager) for bet, wager in wagers.items()}
    return arena_of({bet: (walk, phase, wagers[bet].stake) for bet, (walk, phase) in placed.items()})
