"""Fixtures for halls: a store in a file or on a server, a clock set by hand, and some people."""

from __future__ import annotations

import pytest
from tests.store.conftest import address, clock, store
from tests.store.databases import Clock

from novamas.hall.people.persons import Persons
from novamas.store import Store

__all__ = ["address", "clock", "store"]

KEY = bytes(range(32))


@pytest.fixture
def persons(store: Store, clock: Clock) -> Persons:
    return Persons(store, KEY, clock)
