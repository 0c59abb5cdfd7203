"""A restored house: events that people saw after the copy was made do not occur a second time."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from tests.hall.play import ANNA, House, submit
from tests.hall.virtual_clock import VirtualClock, in_virtual_time
from tests.store.databases import database

from novamas.errors import NovamasError
from novamas.games import GAMES
from novamas.hall.tables.accounts import book_of, purse
from novamas.hall.tables.entries import DEED, BetsReturned, Closed, kind_name
from novamas.hall.tables.loader import load_table
from novamas.hall.tables.records import record_lines
from novamas.hall.tables.table import LiveTable
from novamas.money import Cents
from novamas.protocol.pace import Pace
from novamas.protocol.tables import OpenTableRequest
from novamas.server.tables.tasks import TableVerified
from novamas.store import Store, open_store, verify
from novamas.store.epochs import Mark, epoch_of, follow_mark, identity_of
from novamas.store.restore import restore
from novamas.words import voice_for

PATIENT = Pace(step_ms=100, betting_ms=600_000, patience_ms=600_000)
PLAYED = 20  # seconds before the copy, and again after it
DRAWN = b'"do":"drawn"'

Restores = Callable[[Path, Path, pytest.FixtureRequest], str]


def by_command(copy: Path, place: Path, _request: pytest.FixtureRequest) -> str:
    """Restore the store with `novamas store restore`."""
    restore(copy, str(place))
    return str(place)


def by_copying(copy: Path, place: Path, _request: pytest.FixtureRequest) -> str:
    """Copy the file back over the store."""
    for end in ("-wal", "-shm"):
        Path(f"{place}{end}").unlink(missing_ok=True)
    shutil.copyfile(copy, place)
    return str(place)


def elsewhere(copy: Path, place: Path, _request: pytest.FixtureRequest) -> str:
    """Copy the store into another folder, with the key of the house but without its mark."""
    other = place.parent / "elsewhere" / "books.sqlite"
    other.parent.mkdir()
    shutil.copyfile(copy, other)
    return str(other)


def into_server(copy: Path, _place: Path, request: pytest.FixtureRequest) -> str:
    """Restore the store into a database on a server."""
    address = database(request.getfixturevalue("postgres"))
    restore(copy, address)
    return address


def run(place: str, main: Callable[[House], Coroutine[Any, Any, None]], *, ahead: float, seed: int) -> None:
    """Run a house on a store in virtual time. Like `novamas serve`, it first reads the mark."""
    clock = VirtualClock()
    clock.ahead = ahead

    async def whole() -> None:
        house = House(place, clock, follows=Path(place).parent)
        try:
            await main(house)
        finally:
            await house.stop()

    in_virtual_time(whole(), clock, seed)


def draws_after(store: Store, table: str, number: int) -> list[bytes]:
    with store.reading() as books:
        after = books.entries_after(book_of(table), number)
        return [entry.body for entry in after if entry.kind == DEED and DRAWN in entry.body]


def belongings(store: Store, table: LiveTable | None) -> Cents:
    """Return the chips that Anna has in the wallet and at a table."""
    with store.reading() as books:
        has = books.balance(purse(ANNA))
    return has + (table.chips_of(1) + table.staked_by(1) if table is not None else 0)


@pytest.mark.parametrize(
    "again",
    [by_command, by_copying, elsewhere, pytest.param(into_server, marks=pytest.mark.soak)],
    ids=lambda again: again.__name__,
)
@pytest.mark.parametrize("source", ["sqlite", pytest.param("postgresql", marks=pytest.mark.soak)])
def test_tables_of_a_copy_draw_nothing_more(
    source: str,
    again: Restores,
    tmp_path: Path,
    soak: bool,
    request: pytest.FixtureRequest,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """After a restore the tables end, reveal their seeds, and return undecided bets."""
    monkeypatch.chdir(tmp_path)  # a record is verified through a file
    folder = tmp_path / "house"
    folder.mkdir()
    place, copy = folder / "books.sqlite", tmp_path / "copy.sqlite"
    address = str(place) if source == "sqlite" else database(request.getfixturevalue("postgres"))
    tables: dict[str, int] = {}  # with the number that each had in the copy
    seen: dict[str, list[bytes]] = {}
    had: list[Cents] = []

    async def play_and_copy(house: House) -> None:
        house.go()
        anna = await house.open("boule", pace=PATIENT)
        await house.sit(anna.id, ANNA, 1)
        for nth in range(64 if soak else 6):
            await house.open(GAMES[nth % len(GAMES)], bots=3, alone=True)
        promised = await house.hall.commitments.commit()
        promises.append(promised.promise)
        await asyncio.sleep(PLAYED)
        table = await house.hall.table(anna.id)
        stake = next(offer for offer in table.view(1).offers if "cents" in offer.dials)
        most = stake.dials["cents"].every()[-1]
        assert (await submit(house.hall, anna.id, ANNA, 1, stake.turned(cents=most))).done == 1
        had.append(belongings(house.store, await house.hall.table(anna.id)))
        house.store.copy_to(copy)
        with open_store(copy) as made:
            for one in house.hall.open_tables():
                tables[one.table] = load_table(made, house.hall.seeds, one.table).number
        await asyncio.sleep(PLAYED)
        seen.update({id: draws_after(house.store, id, number) for id, number in tables.items()})

    async def serve_again(house: House) -> None:
        house.go()
        with pytest.raises(NovamasError) as refused:
            await house.hall.open(OpenTableRequest(game="boule", promise=promises[0]), ANNA)
        assert refused.value.code == "promise_lapsed"
        await asyncio.sleep(5)
        with house.store.reading() as books:
            for id, number in tables.items():
                head = books.head(book_of(id))
                assert head is not None
                last = books.entry(book_of(id), head.number)
                assert last is not None
                assert last.kind == kind_name(Closed), id
                closed = last.read(Closed)
                assert closed.reason == "restored"
                assert closed.seed == house.hall.seeds.kept(books, id).kept()
                assert not draws_after(house.store, id, number)
                proved = TableVerified("".join(record_lines(books, id))).content(voice_for("en"))
                assert proved.holds
                assert proved.draws > 0 or not closed.rounds
            assert any(books.entries(kind=kind_name(BetsReturned)))
        assert not house.hall.open_tables()
        assert belongings(house.store, None) == had[0]
        assert verify(house.store).breach is None
        new = await house.open("ruleta", bots=3, alone=True)
        await asyncio.sleep(PLAYED)
        assert draws_after(house.store, new.id, 0)
        assert (await house.hall.table(new.id)).closed is None

    promises: list[str] = []
    run(address, play_and_copy, ahead=0, seed=1)
    assert sum(map(len, seen.values())) > len(tables)
    run(again(copy, place, request), serve_again, ahead=300, seed=2)


def test_a_house_that_is_only_started_again_goes_on(tmp_path: Path) -> None:
    """A store after a stop or a kill does not count as a copy."""
    place = str(tmp_path / "books.sqlite")
    ids: list[str] = []

    async def play_on(house: House) -> None:
        house.go()
        if not ids:
            ids.append((await house.open("ruleta", bots=3, alone=True)).id)
        number = (await house.hall.table(ids[0])).number
        await asyncio.sleep(PLAYED)
        assert draws_after(house.store, ids[0], number)
        assert (await house.hall.table(ids[0])).closed is None
        with house.store.reading() as books:
            assert epoch_of(books) == 0

    for start in range(3):
        run(place, play_on, ahead=100.0 * start, seed=start)
    with open_store(place) as store:  # a process that does not follow the mark
        store.write(lambda books: books.append("office/house", "noted", {}))
    run(place, play_on, ahead=400, seed=9)


def test_the_store_that_was_set_aside_is_recognised_too(tmp_path: Path) -> None:
    """The old store has more entries than the restored one, whose tables have revealed their seeds."""
    place, copy = tmp_path / "books.sqlite", tmp_path / "copy.sqlite"

    def epochs() -> int | None:
        with open_store(place) as store:
            return follow_mark(store, tmp_path)

    def enter(times: int) -> None:
        with open_store(place) as store:
            follow_mark(store, tmp_path)
            for _ in range(times):
                store.write(lambda books: books.append("office/house", "noted", {}))

    enter(1)
    with open_store(place) as store:
        store.copy_to(copy)
    enter(20)
    found = restore(copy, str(place))
    assert epochs() is None  # entered by the command
    assert found.set_aside is not None
    by_copying(Path(found.set_aside), place, None)  # type: ignore[arg-type]
    assert epochs() == 2
    assert epochs() is None
    by_copying(copy, place, None)  # type: ignore[arg-type]
    assert epochs() == 3


def test_the_mark_is_for_its_owner_only_and_follows_each_commit(tmp_path: Path) -> None:
    with open_store(tmp_path / "books.sqlite") as store:
        follow_mark(store, tmp_path)
        with store.reading() as books:
            identity = identity_of(books)
        assert identity is not None
        (file,) = tmp_path.glob("server.epoch-*")
        assert file.stat().st_mode & 0o777 == 0o600
        for number in (1, 2):
            store.write(lambda books: books.append("office/house", "noted", {}))
            marked = Mark.of(tmp_path, identity).read()
            assert marked is not None
            assert marked.entries == number
