"""Subscribers get every event once and in order, also after an absence, and only permitted ones."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any, TypeAlias
from unittest.mock import patch

import pytest
from tests.hall.checks import encoded
from tests.hall.play import ANNA, BERN, House, guest, play
from tests.hall.virtual_clock import a_hall

from novamas.errors import NovamasError
from novamas.hall.deliveries import Delivery, Difference, WholeState
from novamas.hall.hall import Hall
from novamas.hall.subscribers import MAX_WAITING, Subscriber
from novamas.hall.tables import commands
from novamas.hall.tables.loader import load_table
from novamas.hall.tables.table import KEPT, LiveTable
from novamas.protocol.messages import TableMessage
from novamas.table.events import Dealt
from novamas.table.roles import CROUPIER, FLOOR, RAIL

Seen: TypeAlias = Difference | WholeState


def heard(watcher: Subscriber) -> list[Seen]:
    """Return and remove the messages in a subscriber's queue."""
    found: list[Seen] = []
    while watcher._waiting:
        seen = watcher._waiting.pop(0)
        assert isinstance(seen, Difference | WholeState)
        found.append(seen)
    return found


def places(*seen: Seen | TableMessage[Any]) -> list[tuple[int, int]]:
    return [(told.number, told.nth) for one in seen for told in one.events]


async def played(house: House, game: str, seconds: float) -> LiveTable:
    table = await house.open(game, bots=3)
    house.go()
    await house.sit(table.id, ANNA, 4)
    playing = asyncio.create_task(guest(house.hall, table.id, ANNA, 4, Random(1)))
    await asyncio.sleep(seconds)
    playing.cancel()
    return await house.hall.table(table.id)


def test_who_comes_back_is_told_what_he_missed_and_nothing_twice(soak: bool) -> None:
    async def main(house: House) -> None:
        table = await house.open("blackjack", bots=2)
        watcher, first = await house.hall.publisher.subscribe(table.id, ANNA, RAIL, 0)
        house.go()
        await house.sit(table.id, ANNA, 3)
        playing = asyncio.create_task(guest(house.hall, table.id, ANNA, 3, Random(1)))
        await asyncio.sleep(20)
        playing.cancel()
        await asyncio.sleep(0)
        now = await house.hall.table(table.id)
        everything = [first, *heard(watcher)]
        numbers = [seen.number for seen in everything]
        assert numbers == sorted(set(numbers))
        assert numbers[-1] == now.number > 40
        every = places(*everything)
        assert every == sorted(set(every))
        for since in range(0, now.number + 1, 1 if soak else 5):
            again, missed = await house.hall.publisher.subscribe(table.id, BERN, RAIL, since)
            house.hall.publisher.unsubscribe(table.id, again)
            assert places(missed) == [place for place in every if place[0] > since]
            assert missed.number == now.number
        by_number = {(told.number, told.nth): told for seen in everything for told in seen.events}
        _, missed = await house.hall.publisher.subscribe(table.id, BERN, RAIL, 0)
        assert encoded(missed.events) == encoded([by_number[place] for place in every])

    play(main)


def test_what_is_further_back_than_is_at_hand_is_read_again() -> None:
    async def main(house: House) -> None:
        now = await played(house, "boule", 60)
        assert now.number > KEPT
        _, all_of_it = await house.hall.publisher.subscribe(now.id, BERN, RAIL, 0)
        whole = load_table(house.store, house.hall.seeds, now.id, whole=True)
        assert places(all_of_it) == [
            (one.number, nth) for one in whole.history for nth in range(len(one.events))
        ]
        assert all_of_it.number == now.number
        _, nothing = await house.hall.publisher.subscribe(now.id, BERN, RAIL, None)
        assert (nothing.events, nothing.number) == ((), now.number)

    play(main)


def test_what_followed_the_last_snapshot_is_read_from_there() -> None:
    async def main(house: House) -> None:
        now = await played(house, "boule", 60)
        assert KEPT < now.number - now.saved_at < now.number
        with patch("novamas.hall.tables.loader.MAX_READ", 0):  # so that the whole book is not read
            _, missed = await house.hall.publisher.subscribe(now.id, BERN, RAIL, now.saved_at)
            assert places(missed)[0][0] == now.saved_at + 1
            _, nothing = await house.hall.publisher.subscribe(now.id, BERN, RAIL, now.saved_at - 1)
            assert nothing.events == ()
        _, all_of_it = await house.hall.publisher.subscribe(now.id, BERN, RAIL, 0)
        assert places(missed) == [place for place in places(all_of_it) if place[0] > now.saved_at]

    play(main)


