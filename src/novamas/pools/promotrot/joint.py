"""Joint vouchers: one voucher for the prizes that a player won on a terminal, one game after another.

A joint voucher replaces the single vouchers, which are then no longer paid. Each prize still has its own
entry of payment, so reports and lapse count prizes as before.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

import msgspec

from novamas.errors import InvalidInput, NovamasError
from novamas.law import law
from novamas.money import Cents
from novamas.pools.codes import Code
from novamas.pools.promotrot.issues import Issue
from novamas.pools.promotrot.setup import SLUG
from novamas.pools.promotrot.vouchers import Voucher, last_day

FEWEST = 2  # vouchers that are joined


class Joint(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of a joint voucher's entry: the codes of the single vouchers."""

    issue: str
    vouchers: tuple[str, ...]


class JointVoucher(msgspec.Struct, frozen=True):
    """A joint voucher, as the terminal prints it."""

    code: str
    vouchers: tuple[Voucher, ...]
    cents: Cents
    last_day: date


def joined_subject(code: Code) -> str:
    """Return the subject under which the store records the joint voucher that replaced a single one."""
    return f"{SLUG}/joined/{code}"


def joint_voucher(code: str, vouchers: Sequence[Voucher], issue: Issue) -> JointVoucher:
    """Return the joint voucher that replaces these single vouchers."""
    last = min(last_day(one, issue.law) for one in vouchers)
    return JointVoucher(code, tuple(vouchers), sum(one.cents for one in vouchers), last)


@law("IB05.15.IIbis.6.6-3.1")
def check_together(outlet: str, vouchers: Sequence[Voucher], issues: Sequence[Issue]) -> None:
    """Raise if one voucher may not be issued for these prizes.

    All prizes must be of one issue, one day and this outlet. A prize in kind keeps its own voucher, because
    only the central office exchanges it.
    """
    clause = issues[0].law.voucher.issued
    for one in vouchers:
        if one.is_in_kind:
            raise NovamasError("in_kind_apart", clause=clause, thing=one.thing)
        if one.outlet != outlet:
            raise NovamasError("ticket_of_another_outlet", clause=clause, outlet=one.outlet)
    if len({(one.issue, one.on) for one in vouchers}) > 1:
        raise NovamasError("not_one_session", clause=clause)


def check_codes(codes: Sequence[str], clause: str) -> None:
    """Raise if there are too few codes to join, or if a code is given twice."""
    if len(set(codes)) < max(FEWEST, len(codes)):
        raise InvalidInput("too_few_to_join", clause=clause, fewest=FEWEST)
