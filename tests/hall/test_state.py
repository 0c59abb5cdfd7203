"""The state of a table is saved and loaded completely, and closed tables are evicted."""

from __future__ import annotations

import asyncio
import gc
import json
import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import msgspec
import pytest
from msgspec.structs import replace
from tests.hall.checks import must_be_as_written, standing
from tests.hall.play import ANNA, BERN, OWNER, House, guest, play
from tests.hall.virtual_clock import Plain, VirtualClock, in_virtual_time

from novamas.errors import NovamasError
from novamas.games import GAMES
from novamas.hall.keys import keys_of_house
from novamas.hall.tables import commands
from novamas.hall.tables.entries import ChanceFailed, Closed
from novamas.hall.tables.loader import load_table
from novamas.hall.tables.seeds import Seeds
from novamas.hall.tables.snapshot import load, save, sealed
from novamas.hall.tables.state import Bank, Seat, TableState, Waits
from novamas.hall.tables.table import LiveTable
from novamas.protocol.pace import Pace
from novamas.store import WriteTransaction
from novamas.store.open_tables import snapshot_of
from novamas.table.events import Came
from novamas.table.ledger import Ledger
from novamas.table.results import Pocket
from novamas.table.roles import CROUPIER, RAIL
from novamas.table.session import SessionState

QUICKEST = Pace(step_ms=100, betting_ms=1000, patience_ms=1000)


def between_rounds(state: TableState) -> TableState:
    """Return a state as it is saved, without references between two rounds to the last deed."""
    return replace(state, session=replace(state.session, past=()))


def every_field(state: TableState) -> dict[str, Any]:
    """Return all values of a state, of its parts and of its ledger, by name."""
    found: dict[str, Any] = {}
    for part in (state, state.session, state.waits, state.bank, state.record):
        found |= {f"{type(part).__name__}.{name}": getattr(part, name) for name in part.__struct_fields__}
    return found | {f"Ledger.{name}": value for name, value in vars(state.session.ledger).items()}


def test_every_field_of_the_state_is_saved_and_loaded() -> None:
    """A new field must be in the state, in its JSON and in the loaded state, or this test fails."""
    changed: dict[str, Any] = {}
    for game in GAMES:
        table = load_game(game)
        first = every_field(table.state)
        fork = table.fork()
        steps = 0
        while fork.session.phase.turn in fork.automatic and steps < 40 and not fork.is_closing:
            fork.do(fork.draw() if fork.session.phase.turn == "chance" else first_act(fork))
            steps += 1
        filled = fork_with_everything(fork)
        again = load(save(filled), fork.table)
        assert again == between_rounds(filled)
        assert save(again) == save(filled)
        now = every_field(again)
        changed |= {name: value for name, value in now.items() if value != first[name]}
    left = every_field(table.state).keys() - changed.keys() - {"SessionState.past"}
    assert not left, f"no test changes these fields: {left}"


def first_act(table: LiveTable) -> Any:
    return table.session.offers(table.session.phase.turn)[0].act


def load_game(game: str) -> LiveTable:
    """Return a table of a game, without a store."""
    from tests.support.bots_table import bots_only, few_seats

    return bots_only(few_seats(game), "state")


def fork_with_everything(table: LiveTable) -> TableState:
    """Return a state in which every field differs from its value at the opening."""
    ledger = Ledger()
    ledger.players.update({1: 5, 3: -7})
    ledger.cloth.update({(1, "a:1"): 2, (3, "b"): 3})
    ledger.bought.update({3: 9})
    ledger.jackpots.update({"pot": 4})
    ledger.linked.update({"pot": 6})
    ledger.house = -3
    session: SessionState = replace(
        table.session.state, number=91, rounds=7, ledger=ledger, cash={1: 12, 3: 14}
    )
    if (results := results_of()) is not None:
        session = replace(session, results=results)
    changed = replace(
        table.state,
        session=session,
        waits=Waits(81, 82, 83, 84, 85, frozenset({1, 3}), {1: 4}),
        bank=Bank(11, 12, 13, 14),
    )
    fork = table.fork()
    fork.state, fork.session.state = changed, session
    fork.enter(ChanceFailed())
    for command in (commands.close("house"), commands.take_role("house", "Casa", CROUPIER)):
        try:
            command(fork)
        except NovamasError:
            continue
    fork.state = replace(
        fork.state,
        seats={3: Seat("p", "Pau", "", True, 5, True)},
        speed="calm",
        is_finishing=True,
        roles={CROUPIER: "p"},
        names={"p": "Pau"},
        position=33,
        moment=77,
    )
    closed = Closed(account=fork.account, rounds=7, receipt="00", seed="ab")
    return replace(fork.state, closed=closed, is_closing=True)


def results_of() -> Any:
    """Return some results of a wheel."""
    return (Came(Pocket("7", "rojo")), Came(Pocket("0", "verde")))


def of_another_table(books: WriteTransaction, mine: str, other: str) -> None:
    """Replace a table's snapshot by that of another table."""
    (row,) = books.link.rows("SELECT number, body FROM snapshots WHERE book = ?", other)
    books.queue("UPDATE snapshots SET number = ?, body = ? WHERE book = ?", (*row, mine))


def with_more_cash(books: WriteTransaction, mine: str, _other: str) -> None:
    """Give a player chips that no one bought."""
    ((body,),) = books.link.rows("SELECT body FROM snapshots WHERE book = ?", mine)
    changed = re.sub(rb'"cash":{"1":(\d+)', lambda found: b'"cash":{"1":9%s' % found[1], bytes(body))
    assert changed != bytes(body)
    books.queue("UPDATE snapshots SET body = ? WHERE book = ?", (changed, mine))


