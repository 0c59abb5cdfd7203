"""Vouchers: their content, the last day and place of payment, and prizes in kind."""

from __future__ import annotations

from datetime import date
from typing import Literal

import msgspec

from novamas.errors import NovamasError
from novamas.law import law
from novamas.money import Cents
from novamas.pools.payment_terms import PaidAt
from novamas.pools.promotrot.issues import Issue, Prize
from novamas.pools.promotrot.setup import Law

Takes = Literal["money", "thing"]


@law("IB05.15.IIbis.6.6-3.1", "IB05.15.IIbis.6.6-5.1", "IB05.15.IIbis.6.6-6.1")
class Voucher(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The voucher that a terminal prints for a win. It bears no name, and its bearer is paid."""

    issue: str
    ticket: int
    on: date
    outlet: str
    establishment: str  # identifies the selling place
    prize: str
    cents: Cents  # the prize in cash, or the market price of the thing
    thing: str = ""

    @property
    def is_in_kind(self) -> bool:
        """Whether the voucher is for a prize in kind."""
        return bool(self.thing)


def voucher_of(issue: Issue, ticket: int, prize: Prize, on: date, outlet: str, establishment: str) -> Voucher:
    """Return the voucher for a prize that was uncovered on this day in this establishment."""
    return Voucher(
        issue=issue.code,
        ticket=ticket,
        on=on,
        outlet=outlet,
        establishment=establishment,
        prize=prize.name,
        cents=prize.cents,
        thing=prize.thing,
    )


@law("IB05.15.IIbis.6.6-6.1")
def last_day(voucher: Voucher, held: Law) -> date:
    """Return the last day on which a voucher is paid or exchanged."""
    return held.term.last_day(voucher.on)


def clause_of_payment(voucher: Voucher, held: Law, place: PaidAt, on: date, takes: Takes) -> str:
    """Return the clause under which a voucher is paid or exchanged. Raise if that is not allowed here now."""
    held.term.check(voucher.on, on)
    if takes == "thing":
        return _exchange(voucher, held, place)
    return _payment(voucher, held, place)


@law("IB05.15.IIbis.6.6-5.1")
def _exchange(voucher: Voucher, held: Law, place: PaidAt) -> str:
    """Return the clause under which the central office exchanges a voucher for a prize in kind.

    Raise if the prize is money, or at any other place.
    """
    if not voucher.is_in_kind:
        raise NovamasError("prize_is_money", clause=held.prize.nature, cents=voucher.cents)
    if place != "office":
        raise NovamasError("thing_only_at_office", clause=held.in_kind.exchanged, thing=voucher.thing)
    return held.in_kind.exchanged


@law("IB05.15.IIbis.6.6-4.1", "IB05.15.IIbis.6.6-4.2", "IB05.15.IIbis.6.6-5.2")
def _payment(voucher: Voucher, held: Law, place: PaidAt) -> str:
    """Return the clause under which a place pays a voucher in money.

    This includes a prize in kind if the winner prefers money. Raise if the place may not pay this amount.
    """
    held.places.check(place, voucher.cents)
    return held.in_kind.money if voucher.is_in_kind else held.voucher.checked
