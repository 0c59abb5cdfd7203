"""Strategies for hold'em against the house: first by starting hand, then by a simple or exact rule."""

from __future__ import annotations

from functools import lru_cache
from random import Random

import numpy as np

from novamas.bots.knowledge import TableFacts, act_from_view, cards_of
from novamas.families.banked_poker.bets import BOARD
from novamas.families.house_holdem.figures import FLOP
from novamas.odds.games.house_holdem.bets import Play, kind_of, worth_of_bet
from novamas.odds.games.house_holdem.kernels import bets_simply
from novamas.table.deeds import Deed
from novamas.table.views import View


def steady(known: TableFacts, view: View, rng: Random) -> Deed | None:
    """Bet before the flop by starting hand, and later if the own cards improve the community cards."""
    own, board = _seen(view)
    if len(own) != 2 or not board:
        return _before_the_flop(known, view, own)
    bets = bets_simply(own[0], own[1], np.array(board, np.int64), len(board))
    return act_from_view(view, "bet_on" if bets else "check")


def expert(known: TableFacts, view: View, rng: Random) -> Deed | None:
    """Bet if winning outcomes outnumber losing ones."""
    own, board = _seen(view)
    if len(own) != 2 or not board:
        return _before_the_flop(known, view, own)
    return act_from_view(view, "bet_on" if worth_of_bet(own, board) > 0 else "check")


def _before_the_flop(known: TableFacts, view: View, own: tuple[int, ...]) -> Deed | None:
    if len(own) != 2 or view.shows.street != FLOP:
        return None
    return act_from_view(view, "bet_on" if going(known)[kind_of(own)] else "fold")


@lru_cache(maxsize=32)
def going(known: TableFacts) -> tuple[bool, ...]:
    """Return whether the flop bet beats folding for each starting hand, under this table's payouts."""
    return tuple(Play(known.table).goes)


def _seen(view: View) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the player's own cards and the exposed community cards."""
    if view.phase != "deciding":
        return (), ()
    return cards_of(view, view.shows.waiting[0]), cards_of(view, BOARD)
