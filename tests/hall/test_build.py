"""No released build can force an outcome: chance comes from the operating system, never from a script."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from tests.words.codes import SOURCE, parsed

from novamas.server.application import application

FORBIDDEN = {"Scripted", "Seeded", "random", "Random", "testing", "rehearse"}
MODULES = sorted(path for part in ("hall", "server") for path in (SOURCE / part).rglob("*.py"))
TEST_WORDS = ("test", "debug", "force", "script", "rig")


def named(tree: ast.AST) -> set[str]:
    """Return every name that a module imports or looks up."""
    found: set[str] = set()
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                found |= {part for each in names for part in each.name.split(".")}
            case ast.ImportFrom(module=module, names=names):
                found |= {*str(module).split("."), *(each.name for each in names)}
            case ast.Attribute(attr=name) | ast.Name(id=name):
                found.add(name)
    return found


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_no_module_that_serves_can_script_chance(path: Path) -> None:
    assert named(parsed(path)) & FORBIDDEN == set()


def test_a_planted_script_is_found() -> None:
    planted = ast.parse("from novamas.equipment.chance import Scripted\nimport numpy.random\nx.rehearse()")
    assert named(planted) & FORBIDDEN == {"Scripted", "random", "rehearse"}


def test_no_route_is_for_tests() -> None:
    words = {
        word for route in application().routes for word in route.path.lower().replace("_", "/").split("/")
    }
    assert {word for word in words if word.startswith(TEST_WORDS)} == set()
