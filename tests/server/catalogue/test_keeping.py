"""Cached responses: strong ETags by edition, address, language and format. A valid one is not resent."""

from __future__ import annotations

import pytest
from tests.server.catalogue.conftest import Client

from novamas.server.catalogue import response_cache
from novamas.server.catalogue.build_id import edition
from novamas.server.catalogue.response_cache import CachedResponse, ResponseCache
from novamas.server.compression import MIN

CLAUSE = "/api/clauses/IB05.01.IV.1.A.a.1"


def test_what_still_holds_is_not_sent_again(client: Client) -> None:
    first = client.get(CLAUSE)
    etag = first.headers["etag"]
    assert etag.startswith('"')
    assert first.headers["cache-control"] == "public, no-cache"
    assert first.headers["vary"] == "accept, accept-language, accept-encoding"
    for had in (etag, f'"other", {etag}', f"W/{etag}", "*"):
        again = client.get(CLAUSE, headers={"if-none-match": had})
        assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", etag)
        assert "content-length" not in again.headers
    other = client.get(CLAUSE, headers={"if-none-match": '"other"'})
    assert (other.status_code, other.json()) == (200, first.json())


def test_each_answer_has_an_etag_of_its_own(client: Client) -> None:
    asked = [
        client.get(CLAUSE),
        client.get(CLAUSE, headers={"accept-language": "ca"}),
        client.get(CLAUSE, headers={"accept-language": "en"}),
        client.get(f"{CLAUSE}?lang=en"),
        client.get("/api/norms"),
        client.get("/api/norms", headers={"accept": "text/csv"}),
        client.get("/api/norms?format=csv"),
    ]
    assert len({answer.headers["etag"] for answer in asked}) == len(asked)


def test_long_answers_are_pressed_for_whoever_reads_that_and_for_nobody_else(client: Client) -> None:
    address, plain = "/api/words/es", {"accept-encoding": "identity"}
    as_it_is = client.get(address, headers=plain)
    shorter = client.get(address, headers={"accept-encoding": "br, gzip"})
    assert "content-encoding" not in as_it_is.headers
    assert shorter.headers["content-encoding"] == "gzip"
    assert int(shorter.headers["content-length"]) < len(as_it_is.content) / 2
    assert shorter.json() == as_it_is.json()
    assert shorter.headers["etag"] != as_it_is.headers["etag"]
    had = {"accept-encoding": "gzip", "if-none-match": shorter.headers["etag"]}
    again = client.get(address, headers=had)
    assert (again.status_code, again.content) == (304, b"")
    assert "content-encoding" not in again.headers
    refused = client.get(address, headers={"accept-encoding": "gzip;q=0"})
    assert "content-encoding" not in refused.headers


def test_short_answers_and_errors_are_sent_as_they_are(client: Client) -> None:
    for address in (CLAUSE, "/api/clauses/nothing"):
        answer = client.get(address, headers={"accept-encoding": "gzip"})
        assert len(answer.content) < MIN
        assert "content-encoding" not in answer.headers


def test_another_edition_or_day_is_another_answer(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    address = "/api/games?in=aragon"
    before = client.get(address).headers["etag"]
    monkeypatch.setattr(response_cache, "_today", lambda: "2031-01-01")
    tomorrow = client.get(address).headers["etag"]
    monkeypatch.setattr(response_cache, "_today", lambda: "2031-01-02")
    monkeypatch.setattr(response_cache, "edition_of", lambda law: f"{edition()}+1")
    later = client.get(address).headers["etag"]
    assert len({before, tomorrow, later}) == 3


def test_a_browser_gets_a_page_where_there_is_one(client: Client) -> None:
    browser = {"accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}
    assert client.get("/api/placards/boule", headers=browser).headers["content-type"].startswith("text/html")
    assert client.get("/api/games", headers=browser).headers["content-type"] == "application/json"
    assert client.get("/api/placards/boule").headers["content-type"] == "application/json"


def test_errors_and_what_is_sent_are_not_kept(client: Client) -> None:
    for answer in (
        client.get("/api/clauses/nothing"),
        client.get("/api/jobs/nothing"),
        client.post("/api/check", json={"floor": "game = 'boule'"}),
    ):
        assert "etag" not in answer.headers


def test_the_shelf_has_a_bound() -> None:
    cache = ResponseCache(most=1000)
    for number in range(50):
        cache.put(number, CachedResponse(b"", [], b"x" * 100))
        cache.get(0)
    assert cache.size <= 1000
    assert len(cache) == 10
    assert cache.get(0) is not None  # asked for again and again
    assert cache.get(1) is None
    cache.put("long", CachedResponse(b"", [], b"x" * 1001))
    assert cache.get("long") is None
