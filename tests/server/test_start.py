"""The start of a house: types built before the server listens, and cold starts with tables left open."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest
from tests.server.test_process import serving

from novamas.games import GAMES, game
from novamas.hall.tables.entries import BODIES
from novamas.server import process
from novamas.server.process import listening_at
from novamas.server.settings import Serving, Settings
from novamas.server.type_info import build_types

STARTS = 50
OPEN_TABLES = 20


def test_the_types_of_every_game_are_built() -> None:
    built = build_types()
    for slug in GAMES:
        assert built.issuperset(game(slug).phases), slug
    assert built.issuperset(BODIES.values())


def test_types_are_built_before_the_application(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """msgspec crashed the process when two threads first used a type at the same time: 3 of 38 starts."""
    steps: list[str] = []

    class Served(BaseException):
        pass

    def application(*_parts: object) -> object:
        steps.append("application")
        raise Served

    monkeypatch.setattr(process, "build_types", lambda: steps.append("types"))
    monkeypatch.setattr(process, "application", application)
    settings = Settings(serving=Serving(store=str(tmp_path / "books.sqlite")))
    with listening_at("127.0.0.1", 0) as listening, pytest.raises(Served):
        process.run(settings, listening, lambda: None)
    assert steps == ["types", "application"]


@pytest.mark.soak
def test_fifty_cold_starts_with_twenty_open_tables(tmp_path: Path) -> None:
    place = tmp_path / "books.sqlite"
    with serving(place) as (_server, address):
        for number in range(OPEN_TABLES):
            with httpx.Client(base_url=address) as browser:
                assert browser.post("/api/me", json={"name": ""}).status_code == 200
                slug = GAMES[number % len(GAMES)]
                opened = browser.post("/api/tables", json={"game": slug})
                assert opened.status_code == 201, opened.text
    for start in range(STARTS):
        with serving(place) as (server, address):
            assert httpx.get(f"{address}/ready", timeout=30).status_code == 200, start
            assert server.poll() is None, start
