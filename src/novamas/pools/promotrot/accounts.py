"""Which money of an issue moves when, from which account to which.

What is played goes into the takings of the issue. When a prize is uncovered, it goes from there to the
prizes that are owed, whoever comes for them; from there to the bearer of the voucher, to what things cost
where a thing is taken, or to the organiser where nobody came in time. When the issue ends, what is left of
the takings is the organiser's. Where early prizes are more than was played by then, the organiser lays out
the difference: it comes from outside as all money does, and is his again at the end. So at every moment
what was played and laid out is what was paid, is owed, went into things or is the organiser's, to the
céntimo.
"""

from __future__ import annotations

from novamas.law import law
from novamas.money import Cents
from novamas.store import PUBLIC, Transfer

OFFICE = "office/promotrot"  # the book of the central office
ORGANISER = "organiser/promotrot"
THINGS = "things/promotrot"  # what prizes in kind cost


def takings(issue: str) -> str:
    """The account of what was played and nobody has won yet."""
    return f"takings/promotrot/{issue}"


def prizes(issue: str) -> str:
    """The account of prizes that were won and not paid yet."""
    return f"prizes/promotrot/{issue}"


@law("IB05.15.IIbis.2.1")
def sold(issue: str, price: Cents) -> tuple[Transfer, ...]:
    """A ticket is bought for its price."""
    return (Transfer(PUBLIC, takings(issue), price),)


def won(issue: str, cents: Cents) -> tuple[Transfer, ...]:
    """A prize is uncovered, in cash or at its market price."""
    return (Transfer(takings(issue), prizes(issue), cents),)


def laid_out(issue: str, cents: Cents) -> tuple[Transfer, ...]:
    """The organiser lays out what a prize is more than what lies there."""
    return (Transfer(PUBLIC, takings(issue), cents),)


@law("IB05.15.IIbis.6.6-4.1", "IB05.15.IIbis.6.6-5.2")
def paid(issue: str, cents: Cents) -> tuple[Transfer, ...]:
    """A prize is paid in money to whoever bears the voucher."""
    return (Transfer(prizes(issue), PUBLIC, cents),)


@law("IB05.15.IIbis.6.6-5.1")
def exchanged(issue: str, cents: Cents) -> tuple[Transfer, ...]:
    """A voucher is exchanged for a thing, which cost its market price."""
    return (Transfer(prizes(issue), THINGS, cents),)


@law("IB05.15.IIbis.6.6-7.1")
def unclaimed(issue: str, cents: Cents) -> tuple[Transfer, ...]:
    """What nobody claimed in time is the organiser's."""
    return (Transfer(prizes(issue), ORGANISER, cents),)


@law("IB05.15.IIbis.5.5-1.2")
def rest(issue: str, cents: Cents) -> tuple[Transfer, ...]:
    """What is left when the issue has ended is the organiser's; there may be nothing."""
    return (Transfer(takings(issue), ORGANISER, cents),) if cents else ()
