"""What an offer costs whoever takes it: chips, nothing, or less than nothing."""

from __future__ import annotations

from typing import Final

from novamas.table.events import Staked, Withdrew
from novamas.table.offers import Offer
from novamas.table.phases import AnyPhase, follow

STAKES: Final = ("bet", "stake")  # the acts without which a round is played without a player


def costs_nothing(phase: AnyPhase, offer: Offer) -> bool:
    """Does it stake no chips of its doer's?"""
    _after, events = follow(phase, offer.act)
    return not any(isinstance(event, Staked) and event.seat == offer.act.by for event in events)


def takes_back(phase: AnyPhase, offer: Offer) -> bool:
    """Does it only give a player his own chips back?"""
    events = () if offer.dials else follow(phase, offer.act)[1]
    return bool(events) and all(isinstance(event, Withdrew) for event in events)
