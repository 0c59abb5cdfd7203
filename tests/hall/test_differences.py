"""What subscribers are told by differences: kept by them, a table is the whole one, from every viewpoint."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from random import Random

import pytest
from tests.hall.watched import WatchedTable, Watcher, comparable, watchers_of, whole_state
from tests.support.json_schema import Validator
from tools.streams import STREAMS, kept

from novamas.client.kept import KeptTable, spliced
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


@pytest.mark.parametrize("stream", sorted(STREAMS.iterdir()), ids=lambda stream: stream.stem)
def test_a_recorded_stream_leads_to_the_recorded_states(stream: Path) -> None:
    """The page is tested by the same streams (web/tests/table/streams.test.ts)."""
    schema = Validator.of("live.json")
    first, *lines = [json.loads(line) for line in stream.read_text("utf-8").splitlines()]
    table, compared = KeptTable(first), 0
    for line in lines:
        if "kept" in line:
            assert kept(table.state) == line["kept"]
            compared += 1
            continue
        assert list(schema.faults(line, schema.named("said"))) == []
        if line["type"] == "told":
            table.apply(line)
        else:
            table = KeptTable(line)
    assert compared > 3
