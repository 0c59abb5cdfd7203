"""Overload: a house refuses requests, completes all that it accepted, and recovers."""

from __future__ import annotations

import asyncio
from collections import Counter
from itertools import count
from unittest.mock import patch

from tests.hall.checks import must_balance, must_be_as_written, must_hold
from tests.hall.play import House, play, submit
from tests.hall.virtual_clock import AtOnce

from novamas.families.banked.acts import Bet
from novamas.hall.hall import Hall
from novamas.protocol.pace import Pace
from novamas.store import StoreFault

TABLES, PEOPLE, AT_ONCE = 3, 4, 20
MOST = 40  # that may wait here
COMMIT = 0.05  # seconds that each takes: twenty a second at one table
FLOOD = 20.0  # seconds
PACE = Pace(step_ms=100, betting_ms=3000, patience_ms=1000)


class Flood:
    """People who all bet again and again without waiting for an answer."""

    def __init__(self, hall: Hall, tables: list[str]) -> None:
        self.hall, self.tables = hall, tables
        self.told: Counter[str] = Counter()
        self.accepted: set[tuple[str, str]] = set()  # of which table, under which key
        self.most_waiting = 0
        self._keys = count(1)

    async def bet(self, table: str, person: str, seat: int) -> None:
        key = f"f{next(self._keys)}"
        try:
            answer = await submit(
                self.hall, table, person, seat, Bet(by=seat, bet="rojo", cents=1000), key=key
            )
        except StoreFault as fault:
            self.told[fault.code] += 1
        else:
            self.told["done" if answer.done else str(answer.refusal and answer.refusal.code)] += 1
            if answer.done:
                self.accepted.add((table, f"{person}/{key}/0"))
        self.most_waiting = max(self.most_waiting, len(self.hall.executor.queue))

    async def go_on(self) -> None:
        async with asyncio.TaskGroup() as asking:
            ends = asyncio.get_running_loop().time() + FLOOD
            while asyncio.get_running_loop().time() < ends:
                for table in self.tables:
                    for seat in range(1, PEOPLE + 1):
                        for _ in range(AT_ONCE):
                            asking.create_task(self.bet(table, f"p{seat}", seat))
                await asyncio.sleep(0.5)


def recorded(house: House, table: str) -> set[tuple[str, str]]:
    """Return the keys of a person's bets in the book of a table."""
    with house.store.reading() as books:
        made = books.entries_after(f"table/{table}", 0)
        return {(table, entry.key) for entry in made if entry.kind == "deed" and entry.key is not None}


def test_what_was_accepted_is_what_was_recorded_rounds_go_on_and_the_house_recovers() -> None:
    async def main(house: House) -> None:
        hall = house.hall
        tables = [(await house.open("ruleta", pace=PACE)).id for _ in range(TABLES)]
        for seat in range(1, PEOPLE + 1):
            await hall.purses.welcome(f"p{seat}", 100_000_000)
            for id in tables:
                await house.sit(id, f"p{seat}", seat)
        house.go()
        assert isinstance(hall.commits, AtOnce)

        async def slow(when: str) -> None:
            if when == "before":
                await asyncio.sleep(COMMIT)

        hall.commits.breaks_in = slow
        flood = Flood(hall, tables)
        await flood.go_on()
        assert flood.told["hall_full"] > flood.told["done"] > 100
        assert flood.most_waiting <= MOST + TABLES  # beside what continues by itself, one at each table
        await asyncio.sleep(20)
        assert set().union(*(recorded(house, id) for id in tables)) == flood.accepted
        for id in tables:
            table = await hall.table(id)
            assert table.session.rounds >= 3  # bets were closed and paid all the while
            must_be_as_written(hall, table, whole=False)
            must_balance(house.store, table)
        must_hold(house.store)
        assert not len(hall.executor.queue)
        began = asyncio.get_running_loop().time()
        while not flood.told["again"]:
            answer = await submit(hall, tables[0], "p1", 1, Bet(by=1, bet="rojo", cents=1000))
            flood.told["again"] += answer.done
            await asyncio.sleep(0.1)
        assert asyncio.get_running_loop().time() - began < 2

    with (
        patch("novamas.hall.request_queue.MAX_PENDING", MOST),
        patch("novamas.hall.request_queue.MAX_PENDING_AT_TABLE", MOST // 4),
    ):
        play(main)


def test_bets_that_keep_coming_do_not_keep_bets_open(soak: bool) -> None:
    """Betting closes on time although people bet faster than the table can store the bets."""

    async def main(house: House) -> None:
        table = await house.open("ruleta", pace=PACE)
        house.go()
        for seat in range(1, PEOPLE + 1):
            await house.hall.purses.welcome(f"p{seat}", 100_000_000)
            await house.sit(table.id, f"p{seat}", seat)
        assert isinstance(house.hall.commits, AtOnce)

        async def slow(when: str) -> None:
            await asyncio.sleep(COMMIT / 2)

        house.hall.commits.breaks_in = slow

        async def bets(person: str, seat: int, number: int) -> None:
            while True:
                deed = Bet(by=seat, bet=f"pleno:{number}", cents=200)
                await submit(house.hall, table.id, person, seat, deed)
                await asyncio.sleep(0.1)

        numbers = [(seat, number) for seat in range(1, PEOPLE + 1) for number in range(20 if soak else 5)]
        betting = [asyncio.create_task(bets(f"p{seat}", seat, number)) for seat, number in numbers]
        await asyncio.sleep(20)
        for one in betting:
            one.cancel()
        now = await house.hall.table(table.id)
        assert now.session.rounds >= 3
        assert now.number > 150

    play(main)
