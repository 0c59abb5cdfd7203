"""A manual UPDATE anywhere in the store is detected, or has no effect."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta
from functools import partial
from pathlib import Path

import pytest
from tests.hall.play import ANNA, House
from tests.hall.virtual_clock import BEGAN, VirtualClock, in_virtual_time
from tests.pools.day_at_the_races import DAY
from tests.pools.office_with_day import Races
from tests.pools.promotrot import SEED, pre_drawn
from tests.store.databases import Clock

from novamas.cli import main as cli
from novamas.errors import NovamasError
from novamas.hall.keys import keys_of_house, known_keys
from novamas.hall.people.operators import give_token, revoke_tokens
from novamas.pools.promotrot.office import Office
from novamas.pools.promotrot.outlets import Outlets
from novamas.server.derived_rows import altered_rows
from novamas.server.pools.terminals import give_token as give_terminal
from novamas.store import Breach, open_store, verify
from novamas.store.connect import VERSION_TABLE
from novamas.store.epochs import enter_epoch

# changes of one row, by the table in which it is
UPDATES = {
    "books": ["UPDATE books SET name = 'outlet/x' WHERE name = 'outlet/palma-1'"],
    "entries": [
        "UPDATE entries SET body = '{}' WHERE rowid = 3",
        "UPDATE entries SET kind = 'x' WHERE rowid = 3",
    ],
    "balances": ["UPDATE balances SET cents = cents + 1 WHERE account LIKE 'purse/%'"],
    "snapshots": [
        'UPDATE snapshots SET body = CAST(replace(body, \'"cash":{"1":\', \'"cash":{"1":9\') AS BLOB)',
        'UPDATE snapshots SET body = replace(body, \'"cash":{"1":\', \'"cash":{"1":9\')',
        "UPDATE snapshots SET number = number - 1",
    ],
    "secrets": [
        "UPDATE secrets SET value = x'00' WHERE name LIKE 'seed/%'",
        "UPDATE secrets SET value = (SELECT max(value) FROM secrets) WHERE name LIKE 'seed/%'",
        "UPDATE secrets SET value = x'00' WHERE name LIKE 'hidden/%'",
    ],
    "due": ["UPDATE due SET book = 'table/none' WHERE book = (SELECT min(book) FROM due)"],
    "subjects": [
        "UPDATE subjects SET state = '0' WHERE name = 'house/epoch'",
        "UPDATE subjects SET state = replace(state, 'public', 'private') WHERE name LIKE 'open/%'",
        "DELETE FROM subjects WHERE name LIKE 'open/%'",
        "UPDATE subjects SET state = 'Marta' WHERE name LIKE 'operator/%' AND state = 'revoked'",
        "INSERT INTO subjects (name, state) VALUES ('operator/00', 'Marta')",
        "UPDATE subjects SET state = replace(state, 'sell', 'office') WHERE name LIKE 'token/%'",
        "UPDATE subjects SET state = 'open 1' WHERE name = 'promotrot/herradura-1'",
        "UPDATE subjects SET state = 'revoked x' WHERE name LIKE 'promotrot/outlet/%'",
        "DELETE FROM subjects WHERE name LIKE 'promotrot/voucher/%'",
        "UPDATE subjects SET state = 'open' WHERE name LIKE 'lototrot/2%'",
        "UPDATE subjects SET state = 'authorised' WHERE name LIKE 'lototrot/outlet/%'",
        "DELETE FROM subjects WHERE name LIKE 'lototrot/ticket/%'",
    ],
    "sqlite_schema": [
        "UPDATE sqlite_schema SET sql = replace(sql, 'subject <>', 'kind <>') WHERE name = 'entries_about'",
    ],
}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a house that has rows in every table of its store."""
    folder = tmp_path_factory.mktemp("house")
    place, clock = folder / "books.sqlite", VirtualClock()
    keys = keys_of_house(folder)

    async def play() -> None:
        house = House(place, clock, keys)
        house.go()
        table = await house.open("boule", bots=2, alone=True)
        await house.sit(table.id, ANNA, 3)
        await asyncio.sleep(60)
        await house.stop()

    with open_store(place) as store:
        store.write(lambda books: books.keep_secret("house/key", keys.name.encode()))
    in_virtual_time(play(), clock)
    pools_clock = Clock()
    with open_store(place, clock=pools_clock) as store:
        store.hide_with(keys)
        fill(Races(store, pools_clock))
        with_issue(Office(store))
        give_token(store, "Marta")
        revoke_tokens(store, "Marta")
        give_terminal(store, "palma-1", ["sell", "pay"])
        store.write(lambda books: enter_epoch(books, "restored", {}))
    return folder


