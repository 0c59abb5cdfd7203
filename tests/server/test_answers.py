"""Each operation of the API has a schema for each response, and the responses match it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from tests.server.examples import Answered, every_answer
from tests.support.json_schema import Validator

from novamas.server.application import described

DESCRIBED = json.loads(described())
OPERATIONS: Mapping[str, dict[str, Any]] = {
    f"{method.upper()} {path}": operation
    for path, operations in DESCRIBED["paths"].items()
    for method, operation in operations.items()
}
SCHEMA = Validator(DESCRIBED)
WITHOUT_BODY = ("204", "304")
PATTERNS = [
    (path, re.compile(re.sub(r"\\\{\w+\\\}", "[^/]+", re.escape(path))))
    for path in sorted(DESCRIBED["paths"], key=lambda path: path.count("{"))  # a fixed path goes first
]
ANYTHING = {"title", "description", "default"}  # a schema of nothing else allows anything


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[Answered]]:
    """Return all responses to the examples, by operation."""
    found: dict[str, list[Answered]] = {}
    for one in every_answer(tmp_path_factory.mktemp("houses")):
        path = next(path for path, pattern in PATTERNS if pattern.fullmatch(one.path))
        found.setdefault(f"{one.method} {path}", []).append(one)
    return found


@pytest.mark.parametrize("operation", OPERATIONS)
def test_each_operation_is_answered_as_its_schema_says(
    answers: dict[str, list[Answered]], operation: str
) -> None:
    found = [one.answer for one in answers.get(operation, ())]
    assert any(answer.is_success for answer in found), [answer.text for answer in found]
    for answer in found:
        said = OPERATIONS[operation]["responses"][str(answer.status_code)]
        if str(answer.status_code) in WITHOUT_BODY:
            assert answer.content == b""
            continue
        media_type = answer.headers["content-type"].partition(";")[0]
        schema = said["content"][media_type]["schema"]
        if media_type == "application/json":
            assert list(SCHEMA.faults(answer.json(), schema)) == []


@pytest.mark.parametrize("operation", OPERATIONS)
def test_each_answer_has_a_schema_that_says_something(operation: str) -> None:
    for status, answer in OPERATIONS[operation]["responses"].items():
        if status in WITHOUT_BODY:
            continue
        schemas = [each["schema"] for each in answer["content"].values()]
        assert schemas, status
        assert [schema for schema in schemas if schema.keys() <= ANYTHING] == []
        assert list(vague(schemas)) == []


def vague(schemas: list[dict[str, Any]]) -> Iterator[str]:
    """Yield the parts of a schema that allow any value."""
    seen, waiting = set(), [("", each) for each in schemas]
    while waiting:
        place, schema = waiting.pop()
        if name := schema.get("$ref"):
            if name not in seen:
                seen.add(name)
                waiting.append((name, DESCRIBED["components"]["schemas"][name.rpartition("/")[2]]))
            continue
        if schema.keys() <= ANYTHING:
            yield place
        waiting += [(f"{place}.{field}", each) for field, each in schema.get("properties", {}).items()]
        waiting += [(place, each) for each in schema.get("anyOf", [])]
        for part in ("items", "additionalProperties"):
            if isinstance(schema.get(part), dict):
                waiting.append((f"{place}[]", schema[part]))
