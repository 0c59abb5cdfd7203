"""Tickets of Lototrot are paid, are deposited and lapse according to the law."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from tests.pools.day_at_the_races import DAY, programme, rules
from tests.pools.office_with_day import NEXT, TORN, Races, refusal

from novamas.errors import NovamasError
from novamas.pools.codes import code_of
from novamas.pools.lototrot.days import account_of
from novamas.pools.lototrot.tickets import Ticket
from novamas.pools.payment_terms import CENTRAL


@pytest.mark.law("IB05.14.III.10.10-4.1")
def test_the_bearer_is_paid_once_wherever_he_goes(races: Races) -> None:
    ticket, other = races.sell(), races.sell()
    races.run()
    races.go_to(DAY + timedelta(days=1))
    paid = races.outlets.pay("inca-1", ticket.code, "p1")
    assert (paid.cents, paid.means) == (18, "cash")
    assert races.outlets.pay("inca-1", ticket.code, "p1") == paid  # asked again: the same, and no more money
    for place in ("palma-1", "inca-1", CENTRAL):
        assert refusal(lambda place=place: races.pay(ticket, place)) == (  # type: ignore[misc]
            "already_paid",
            "IB05.14.III.10.10-4.1",
        )
    with races.store.reading() as books:
        assert books.till("outlet/inca-1") == -18
        assert books.balance(account_of("prizes", DAY)) == 18
    with pytest.raises(NovamasError) as caught:
        races.outlets.pay("inca-1", other.code, "p1")
    assert caught.value.code == "key_reused"


@pytest.mark.law("IB05.14.III.10.10-3.1")
def test_nothing_is_paid_without_the_ticket(races: Races) -> None:
    assert refusal(lambda: races.outlets.pay(CENTRAL, " ", "p")) == (
        "no_ticket_presented",
        "IB05.14.III.10.10-3.1",
    )


@pytest.mark.law("IB05.14.II.3.1")
def test_a_ticket_of_another_day_or_altered_by_a_digit_is_told(races: Races) -> None:
    ticket = races.sell()
    races.run()
    races.go_to(DAY + timedelta(days=1))
    assert refusal(lambda: races.pay(ticket, day=NEXT)) == ("ticket_of_another_day", "IB05.14.II.3.1")
    for place, was in enumerate(ticket.code):
        if was.isdigit():
            altered = ticket.code[:place] + str((int(was) + 1) % 10) + ticket.code[place + 1 :]
            code, clause = refusal(lambda altered=altered: races.outlets.pay(CENTRAL, altered, "p"))  # type: ignore[misc]
            assert code in ("code_altered", "code_unreadable")
            assert clause == "IB05.14.II.3.1"
    guessed = str(code_of("palma-1", 1, bytes(32)))  # its check character is right, its digits are not
    assert refusal(lambda: races.outlets.pay(CENTRAL, guessed, "p")) == ("code_altered", "IB05.14.II.3.1")
    assert races.pay(ticket) == 18


@pytest.mark.law("IB05.14.III.1.1-5.1")
def test_the_organisers_data_prevail_over_what_is_printed(races: Races) -> None:
    losing = races.sell("2/2/2/2/2/2/2")
    races.run()
    races.go_to(DAY + timedelta(days=1))
    assert races.outlets.ticket(losing.code).forecast == "2/2/2/2/2/2/2"  # whatever the paper says now
    assert refusal(lambda: races.pay(losing)) == ("nothing_won", "IB05.14.I.4.2")


@pytest.mark.law("IB05.14.III.10.10-2.4", "IB05.14.III.10.10-6.1")
def test_large_prizes_are_paid_at_the_office_and_by_cheque(races: Races) -> None:
    races.outlets.sell_many("palma-1", DAY, ["1,2/1,2/1,2/1,2/1,2/1,2/3"] * 156)  # 64 columns each, no 7/7
    ticket = races.sell()  # 9,985 €: 30 % of 60 % are 1,797.30 €
    races.run()
    races.go_to(DAY + timedelta(days=1))
    assert refusal(lambda: races.pay(ticket, "palma-1"))[0] == "only_office_pays"
    assert refusal(lambda: races.pay(ticket))[0] == "cheque_needs_name"
    paid = races.outlets.pay(CENTRAL, ticket.code, "p", payee="Joana Mas")
    assert (paid.cents, paid.means, paid.payee) == (1797_30, "cheque", "Joana Mas")


def decided(races: Races, ticket: Ticket) -> int:
    return races.outlets.decide(ticket.code, legitimate=True, by="A. Vich").cents


@pytest.mark.law("IB05.14.III.10.10-3.3", "IB05.14.III.10.10-5.2")
def test_a_damaged_ticket_is_deposited_and_controlled_after_the_term(races: Races) -> None:
    torn, forged = races.sell(), races.sell()
    races.run()
    races.go_to(DAY + timedelta(days=1))
    assert refusal(lambda: races.pay(torn, damage=TORN))[0] == "ticket_damaged"
    for ticket in (torn, forged):
        races.outlets.deposit("inca-1", ticket.code, TORN, races.key())
    assert refusal(lambda: races.pay(torn)) == ("is_deposited", "IB05.14.III.10.10-5.2")
    assert refusal(lambda: decided(races, torn)) == ("control_too_early", "IB05.14.III.10.10-5.2")
    races.go_to(date(2026, 12, 21))
    assert races.office.lapse(DAY) == 0  # what is deposited does not lapse
    assert decided(races, torn) == 18
    races.outlets.decide(forged.code, legitimate=False, by="A. Vich")
    assert refusal(lambda: decided(races, torn)) == ("not_deposited", "IB05.14.III.10.10-5.2")
    with races.store.reading() as books:
        assert books.balance(account_of("deposits", DAY)) == 0
        assert books.balance(account_of("lapsed", DAY)) == 18


# ---------------------------------------------------------------- unclaimed prizes


@pytest.mark.law("IB05.14.III.10.10-7.1")
def test_unclaimed_prizes_go_to_the_seven_of_the_day_after_they_lapsed(races: Races) -> None:
    ticket = races.sell()
    races.run()
    assert refusal(lambda: races.office.lapse(DAY)) == ("still_to_be_claimed", "IB05.14.III.10.10-2.5")
    for day in (date(2026, 12, 20), date(2026, 12, 21)):  # the last day to claim, and the day after
        races.go_to(day - timedelta(days=1))
        races.office.open_day(programme(day), rules())
    races.go_to(date(2026, 12, 22))  # the office is late: both days are settled after the prizes lapsed
    assert refusal(lambda: races.pay(ticket)) == ("claim_lapsed", "IB05.14.III.10.10-2.6")
    races.run(date(2026, 12, 20), winner=2)
    with races.store.reading() as books:
        assert books.balance(account_of("prizes", DAY)) == 18
    races.run(date(2026, 12, 21), winner=2)
    found = races.office.day(date(2026, 12, 21)).settlement
    assert found is not None
    assert found.brought.seven == found.left.seven == 18
    with races.store.reading() as books:
        assert books.balance(account_of("prizes", DAY)) == books.balance(account_of("lapsed", DAY)) == 0
