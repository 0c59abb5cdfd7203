"""Exploitability of a strategy: its loss compared with the best play against the same house.

The house makes no decisions of its own. The loss compared with the best play is therefore exactly the
exploitability of the strategy.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction

import numpy as np
from msgspec import Struct

from novamas.errors import NovamasError, quoted
from novamas.house.sitting import Sitting, table_meant
from novamas.odds.games.tres_cartas import Play
from novamas.odds.report import method_of, placed
from novamas.odds.walk import Policy, Walk
from novamas.table.deeds import Deed
from novamas.table.game import Table
from novamas.table.phases import AnyPhase
from novamas.table.views import View

Decide = Callable[[View, list[Deed]], Deed]  # chooses for a seat one of the lawful acts, from its view
Goes = Callable[[tuple[int, ...]], bool]  # whether to play a hand


class Regret(Struct, frozen=True):
    """The mean win per unit, of a strategy and of the best play."""

    worth: Fraction
    best: Fraction

    @property
    def loss(self) -> Fraction:
        """The loss of the strategy compared with the best play."""
        return self.best - self.worth


def regret_of_strategy(table: Table | Sitting, bet: str, decide: Decide) -> Regret:
    """Return the regret of a strategy, for a game that the walk can evaluate completely, such as roulette."""
    opened = table_meant(table)
    wagers = opened.game.wagers(opened.opening)
    if method_of(opened) is not None or not wagers:
        raise NovamasError("too_large_to_walk", game=opened.game.slug)
    if bet not in wagers:
        raise NovamasError("no_such_bet", game=opened.game.slug, given=quoted(bet), known=tuple(wagers))
    wager = wagers[bet]
    phase, staked = placed(opened.opening, wager)

    def policy(moment: AnyPhase, acts: list[Deed]) -> Deed:
        return decide(moment.view(1), acts) if len(acts) > 1 else acts[0]

    found = [_mean(phase, staked, each, to_the_end=wager.to_the_end) for each in (policy, None)]
    worth, best = (mean / wager.stake for mean in found)
    return Regret(worth, best)


def _mean(phase: AnyPhase, staked: int, policy: Policy | None, *, to_the_end: bool) -> Fraction:
    return Walk(1, policy=policy, to_the_end=to_the_end).result(phase, staked).mean


def regret_by_hands(table: Table | Sitting, goes: Goes) -> Regret:
    """Return the regret of a strategy at three-card poker. `goes` decides for each of 22,100 hands."""
    opened = table_meant(table)
    if opened.game.slug != "tres_cartas":
        raise NovamasError("too_large_to_walk", game=opened.game.slug)
    play = Play(opened)
    chosen = np.array([bool(goes(hand)) for hand in _hands(play)])
    return Regret(play.worth(chosen), play.worth(play.goes))


def _hands(play: Play) -> Iterable[tuple[int, ...]]:
    return (tuple(map(int, hand)) for hand in play.census.hands)
