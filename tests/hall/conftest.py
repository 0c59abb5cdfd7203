"""A store that is a file or a server, a clock that is set by hand, and the people of a house."""

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
