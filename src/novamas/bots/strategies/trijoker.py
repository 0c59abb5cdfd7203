"""Trijoker: a bet stays where the cards pay already or are on the way to it; or where it is worth more so."""

from __future__ import annotations

from random import Random

import numpy as np

from novamas.bots.knowledge import TableFacts, act_from_view, cards_of
from novamas.families.banked_poker.cloth import BOARD
from novamas.games.trijoker.cloth import FIRST
from novamas.odds.games.trijoker.bets import OWN, keeps_first_simply, keeps_second_simply, worth_of
from novamas.table.deeds import Deed
from novamas.table.views import View


def steady(known: TableFacts, view: View, rng: Random) -> Deed | None:
    """By the two short rules that can be remembered."""
    own, common = _seen(view)
    if len(own) != OWN:
        return None
    if view.shows.bet == FIRST:
        return _told(view, bool(keeps_first_simply(np.array([own], np.uint8))[0]))
    return _told(view, bool(keeps_second_simply(np.array([(*own, *common[:1])], np.uint8))[0]))


def expert(known: TableFacts, view: View, rng: Random) -> Deed | None:
    """A bet stays where it is worth more than its withdrawal, all cards to come counted."""
    own, common = _seen(view)
    if len(own) != OWN:
        return None
    turned = None if view.shows.bet == FIRST else common[0]
    return _told(view, worth_of(known.table.frame, own, turned) > 0)


def _seen(view: View) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """One's own cards, and the common ones that lie open."""
    if view.phase != "deciding":
        return (), ()
    return cards_of(view, view.shows.waiting[0]), cards_of(view, BOARD)


def _told(view: View, stays: bool) -> Deed | None:
    return act_from_view(view, "leave" if stays else "withdraw")
