"""What subscribers are told by differences: kept by them, a table is the whole one, from every viewpoint."""

from __future__ import annotations

import asyncio
from random import Random

import pytest
from tests.hall.watched import WatchedTable, Watcher, comparable, watchers_of, whole_state

from novamas.client.kept import spliced
from novamas.games import GAMES
from novamas.hall.deliveries import Form
from novamas.hall.differences import cuts

ENTRIES = 60
SESSIONS = 100
DRIFT = 100_000  # microseconds by which the end of a countdown may differ on a busy machine


@pytest.mark.parametrize("game", GAMES)
def test_a_table_that_is_kept_by_differences_is_the_whole_one(game: str, soak: bool) -> None:
    """After each entry, for all eyes; people come, go and come back meanwhile."""
    for session in range(SESSIONS if soak else 1):
        asyncio.run(_kept_is_whole(game, Random(f"{game} {session}")))


async def _kept_is_whole(game: str, rng: Random) -> None:
    house = WatchedTable(game, f"{rng.random()}")
    house.seat_everyone()
    form = Form("ca", receipts=True)
    watching = await watchers_of(house, form)
    told = differences = 0
    for _ in range(ENTRIES):
        if house.is_over:
            break
        house.happen(rng)
        if rng.random() < 0.1:
            watching = [*rng.sample(watching, len(watching) // 2), *await watchers_of(house, form)]
        for one in watching:
            for message in one.hear():
                told, differences = told + 1, differences + (message["type"] == "told")
            _must_be_whole(house, one)
    assert differences > told / 2 > 5


def _must_be_whole(house: WatchedTable, one: Watcher) -> None:
    state, everything = one.kept.state, whole_state(house, one.subscriber.eyes)
    kept, whole = comparable(state), comparable(everything)
    for name, value in whole.items():
        assert kept[name] == value, (one.subscriber.eyes, name, one.stream[-1])
    assert state["receipt"] == house.now.receipt
    clock, countdown = state["clock"], everything["clock"]
    assert (clock is None) == (countdown is None)
    assert clock is None or abs(clock["ends"] - countdown["ends"]) < DRIFT


def test_cuts_make_one_list_another_whatever_they_hold() -> None:
    rng = Random(1)
    for _ in range(3000):
        old = [rng.randrange(8) for _ in range(rng.randrange(8))]
        new = [rng.randrange(8) for _ in range(rng.randrange(8))]
        if rng.random() < 0.7:
            old, new = list(dict.fromkeys(old)), list(dict.fromkeys(new))
        found = cuts(old, new)
        assert spliced(old, found) == new, (old, new, found)
        assert bool(found) == (old != new)
