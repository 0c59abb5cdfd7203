"""The API description of the catalogue: every route is documented, and none requires a token."""

from __future__ import annotations

import json
from typing import Any

import pytest

from novamas.server.application import described

OPERATIONS = [
    (f"{method.upper()} {path}", operation)
    for path, operations in json.loads(described())["paths"].items()
    for method, operation in operations.items()
    if path.startswith("/api") and not path.startswith(("/api/me", "/api/pools", "/api/tables"))
]


@pytest.mark.parametrize(("name", "operation"), OPERATIONS, ids=[name for name, _ in OPERATIONS])
def test_every_route_says_what_it_does(name: str, operation: dict[str, Any]) -> None:
    assert operation["description"].endswith(".")
    assert operation["security"] == [{}]
    assert {"400", "404"} <= operation["responses"].keys()
    if name.startswith("GET") and "/jobs/" not in name:
        assert "304" in operation["responses"]
    if name.startswith("POST"):
        assert {"202", "413", "429", "503"} <= operation["responses"].keys()


def test_the_catalogue_has_a_route_for_all_that_the_command_line_tells() -> None:
    first = {name.split("/")[2] for name, _ in OPERATIONS if name.count("/") > 1}
    assert first >= {
        *("audit", "check", "clauses", "diff", "drills", "equities", "games", "glossary", "hands", "jobs"),
        *("layouts", "lessons", "norms", "odds", "par", "placards", "readings", "records", "replaced"),
        *("schemas", "setups", "strategy", "words"),
    }
