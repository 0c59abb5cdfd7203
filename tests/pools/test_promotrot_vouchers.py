"""Vouchers: their text, the term and place of payment, and their value."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from tests.pools.promotrot import pre_drawn

from novamas.errors import NovamasError
from novamas.pools.payment_terms import PaidAt
from novamas.pools.promotrot.issues import Prize
from novamas.pools.promotrot.setup import Law, frame_now, law_of
from novamas.pools.promotrot.vouchers import Takes, Voucher, clause_of_payment, last_day, voucher_of

DAY = date(2026, 1, 31)


@pytest.fixture
def law() -> Law:
    return law_of(frame_now())


def voucher(cents: int, thing: str = "") -> Voucher:
    prize = Prize("premio", 1, cents, thing)
    return voucher_of(pre_drawn(), 7, prize, DAY, "palma-1", "Bar Trot, Palma")


def paid(
    law: Law, one: Voucher, place: PaidAt = "outlet", on: date = DAY, takes: Takes = "money"
) -> tuple[str, str | None]:
    try:
        return "paid", clause_of_payment(one, law, place, on, takes)
    except NovamasError as error:
        return error.code, error.clause


@pytest.mark.law("IB05.15.IIbis.6.6-3.1")
def test_a_voucher_bears_day_establishment_and_amount_or_nature() -> None:
    cash, thing = voucher(500), voucher(30_000, "una silla")
    assert (cash.on, cash.establishment, cash.cents) == (DAY, "Bar Trot, Palma", 500)
    assert (thing.prize, thing.thing) == ("premio", "una silla")


@pytest.mark.law("IB05.15.IIbis.6.6-5.1")
def test_a_voucher_in_kind_bears_its_equivalent_and_is_exchanged_at_the_office(law: Law) -> None:
    won = voucher(30_000, "una silla")
    assert won.cents == 30_000
    assert paid(law, won, "office", takes="thing") == ("paid", "IB05.15.IIbis.6.6-5.1")
    assert paid(law, won, "outlet", takes="thing") == ("thing_only_at_office", "IB05.15.IIbis.6.6-5.1")
    assert paid(law, voucher(500), "office", takes="thing")[0] == "prize_is_money"


@pytest.mark.law("IB05.15.IIbis.6.6-5.2")
def test_the_winner_may_always_choose_money(law: Law) -> None:
    assert paid(law, voucher(30_000, "una silla"), "office") == ("paid", "IB05.15.IIbis.6.6-5.2")
    assert paid(law, voucher(12_000, "una manta"), "outlet") == ("paid", "IB05.15.IIbis.6.6-5.2")


@pytest.mark.law("IB05.15.IIbis.6.6-4.1")
def test_cash_is_paid_at_once_by_the_establishment_or_at_the_office(law: Law) -> None:
    assert paid(law, voucher(12_000)) == ("paid", "IB05.15.IIbis.6.6-4.1")
    assert paid(law, voucher(12_000), "office") == ("paid", "IB05.15.IIbis.6.6-4.1")


@pytest.mark.law("IB05.15.IIbis.6.6-4.2")
def test_prizes_are_paid_by_their_amount(law: Law) -> None:
    assert paid(law, voucher(29_999))[0] == "paid"
    assert paid(law, voucher(30_000)) == ("only_office_pays", "IB05.14.III.10.10-2.4")
    assert paid(law, voucher(30_000), "office")[0] == "paid"
    assert law.places.clause_for(12_000) == law.places.at_outlets
    assert law.places.clause_for(12_001) == law.places.at_either


@pytest.mark.law("IB05.15.IIbis.6.6-6.1")
def test_a_voucher_lapses_thirty_calendar_days_after_its_issue(law: Law) -> None:
    one = voucher(500)
    assert last_day(one, law) == date(2026, 3, 2)
    assert paid(law, one, on=DAY + timedelta(days=30))[0] == "paid"
    for takes in ("money", "thing"):
        late = paid(law, voucher(500, "x"), "office", DAY + timedelta(days=31), takes)
        assert late == ("claim_lapsed", "IB05.15.IIbis.6.6-6.1")


@pytest.mark.law("IB05.15.IIbis.6.6-6.1")
def test_a_voucher_names_nobody() -> None:
    fields = {"issue", "ticket", "on", "outlet", "establishment", "prize", "cents", "thing"}
    assert set(Voucher.__struct_fields__) == fields
