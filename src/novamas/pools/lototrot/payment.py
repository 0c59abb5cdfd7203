"""Payment of tickets: the first and last day, the place, cash or cheque, and damaged tickets."""

from __future__ import annotations

from collections.abc import Collection
from datetime import date, timedelta
from typing import Literal

import msgspec

from novamas.errors import NovamasError
from novamas.law import law
from novamas.money import Cents
from novamas.pools.lototrot.setup import Rules
from novamas.pools.payment_terms import PaidAt

Means = Literal["cash", "cheque"]
Damage = Literal["marks", "omissions", "errors", "tears", "erasures", "amendments", "tampering", "signs"]


class Claim(msgspec.Struct, frozen=True):
    """A ticket as its bearer presents it: the date and place, the visible damage, and the prize."""

    day: date  # the day bet on
    established: date  # the day on which its last result was set
    on: date
    place: PaidAt
    cents: Cents
    damage: tuple[Damage, ...] = ()
    payee: str = ""  # the name on the cheque


@law("IB05.14.III.10.10-2.1", "IB05.14.III.8.8-1.1")
def first_day(day: date, established: date) -> date:
    """Return the first day of payment: the day after the races or, if that is later, after the result."""
    return max(day, established) + timedelta(days=1)


@law("IB05.14.III.10.10-2.5")
def last_day(established: date, rules: Rules) -> date:
    """Return the last day of payment: thirty calendar days, counted from the day after the result."""
    return rules.law.term.last_day(established)


@law(
    "IB05.14.III.8.8-1.1", "IB05.14.III.10.10-2.1-6", "IB05.14.III.10.10-3.2", "IB05.14.III.10.10-4.1",
    "IB05.14.III.10.10-5.1",
)  # fmt: skip
def check_claim(claim: Claim, rules: Rules) -> Means:
    """Return the means of payment for a claim. Raise if the ticket cannot be paid here and now, or at all."""
    check_damage(claim.damage, rules)
    check_term(claim, rules)
    rules.law.places.check(claim.place, claim.cents)
    return means_of(claim.cents, claim.payee, rules)


@law("IB05.14.III.8.8-1.1", "IB05.14.III.10.10-2.1", "IB05.14.III.10.10-2.5", "IB05.14.III.10.10-2.6")
def check_term(claim: Claim, rules: Rules) -> None:
    """Raise if a ticket is presented too early or too late, or has won nothing."""
    held = rules.law
    first = first_day(claim.day, claim.established)
    if claim.on < first:
        clause = held.payment.after_day if claim.on <= claim.day else held.payment.after_result
        raise NovamasError("paid_from", clause=clause, first=first)
    held.term.check(claim.established, claim.on)
    if not claim.cents:
        raise NovamasError("nothing_won", clause=held.sharing.takings)


@law("IB05.14.III.10.10-3.2", "IB05.14.III.10.10-5.1")
def check_damage(damage: Collection[Damage], rules: Rules) -> None:
    """Raise if a ticket is marked, torn or altered, or its printed signs cannot be checked."""
    held = rules.law.payment
    if "signs" in damage:
        raise NovamasError("signs_unreadable", clause=held.signs)
    if damage:
        raise NovamasError(
            "ticket_damaged", clause=held.marks, damage=tuple(f"damage_{each}" for each in damage)
        )


@law("IB05.14.III.10.10-6.1")
def means_of(cents: Cents, payee: str, rules: Rules) -> Means:
    """Return the means of payment: cash, or above the limit a cheque to a named payee."""
    held = rules.law.payment
    limit = held.cheque_above_euros * 100
    if cents <= limit:
        return "cash"
    if not payee.strip():
        raise NovamasError("cheque_needs_name", clause=held.means, cents=cents, limit=limit)
    return "cheque"


@law("IB05.14.III.10.10-3.3", "IB05.14.III.10.10-5.2")
def check_deposit(damage: Collection[Damage], rules: Rules) -> str:
    """Return the clause under which a damaged ticket may be deposited for a later examination.

    Raise if the ticket is undamaged, because such a ticket is paid at once.
    """
    held = rules.law.payment
    if not damage:
        raise NovamasError("ticket_is_whole", clause=held.deposit)
    return held.control if "signs" in damage else held.deposit


@law("IB05.14.III.10.10-5.2")
def check_control(established: date, on: date, rules: Rules) -> None:
    """Raise if the term of payment is not over. A deposited ticket is decided only after it."""
    last = last_day(established, rules)
    if on <= last:
        raise NovamasError("control_too_early", clause=rules.law.payment.control, last=last)
