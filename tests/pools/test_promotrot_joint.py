"""One voucher for several prizes won on a terminal."""

from __future__ import annotations

from datetime import date

import pytest
from tests.pools.test_promotrot_office import open_office, refused, sell_all, small, stands, winner
from tests.store.databases import Clock

from novamas.pools.payment_terms import CENTRAL
from novamas.pools.promotrot.entries import PlayedTicket
from novamas.pools.promotrot.office import Office
from novamas.pools.promotrot.outlets import Outlets
from novamas.pools.promotrot.plans import issue_of
from novamas.pools.promotrot.setup import frame_now
from novamas.store import Store


@pytest.fixture
def office(store: Store) -> Office:
    return open_office(store)


def wins(office: Office, cents: int = 400) -> list[PlayedTicket]:
    """Return three cash prizes and one in kind, won in one issue on one terminal on the same day."""
    rows: list[dict[str, object]] = [
        {"name": "oro", "times": 3, "cash": cents},
        {"name": "manta", "times": 1, "thing": "una manta"},
    ]
    rows[1]["market_price"] = 400
    price = 100 if cents < 1000 else 1000
    choices = {"kind": "presorteado", "tickets": (3 * cents + 400) * 4 // (3 * price), "price": price}
    issue = issue_of("two", "Two", choices, rows, frame_now())
    office.publish(issue)
    return [one for one in sell_all(office, issue) if one.voucher]


@pytest.mark.law("IB05.15.IIbis.6.6-3.1")
def test_one_voucher_is_issued_for_several_prizes(office: Office, store: Store) -> None:
    cash = [one.code for one in wins(office) if one.voucher and not one.voucher.thing]
    joint = Outlets(office).join("palma-1", cash, "j")
    assert (joint.cents, [one.prize for one in joint.vouchers]) == (1200, ["oro"] * 3)
    assert joint.last_day == date(2026, 12, 20)
    assert Outlets(office).join("palma-1", cash, "j") == joint  # the answer was lost
    for single in cash:
        with refused("voucher_joined", "IB05.15.IIbis.6.6-4.1"):
            Outlets(office).pay("palma-1", single, f"pay {single}")
    seen = Outlets(office).voucher(joint.code)
    assert (seen.paid, seen.voucher.cents, seen.together) == ("", 1200, joint.vouchers)
    paid = Outlets(office).pay("palma-1", joint.code, "p")
    assert (paid.voucher, paid.cents, paid.clause) == (joint.code, 1200, "IB05.15.IIbis.6.6-4.1")
    assert Outlets(office).pay("palma-1", joint.code, "p") == paid
    for place in ("palma-1", "inca-1", CENTRAL):
        with refused("voucher_paid", "IB05.15.IIbis.6.6-4.1"):
            Outlets(office).pay(place, joint.code, "again")
    assert Outlets(office).voucher(joint.code).paid == "outlet/palma-1"
    found = stands(store, "two")
    assert (found.paid, found.owed) == (1200, 400)


@pytest.mark.law("IB05.15.IIbis.6.6-3.1")
def test_only_cash_prizes_of_one_session_are_joined(office: Office, store: Store, clock: Clock) -> None:
    won = wins(office)
    cash = [one.code for one in won if one.voucher and not one.voucher.thing]
    thing = next(one.code for one in won if one.voucher and one.voucher.thing)
    join = Outlets(office).join
    for too_few in ([], cash[:1], [cash[0], cash[0]]):
        with refused("too_few_to_join", "IB05.15.IIbis.6.6-4.1"):
            join("palma-1", too_few, "few")
    with refused("in_kind_apart", "IB05.15.IIbis.6.6-3.1"):
        join("palma-1", [cash[0], thing], "thing")
    with refused("ticket_of_another_outlet", "IB05.15.IIbis.6.6-3.1"):
        join("inca-1", cash, "elsewhere")
    other = winner(office, small(), "oro")
    with refused("not_one_session", "IB05.15.IIbis.6.6-3.1"):
        join("palma-1", [cash[0], other], "other issue")
    Outlets(office).pay(CENTRAL, cash[0], "p")
    with refused("voucher_paid", "IB05.15.IIbis.6.6-4.1"):
        join("palma-1", cash, "paid")
    joint = join("palma-1", cash[1:], "k")
    with refused("prize_is_money", "IB05.15.IIbis.6.6-2.1"):
        Outlets(office).pay(CENTRAL, joint.code, "t", takes="thing")
    clock.go(days=40)
    with refused("claim_lapsed", "IB05.15.IIbis.6.6-6.1"):
        Outlets(office).pay(CENTRAL, joint.code, "late")


@pytest.mark.law("IB05.15.IIbis.6.6-3.1", "IB05.15.IIbis.6.6-4.2")
def test_what_an_outlet_may_pay_is_held_against_the_sum(office: Office) -> None:
    cash = [one.code for one in wins(office, 20_000) if one.voucher and not one.voucher.thing]
    joint = Outlets(office).join("palma-1", cash, "j")
    with refused("only_office_pays", "IB05.14.III.10.10-2.4"):
        Outlets(office).pay("palma-1", joint.code, "p")
    assert Outlets(office).pay(CENTRAL, joint.code, "p").cents == 60_000


@pytest.mark.law("IB05.15.IIbis.6.6-3.1")
def test_prizes_of_two_days_are_not_joined(office: Office, clock: Clock) -> None:
    choices = {"kind": "presorteado", "tickets": 4, "price": 100}
    issue = issue_of("all", "All", choices, [{"name": "oro", "times": 4, "cash": 75}], frame_now())
    office.publish(issue)
    codes = []
    for day in range(2):
        sold = Outlets(office).sell("palma-1", "all", 100, f"day {day}")
        codes.append(Outlets(office).play("palma-1", sold.code, 1).code)
        clock.go(days=1)
    with refused("not_one_session", "IB05.15.IIbis.6.6-3.1"):
        Outlets(office).join("palma-1", codes, "j")
