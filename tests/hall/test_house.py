"""Automatic work of the house: banks are filled and emptied, abandoned tables are closed."""

from __future__ import annotations

import asyncio
from pathlib import Path
from threading import get_ident
from unittest.mock import patch

import pytest
from tests.hall.checks import must_balance, must_be_as_written, must_hold
from tests.hall.play import ANNA, BERN, OWNER, House, play, submit
from tests.hall.virtual_clock import a_hall

from novamas.bots.bettor import edges_of
from novamas.bots.knowledge import TableFacts
from novamas.equipment.health import Health
from novamas.errors import NovamasError
from novamas.families.banked.acts import Bet
from novamas.hall.tables import commands
from novamas.hall.tables.automation import ABANDONED, CREDITED_ABOVE
from novamas.hall.tables.entries import Credited, Filled
from novamas.hall.tables.state import Bank
from novamas.hall.tables.table import LiveTable
from novamas.hall.text import says
from novamas.hall.views import table_info
from novamas.protocol.notices import DealingStopped, NumberedHallEvent
from novamas.protocol.pace import Pace
from novamas.protocol.tables import OpenTableRequest
from novamas.store import StoreFault, open_store
from novamas.table.roles import CROUPIER, RAIL
from novamas.words import voice_for

FOR_EVER = Pace(step_ms=100, betting_ms=0, patience_ms=0)
HOURS = 3600
CLOSES = ABANDONED / 1e6


# ---------------------------------------------------------------- fills and credits


def test_a_bank_that_holds_much_gives_back_what_it_won_and_the_books_balance() -> None:
    async def main(house: House) -> None:
        table = await house.open("ruleta")
        opening = table.opened.opening_float
        more = CREDITED_ABOVE * opening

        def brings(fork: LiveTable) -> None:
            fork.enter(Filled(opening, fork.state.bank.slips + 1))

        house.go()
        await house.hall.apply(table.id, brings)
        await asyncio.sleep(1)
        now = await house.hall.table(table.id)
        assert (now.bank, now.state.bank.credits) == (more, 0)  # not more than that
        await house.hall.apply(table.id, lambda fork: fork.enter(Filled(1, fork.state.bank.slips + 1)))
        await house.sit(table.id, ANNA, 1)  # at rest it is taken away before anything else
        await asyncio.sleep(1)
        now = await house.hall.table(table.id)
        assert now.state.bank == Bank(opening, opening + 1, opening + 1, 3)
        must_balance(house.store, now)
        must_be_as_written(house.hall, now)
        await house.hall.apply(table.id, commands.close(OWNER))
        await asyncio.sleep(5)
        closed = (await house.hall.table(table.id)).closed
        assert closed is not None
        assert (closed.account.win, closed.account.credits) == (0, opening + 1)
        must_balance(house.store, await house.hall.table(table.id))
        must_hold(house.store)

    play(main)


@pytest.mark.parametrize("body", [Filled(500, 3), Credited(500, 1)])
def test_a_slip_that_is_missing_is_found(body: Filled | Credited) -> None:
    async def main(house: House) -> None:
        table = await house.open("ruleta")
        fork = table.fork()
        fork.enter(Filled(500, 1))
        with pytest.raises(StoreFault) as missing:
            fork.enter(body)
        assert missing.value.code == "table_slip_missing"

    play(main)


# ---------------------------------------------------------------- tables that everybody left


def test_a_table_that_everybody_left_is_closed_and_gives_back_what_lies_there() -> None:
    async def main(house: House) -> None:
        table = await house.open("ruleta", pace=FOR_EVER)
        house.go()
        await house.sit(table.id, ANNA, 1, 5_000)
        await house.sit(table.id, BERN, 2, 7_000)
        await asyncio.sleep(1)
        assert (await submit(house.hall, table.id, ANNA, 1, Bet(by=1, bet="rojo", cents=1000))).done == 1
        await house.hall.apply(table.id, commands.take_role(OWNER, "Olga", CROUPIER))
        await asyncio.sleep(CLOSES - 10)
        waits = await house.hall.table(table.id)
        assert waits.closed is None
        assert (await house.hall.publisher.subscribe(table.id, ANNA, 1, None))[
            1
        ].clock is None  # no one is hurried by it
        await asyncio.sleep(60)
        now = await house.hall.table(table.id)
        assert now.closed is not None
        assert now.closed.account.win == 0  # bets that were not closed are given back
        assert [house.hall.purses.of(one) for one in (ANNA, BERN)] == [100_000_000] * 2
        must_balance(house.store, now)
        must_be_as_written(house.hall, now)
        must_hold(house.store)
        assert house.hall.open_tables() == []

    play(main)


