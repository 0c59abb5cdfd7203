"""Strategies for pai gow: hands set by the house way or by best play."""

from __future__ import annotations

from random import Random

from novamas.bots.knowledge import TableFacts, act_from_view, cards_of
from novamas.equipment.pieces import piece_names
from novamas.odds.report import Settings, explain_setting
from novamas.table.deeds import Deed
from novamas.table.offers import Offer
from novamas.table.views import View


def steady(known: TableFacts, view: View, rng: Random) -> Deed | None:
    """Set the hand by the table's house way or, if that is not on offer, by the usual house way."""
    if view.phase != "setting":
        return None
    offer = _laid(view)
    found = None if act_from_view(view, "set_as_house") or offer is None else _settings(known, view)
    if offer is None or found is None:
        return act_from_view(view, "set_as_house")
    return _set(offer, found.house)


def expert(known: TableFacts, view: View, rng: Random) -> Deed | None:
    """Set the hand in the best way against the croupier's bank."""
    if view.phase != "setting":
        return None
    offer, found = _laid(view), _settings(known, view)
    if offer is None or found is None:
        return steady(known, view, rng)
    return _set(offer, next(iter(found.worth)))


def _laid(view: View) -> Offer | None:
    """Return the offer to set the hand, for which the table waits."""
    offers = (offer for offer in view.offers if offer.act.verb() == "set_hand")
    return next((offer for offer in offers if offer.act.box == view.shows.box), None)  # type: ignore[attr-defined]  # of a hand


def _settings(known: TableFacts, view: View) -> Settings | None:
    return explain_setting(known.table, piece_names(cards_of(view, view.shows.box)))


def _set(offer: Offer, low: str) -> Deed | None:
    """Return the act that sets this low hand, in any order of its pieces."""
    return offer.turned(low=low) if offer.dials["low"].fits(low) else None
