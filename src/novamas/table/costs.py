"""Cost of an offer: whether it stakes chips, or only returns the player's own chips."""

from __future__ import annotations

from typing import Final

from novamas.table.events import Staked, Withdrew
from novamas.table.offers import Offer
from novamas.table.phases import AnyPhase, follow

STAKES: Final = ("bet", "stake")  # acts that bring a player into a round


def costs_nothing(phase: AnyPhase, offer: Offer) -> bool:
    """Return whether the act stakes no chips of the player who does it."""
    _after, events = follow(phase, offer.act)
    return not any(isinstance(event, Staked) and event.seat == offer.act.by for event in events)


def takes_back(phase: AnyPhase, offer: Offer) -> bool:
    """Return whether the act only returns a player's own chips."""
    events = () if offer.dials else follow(phase, offer.act)[1]
    return bool(events) and all(isinstance(event, Withdrew) for event in events)