def test_what_can_be_taken_at_once_is_and_nothing_overtakes_what_waits() -> None:
    async def main(house: House) -> None:
        watcher, sent = Subscriber(BERN, RAIL, 0), list[Delivery]()
        can_take = True

        def at_once(told: Delivery) -> bool:
            sent.extend([told] if can_take else [])
            return can_take

        watcher.at_once = at_once
        assert watcher.send(b"1")
        assert not sent  # no one waits yet
        assert await watcher.next() == b"1"
        assert watcher.send(b"2")
        assert not sent  # the last message taken has not arrived
        assert await watcher.next() == b"2"
        waiting = asyncio.create_task(watcher.next())
        await asyncio.sleep(0)
        assert all(map(watcher.send, (b"3", b"4")))
        can_take = False
        assert watcher.send(b"5")
        can_take = True
        assert watcher.send(b"6")
        assert sent == [b"3", b"4"]
        assert [await waiting, await watcher.next()] == [b"5", b"6"]

    play(main)


def test_who_was_told_more_by_another_process_is_told_nothing_twice() -> None:
    async def main(house: House) -> None:
        table = await house.open("ruleta", bots=1)
        other: Hall = a_hall(house.store)[0]
        await other.table(table.id)
        ahead = await house.sit(table.id, ANNA, 2)
        _, seen = await other.publisher.subscribe(table.id, ANNA, RAIL, ahead.number)
        assert (seen.number, seen.events) == (ahead.number, ())
        watcher, seen = await other.publisher.subscribe(table.id, ANNA, RAIL, 10**9)  # nobody told him that
        assert seen.number == ahead.number
        then = await house.sit(table.id, BERN, 3)
        await other.loaded.refresh(table.id)
        assert places(*heard(watcher)) == [(then.number, 0)]

    play(main)


def test_who_sits_down_does_not_learn_what_his_seat_saw_before() -> None:
    """The hidden cards of the previous player stay hidden, even if the new one asks for old events."""

    async def main(house: House) -> None:
        table = await house.open("holdem", bots=3)
        house.go()
        await house.sit(table.id, ANNA, 4)
        playing = asyncio.create_task(guest(house.hall, table.id, ANNA, 4, Random(1)))
        own, _ = await house.hall.publisher.subscribe(table.id, ANNA, 4, 0)
        await asyncio.sleep(30)
        playing.cancel()
        await house.hall.apply(table.id, commands.stand(ANNA, 4))
        await asyncio.sleep(30)
        before = [told for seen in heard(own) for told in seen.events]
        mine = {(told.number, told.nth) for told in before if _knows(told.event, 4)}
        assert mine, "she was dealt cards"
        await house.sit(table.id, BERN, 4)
        await asyncio.sleep(20)
        now = await house.hall.table(table.id)
        _, missed = await house.hall.publisher.subscribe(table.id, BERN, 4, 0)
        theirs = {(told.number, told.nth) for told in missed.events if _knows(told.event, 4)}
        assert not theirs & mine
        assert all(number >= now.seats[4].since for number, _ in theirs)
        with patch("novamas.hall.tables.table.KEPT", 1):
            _, again = await a_hall(house.store)[0].publisher.subscribe(table.id, BERN, 4, 0)
        assert encoded(again.events)[: len(encoded(missed.events)) - 1] == encoded(missed.events)[:-1]

    play(main)


def _knows(event: object, seat: int) -> bool:
    return isinstance(event, Dealt) and event.to == seat and event.card is not None and not event.up


def test_nobody_looks_with_the_eyes_of_another() -> None:
    async def main(house: House) -> None:
        table = await house.open("holdem", bots=3)
        await house.sit(table.id, ANNA, 4)
        for eyes in (1, 4, CROUPIER, FLOOR):
            with pytest.raises(NovamasError) as refused:
                await house.hall.publisher.subscribe(table.id, BERN, eyes, 0)
            assert refused.value.code in ("not_your_seat", "not_your_role")
            with pytest.raises(NovamasError):
                await house.hall.publisher.subscribe(table.id, "", eyes, 0)
        watcher, _ = await house.hall.publisher.subscribe(table.id, ANNA, 4, 0)
        await house.hall.apply(table.id, commands.stand(ANNA, 4))
        house.go()
        await asyncio.sleep(5)
        assert [seen.eyes for seen in heard(watcher)][-1] is RAIL

    play(main)


def test_who_does_not_listen_is_let_go_and_nobody_waits_for_him() -> None:
    async def main(house: House) -> None:
        table = await house.open("boule", bots=3, alone=True)
        slow, _ = await house.hall.publisher.subscribe(table.id, BERN, RAIL, None)
        house.go()
        await asyncio.sleep(60)
        now = await house.hall.table(table.id)
        assert now.number > MAX_WAITING + 50
        assert slow.is_gone
        assert len(heard(slow)) == MAX_WAITING
        assert await slow.next() is None
        assert not house.hall.publisher._subscribers

    play(main)
