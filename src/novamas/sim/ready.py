"""Which kernel plays a bet: one of the game's own, or its moments compiled."""

from __future__ import annotations

from fractions import Fraction
from importlib import import_module
from importlib.util import find_spec

from novamas.errors import NovamasError, shown
from novamas.odds.report import SHARED, method_of, placed
from novamas.odds.walk import Walk
from novamas.sim import moments
from novamas.sim.playing import BEST, Play
from novamas.table.game import Table


def ready(table: Table, bet: str, strategy: str = BEST) -> Play:
    """A bet of a table, ready to be played at volume.

    A game with a kernel of its own has a module of its name here, with `compiled(table, bet, strategy)`; the
    others are played moment by moment, where the walk can follow them.
    """
    wagers = table.game.wagers(table.opening)
    if bet not in wagers:
        raise NovamasError("no_such_bet", game=table.game.slug, given=shown(bet), known=tuple(wagers))
    own = f"novamas.sim.{SHARED.get(table.game.slug, table.game.slug)}"
    if find_spec(own) is not None:
        found: Play = import_module(own).compiled(table, bet, strategy)
        return found
    if method_of(table) is not None:
        raise NovamasError("not_simulated_yet", game=table.game.slug)
    wager = wagers[bet]
    phase, staked = placed(table.opening, wager)
    walk, unit = Walk(1, to_the_end=wager.to_the_end), Fraction(wager.stake)
    return moments.compiled(walk, phase, staked, unit=unit, per=wager.per, strategy=strategy)
