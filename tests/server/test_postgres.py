"""The central system on a PostgreSQL server: concurrent requests and a repeated one."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from litestar.testing import TestClient
from tests.pools.day_at_the_races import NOON
from tests.server.conftest import BET, TICKET, System
from tests.store.databases import Clock, database

from novamas.server.application import application
from novamas.store import open_store


@pytest.fixture
def system(postgres: str) -> Iterator[System]:
    clock = Clock()
    clock.now = NOON
    with (
        open_store(database(postgres), clock=clock) as store,
        TestClient(application(store), raise_server_exceptions=False) as client,
    ):
        yield System(store, clock, client)


def test_sales_that_come_together_are_each_entered_once(system: System) -> None:
    def sell(number: int) -> tuple[str, str]:
        bet = system.done("POST", "/lototrot/outlets/palma-1/sales", BET, key=f"bet-{number}")
        ticket = system.done(
            "POST", "/promotrot/outlets/inca-2/sales", TICKET, who="inca-2", key=f"ticket-{number}"
        )
        return bet["code"], ticket["code"]

    with ThreadPoolExecutor(8) as windows:
        sold = list(windows.map(sell, range(40)))
        assert list(windows.map(sell, range(40))) == sold
    assert len({code for codes in sold for code in codes}) == 80
    with system.store.reading() as books:
        assert sum(1 for _ in books.entries(kind="sale")) == 40
        assert sum(1 for _ in books.entries(kind="ticket")) == 40
    assert system.entries() > 80
