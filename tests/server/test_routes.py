"""Both pools over HTTP: sales, plays, payments, the office. Bad input gets one sentence."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from tests.pools.day_at_the_races import DAY
from tests.pools.promotrot import PRE_DRAWN
from tests.server.conftest import BET, RIGHT, TICKET, System

from novamas.server.error_responses import language_of
from novamas.server.pools.terminals import give_token, revoke_tokens

SALES = "/lototrot/outlets/palma-1/sales"
PAYMENTS = "/lototrot/outlets/palma-1/payments"
NOBODYS = "PALMA-1-1-AAAAAAAAAAA"
TICKETS = "/promotrot/outlets/palma-1/sales"


def test_a_terminal_is_told_who_it_is(untouched: System) -> None:
    assert untouched.done("GET", "/terminal") == {"outlet": "palma-1", "may": ["sell", "pay"]}
    assert untouched.done("GET", "/terminal", who="office") == {"outlet": "office", "may": ["pay", "office"]}


# ---------------------------------------------------------------- Lototrot


@pytest.mark.law("IB05.14.II.1.1", "IB05.14.III.1.1-5.1")
def test_a_bet_is_registered_and_shown_again(system: System) -> None:
    ticket = system.done("POST", SALES, BET, key="one")
    assert ticket["forecast"] == RIGHT
    assert ticket["cents"] == 100
    assert system.done("GET", f"/lototrot/tickets/{ticket['code']}", who="inca-2") == ticket
    assert system.done("POST", SALES, BET, key="one") == ticket
    assert system.done("POST", SALES, BET, key="two")["code"] != ticket["code"]
    assert system.refused("POST", SALES, {**BET, "paid": 200, "forecast": "1,2/1/1/1/1/1/1"}, key="one") == (
        409,
        "key_reused",
        None,
    )


def test_a_day_is_shown_as_outlets_display_it(untouched: System) -> None:
    shown = untouched.done("GET", f"/lototrot/days/{DAY}")
    assert shown["state"] == "open"
    assert shown["price"] == 100
    assert len(shown["programme"]["races"]) == 7


def test_prizes_are_paid_where_the_law_has_them_paid(system: System) -> None:
    tickets = [system.done("POST", SALES, {**BET, "forecast": each}) for each in (RIGHT, "2/2/2/2/2/2/2")]
    system.settle()
    code = tickets[0]["code"]
    won = system.done("GET", f"/lototrot/tickets/{code}/won")["cents"]
    assert won > 0
    paid = system.done("POST", PAYMENTS, {"code": code}, key="pay")
    assert paid["cents"] == won
    assert system.done("POST", PAYMENTS, {"code": code}, key="pay") == paid
    assert system.refused("POST", PAYMENTS, {"code": code}) == (422, "already_paid", "IB05.14.III.10.10-4.1")
    office = "/lototrot/outlets/office/payments"
    assert system.refused("POST", office, {"code": code}, who="office")[1] == "already_paid"
    assert system.refused("POST", PAYMENTS, {"code": tickets[1]["code"]})[1] == "nothing_won"


def test_the_office_runs_a_day(system: System) -> None:
    system.done("POST", SALES, BET)
    day = f"/lototrot/days/{DAY}"
    system.clock.now += timedelta(hours=9)
    started = "2026-11-20T16:00:00+01:00"
    assert system.done("POST", f"{day}/close", {"started": started}, who="office")["late"] == []
    system.done("POST", f"{day}/withdrawals", {"race": 1, "number": 8}, who="office")
    for race in range(1, 7):
        system.done("POST", f"{day}/results", {"race": race, "winners": [1]}, who="office")
    system.done("POST", f"{day}/declarations", {"cause": "suspended"}, who="office")
    drawn = system.done("POST", f"{day}/draws", {"race": 7, "controller": "Maria Ferrer"}, who="office")
    assert drawn["winner"] in range(1, 9)
    settled = system.done("POST", f"{day}/settlement", who="office")
    assert settled["takings"] == 100
    assert all(step["clause"] for step in settled["steps"])
    system.done("POST", f"{day}/order", who="office")
    assert system.done("GET", f"{day}/report", who="office")["state"] == "paying"
    assert system.done("GET", "/lototrot/accounts", who="office")["days"] == [["2026-11-20", "paying"]]
    assert system.refused("POST", f"{day}/lapse", who="office")[1] == "still_to_be_claimed"


def test_a_damaged_ticket_is_deposited_and_decided(system: System) -> None:
    ticket = system.done("POST", SALES, BET)
    system.settle()
    deposit = {"code": ticket["code"], "damage": ["tears"]}
    kept = system.done("POST", "/lototrot/outlets/palma-1/deposits", deposit)
    assert kept["cents"] > 0
    system.clock.now += timedelta(days=40)
    decision = {"code": ticket["code"], "legitimate": True, "by": "Joan Riera"}
    assert system.done("POST", "/lototrot/decisions", decision, who="office")["cents"] == kept["cents"]


# ---------------------------------------------------------------- Promotrot


def test_a_ticket_is_bought_played_and_its_voucher_paid(system: System) -> None:
    assert system.done("GET", "/promotrot/issues/herradura-1")["price"] == 100
    won = None
    while won is None:
        ticket = system.done("POST", TICKETS, TICKET)
        assert system.done("POST", TICKETS, TICKET, key=f"key-{system.keys}") == ticket
        act = {"ticket": ticket["code"], "act": 5}
        played = system.done("POST", "/promotrot/outlets/palma-1/plays", act)
        assert system.done("POST", "/promotrot/outlets/palma-1/plays", act) == played
        won = played if played["voucher"] and not played["voucher"]["thing"] else None
    assert system.done("GET", f"/promotrot/vouchers/{won['code']}")["paid"] == ""
    payment = {"voucher": won["code"]}
    paid = system.done("POST", "/promotrot/outlets/inca-2/payments", payment, who="inca-2", key="p")
    assert paid["cents"] == won["voucher"]["cents"]
    assert system.done("POST", "/promotrot/outlets/inca-2/payments", payment, who="inca-2", key="p") == paid
    assert system.refused("POST", "/promotrot/outlets/palma-1/payments", payment) == (
        422,
        "voucher_paid",
        "IB05.15.IIbis.6.6-4.1",
    )


def test_the_office_publishes_and_ends_an_issue(system: System) -> None:
    plan = PRE_DRAWN.replace("herradura-1", "herradura-2")
    published = system.done("POST", "/promotrot/issues", {"plan": plan}, who="office")
    system.done("POST", TICKETS, {**TICKET, "issue": "herradura-2"})
    assert system.done("POST", "/promotrot/issues/herradura-2/lapse", who="office")["vouchers"] == 0
    assert system.done("POST", "/promotrot/issues/herradura-2/end", who="office")["sold"] == 1
    assert system.done("GET", "/promotrot/issues/herradura-2/check", who="office")["tickets"] == 1
    standing = system.done("GET", "/promotrot/issues/herradura-2/report", who="office")
    assert standing["commitment"] == published["commitment"]


def test_a_key_of_one_pool_is_not_taken_for_one_of_the_other(system: System) -> None:
    system.done("POST", SALES, BET, key="same")
    assert system.refused("POST", TICKETS, TICKET, key="same")[:2] == (409, "key_reused")
    system.done("POST", TICKETS, TICKET, key="other")
    assert system.refused("POST", SALES, BET, key="other")[:2] == (409, "key_reused")


def test_nor_is_the_key_of_a_payment(system: System) -> None:
    ticket = system.done("POST", SALES, BET)
    vouchers: list[str] = []
    while len(vouchers) < 2:
        bought = {"ticket": system.done("POST", TICKETS, TICKET)["code"], "act": 1}
        played = system.done("POST", "/promotrot/outlets/palma-1/plays", bought)
        vouchers += [played["code"]] if played["voucher"] and not played["voucher"]["thing"] else []
    system.settle()
    system.done("POST", PAYMENTS, {"code": ticket["code"]}, key="lototrot")
    pay = "/promotrot/outlets/palma-1/payments"
    for voucher in vouchers:
        assert system.refused("POST", pay, {"voucher": voucher}, key="lototrot")[:2] == (409, "key_reused")
    system.done("POST", pay, {"voucher": vouchers[0]}, key="promotrot")
    for key in ("lototrot", "promotrot"):
        found = system.refused("POST", pay, {"voucher": vouchers[1], "takes": "thing"}, key=key)
        assert found[1] in ("key_reused", "prize_is_money")
    assert system.refused("POST", pay, {"voucher": vouchers[0]}, key="lototrot")[1] == "key_reused"
    again = {"code": ticket["code"]}
    assert system.refused("POST", PAYMENTS, again, key="promotrot")[:2] == (409, "key_reused")


# ---------------------------------------------------------------- bad input


BAD: list[tuple[str, str, Any, str, int, str, str | None]] = [
    ("POST", SALES, {**BET, "paid": 99}, "palma-1", 422, "price_not_paid", "IB05.14.III.10.10-1.1"),
    (
        "POST",
        "/lototrot/outlets/inca-2/sales",
        BET,
        "palma-1",
        403,
        "token_of_another_outlet",
        "IB05.14.I.6.2",
    ),
    (
        "POST",
        "/promotrot/outlets/inca-2/sales",
        TICKET,
        "palma-1",
        403,
        "token_of_another_outlet",
        "IB05.15.IIbis.2.1",
    ),
    (
        "POST",
        "/lototrot/outlets/office/payments",
        {"code": "x"},
        "palma-1",
        403,
        "token_of_another_outlet",
        "IB05.14.I.6.2",
    ),
    ("POST", PAYMENTS, {"code": "x"}, "seller", 403, "token_may_not", "IB05.14.I.6.2"),
    ("POST", f"/lototrot/days/{DAY}/order", None, "palma-1", 403, "token_may_not", "IB05.14.I.6.2"),
    (
        "GET",
        "/lototrot/tickets/PALMA-1-1-AAAAAAAAAAA",
        None,
        "palma-1",
        422,
        "code_altered",
        "IB05.14.II.3.1",
    ),
    (
        "GET",
        f"/promotrot/vouchers/{NOBODYS}",
        None,
        "palma-1",
        422,
        "code_altered",
        "IB05.15.IIbis.6.6-4.1",
    ),
    ("GET", "/lototrot/tickets/hola", None, "palma-1", 400, "code_unreadable", "IB05.14.II.3.1"),
    ("GET", "/lototrot/days/mañana", None, "palma-1", 400, "unreadable_day", None),
    ("GET", "/lototrot/days/2026-12-01", None, "palma-1", 404, "no_such_pool_day", "IB05.14.III.5.5-1.1"),
    ("GET", "/promotrot/issues/nada", None, "palma-1", 404, "issue_unknown", "IB05.15.IIbis.2.1"),
    ("POST", SALES, {**BET, "extra": 1}, "palma-1", 400, "request_field", None),
    ("POST", SALES, {**BET, "paid": "1 €"}, "palma-1", 400, "request_field", None),
    ("POST", SALES, {**BET, "paid": 10**30}, "palma-1", 400, "request_field", None),
    ("POST", SALES, [], "palma-1", 400, "request_unreadable", None),
    ("POST", SALES, None, "palma-1", 400, "request_unreadable", None),
    ("POST", SALES, {**BET, "forecast": "1" * 300_000}, "palma-1", 413, "request_too_large", None),
    ("DELETE", SALES, None, "palma-1", 405, "no_such_method", None),
    ("GET", "/lototrot/nada", None, "palma-1", 404, "no_such_route", None),
    (
        "POST",
        "/lototrot/days",
        {"programme": 'day = 2026-12-01\nprice = "7 €"\nraces = []'},
        "office",
        422,
        "faulty",
        "IB05.14.III.2.1",
    ),
    (
        "POST",
        f"/lototrot/days/{DAY}/results",
        {"race": 1, "winners": [1]},
        "office",
        422,
        "day_still_open",
        "IB05.14.III.4.1",
    ),
]


@pytest.mark.parametrize(
    ("method", "path", "body", "who", "status", "code", "clause"),
    BAD,
    ids=[f"{code}-{number}" for number, (*_, code, _clause) in enumerate(BAD)],
)
def test_bad_input_gets_one_sentence_with_its_clause_and_enters_nothing(
    untouched: System, method: str, path: str, body: Any, who: str, status: int, code: str, clause: str | None
) -> None:
    assert untouched.refused(method, path, body, who=who) == (status, code, clause)


def test_every_fault_of_a_programme_is_told(untouched: System) -> None:
    without_runner = 'day = 2026-12-01\nprice = "7 €"\ncloses = 2026-12-01T16:00:00\n' + "\n".join(
        f'[[races]]\nracecourse = "Maó"\nnumber = {n}\nstarts = 2026-12-01T16:00:00\nhorses = []'
        for n in range(1, 8)
    )
    answer = untouched.ask("POST", "/lototrot/days", {"programme": without_runner}, who="office").json()
    assert answer["error"]["code"] == "faulty"
    fixed = {"programme": without_runner.replace("7 €", "1 €")}
    answer = untouched.ask("POST", "/lototrot/days", fixed, who="office").json()
    assert {"race_without_runner", "not_approved"} <= {one["code"] for one in answer["error"]["faults"]}


@pytest.mark.law("IB05.14.III.5.5-3.3")
def test_results_come_once_and_a_ticket_is_of_its_day(system: System) -> None:
    ticket = system.done("POST", SALES, BET)
    system.settle()
    result = {"race": 1, "winners": [2]}
    assert (
        system.refused("POST", f"/lototrot/days/{DAY}/results", result, who="office")[1] == "day_is_settled"
    )
    payment = {"code": ticket["code"], "day": "2026-11-21"}
    assert system.refused("POST", PAYMENTS, payment) == (422, "ticket_of_another_day", "IB05.14.II.3.1")


@pytest.mark.law("IB05.14.III.5.5-4.5-4-2.1")
def test_a_day_of_which_no_race_was_held_is_closed_without_a_start(system: System) -> None:
    system.done("POST", SALES, BET)
    day = f"/lototrot/days/{DAY}"
    system.clock.now += timedelta(hours=9)
    declaration = {"cause": "not_held"}
    assert system.refused("POST", f"{day}/declarations", declaration, who="office")[1] == "day_still_open"
    closed = system.done("POST", f"{day}/close", {}, who="office")
    assert (closed["started"], closed["late"]) == (None, [])
    declared = system.done("POST", f"{day}/declarations", declaration, who="office")
    assert [one["race"] for one in declared] == [1, 2, 3, 4, 5, 6, 7]
    for one in declared:
        body = {"race": one["race"], "controller": "Maria Ferrer"}
        assert system.done("POST", f"{day}/draws", body, who="office")["winner"] in range(1, 9)
    assert system.done("POST", f"{day}/settlement", who="office")["takings"] == 100


def test_results_twice_are_refused(system: System) -> None:
    day = f"/lototrot/days/{DAY}"
    system.clock.now += timedelta(hours=9)
    system.done("POST", f"{day}/close", {"started": "2026-11-20T16:00:00+01:00"}, who="office")
    system.done("POST", f"{day}/results", {"race": 1, "winners": [1]}, who="office")
    assert system.refused("POST", f"{day}/results", {"race": 1, "winners": [2]}, who="office") == (
        422,
        "result_is_final",
        "IB05.14.III.5.5-3.3",
    )


@pytest.mark.law("IB05.15.IIbis.6.6-4.1")
def test_a_voucher_altered_by_one_digit_is_not_paid(system: System) -> None:
    ticket = system.done("POST", TICKETS, TICKET)
    code = ticket["code"]
    altered = code[:-2] + ("0" if code[-2] != "0" else "1") + code[-1]
    found = system.refused("POST", "/promotrot/outlets/palma-1/payments", {"voucher": altered})
    assert found == (422, "code_altered", "IB05.15.IIbis.6.6-4.1")


def test_a_clock_that_goes_back_enters_nothing(system: System) -> None:
    system.done("POST", SALES, BET)
    system.clock.now -= timedelta(minutes=1)
    assert system.refused("POST", SALES, BET)[:2] == (422, "clock_went_back")


# ---------------------------------------------------------------- tokens


@pytest.mark.parametrize("header", ["", "Bearer", "Bearer ", "Basic abc", "Bearer nada"])
def test_without_a_token_nobody_is_served(untouched: System, header: str) -> None:
    answer = untouched.client.post(SALES, json=BET, headers={"authorization": header, "idempotency-key": "k"})
    assert answer.status_code == 401
    assert answer.headers["www-authenticate"] == "Bearer"
    assert answer.json()["error"]["clause"] == "IB05.14.I.6.2"
    assert answer.json()["error"]["code"] in ("token_missing", "token_unknown")


def test_a_revoked_token_is_worth_nothing_from_then_on(system: System) -> None:
    system.done("POST", SALES, BET)
    assert revoke_tokens(system.store, "palma-1") == 2
    assert revoke_tokens(system.store, "palma-1") == 0
    assert system.refused("POST", SALES, BET)[:2] == (401, "token_unknown")
    assert system.refused("POST", SALES, BET, who="seller")[:2] == (401, "token_unknown")
    system.done("GET", "/terminal", who="inca-2")
    system.tokens["palma-1"] = give_token(system.store, "palma-1", ["sell"])
    system.done("POST", SALES, BET)


def test_only_the_hash_of_a_token_is_kept(untouched: System) -> None:
    place = untouched.store.place
    with open(place, "rb") as file:
        kept = file.read()
    with open(f"{place}-wal", "rb") as file:
        kept += file.read()
    for token in untouched.tokens.values():
        assert len(bytes.fromhex(token)) >= 16
        assert token.encode() not in kept


def test_a_key_is_asked_for_and_must_be_one(untouched: System) -> None:
    headers = {"authorization": f"Bearer {untouched.tokens['palma-1']}"}
    for more in ({}, {"idempotency-key": "x" * 101}, {"idempotency-key": "a b"}, {"idempotency-key": ""}):
        answer = untouched.client.post(SALES, json=BET, headers={**headers, **more})
        assert answer.status_code == 400
        assert "Idempotency-Key" in answer.json()["error"]["says"]


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("", "es"),
        ("de", "es"),
        ("ca-ES,ca;q=0.9,en;q=0.8", "ca"),
        ("en;q=0.5, ca;q=0.7", "ca"),
        ("fr, en-GB;q=0.1", "en"),
        (";;;,,q=", "es"),
    ],
)
def test_errors_are_told_in_the_language_that_is_liked_best(accepted: str, language: str) -> None:
    assert language_of(accepted) == language
