"""Transfers of an issue's money, from account to account.

Stakes go into the takings of the issue. When a prize is uncovered, its amount goes from the takings to
the prizes owed, even if it is never claimed. From there it goes to the bearer of the voucher, to the cost
of a prize in kind, or to the organiser if it was not claimed in time. When the issue ends, the organiser
gets the rest of the takings. If early prizes exceed the takings so far, the organiser advances the
difference. The advance comes from outside like all money, and returns to the organiser at the end. At any
time, stakes plus advances equal, to the céntimo, the money that was paid, is owed, was spent on prizes in
kind, belongs to the organiser or is still in the takings.
"""

from __future__ import annotations

from novamas.law import law
from novamas.money import Cents
from novamas.store import PUBLIC, Transfer

OFFICE = "office/promotrot"  # the book of the central office
ORGANISER = "organiser/promotrot"
THINGS = "things/promotrot"  # cost of prizes in kind


def takings(issue: str) -> str:
    """Return the account of the stakes that no prize has used yet."""
    return f"takings/promotrot/{issue}"


def prizes(issue: str) -> str:
    """Return the account of the prizes that were won and not yet paid."""
    return f"prizes/promotrot/{issue}"


@law("IB05.15.IIbis.2.1")
def sold(issue: str, price: Cents) -> tuple[Transfer, ...]:
    """Return the transfer for a ticket that is bought at its price."""
    return (Transfer(PUBLIC, takings(issue), price),)


def won(issue: str, cents: Cents) -> tuple[Transfer, ...]:
    """Return the transfer for a prize that is uncovered, in cash or in kind at its market price."""
    return (Transfer(takings(issue), prizes(issue), cents),)


def laid_out(issue: str, cents: Cents) -> tuple[Transfer, ...]:
    """Return the transfer by which the organiser advances money for a prize."""
    return (Transfer(PUBLIC, takings(issue), cents),)


@law("IB05.15.IIbis.6.6-4.1", "IB05.15.IIbis.6.6-5.2")
def paid(issue: str, cents: Cents) -> tuple[Transfer, ...]:
    """Return the transfer for a prize that is paid in money to the bearer of the voucher."""
    return (Transfer(prizes(issue), PUBLIC, cents),)


@law("IB05.15.IIbis.6.6-5.1")
def exchanged(issue: str, cents: Cents) -> tuple[Transfer, ...]:
    """Return the transfer for a voucher that is exchanged for a prize in kind at its market price."""
    return (Transfer(prizes(issue), THINGS, cents),)


@law("IB05.15.IIbis.6.6-7.1")
def unclaimed(issue: str, cents: Cents) -> tuple[Transfer, ...]:
    """Return the transfer of prizes to the organiser because they were not claimed in time."""
    return (Transfer(prizes(issue), ORGANISER, cents),)


@law("IB05.15.IIbis.5.5-1.2")
def rest(issue: str, cents: Cents) -> tuple[Transfer, ...]:
    """Return the transfer of the remaining takings to the organiser when the issue ends, if any remain."""
    return (Transfer(takings(issue), ORGANISER, cents),) if cents else ()