def fill(races: Races) -> None:
    ticket = races.sell("1/1/1/1/1/1/1")
    races.office.revoke("inca-1")
    races.run(DAY, 1)
    races.clock.go(days=1)
    races.outlets.pay("palma-1", ticket.code, "p")


def with_issue(office: Office) -> None:
    office.authorise("palma-1", "Bar Trot, Palma")
    office.publish(pre_drawn(), seed=SEED)
    outlets = Outlets(office)
    for nth in range(30):
        sold = outlets.sell("palma-1", "herradura-1", pre_drawn().price, f"s{nth}")
        played = outlets.play("palma-1", sold.code, 1)
        if played.voucher is not None and played.voucher.prize == "vuelta":
            outlets.pay("palma-1", played.code, f"v{nth}")


def copy_of(house: Path, target: Path) -> Path:
    shutil.copytree(house, target)
    return target / "books.sqlite"


def found_in(place: Path) -> list[Breach]:
    with open_store(place) as store:
        keys = known_keys(store, str(place))
        assert keys is not None
        breach = verify(store).breach
        return [breach] if breach else [*altered_rows(store, keys)]


def updates() -> Iterator[tuple[str, str]]:
    for table, every in UPDATES.items():
        for sql in every:
            yield table, sql


def test_a_house_as_it_is_has_no_altered_row(house: Path, tmp_path: Path) -> None:
    assert not found_in(copy_of(house, tmp_path / "house"))


def test_every_table_of_the_store_is_tried(house: Path) -> None:
    with closing(sqlite3.connect(house / "books.sqlite")) as store:
        tables = {name for (name,) in store.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
    assert tables - {"sqlite_sequence"} == UPDATES.keys() - {"sqlite_schema"} | {VERSION_TABLE}


@pytest.mark.parametrize(("table", "sql"), [*updates()])
def test_one_update_is_found(table: str, sql: str, house: Path, tmp_path: Path) -> None:
    place = copy_of(house, tmp_path / "house")
    with closing(sqlite3.connect(place, isolation_level=None)) as store:
        guards = store.execute(
            "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = ?", (table,)
        ).fetchall()
        for name, _ in guards:
            store.execute(f"DROP TRIGGER {name}")
        if table == "sqlite_schema":
            store.execute("PRAGMA writable_schema = ON")
        assert store.execute(sql).rowcount > 0
        for _, created in guards:
            store.execute(created)
    assert found_in(place)


def test_a_changed_version_is_found_at_the_opening(house: Path, tmp_path: Path) -> None:
    place = copy_of(house, tmp_path / "house")
    with closing(sqlite3.connect(place, isolation_level=None)) as store:
        store.execute(f"UPDATE {VERSION_TABLE} SET version_num = '9999'")
    with pytest.raises(NovamasError):
        open_store(place)


@pytest.mark.parametrize("command", [["pools", "verify"], ["store", "copy", "copy.sqlite"]])
def test_commands_look_at_every_row(
    command: list[str], house: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = copy_of(house, tmp_path / "house")
    monkeypatch.chdir(tmp_path)
    assert cli([*command, "--store", str(place), "--json"]) == 0
    with closing(sqlite3.connect(place, isolation_level=None)) as store:
        store.execute(UPDATES["snapshots"][0])
    Path("copy.sqlite").unlink(missing_ok=True)
    assert cli([*command, "--store", str(place)]) == 1


def test_an_altered_copy_is_not_restored(
    house: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    later = partial(open_store, clock=lambda: BEGAN + timedelta(days=10))  # this house is in the future
    monkeypatch.setattr("novamas.store.restore.open_store", later)
    place, copy = copy_of(house, tmp_path / "house"), tmp_path / "copy.sqlite"
    with open_store(place) as store:
        store.copy_to(copy)
    with closing(sqlite3.connect(copy, isolation_level=None)) as made:
        made.execute(UPDATES["subjects"][1])
    assert cli(["store", "restore", str(copy), "--store", str(place)]) == 1
    assert not found_in(place)
    copy.unlink()
    with open_store(place) as store:
        store.copy_to(copy)
    assert cli(["store", "restore", str(copy), "--store", str(place)]) == 0
    assert not found_in(place)
