"""Money that an act costs its player at once, so that a prompt can name the price of each choice."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from novamas.table.deeds import Deed
from novamas.table.events import Came, Dealt, Looked, Payment, Shown, Staked, Withdrew
from novamas.table.phases import follow
from novamas.table.roles import Who
from novamas.table.session import Session

TELLING = (Came, Dealt, Looked, Shown)  # events that show something which the player does not know yet


class ActCost(Struct, frozen=True):
    """An offered act and its money in céntimos: chips staked, taken back, lost and returned."""

    act: Deed
    staked: int
    back: int
    lost: int
    returned: int


def act_costs(session: Session, who: Who) -> Iterator[ActCost]:
    """Yield the cost of each offered act that has no open parameter.

    Only the act itself is carried out, without the events that follow it. If it shows a card, its payments
    are left out, because they could reveal something to the player before the decision.
    """
    for offer in session.offers(who):
        if offer.dials:
            continue
        _, events = follow(session.phase, offer.act, session.past)
        own = [event for event in events if getattr(event, "seat", None) == who]
        paid = [event for event in own if isinstance(event, Payment)]
        if any(isinstance(event, TELLING) for event in events):
            paid = []
        yield ActCost(
            offer.act,
            staked=sum(event.cents for event in own if isinstance(event, Staked)),
            back=sum(event.cents for event in own if isinstance(event, Withdrew)),
            lost=sum(max(0, event.stake - event.returned) for event in paid),
            returned=sum(event.returned for event in paid),
        )
