"""A hall is killed at any moment: every answered deed is stored once, and people keep their seats."""

from __future__ import annotations

import time
from collections.abc import Callable
from operator import gt
from random import Random

from tests.hall.checks import must_balance, must_be_as_written, must_hold
from tests.hall.killing import Guest, Looked, Server, killing
from tests.hall.virtual_clock import a_hall

from novamas.hall.tables.loader import load_table
from novamas.store import open_store

GAMES = ("ruleta", "blackjack", "holdem_bonus")


def test_a_hall_that_is_killed_loses_nothing_and_doubles_nothing(address: str, soak: bool) -> None:
    kills, rng = 50 if soak else 3, Random(17)
    with open_store(address):
        pass  # it is made before anyone is killed
    process = Server(address, rng)
    people = [f"p{nth}" for nth in range(2 * len(GAMES))]
    tables = process.ask(*(("open", game, tuple(people)) for game in GAMES))
    guests = [Guest(name, tables[nth % 3], 4 + nth // 3, rng) for nth, name in enumerate(people)]
    assert all(process.ask(*(("sit", one.table, one.name, one.seat, "sit") for one in guests)))
    for _ in killing(process, kills):
        play(process, guests)
    until(
        lambda: play(process, guests), lambda: any(said.done for one in guests for _, _, said in one.answers)
    )
    assert process.killed == kills
    must_go_on(process, guests)
    process.kill()
    with open_store(address) as store:
        must_hold(store)
        hall = a_hall(store)[0]
        with store.reading() as books:
            for one in guests:
                one.check(hall, books)
        for id in tables:
            table = load_table(hall.store, hall.seeds, id)
            must_balance(store, table)
            must_be_as_written(hall, table)
        hall.commits.close()


def play(process: Server, guests: list[Guest]) -> None:
    """Let each guest look at a table and do an offered act."""
    seen = look(process, guests)
    asked = [(one, act) for one, looked in zip(guests, seen, strict=True) if (act := one.acts(looked))]
    for (one, act), answer in zip(asked, process.ask(*(act for _, act in asked)), strict=True):
        one.answers.append((act[6], act[4], answer))


def look(process: Server, guests: list[Guest]) -> list[Looked]:
    """Return the view and the events that each guest gets."""
    seen = process.ask(*(one.looks() for one in guests))
    for one, looked in zip(guests, seen, strict=True):
        one.hears(looked)
    return seen


def must_go_on(process: Server, guests: list[Guest]) -> None:
    """Check that every table continues: each guest gets a further event."""
    before = [one.since for one in guests]
    until(lambda: look(process, guests), lambda: all(map(gt, (one.since for one in guests), before)))


def until(again: Callable[[], object], is_done: Callable[[], bool]) -> None:
    """Repeat an action until it has a result, for a minute at most."""
    end = time.monotonic() + 60
    while not is_done():
        assert time.monotonic() < end, "tables stand still"
        again()
