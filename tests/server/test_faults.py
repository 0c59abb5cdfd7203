"""A database that disappears and returns, a locked file: each error is stated, and nothing is lost."""

from __future__ import annotations

import re
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import psycopg
import pytest
from litestar.testing import TestClient
from tests.server.house import KEYS, house
from tests.store.databases import database

from novamas.server.application import application
from novamas.store import open_store, verify


@contextmanager
def away(server: str) -> Iterator[None]:
    """Make the database server unreachable: connections are closed and new ones refused."""
    folder = re.search(r"host=([^&]+)", server)
    assert folder
    door = next(Path(folder[1]).glob(".s.PGSQL.*[0-9]"))
    with psycopg.connect(server, autocommit=True) as connection:
        shut = door.rename(door.with_name("shut"))
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'"
        )
        try:
            yield
        finally:
            shut.rename(door)


def test_a_database_that_goes_away_and_comes_back(postgres: str) -> None:
    with (
        open_store(database(postgres)) as store,
        TestClient(application(store, keys=KEYS), raise_server_exceptions=False) as client,
    ):
        running = client.app.state.running
        me = client.post("/api/me", json={"name": "Aina"}).json()
        with away(postgres):
            for answer in (client.get("/api/me"), client.post("/api/me", json={"name": "Biel"})):
                assert (answer.status_code, answer.json()["error"]["code"]) == (503, "store_unreachable")
                assert answer.headers["retry-after"] == "1"
                assert "set-cookie" not in answer.headers  # no guest loses a pass by it
            running._checked = (-100.0, None)
            assert client.get("/ready").status_code == 503
            assert client.get("/health").status_code == 200
        running._checked = (-100.0, running._checked[1])
        assert client.get("/ready").status_code == 200
        assert client.get("/api/me").json() == me
        assert verify(store).breach is None
        faults = running.metrics.registry.get_sample_value
        assert faults("novamas_store_faults_total", {"code": "store_unreachable"}) >= 2


def test_a_file_that_somebody_holds_is_waited_for_and_then_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("novamas.store.connect.PATIENCE_MS", 300)
    with house(tmp_path) as home:
        home.come("Aina")
        with closing(sqlite3.connect(tmp_path / "books.sqlite", isolation_level=None)) as holder:
            holder.execute("BEGIN IMMEDIATE")
            began = time.monotonic()
            answer = home.client.post("/api/me", json={"name": "Biel"})
            assert (answer.status_code, answer.json()["error"]["code"]) == (503, "store_busy")
            assert time.monotonic() - began < 5
            assert home.client.get("/api/me").json()["name"] == "Aina"  # the person who reads continues
            holder.execute("ROLLBACK")
        assert home.client.post("/api/me", json={"name": "Biel"}).json()["name"] == "Biel"
        assert "store_fault" in home.events()
