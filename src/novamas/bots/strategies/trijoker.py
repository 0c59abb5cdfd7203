"""Strategies for trijoker: leave a bet if the cards pay or nearly pay, or if leaving it is worth more."""

from __future__ import annotations

from random import Random

import numpy as np

from novamas.bots.knowledge import TableFacts, act_from_view, cards_of
from novamas.families.banked_poker.bets import BOARD
from novamas.games.trijoker.cloth import FIRST
from novamas.odds.games.trijoker.bets import OWN, keeps_first_simply, keeps_second_simply, worth_of
from novamas.table.deeds import Deed
from novamas.table.views import View


def steady(known: TableFacts, view: View, rng: Random) -> Deed | None:
    """Decide on the bets by two simple rules."""
    own, common = _seen(view)
    if len(own) != OWN:
        return None
    if view.shows.bet == FIRST:
        return _act(view, bool(keeps_first_simply(np.array([own], np.uint8))[0]))
    return _act(view, bool(keeps_second_simply(np.array([(*own, *common[:1])], np.uint8))[0]))


def expert(known: TableFacts, view: View, rng: Random) -> Deed | None:
    """Leave the bet if that is worth more than withdrawing it, averaged over all cards to come."""
    own, common = _seen(view)
    if len(own) != OWN:
        return None
    turned = None if view.shows.bet == FIRST else common[0]
    return _act(view, worth_of(known.table.frame, own, turned) > 0)


def _seen(view: View) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the player's own cards and the exposed community cards."""
    if view.phase != "deciding":
        return (), ()
    return cards_of(view, view.shows.waiting[0]), cards_of(view, BOARD)


def _act(view: View, stays: bool) -> Deed | None:
    return act_from_view(view, "leave" if stays else "withdraw")
