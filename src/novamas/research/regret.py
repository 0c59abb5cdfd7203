"""What a strategy gives away: how much less it wins than the best play against the same house.

The house decides nothing by will. So what a strategy loses beside the best play is all that can be taken from
it: its exploitability, exactly.
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

Decide = Callable[[View, list[Deed]], Deed]  # what a seat does by what it sees, of what it may do
Goes = Callable[[tuple[int, ...]], bool]  # whether a hand goes on


class Regret(Struct, frozen=True):
    """What a strategy wins per unit, what the best play wins, and the difference, which nobody gets back."""

    worth: Fraction
    best: Fraction

    @property
    def given_away(self) -> Fraction:
        """What the strategy loses against the best play."""
        return self.best - self.worth


def regret(table: Table | Sitting, bet: str, decide: Decide) -> Regret:
    """What a strategy gives away at a game that the walk follows to its end, such as a roulette."""
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


def given_away_by_hands(table: Table | Sitting, goes: Goes) -> Regret:
    """What a strategy gives away at three-card poker: for each of the 22,100 hands, whether it goes on."""
    opened = table_meant(table)
    if opened.game.slug != "tres_cartas":
        raise NovamasError("too_large_to_walk", game=opened.game.slug)
    play = Play(opened)
    chosen = np.array([bool(goes(hand)) for hand in _hands(play)])
    return Regret(play.worth(chosen), play.worth(play.goes))


def _hands(play: Play) -> Iterable[tuple[int, ...]]:
    return (tuple(map(int, hand)) for hand in play.census.hands)
