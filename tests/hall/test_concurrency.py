"""Several processes serve one store: each sees the same tables and completes the others' actions."""

from __future__ import annotations

import asyncio
import time
from random import Random

import pytest
from tests.hall.checks import must_balance, must_be_as_written, must_hold, standing
from tests.hall.play import ANNA, BERN, House, guest, submit
from tests.hall.virtual_clock import VirtualClock, in_virtual_time
from tests.store.databases import database

from novamas.hall.clock import SECOND
from novamas.hall.deliveries import Difference
from novamas.hall.scheduler import CLAIM_EVERY, LEASE, OVERDUE
from novamas.protocol.pace import Pace
from novamas.table.roles import RAIL


@pytest.mark.parametrize("game", ["ruleta", "holdem", pytest.param("chemin_de_fer", marks=pytest.mark.soak)])
def test_two_halls_lose_and_double_nothing(address: str, game: str) -> None:
    """Two guests are served by two processes, and both processes act for the bots."""
    clock = VirtualClock()

    async def main() -> None:
        here, there = House(address, clock), House(address, clock)
        for house in (here, there):  # in virtual time no one hears anything from outside
            house.hall.listen = asyncio.Event().wait  # type: ignore[method-assign,assignment]
        table = await here.open(game, bots=2)
        await there.sit(table.id, ANNA, 3)
        await here.sit(table.id, BERN, 4)
        here.go()
        there.go()
        rng = Random(4)
        playing = [
            asyncio.create_task(guest(house.hall, table.id, who, seat, rng))
            for house, who, seat in ((here, ANNA, 3), (there, BERN, 4))
        ]
        for _ in range(15):
            await asyncio.sleep(2 * rng.random())
            one, other = await here.hall.loaded.refresh(table.id), await there.hall.loaded.refresh(table.id)
            assert one.number == other.number or abs(one.number - other.number) < 5
            if one.number == other.number:
                assert standing(one) == standing(other)
        for task in playing:
            task.cancel()
        await here.scheduler.stop()
        await there.scheduler.stop()
        for house in (here, there):
            now = await house.hall.loaded.refresh(table.id)
            must_be_as_written(house.hall, now)
            must_balance(house.store, now)
        assert now.number > 60
        must_hold(here.store)
        await here.stop()
        await there.stop()

    in_virtual_time(main(), clock)


def test_a_message_is_done_once_whichever_process_it_reaches(address: str) -> None:
    clock = VirtualClock()

    async def main() -> None:
        halls = [House(address, clock) for _ in range(3)]
        table = await halls[0].open("boule", bots=0, pace=Pace(step_ms=100, betting_ms=0, patience_ms=0))
        await halls[1].sit(table.id, ANNA, 1)
        now = await halls[0].hall.loaded.refresh(table.id)
        while not now.view(1).offers:
            following = halls[0].hall.loaded.due_action(now)
            assert following is not None
            now = await halls[0].hall.apply(table.id, following.do)
        deed = now.view(1).offers[0].act
        asked = [submit(each.hall, table.id, ANNA, 1, deed, at=now.number, key="a") for each in halls * 3]
        answers = await asyncio.gather(*asked)
        assert {(one.done, one.number, one.refusal) for one in answers} == {(1, now.number + 1, None)}
        for house in halls:
            must_balance(house.store, await house.hall.loaded.refresh(table.id))
            await house.stop()

    in_virtual_time(main(), clock)


def test_what_a_process_left_undone_another_does_within_two_seconds(postgres: str) -> None:
    clock = VirtualClock()

    async def main() -> None:
        address = database(postgres)
        here, there = House(address, clock), House(address, clock)
        for house in (here, there):
            house.hall.listen = asyncio.Event().wait  # type: ignore[method-assign,assignment]
        table = await here.open("boule", bots=3, alone=True)
        await there.hall.table(table.id)  # it knows the table, as it was
        here.go()
        there.go()
        await asyncio.sleep(20)
        await here.scheduler.stop()
        left = await here.hall.table(table.id)
        assert left.number > 50
        await asyncio.sleep(2)
        now = await there.hall.table(table.id)
        assert now.number > left.number
        then = now.number
        await asyncio.sleep(5)
        assert (await there.hall.table(table.id)).number > then + 20
        must_be_as_written(there.hall, await there.hall.table(table.id))
        await there.stop()
        await here.stop()

    assert (OVERDUE + LEASE) / SECOND + CLAIM_EVERY < 2
    in_virtual_time(main(), clock)


def test_whoever_watches_elsewhere_is_told_at_once(postgres: str) -> None:
    """With real clocks, processes notify each other of the last number of a table."""
    address = database(postgres)

    async def main() -> None:
        here, there = House(address, VirtualClock()), House(address, VirtualClock())
        table = await here.open("boule", bots=0)
        watcher, first = await there.hall.publisher.subscribe(table.id, BERN, RAIL, None)
        listening = asyncio.create_task(there.hall.listen())
        began = time.monotonic()
        while not watcher._waiting and time.monotonic() - began < 20:
            now = await here.sit(table.id, ANNA, 1, 100)
            await asyncio.sleep(0.2)
        seen = await asyncio.wait_for(watcher.next(), 5)
        assert isinstance(seen, Difference)
        assert first.number < seen.number <= now.number
        listening.cancel()
        await here.stop()
        await there.stop()

    asyncio.run(main())


def test_a_table_that_nobody_watches_is_left_to_those_who_go_on_with_it(postgres: str) -> None:
    """A table without subscribers is evicted, and loaded again at the next request."""
    address = database(postgres)

    async def main() -> None:
        here, there = House(address, VirtualClock()), House(address, VirtualClock())
        watched, other = [await here.open("boule", bots=0) for _ in range(2)]
        for table in (watched, other):
            await there.hall.table(table.id)
        await there.hall.publisher.subscribe(watched.id, BERN, RAIL, None)
        listening = asyncio.create_task(there.hall.listen())
        async with asyncio.timeout(20):
            while there.hall.loaded.number_of(other.id) is not None:
                for table in (watched, other):
                    now = await here.sit(table.id, ANNA, 1, 100)
                await asyncio.sleep(0.1)
            while there.hall.loaded.number_of(watched.id) != here.hall.loaded.number_of(watched.id):
                await asyncio.sleep(0.1)
        assert (await there.hall.table(other.id)).number == now.number
        listening.cancel()
        await here.stop()
        await there.stop()

    asyncio.run(main())
