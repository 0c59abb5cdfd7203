"""A hall is killed at any moment: what was answered is there, once, and people sit where they sat."""

from __future__ import annotations

import time
from random import Random

from tests.live.checking import must_balance, must_be_as_written, must_hold
from tests.live.killing import Guest, Server, killing
from tests.live.virtual import a_hall

from novamas.live.loading import load_table
from novamas.store import open_store

GAMES = ("ruleta", "blackjack", "holdem_bonus")


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
    must_go_on(process, guests)
    process.kill()
    with open_store(address) as store:
        must_hold(store)
        hall = a_hall(store)[0]
        with store.reading() as books:
            done = sum(one.check(hall, books) for one in guests)
        assert done  # how many depends on the machine
        for id in tables:
            table = load_table(hall.store, hall.seeds, id)
            must_balance(store, table)
            must_be_as_written(hall, table)
        hall.counter.close()


def must_go_on(process: Server, guests: list[Guest]) -> None:
    """Every table goes on: within a minute each of the guests is told something more."""
    before, end = {one.name: one.since for one in guests}, time.monotonic() + 60
    while any(one.since == before[one.name] for one in guests):
        assert time.monotonic() < end, "a table stands still"
        for one, looked in zip(guests, process.ask(*(one.looks() for one in guests)), strict=True):
            one.hears(looked)
