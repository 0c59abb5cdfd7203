"""Persons over HTTP: the cookie, the device link, the operator, copies, guesses, other sites."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path

import pytest
from tests.server.conftest import prepared
from tests.server.house import ADDRESS, KEYS, House, house

from novamas.hall.people.operators import give_token, revoke_tokens
from novamas.hall.people.persons import Persons
from novamas.server.settings import HouseLimits, Serving


@pytest.fixture
def home(tmp_path: Path) -> Iterator[House]:
    with house(tmp_path) as found:
        yield found


def test_without_a_pass_one_is_nobody_and_nothing_is_kept(home: House) -> None:
    answer = home.client.get("/api/me")
    assert answer.json() == {"person": None, "name": "", "language": None, "pace": None}
    assert "set-cookie" not in answer.headers
    with home.store.reading() as books:
        assert books.link.rows("SELECT 1 FROM subjects") == []


def test_the_cookie_is_bound_as_it_must_be(tmp_path: Path) -> None:
    with house(tmp_path) as home:
        said = home.client.post("/api/me", json={}).headers["set-cookie"]
        assert said.startswith("novamas=v1.")
        parts = {part.strip() for part in said.split(";")[1:]}
        assert parts == {"Path=/", "Max-Age=7776000", "HttpOnly", "SameSite=Strict"}
    with house(tmp_path, serving=Serving(https=True, trusted_proxies=("0.0.0.0/0", "testclient"))) as home:
        said = home.client.post(
            "/api/me", json={}, headers={"x-forwarded-proto": "https", "x-forwarded-for": "192.0.2.1"}
        ).headers["set-cookie"]
        assert said.endswith("; Secure")


def test_a_nickname_and_a_language_are_kept(home: House) -> None:
    home.come("Aina")
    me = home.client.get("/api/me").json()
    assert me["name"] == "Aina"
    changed = home.client.post("/api/me", json={"name": "Biel", "language": "ca"}).json()
    assert changed == {"person": me["person"], "name": "Biel", "language": "ca", "pace": None}
    answer = home.client.post("/api/me", json={"name": "x" * 25})
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "nickname_unfit")
    assert home.client.post("/api/me", json={"admin": True}).status_code == 400


def test_a_pass_is_replaced_in_the_answer_and_a_copy_is_refused(home: House) -> None:
    first = home.come()
    now = datetime.now(UTC)
    home.running.persons = Persons(home.store, KEYS.cookies, lambda: now + timedelta(hours=13))
    assert home.client.get("/api/me").status_code == 200
    second = home.client.cookies["novamas"]
    assert second != first
    home.client.get("/api/me")
    home.running.persons = Persons(home.store, KEYS.cookies, lambda: now + timedelta(hours=14))
    home.client.cookies.set("novamas", first, domain="testserver.local")
    answer = home.client.get("/api/me", headers={"cookie": f"novamas={first}"})
    assert (answer.status_code, answer.json()["error"]["code"]) == (401, "pass_replayed")
    assert "Max-Age=0" in answer.headers["set-cookie"]
    assert home.events().count("pass_replaced") == 1
    assert "pass_refused" in home.events()


def test_a_forged_cookie_is_refused_and_taken_away(home: House) -> None:
    answer = home.client.get("/api/me", headers={"cookie": "novamas=v1.x"})
    assert (answer.status_code, answer.json()["error"]["code"]) == (401, "pass_forged")
    assert "Max-Age=0" in answer.headers["set-cookie"]
    assert home.client.get("/api/me", headers={"cookie": "novamas=\x7f; =;;;"}).status_code < 500


# ---------------------------------------------------------------- to another device


def test_a_link_is_opened_asked_and_taken(home: House) -> None:
    home.come("Aina")
    me = home.client.get("/api/me").json()
    path = home.client.post("/api/me/carry").json()["path"]
    told = set()
    for language in ("es", "ca", "en"):
        page = home.client.get(path, headers={"accept-language": language})
        assert page.headers["content-language"] == language
        assert '<form method="post">' in page.text
        told.add(page.text)
    assert len(told) == 3
    home.client.cookies.clear()
    taken = home.client.post(path, headers={"origin": ADDRESS}, follow_redirects=False)
    assert (taken.status_code, taken.headers["location"]) == (303, "/")
    assert home.client.get("/api/me").json() == me
    again = home.client.post(path, follow_redirects=False)
    assert "form" not in again.text
    assert {"carry_given", "carry_taken", "token_refused"} <= set(home.events())


def test_a_link_needs_a_pass_to_be_made(home: House) -> None:
    assert home.client.post("/api/me/carry").json()["error"]["code"] == "pass_missing"


def test_passes_on_other_devices_are_revoked(home: House) -> None:
    first = home.come()
    path = home.client.post("/api/me/carry").json()["path"]
    home.client.cookies.clear()
    home.client.post(path, follow_redirects=False)
    assert home.client.post("/api/me/revoke").json() == {"passes": 1}
    assert home.client.get("/api/me").json()["person"]
    home.client.cookies.clear()
    answer = home.client.get("/api/me", headers={"cookie": f"novamas={first}"})
    assert answer.json()["error"]["code"] == "pass_revoked"


# ---------------------------------------------------------------- other sites, and guesses


NEW_ADDRESSES = (f"192.0.2.{number}" for number in count(1))


@pytest.fixture(scope="module")
def with_a_friend(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """Yield a house that accepts requests from the pages of another site."""
    friend = Serving(origins=("https://friend.example",), trusted_proxies=("testclient",))
    with house(tmp_path_factory.mktemp("house"), HouseLimits(failures=1000), friend) as found:
        yield found


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),  # a program, which names no origin
        ({"origin": ADDRESS}, 200),
        ({"origin": "http://TESTSERVER.local"}, 200),
        ({"origin": "https://friend.example"}, 200),
        ({"origin": "http://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"origin": "http://testserver.local.evil.example"}, 403),
        ({"origin": "http://testserver.local:81"}, 403),
        ({"sec-fetch-site": "cross-site"}, 403),
        ({"sec-fetch-site": "same-site"}, 403),
        ({"sec-fetch-site": "same-origin"}, 200),
    ],
)
def test_pages_of_other_sites_change_nothing(
    with_a_friend: House, headers: dict[str, str], status: int
) -> None:
    home, persons, events = with_a_friend, persons_of(with_a_friend), len(with_a_friend.events())
    home.client.cookies.clear()
    headers = {**headers, "x-forwarded-for": next(NEW_ADDRESSES)}  # of each it is logged once a minute
    for method, path in (("POST", "/api/me"), ("POST", "/lototrot/days/x/close"), ("DELETE", "/nowhere")):
        answer = home.client.request(method, path, json={}, headers=headers)
        assert (answer.status_code == 403) == (status == 403), (path, answer.text)
    assert persons_of(home) - persons == (status == 200)
    assert home.client.get("/api/me", headers=headers).status_code == 200  # which changes nothing
    assert ("origin_refused" in home.events()[events:]) == (status == 403)


def test_pages_of_a_site_in_the_settings_may_read_the_api_and_others_may_not(with_a_friend: House) -> None:
    for origin, may in (("https://friend.example", True), ("https://evil.example", False)):
        headers = {"origin": origin, "x-forwarded-for": next(NEW_ADDRESSES)}
        answer = with_a_friend.client.get("/api/games", headers=headers)
        assert answer.headers.get("access-control-allow-origin") == (origin if may else None)
        policy = answer.headers["cross-origin-resource-policy"]
        assert policy == ("cross-origin" if may else "same-origin")
        assert "access-control-allow-origin" not in with_a_friend.client.get("/", headers=headers).headers


def persons_of(home: House) -> int:
    """Return the number of persons that a house knows."""
    with home.store.reading() as books:
        return len(books.link.rows("SELECT name FROM subjects WHERE name LIKE 'person/%'"))


def test_nobody_makes_passes_faster_than_people_come(tmp_path: Path) -> None:
    with house(tmp_path, limits=HouseLimits(arrivals_per_minute=1, arrivals_burst=3)) as home:
        found = []
        for _ in range(5):
            home.client.cookies.clear()
            found.append(home.client.post("/api/me", json={}).status_code)
        assert found == [200, 200, 200, 429, 429]
        with home.store.reading() as books:
            assert len(books.link.rows("SELECT 1 FROM subjects WHERE name LIKE 'person/%'")) == 3


def test_three_failures_lock_bad_tokens_of_an_address_and_nothing_else(tmp_path: Path) -> None:
    with house(
        tmp_path, limits=HouseLimits(failures=3), serving=Serving(trusted_proxies=("0.0.0.0/0", "testclient"))
    ) as home:
        token = give_token(home.store, "Maria")

        def ask(given: str, address: str) -> tuple[int, str]:
            headers = {"authorization": f"Bearer {given}", "x-forwarded-for": address}
            answer = home.client.get("/metrics", headers=headers)
            return answer.status_code, answer.headers.get("retry-after", "")

        assert [ask("guess", "192.0.2.1") for _ in range(3)] == [(401, "")] * 3
        assert ask("guess", "192.0.2.1") == (429, "60")
        assert ask("guess", "192.0.2.2") == (401, "")
        assert ask(token, "192.0.2.1") == (200, "")  # which ends the lock, as a good code does
        assert ask("guess", "192.0.2.1") == (401, "")
        assert home.events().count("locked_out") == 1


def test_a_terminal_is_served_where_others_guess(home: House) -> None:
    token = prepared(home.store)["palma-1"]

    def ask(given: str) -> int:
        return home.client.get("/terminal", headers={"authorization": f"Bearer {given}"}).status_code

    assert [ask("guess") for _ in range(4)] == [401, 401, 401, 429]
    assert ask(token) == 200


def test_codes_are_guessed_three_times_and_no_more(tmp_path: Path) -> None:
    with house(tmp_path) as home:
        home.come()
        path = home.client.post("/api/me/carry").json()["path"]
        statuses = [home.client.get(f"/carry/{number:032x}").status_code for number in range(5)]
        assert statuses == [200, 200, 200, 429, 429]
        assert home.client.post(f"/carry/{9:032x}").status_code == 429
        assert home.client.get(path).status_code == 200  # a good code is not locked out
        assert home.client.post(path, follow_redirects=False).status_code == 303


def test_an_operator_is_known_by_his_token_until_it_is_revoked(home: House) -> None:
    token = give_token(home.store, "Maria")
    bearer = {"authorization": f"Bearer {token}"}
    assert home.client.get("/metrics").json()["error"]["code"] == "operator_missing"
    assert home.client.get("/metrics", headers=bearer).status_code == 200
    revoke_tokens(home.store, "Maria")
    refused = home.client.get("/metrics", headers=bearer)
    assert (refused.status_code, refused.json()["error"]["code"]) == (401, "operator_unknown")
    assert refused.headers["www-authenticate"] == "Bearer"
    home.come()
    assert home.client.get("/metrics").status_code == 401  # a pass is not a token
    assert home.client.get("/terminal", headers=bearer).status_code == 401  # nor is an operator a terminal