def unsealed_copy(books: WriteTransaction, mine: str, _other: str) -> None:
    """Write the snapshot as a version without seals wrote it."""
    ((body,),) = books.link.rows("SELECT body FROM snapshots WHERE book = ?", mine)
    state = json.loads(bytes(body))["state"]
    changed = json.dumps({"format": 2, "state": state}).encode()
    books.queue("UPDATE snapshots SET body = ? WHERE book = ?", (changed, mine))


def at_another_number(books: WriteTransaction, mine: str, _other: str) -> None:
    """Change the snapshot's number, so that entries are applied a second time."""
    books.queue("UPDATE snapshots SET number = number - 1 WHERE book = ?", (mine,))


def rubbish(books: WriteTransaction, mine: str, _other: str) -> None:
    """Write data that is not a snapshot."""
    books.queue("UPDATE snapshots SET body = ? WHERE book = ?", (b"\xff{", mine))


Change = Callable[[WriteTransaction, str, str], None]
CHANGES: list[Change] = [of_another_table, with_more_cash, unsealed_copy, at_another_number, rubbish]


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
def test_a_snapshot_that_was_changed_is_not_believed(
    change: Change, caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    """A changed snapshot is refused. In an earlier version one UPDATE gave a player 9,999.99 €."""
    clock, keys = VirtualClock(), keys_of_house(tmp_path)

    async def main() -> None:
        house = House(tmp_path / "books.sqlite", clock, keys)
        house.go()
        mine, other = [await house.open("ruleta", bots=2, alone=True, pace=QUICKEST) for _ in range(2)]
        await asyncio.sleep(60)
        before = standing(load_table(house.store, house.hall.seeds, mine.id))
        assert (await house.hall.table(mine.id)).saved_at
        assert not [one for one in caplog.records if one.name.startswith("novamas")]
        house.store.write(lambda books: change(books, mine.book, other.book))
        again = load_table(house.store, house.hall.seeds, mine.id)
        assert not again.saved_at
        assert mine.book in caplog.text
        assert standing(again) == before
        await house.stop()

    in_virtual_time(main(), clock)


def test_a_fork_shares_its_state() -> None:
    async def main(house: House) -> None:
        table = await house.open("ruleta", bots=2)
        fork = table.fork()
        assert fork.state is table.state
        assert fork.session.state is table.session.state is table.state.session
        fork.enter(ChanceFailed())
        assert (fork.state.is_stopped, table.state.is_stopped) == (True, False)

    play(main)


def test_a_closed_table_is_loaded_without_its_book() -> None:
    async def main(house: House) -> None:
        house.go()
        table = await house.open("ruleta", bots=2, pace=QUICKEST)
        await house.sit(table.id, ANNA, 3)
        guests = asyncio.create_task(guest(house.hall, table.id, ANNA, 3, Random(1)))
        await asyncio.sleep(40)
        await house.hall.apply(table.id, commands.close(OWNER))
        await asyncio.sleep(30)
        now = await house.hall.table(table.id)
        assert now.closed is not None
        must_be_as_written(house.hall, now)
        with house.store.reading() as books:
            snapshot = snapshot_of(books, now.book)
        assert snapshot is not None
        assert snapshot[0] == now.number
        with patch("novamas.hall.tables.table.LiveTable.read", side_effect=AssertionError):
            assert standing(load_table(house.store, house.hall.seeds, table.id)) == standing(now)
        await guests

    play(main)


async def _closed_tables(house: House, count: int, kept: int) -> None:
    loaded = house.hall.loaded
    with patch("novamas.hall.loaded_tables.MAX_CLOSED", kept):
        watched = await house.open("boule", pace=QUICKEST)
        subscriber, _ = await house.hall.publisher.subscribe(watched.id, BERN, RAIL, None)
        await house.hall.apply(watched.id, commands.close(OWNER))
        first = await _open_and_close(house)
        for _ in range(count):
            await _open_and_close(house)
        assert len(loaded.known()) == kept
        assert loaded.number_of(watched.id) is not None  # someone watches its end
        house.hall.publisher.unsubscribe(watched.id, subscriber)
        await _open_and_close(house)
        assert len(loaded.known()) == kept
        assert loaded.number_of(watched.id) is None
        gc.collect()
        assert len(loaded._locks) == len(loaded._invalid) == 0
        assert loaded._due.keys() == loaded._closed.keys() == {one.id for one in loaded.known()}
        assert (await house.hall.table(first)).closed is not None  # it is read again


async def _open_and_close(house: House) -> str:
    table = await house.open("boule", pace=QUICKEST)
    await house.sit(table.id, ANNA, 1, 1000)
    await house.hall.apply(table.id, commands.stand(ANNA, 1))
    await house.hall.apply(table.id, commands.close(OWNER))
    await asyncio.sleep(2)
    return table.id


def test_closed_tables_leave_memory() -> None:
    async def main(house: House) -> None:
        house.go()
        await _closed_tables(house, 30, 5)

    play(main)


@pytest.mark.soak
def test_ten_thousand_closed_tables_leave_memory() -> None:
    async def main(house: House) -> None:
        house.go()
        await _closed_tables(house, 10_000, 200)

    play(main)


def test_a_saved_state_says_its_format() -> None:
    state = load_game("boule").state
    assert msgspec.json.decode(sealed(state, "table/1", Seeds(Plain())))["format"] == 3
