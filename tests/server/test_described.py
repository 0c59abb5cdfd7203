"""The API description is OpenAPI 3.1, complete and public. Only the pools require a token."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from tests.server.conftest import System

from novamas.server.application import described

DESCRIBED = json.loads(described())
OPERATIONS = [
    (method.upper(), path, operation)
    for path, operations in DESCRIBED["paths"].items()
    if not path.startswith("/api")  # anyone may ask the catalogue
    for method, operation in operations.items()
]
MONEY = ("sales", "payments", "deposits", "joint-vouchers")
OF_POOLS = [each for each in OPERATIONS if each[1].split("/")[1] in ("lototrot", "promotrot", "terminal")]


def references(node: Any) -> Iterator[str]:
    """Yield every reference in an API description."""
    if isinstance(node, dict):
        yield from (value for name, value in node.items() if name == "$ref")
        for value in node.values():
            yield from references(value)
    elif isinstance(node, list):
        for value in node:
            yield from references(value)


def test_it_is_openapi_and_whole() -> None:
    assert DESCRIBED["openapi"].startswith("3.1.")
    names = {f"#/components/schemas/{name}" for name in DESCRIBED["components"]["schemas"]}
    assert set(references(DESCRIBED)) <= names
    assert DESCRIBED["security"] == [{"token": []}]


@pytest.mark.parametrize(("method", "path", "operation"), OF_POOLS, ids=[f"{m} {p}" for m, p, _ in OF_POOLS])
def test_every_route_of_the_pools_says_what_it_does_and_asks_for_a_token(
    untouched: System, method: str, path: str, operation: dict[str, Any]
) -> None:
    assert operation["description"]
    headers = [each["name"] for each in operation.get("parameters", ()) if each["in"] == "header"]
    assert headers == (["Idempotency-Key"] if path.rpartition("/")[2] in MONEY else [])
    answer = untouched.client.request(method, path.replace("{", "").replace("}", ""))
    assert (answer.status_code, answer.json()["error"]["code"]) == (401, "token_missing")


def test_every_route_says_what_it_does() -> None:
    assert [path for _, path, operation in OPERATIONS if not operation["description"]] == []


def test_the_description_allows_no_pace_that_the_house_refuses(untouched: System) -> None:
    least = DESCRIBED["components"]["schemas"]["PaceRequest"]["properties"]["step_ms"]["minimum"]
    untouched.client.post("/api/me", json={})
    for step, status in ((least - 1, 400), (least, 201)):
        answer = untouched.client.post("/api/tables", json={"game": "boule", "pace": {"step_ms": step}})
        assert answer.status_code == status, answer.text
    untouched.client.cookies.clear()


def test_anybody_may_read_the_description(untouched: System) -> None:
    answer = untouched.client.get("/schema/openapi.json")
    assert answer.status_code == 200
    assert answer.json()["paths"].keys() == DESCRIBED["paths"].keys()
