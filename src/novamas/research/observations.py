"""Observation of a seat as a vector of fixed length: cards by place, chips by owner, the phase.

The environments also provide the full view.
"""

from __future__ import annotations

from functools import cache
from math import log1p

import numpy as np
from numpy.typing import NDArray

from novamas.equipment.pieces import FIRST_TILE
from novamas.table.game import Game
from novamas.table.roles import Who
from novamas.table.views import View, shows_in

PIECES = FIRST_TILE + 32  # cards and tiles, numbered together
MINE, OPEN, OTHERS = range(3)  # places of a card: the seat's own, no player's, another player's
CHIPS = 6  # own bets, others' bets, the pot, own purse, others' purses, own largest bet
FEW = 4  # own turn, cards left, rounds played, last result


@cache
def moments(game: Game) -> dict[str, int]:
    """Return the number of each phase in a game, by the name of the phase."""
    return {str(shows_in(phase).__struct_config__.tag): nth for nth, phase in enumerate(game.phases)}


def length(game: Game) -> int:
    """Return the length of a game's observation vector."""
    return 3 * PIECES + CHIPS + FEW + len(moments(game))


def observation(view: View, game: Game) -> NDArray[np.float32]:
    """Return a view as a vector, in which amounts are logarithms."""
    me = view.eyes
    cards = np.zeros((3, PIECES), np.float32)
    for pile in view.piles:
        place = MINE if pile.owner == me else OTHERS if isinstance(pile.owner, int) else OPEN
        for held in pile.cards:
            if held.card is not None:
                cards[place, held.card] += 1
    moment = np.zeros(len(moments(game)), np.float32)
    moment[moments(game)[view.phase]] = 1
    few = [float(view.turn == me), view.undealt / 52, float(view.rounds), _last(view)]
    parts = (cards.ravel(), np.array([*_chips(view, me), *few], np.float32), moment)
    return np.concatenate(parts).astype(np.float32)


def _last(view: View) -> float:
    """Return the last result of ball, wheel or dice as a number, or -1 before the first one."""
    result = view.results[-1].result if view.results else -1
    return (
        float(sum(result)) if isinstance(result, tuple) else float(result) if isinstance(result, int) else 0.0
    )


def _chips(view: View, me: Who) -> list[float]:
    mine = [chips.cents for chips in view.chips if chips.seat == me]
    others = sum(chips.cents for chips in view.chips if chips.seat not in (me, 0))
    pot = sum(chips.cents for chips in view.chips if chips.seat == 0)
    purse = view.purses[me - 1] if isinstance(me, int) and view.purses else 0
    amounts = (sum(mine), others, pot, purse, sum(view.purses) - purse, max(mine, default=0))
    return [log1p(amount) for amount in amounts]
