"""Authorisation of outlets and paying entities by the office."""

from __future__ import annotations

from novamas.errors import NovamasError, quoted
from novamas.law import Frame, law
from novamas.pools.lototrot.setup import SLUG, law_of
from novamas.pools.payment_terms import CENTRAL, PaidAt
from novamas.store import ReadTransaction

AUTHORISED, REVOKED = "authorised", "revoked"
ENTITY = "entity"  # pays prizes like the central office, and sells nothing


def outlet_subject(outlet: str) -> str:
    """Return the subject under which the store records whether an outlet is authorised."""
    return f"{SLUG}/outlet/{outlet}"


@law("IB05.14.I.6.2")
def check_outlet(books: ReadTransaction, outlet: str, frame: Frame) -> None:
    """Raise if the outlet is not authorised, because a bet registered there would not be valid."""
    if books.state(outlet_subject(outlet)) != AUTHORISED:
        raise unknown_outlet(outlet, frame)


@law("IB05.14.III.10.10-2.3", "IB05.14.III.10.10-2.4")
def place_of_payment(books: ReadTransaction, place: str, frame: Frame) -> PaidAt:
    """Return whether a place pays as an outlet or as the central office. Raise if it may not pay."""
    if place == CENTRAL or books.state(outlet_subject(place)) == ENTITY:
        return "office"
    check_outlet(books, place, frame)
    return "outlet"


def unknown_outlet(outlet: str, frame: Frame) -> NovamasError:
    """Return the error for an outlet that is not authorised."""
    return NovamasError("outlet_not_authorised", clause=law_of(frame).ticket.outside, given=quoted(outlet))
