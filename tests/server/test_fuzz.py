"""Any request to any route gets a JSON response, never an internal error. Errors enter nothing."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from litestar.testing import TestClient
from tests.pools.day_at_the_races import DAY, NOON
from tests.server.conftest import BET, PATIENT, TICKET, System
from tests.store.databases import Clock

from novamas.server.application import application, described
from novamas.store import open_store

ROUTES = [
    (method.upper(), path, operation)
    for path, operations in json.loads(described())["paths"].items()
    if not path.startswith("/api")  # which has tests of its own
    for method, operation in operations.items()
]
SCHEMAS = json.loads(described())["components"]["schemas"]

texts = st.one_of(
    st.sampled_from(
        [
            *("", "palma-1", "inca-2", "office", "herradura-1", str(DAY), "2026-11-21", "1/1/1/1/1/1/1"),
            *("PALMA-1-1-AAAAAAAAAAA", "PALMA-1-999999999999999999-AAAAAAAAAAA", "9999-12-31", "0001-01-01"),
            *("tears", "suspended", "money", "thing", "../..", "\x00", "ñ" * 300, "%2e%2e", "day = 1"),
        ]
    ),
    st.text(max_size=30),
)
leaves = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.integers(-3, 200),
    st.floats(allow_nan=False, allow_infinity=False),
    texts,
)
anything = st.recursive(
    leaves,
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(texts, inner, max_size=4)),
    max_leaves=8,
)


def bodies(operation: dict[str, Any]) -> st.SearchStrategy[Any]:
    """Return random bodies: the right fields with any values, or any JSON at all."""
    if "requestBody" not in operation:
        return anything
    reference = operation["requestBody"]["content"]["application/json"]["schema"]["$ref"]
    schema = SCHEMAS[reference.rpartition("/")[2]]
    fields = {name: st.one_of(leaves, anything, _likely(name)) for name in schema["properties"]}
    needed = {name: fields[name] for name in schema.get("required", ())}
    others = {name: fields[name] for name in fields.keys() - needed.keys()}
    return st.one_of(st.fixed_dictionaries(needed, optional=others), anything)


def _likely(name: str) -> st.SearchStrategy[Any]:
    """Return values that pass the first checks of a request."""
    known: dict[str, Any] = {**BET, **TICKET, "race": 1, "number": 1, "winners": [1], "act": 5, "damage": []}
    return st.just(known.get(name, "PALMA-1-1-AAAAAAAAAAA"))


@pytest.fixture(scope="module")
def system(tmp_path_factory: pytest.TempPathFactory) -> Iterator[System]:
    """Yield one system for all requests of the test, one after the other."""
    clock = Clock()
    clock.now = NOON
    place: Path = tmp_path_factory.mktemp("fuzzed") / "books.sqlite"
    with (
        open_store(str(place), clock=clock) as store,
        TestClient(application(store, PATIENT), raise_server_exceptions=False) as client,
    ):
        yield System(store, clock, client)


@pytest.mark.parametrize(("method", "path", "operation"), ROUTES, ids=[f"{m} {p}" for m, p, _ in ROUTES])
def test_any_request_is_answered_and_errors_enter_nothing(
    system: System, soak: bool, method: str, path: str, operation: dict[str, Any]
) -> None:
    parts = [part[1:-1] for part in path.split("/") if part.startswith("{")]

    @settings(
        max_examples=500 if soak else 10,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
        derandomize=True,
        database=None,
    )
    @given(st.fixed_dictionaries(dict.fromkeys(parts, texts)), bodies(operation), st.data())
    def ask(given_parts: dict[str, str], body: Any, data: st.DataObject) -> None:
        who = data.draw(st.sampled_from(["palma-1", "office", "office", "inca-2", "seller"]))
        if "outlet" in given_parts and data.draw(st.booleans()):
            given_parts["outlet"] = {"seller": "palma-1"}.get(who, who)
        before = system.entries()
        answer = system.ask(method, _filled(path, given_parts), body, who=who)
        assert answer.status_code < 500, answer.text
        found = answer.json()
        if answer.status_code >= 400:
            assert set(found["error"]) >= {"code", "clause", "says"}
            assert "Traceback" not in answer.text
            assert system.entries() == before

    ask()


def _filled(path: str, parts: dict[str, str]) -> str:
    from urllib.parse import quote

    for name, text in parts.items():
        path = path.replace(f"{{{name}}}", quote(text.encode("utf-8", "surrogatepass"), safe=""))
    return path


@pytest.mark.parametrize("content_type", ["application/json", "text/plain", "multipart/form-data", "%%%"])
def test_any_bytes_are_answered(system: System, soak: bool, content_type: str) -> None:
    @settings(max_examples=500 if soak else 10, deadline=None, derandomize=True, database=None)
    @given(st.one_of(st.binary(max_size=200), st.just(b'{"day":"\xff"}'), st.just(b"[" * 5000)))
    def send(content: bytes) -> None:
        before = system.entries()
        headers = {
            "authorization": f"Bearer {system.tokens['palma-1']}",
            "idempotency-key": "bytes",
            "content-type": content_type,
        }
        answer = system.client.post("/lototrot/outlets/palma-1/sales", content=content, headers=headers)
        assert 400 <= answer.status_code < 500, answer.text
        assert answer.json()["error"]["says"]
        assert system.entries() == before

    send()
