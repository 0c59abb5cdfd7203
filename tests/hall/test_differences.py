"""Subscribers that apply the differences have the whole table, from every viewpoint."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from random import Random

import pytest
from tests.hall.checks import encoded
from tests.hall.watched import (
    CASH,
    WatchedTable,
    Watcher,
    comparable,
    person_at,
    watcher,
    watchers_of,
    whole_state,
)
from tests.support.json_schema import Validator
from tools.streams import STREAMS, kept

from novamas.client.kept import KeptTable, spliced
from novamas.games import GAMES
from novamas.hall.deliveries import Form
from novamas.hall.differences import SAME_CLOCK, SentState, cuts
from novamas.hall.tables import commands
from novamas.hall.tables.entries import Stood
from novamas.hall.tables.table import KEPT, LiveTable
from novamas.table.roles import RAIL

ENTRIES = 60
SESSIONS = 100


@pytest.mark.parametrize("game", GAMES)
def test_a_table_that_is_kept_by_differences_is_the_whole_one(game: str, soak: bool) -> None:
    """The states are compared after each entry, from all viewpoints, while people come and go."""
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
            if rng.random() < 0.2:
                continue  # he reads slowly: what waits is applied in its order
            for message in one.hear():
                told, differences = told + 1, differences + (message["type"] == "told")
            _must_be_whole(house, one)
    assert differences > told / 2 > 5


def _must_be_whole(house: WatchedTable, one: Watcher) -> None:
    _must_be_kept(house, one)
    state, everything = one.kept.state, whole_state(house, one.subscriber.eyes)
    assert state["receipt"] == house.now.receipt
    clock, countdown = state["clock"], everything["clock"]
    assert (clock is None) == (countdown is None)
    assert clock is None or abs(clock["ends"] - countdown["ends"]) < SAME_CLOCK


def _must_be_kept(house: WatchedTable, one: Watcher) -> None:
    kept, whole = comparable(one.kept.state), comparable(whole_state(house, one.subscriber.eyes))
    for name, value in whole.items():
        assert kept[name] == value, (one.subscriber.eyes, name, one.stream[-1])


def test_of_two_sockets_of_one_person_the_one_behind_gets_the_whole_state_and_both_are_right() -> None:
    async def main() -> None:
        house = WatchedTable("ruleta")
        house.seat_everyone()
        both = [await watcher(house, person_at(1), 1) for _ in range(4)]
        rng, seen = Random(2), set[tuple[str, ...]]()
        for _ in range(80):
            behind = rng.choice(both)
            behind.subscriber.number -= 1
            before = house.now.number
            house.happen(rng)
            if house.now.number == before:
                behind.subscriber.number += 1
                continue
            seen.add(tuple(message["type"] for one in (behind, *both) for message in one.hear()))
            for one in both:
                _must_be_kept(house, one)
            if house.is_over or both[0].subscriber.eyes is RAIL:
                break
        assert ("table", "told", "told", "told") in seen

    asyncio.run(main())


def test_who_gets_up_and_sits_down_before_he_is_told_gets_the_whole_state() -> None:
    """The state sent for the seat may belong to another player, so the player gets the whole state."""

    async def main() -> None:
        house = WatchedTable("ruleta")
        house.seat_everyone()
        mine = await watcher(house, person_at(1), 1)

        def return_at_once(fork: LiveTable) -> None:
            fork.enter(Stood(1, fork.chips_of(1)))
            commands.sit(person_at(1), "Back", 1, CASH)(fork)

        assert house.do(return_at_once)
        assert [message["type"] for message in mine.hear()] == ["table"]
        _must_be_kept(house, mine)

    asyncio.run(main())


def test_a_new_person_on_a_seat_gets_no_kind_and_no_row_of_the_one_before() -> None:
    async def main() -> None:
        house = WatchedTable("ruleta")
        house.seat_everyone()
        rng, before = Random(4), await watcher(house, person_at(1), 1)
        while len(before.kept._kinds) < 3:  # some are only offered to who has chips on the table
            house.happen(rng)
            list(before.hear())
        assert house.do(lambda fork: fork.enter(Stood(1, fork.chips_of(1))))
        (gone,) = list(before.hear())
        assert (gone["type"], gone["view"]["eyes"]) == ("table", "rail")
        assert not gone.get("kinds")
        assert not gone.get("offers")
        assert house.do(commands.sit("new", "New", 1, CASH))
        after = await watcher(house, "new", 1)
        first = SentState(house.now, house.publisher._scene(house.now)).own(house.now, 1)
        assert encoded(after.stream[0].get("kinds", [])) == encoded(first.kinds())
        assert encoded(after.stream[0].get("offers", {})) == encoded(first.offers())

    asyncio.run(main())


def test_what_was_sent_is_forgotten_with_the_last_subscriber() -> None:
    async def main() -> None:
        house = WatchedTable("boule")
        house.seat_everyone()
        watching = await watchers_of(house)
        house.happen(Random(1))
        assert set(house.publisher._sent) == {"table"}
        whole = await watcher(house, "", RAIL, whole=True)
        for one in watching:
            house.publisher.unsubscribe("table", one.subscriber)
        assert not house.publisher._sent  # who gets whole states needs nothing
        house.publisher.unsubscribe("table", whole.subscriber)
        assert not house.publisher._subscribers

    asyncio.run(main())


def test_a_batch_of_more_states_than_are_kept_cuts_nobody_off() -> None:
    async def main() -> None:
        house = WatchedTable("ruleta")
        house.seat_everyone()
        watching = await watchers_of(house, Form("es"))
        number = house.now.number

        def many(fork: LiveTable) -> None:
            for _ in range(KEPT):
                for mind in ("New", "Old"):
                    fork.enter(Stood(2, fork.chips_of(2)))
                    commands.sit(person_at(2), mind, 2, CASH)(fork)

        assert house.do(many)
        assert house.now.number == number + 4 * KEPT
        for one in watching:
            (message,) = list(one.hear())
            assert (message["type"], message["since"]) == ("table", house.now.number - KEPT)
            assert {event["number"] for event in message["events"]} == set(
                range(house.now.number - KEPT + 1, house.now.number + 1)
            )
            _must_be_kept(house, one)
            assert one.subscriber in house.publisher._subscribers["table"]

    asyncio.run(main())


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
    """The browser page is tested with the same streams (web/tests/table/streams.test.ts)."""
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
