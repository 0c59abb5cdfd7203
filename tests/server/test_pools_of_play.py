"""Pools with practice chips over HTTP: with a pass, without a token, and separate from real books."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from tests.server.house import House, house

from novamas.pools.lototrot.days import OFFICE as LOTOTROT
from novamas.pools.promotrot.accounts import OFFICE as PROMOTROT
from novamas.server.settings import HouseLimits
from novamas.store import verify

FORECAST = "1/1/1/1/1/1/1"
CHIPS = 1_000_000
MANY = 1_000_000


@pytest.fixture(scope="module")
def the_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """Yield one server for all tests, because every guest has separate pools."""
    limits = HouseLimits(requests_per_second=MANY, burst=MANY, arrivals_burst=MANY)
    with house(tmp_path_factory.mktemp("house"), limits) as found:
        yield found


@pytest.fixture
def home(the_house: House) -> House:
    """Return the house as seen by a new guest."""
    the_house.client.cookies.clear()
    return the_house


def asked(home: House, path: str, body: object = None, language: str = "es") -> Any:
    method = "GET" if body is None else "POST"
    return home.client.request(method, f"/api/pools/{path}", json=body, headers={"accept-language": language})


def done(home: House, path: str, body: object = None, language: str = "es") -> Any:
    answer = asked(home, path, body, language)
    assert answer.status_code in (200, 201), answer.text
    return answer.json()


@pytest.mark.parametrize("game", ["lototrot", "promotrot"])
def test_whoever_has_no_pass_is_told_so(home: House, game: str) -> None:
    answer = asked(home, game)
    assert (answer.status_code, answer.json()["error"]["code"]) == (401, "pass_missing")


def test_a_day_at_the_races_from_the_programme_to_the_prizes(home: House) -> None:
    home.come()
    assert done(home, "lototrot")["days"] == []
    opened = done(home, "lototrot/days", {})
    day = opened["days"][0]
    assert (opened["purse"], len(day["races"]), day["seed"]) == (CHIPS, 7, None)
    quote = done(home, f"lototrot/quote?forecast={FORECAST}")
    assert (quote["columns"], quote["cents"], quote["form"]) == (1, 100, "sencilla")
    sold = done(home, "lototrot/tickets", {"forecast": FORECAST, "key": "a"})
    assert done(home, "lototrot/tickets", {"forecast": FORECAST, "key": "a"}) == sold
    assert (sold["purse"], sold["days"][0]["bets"][0]["ticket"]["cents"]) == (CHIPS - 100, 100)
    run = done(home, "lototrot/runs", {"day": day["day"]}, "ca")["days"][0]
    assert run["seed"]
    assert run["shared"]["columns"] == day["others"] + 1
    assert all(step["says"].endswith(".") and step["clause"] for step in run["shared"]["steps"])
    hits = sum(run["bets"][0]["hits"])
    assert bool(run["bets"][0]["won"]) == (hits >= 4)
    assert run["shared"]["steps"] != done(home, "lototrot", language="en")["days"][0]["shared"]["steps"]


def test_a_refusal_is_one_sentence_with_its_clause(home: House) -> None:
    home.come()
    assert asked(home, f"lototrot/quote?forecast={FORECAST}").json()["error"]["code"] == "no_day_of_play"
    done(home, "lototrot/days", {})
    answer = asked(home, "lototrot/tickets", {"forecast": "1/1", "key": "a"})
    assert (answer.status_code, answer.json()["error"]["clause"]) == (422, "IB05.14.III.7.2")
    assert asked(home, "lototrot/tickets", {"forecast": "x", "key": "a"}).status_code == 400
    assert asked(home, "lototrot/tickets", {"forecast": FORECAST, "key": ""}).status_code == 400


def test_a_ticket_of_promotrot_is_bought_played_and_paid(home: House) -> None:
    home.come()
    shown = done(home, "promotrot")
    assert [issue["code"] for issue in shown["issues"]] == [""] * 4
    done(home, "promotrot/issues", {"plan": "herradura"})
    for number in range(40):
        sold = done(home, "promotrot/tickets", {"issue": "herradura-1", "key": f"k{number}"})
        ticket = sold["issues"][0]["bought"][0]
        assert ticket["cells"] == []
        played = done(home, "promotrot/plays", {"ticket": ticket["code"], "act": 3})
        if played["vouchers"]:
            break
    else:
        pytest.fail("forty of a hundred tickets without any of 25 prizes: one in half a million")
    (voucher,) = played["vouchers"]
    paid = done(home, "promotrot/payments", {"voucher": voucher["code"]})
    assert paid["vouchers"] == []
    assert paid["purse"] == played["purse"] + voucher["cents"]
    ended = done(home, "promotrot/ends", {"issue": "herradura-1"})["issues"][0]
    assert ended["seed"]
    answer = asked(home, "promotrot/tickets", {"issue": "herradura-1", "key": "more"})
    assert answer.json()["error"]["code"] == "issue_ended"


def test_everybody_has_pools_of_his_own_and_the_organisers_books_none_of_them(home: House) -> None:
    home.come("Ana")
    done(home, "lototrot/days", {})
    sold = done(home, "lototrot/tickets", {"forecast": FORECAST, "key": "a"})
    code = sold["days"][0]["bets"][0]["ticket"]["code"]
    home.client.cookies.clear()
    home.come("Bea")
    assert done(home, "lototrot")["days"] == []
    answer = asked(home, "lototrot/payments", {"code": code})
    assert answer.json()["error"]["code"] == "no_ticket_of_play"
    with home.store.reading() as books:
        assert books.head(LOTOTROT) is books.head(PROMOTROT) is None
        assert not [*books.books("outlet/")]
        assert {account.split("/")[0] for account in books.balances()} <= {"pool", "public", "purse"}
    assert verify(home.store).breach is None


BODIES: dict[str, dict[str, object]] = {
    "lototrot/tickets": {"forecast": FORECAST, "key": "k"},
    "lototrot/runs": {"day": "2026-11-20"},
    "lototrot/payments": {"code": "PRACTICA-2-AAAAAAAAAAA", "place": "office", "payee": "Ana"},
    "promotrot/issues": {"plan": "herradura"},
    "promotrot/tickets": {"issue": "herradura-1", "key": "k"},
    "promotrot/plays": {"ticket": "PRACTICA-2-AAAAAAAAAAA", "act": 1},
    "promotrot/payments": {"voucher": "PRACTICA-2-AAAAAAAAAAA", "place": "outlet", "takes": "thing"},
    "promotrot/ends": {"issue": "herradura-1"},
}
STRANGE: tuple[object, ...] = (
    *("", "\x00", "ñ" * 300, "../..", "-1", "1" * 1999, "/" * 500),
    *(-1, 10**30, 1.5, True, None, [], {}),
)


@pytest.mark.parametrize("path", BODIES)
def test_whatever_is_asked_is_answered_and_errors_enter_nothing(home: House, path: str) -> None:
    home.come()
    done(home, "lototrot/days", {})
    done(home, "promotrot/issues", {"plan": "herradura"})
    bodies = [{**BODIES[path], field: strange} for field in BODIES[path] for strange in STRANGE]
    before = verify(home.store).entries
    for body in [*bodies, {**BODIES[path], "more": 1}, {}, [], "x", 5]:
        answer = asked(home, path, body)
        assert answer.status_code < 500, (body, answer.text)
        after = verify(home.store).entries
        if answer.status_code >= 400:
            assert answer.json()["error"]["says"]
            assert after == before, body
        before = after
