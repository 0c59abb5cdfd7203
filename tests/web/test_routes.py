"""Every route has an example address, and a walk that uses it without seeing the screen."""

from __future__ import annotations

import re

from tools.web import ROOT, WALKS, routes, served, walks


def test_every_route_of_the_router_is_served_and_looked_at() -> None:
    router = (ROOT / "web" / "src" / "routes.ts").read_text("utf-8")
    assert re.findall(r"path: '([^']+)'", router) == served()
    assert list(routes()) == served()


def test_every_route_is_used_without_eyes_by_walks_that_are_made() -> None:
    told = walks()
    for path, route in routes().items():
        assert route.visits, path
        assert route.unseen, path
        assert set(route.unseen) <= told.keys(), path


def test_every_file_of_walks_is_walked() -> None:
    made = " ".join(file.read_text("utf-8") for file in (ROOT / "tests" / "web").glob("test_*.py"))
    for file in {name.partition(".")[0] for route in routes().values() for name in route.unseen}:
        assert f'walk("{file}"' in made, file


NAMED = (
    "asks",
    "flow",
    "newcomer",
    "rounds",
    "tables",
    "walls",
    "ways",
)  # their walks are made by name, some only when soaking
BY_ITSELF = {"house_in_hand"}  # the one past a restart


def test_every_walk_is_made() -> None:
    made = " ".join(file.read_text("utf-8") for file in (ROOT / "tests" / "web").glob("test_*.py"))
    for file in NAMED:
        found = re.findall(r"^  async (\w+)\(\) \{", (WALKS / f"{file}.mjs").read_text("utf-8"), re.MULTILINE)
        assert found
        assert {name for name in found if f'"{name}"' not in made} <= BY_ITSELF, file
