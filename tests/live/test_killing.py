"""A hall is killed at any moment: what was answered is there, once, and people sit where they sat."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from tests.live.checking import must_balance, must_be_as_written, must_hold
from tests.live.killing import Guest, Server, killing
from tests.live.virtual import a_hall
from tests.store.databases import database, server

from novamas.store import open_store

GAMES = ("ruleta", "blackjack", "holdem_bonus")


@pytest.fixture(scope="module")
def postgres() -> Iterator[str]:
    with server() as address:
        yield address


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return str(tmp_path / "books.sqlite")
    return database(request.getfixturevalue("postgres"))


def test_a_hall_that_is_killed_loses_nothing_and_doubles_nothing(address: str, soak: bool) -> None:
    kills, rng = 50 if soak else 3, Random(17)
    with open_store(address):
        pass  # it is made before anybody is killed
    process = Server(address, rng)
    people = [f"p{nth}" for nth in range(2 * len(GAMES))]
    tables = process.ask(*(("open", game, tuple(people)) for game in GAMES))
    guests = [Guest(name, tables[nth % 3], 4 + nth // 3, rng) for nth, name in enumerate(people)]
    assert all(process.ask(*(("sit", one.table, one.name, one.seat, "sit") for one in guests)))
    for _ in killing(process, kills):
        seen = process.ask(*(one.looks() for one in guests))
        for one, looked in zip(guests, seen, strict=True):
            one.hears(looked)
        asked = [(one, act) for one, looked in zip(guests, seen, strict=True) if (act := one.acts(looked))]
        told = process.ask(*(act for _, act in asked))
        for (one, act), answer in zip(asked, told, strict=True):
            one.answers.append((act[6], act[4], answer))
    assert process.killed == kills
    before = [one.since for one in guests]
    for _ in range(20):  # and tables go on
        for one, looked in zip(guests, process.ask(*(one.looks() for one in guests)), strict=True):
            one.hears(looked)
    process.kill()
    with open_store(address) as store:
        must_hold(store)
        hall = a_hall(store)[0]
        with store.reading() as books:
            done = sum(one.check(hall, books) for one in guests)
        assert done > kills
        for id in tables:
            table = hall._load(id)
            must_balance(store, table)
            must_be_as_written(hall, table)
        hall.counter.close()
    assert [one.since for one in guests] > before
