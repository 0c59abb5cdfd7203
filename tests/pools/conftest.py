"""Pools are tested on both kinds of stores: a file and a server."""

from __future__ import annotations

import pytest
from tests.pools.office_with_day import Races
from tests.store.conftest import address, clock, store
from tests.store.databases import Clock

from novamas.store import Store

__all__ = ["address", "clock", "races", "store"]


@pytest.fixture
def races(store: Store, clock: Clock) -> Races:
    return Races(store, clock)
