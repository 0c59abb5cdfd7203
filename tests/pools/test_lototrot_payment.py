"""Payment of Lototrot prizes: time, place and means, to the céntimo and the day, and each refusal."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta

import pytest
from tests.pools.day_at_the_races import DAY, rules, told_in_three

from novamas.errors import NovamasError
from novamas.pools.lototrot.payment import (
    Claim,
    Damage,
    check_claim,
    check_control,
    check_deposit,
    first_day,
    last_day,
)
from novamas.pools.payment_terms import PaidAt

RULES = rules()
EURO = 100


def claim(
    *,
    cents: int = 10 * EURO,
    on: date = DAY + timedelta(days=1),
    place: PaidAt = "outlet",
    established: date = DAY,
    damage: tuple[Damage, ...] = (),
    payee: str = "",
) -> Claim:
    return Claim(DAY, established, on, place, cents, damage, payee)


def paid(one: Claim) -> str:
    return check_claim(one, RULES)


def refusal(act: Callable[[], object]) -> tuple[str, str | None]:
    with pytest.raises(NovamasError) as caught:
        act()
    told_in_three(caught.value)
    return caught.value.code, caught.value.clause


@pytest.mark.law("IB05.14.III.10.10-2.1")
def test_prizes_are_paid_from_the_day_after_the_day_bet_on() -> None:
    assert first_day(DAY, DAY) == date(2026, 11, 21)
    assert paid(claim(on=date(2026, 11, 21))) == "cash"
    assert refusal(lambda: paid(claim(on=DAY))) == ("paid_from", "IB05.14.III.10.10-2.1")


@pytest.mark.law("IB05.14.III.8.8-1.1")
def test_and_not_before_the_day_after_the_result_was_set() -> None:
    late = DAY + timedelta(days=1)
    assert refusal(lambda: paid(claim(established=late, on=late))) == ("paid_from", "IB05.14.III.8.8-1.1")
    assert paid(claim(established=late, on=late + timedelta(days=1))) == "cash"


@pytest.mark.law("IB05.14.III.10.10-2.5")
def test_thirty_days_count_from_the_day_after_the_result() -> None:
    # Results on 20 November: 21 November is the first day, 30 November the tenth, 20 December the thirtieth.
    assert last_day(DAY, RULES) == date(2026, 12, 20)
    assert paid(claim(on=date(2026, 12, 20))) == "cash"


@pytest.mark.law("IB05.14.III.10.10-2.6")
def test_after_them_every_right_has_lapsed() -> None:
    assert refusal(lambda: paid(claim(on=date(2026, 12, 21)))) == ("claim_lapsed", "IB05.14.III.10.10-2.6")
    assert refusal(lambda: paid(claim(on=date(2026, 12, 21), place="office")))[0] == "claim_lapsed"


@pytest.mark.law("IB05.14.III.10.10-2.2")
@pytest.mark.parametrize("cents", [1, 119_99, 120_00])
def test_up_to_120_euros_any_outlet_pays(cents: int) -> None:
    assert paid(claim(cents=cents)) == "cash"
    assert RULES.law.places.clause_for(cents) == "IB05.14.III.10.10-2.2"


@pytest.mark.law("IB05.14.III.10.10-2.3")
@pytest.mark.parametrize("cents", [120_01, 299_99])
@pytest.mark.parametrize("place", ["outlet", "office"])
def test_between_120_and_300_euros_outlet_or_office_pays(cents: int, place: PaidAt) -> None:
    assert paid(claim(cents=cents, place=place)) == "cash"
    assert RULES.law.places.clause_for(cents) == "IB05.14.III.10.10-2.3"


@pytest.mark.law("IB05.14.III.10.10-2.4")
@pytest.mark.parametrize("cents", [300_00, 300_01, 900_00])
def test_from_300_euros_only_the_office_pays(cents: int) -> None:
    assert refusal(lambda: paid(claim(cents=cents))) == ("only_office_pays", "IB05.14.III.10.10-2.4")
    assert paid(claim(cents=cents, place="office")) == "cash"


@pytest.mark.law("IB05.14.III.10.10-6.1")
def test_above_a_thousand_euros_a_cheque_is_made_out_to_somebody() -> None:
    assert paid(claim(cents=1000_00, place="office")) == "cash"
    assert paid(claim(cents=1000_01, place="office", payee="Joana Mas")) == "cheque"
    assert refusal(lambda: paid(claim(cents=1000_01, place="office"))) == (
        "cheque_needs_name",
        "IB05.14.III.10.10-6.1",
    )


@pytest.mark.law("IB05.14.III.10.10-3.2")
@pytest.mark.parametrize(
    "damage", ["marks", "omissions", "errors", "tears", "erasures", "amendments", "tampering"]
)
def test_a_ticket_with_marks_or_tears_is_not_paid(damage: Damage) -> None:
    found = refusal(lambda: paid(claim(damage=(damage,))))
    assert found == ("ticket_damaged", "IB05.14.III.10.10-3.2")


@pytest.mark.law("IB05.14.III.10.10-5.1")
def test_a_ticket_whose_stamped_signs_cannot_be_checked_is_not_paid() -> None:
    assert refusal(lambda: paid(claim(damage=("signs",)))) == ("signs_unreadable", "IB05.14.III.10.10-5.1")


@pytest.mark.law("IB05.14.III.10.10-3.3", "IB05.14.III.10.10-5.2")
def test_it_may_be_deposited_and_is_controlled_after_the_term() -> None:
    torn: tuple[Damage, ...] = ("tears",)
    unsigned: tuple[Damage, ...] = ("signs", "tears")
    assert check_deposit(torn, RULES) == "IB05.14.III.10.10-3.3"
    assert check_deposit(unsigned, RULES) == "IB05.14.III.10.10-5.2"
    assert refusal(lambda: check_deposit((), RULES)) == ("ticket_is_whole", "IB05.14.III.10.10-3.3")
    early = refusal(lambda: check_control(DAY, date(2026, 12, 20), RULES))
    assert early == ("control_too_early", "IB05.14.III.10.10-5.2")
    check_control(DAY, date(2026, 12, 21), RULES)


def test_what_has_won_nothing_is_not_paid() -> None:
    assert refusal(lambda: paid(claim(cents=0)))[0] == "nothing_won"
