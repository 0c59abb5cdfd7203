"""Every test that uses an address runs on a file and on a server."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.store.databases import Clock, database

from novamas.store import Store, open_store


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Return the address of a new store."""
    if request.param == "sqlite":
        return str(tmp_path / "books.sqlite")
    return database(request.getfixturevalue("postgres"))


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def store(address: str, clock: Clock) -> Iterator[Store]:
    """Yield a new store."""
    with open_store(address, clock=clock) as opened:
        yield opened