def test_a_table_at_which_somebody_does_something_stays_open() -> None:
    async def main(house: House) -> None:
        table = await house.open("ruleta", pace=FOR_EVER)
        house.go()
        await house.sit(table.id, ANNA, 1)
        for nth in range(5):
            await asyncio.sleep(CLOSES - HOURS / 2)
            assert (await submit(house.hall, table.id, ANNA, 1, Bet(by=1, bet="rojo", cents=1000))).done == 1
            asked = f"ready {nth}"
            ready = commands.be_ready(ANNA, 1)
            await house.hall.submit_command(table.id, ANNA, ready, asked=asked.encode(), key=asked)
        assert (await house.hall.table(table.id)).closed is None

    play(main)


def test_a_table_that_goes_on_with_bots_alone_stays_open_and_others_do_not() -> None:
    async def main(house: House) -> None:
        bots = await house.open("ruleta", bots=2, alone=True, pace=Pace(step_ms=60_000, betting_ms=0))
        empty = await house.open("blackjack", bots=2)
        house.go()
        await asyncio.sleep(CLOSES + 120)
        assert (await house.hall.table(bots.id)).closed is None
        assert (await house.hall.table(empty.id)).closed is not None

    play(main)


# ---------------------------------------------------------------- chance that is not in good health


def test_a_table_whose_chance_is_stuck_says_so_and_draws_nothing(caplog: pytest.LogCaptureFixture) -> None:
    async def main(house: House) -> None:
        table = await house.open("ruleta", pace=FOR_EVER)
        house.go()
        await house.sit(table.id, ANNA, 1)
        await asyncio.sleep(1)
        assert (await submit(house.hall, table.id, ANNA, 1, Bet(by=1, bet="rojo", cents=1000))).done == 1
        rail, _ = await house.hall.publisher.subscribe(table.id, BERN, RAIL, None)
        table.source._stream._health = sick = Health()
        with pytest.raises(NovamasError):
            sick.see([bytes(64)] * 2)  # a source that is stuck
        await house.hall.apply(table.id, commands.be_ready(ANNA, 1))
        await asyncio.sleep(600)
        stopped = await house.hall.table(table.id)
        assert stopped.state.is_stopped
        assert stopped.session.rounds == 0
        assert table_info(stopped, ANNA).is_stopped
        told = [one.event for _ in range(len(rail._waiting)) for one in (await rail.next()).events]  # type: ignore[union-attr]
        assert [one for one in told if isinstance(one, DealingStopped)] == [DealingStopped()]
        for language in ("es", "ca", "en"):
            assert says([NumberedHallEvent(1, 0, DealingStopped())], voice_for(language), RAIL)[0].endswith(
                "."
            )
        assert "cannot continue: chance_failed" in caplog.text
        must_be_as_written(house.hall, stopped)
        must_balance(house.store, stopped)
        table.source._stream._health = None  # as in a process that starts
        await asyncio.sleep(120)
        now = await house.hall.table(table.id)
        assert (now.state.is_stopped, now.session.rounds) == (False, 1)
        must_balance(house.store, now)

    play(main)


# ---------------------------------------------------------------- bots that weigh


def test_what_an_expert_weighs_is_counted_where_nobody_waits_for_it(tmp_path: Path) -> None:
    """The computation never runs on the event loop: not when a table opens or loads, nor for a new bot."""
    asked: list[tuple[int, int]] = []  # the thread, and what was counted by then

    def edges(known: TableFacts) -> object:
        asked.append((get_ident(), edges_of.cache_info().misses))
        return edges_of(known)

    async def main() -> None:
        with open_store(tmp_path / "books.sqlite") as store:
            hall, _ = a_hall(store)
            opening = OpenTableRequest(game="ruleta", bots={1: "expert"}, alone=True)
            table = await hall.open(opening, OWNER)
            await hall.apply(table.id, commands.seat_bot(OWNER, 2, "expert"))
            await a_hall(store)[0].table(table.id)
            await hall.shutdown()

    edges_of.cache_clear()
    with patch("novamas.bots.minds.edges_of", edges), patch("novamas.bots.bettor.edges_of", edges):
        asyncio.run(main())
    first = [thread for thread, counted in asked if not counted]
    assert first
    assert get_ident() not in first
    assert sum(thread != get_ident() for thread, _ in asked) >= 3
