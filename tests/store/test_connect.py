"""A store is opened by its address. Each error is one sentence, and no data is lost."""

from __future__ import annotations

import os
import sqlite3
import sys
from collections import deque
from contextlib import closing
from pathlib import Path

import pytest
from tests.store.databases import Clock
from tests.store.killing import PROCESSES
from tests.store.selling import PALMA, STAKES, sale, sell

from novamas.errors import NovamasError
from novamas.extras import MissingExtra
from novamas.law.texts import LANGUAGES
from novamas.store import Store, StoreFault, open_store, verify
from novamas.store.connect import VERSION, VERSION_TABLE
from novamas.words import voice_for


def told(fault: NovamasError) -> str:
    """Return the English text of an error, after checking that every language has one."""
    for language in LANGUAGES:
        said = voice_for(language).error(fault)
        assert said.endswith(".")
        assert "\n" not in said
    return voice_for("en").error(fault)


def refused(address: str | Path) -> StoreFault:
    with pytest.raises(StoreFault) as caught:
        open_store(address)
    return caught.value


# ---------------------------------------------------------------- where it lies


def test_a_store_lies_among_the_users_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NOVAMAS_DATA", str(tmp_path / "data"))
    with open_store() as store:
        store.write(sell)
    assert (tmp_path / "data" / "books.sqlite").exists()


@pytest.mark.parametrize("given", ["{}", "sqlite:///{}", Path("{}")])
def test_a_file_is_named_by_its_path_or_its_address(tmp_path: Path, given: str | Path) -> None:
    path = tmp_path / "some folder" / "á.sqlite"
    address = type(given)(str(given).format(path))
    with open_store(address) as store:
        assert store.kind == "sqlite"
    assert path.exists()


@pytest.mark.parametrize(
    "given", ["mysql://you:secret@here/x", "postgresql:/x://", "http://x", "sqlite://", "://"]
)
def test_what_is_no_address_is_told_without_its_password(given: str) -> None:
    fault = refused(given)
    assert fault.code == "store_address_unreadable"
    assert "secret" not in told(fault)


def test_it_is_kept_when_opened_again(address: str, clock: Clock) -> None:
    with open_store(address, clock=clock) as store:
        sold = store.write(sell)
    with open_store(address, clock=clock) as store, store.reading() as books:
        assert list(books.entries()) == [sold]


def test_a_file_writes_ahead_and_waits_for_the_disk(tmp_path: Path) -> None:
    with open_store(tmp_path / "x") as store, store.writing() as books:
        assert books.link.rows("PRAGMA journal_mode") == [("wal",)]
        assert books.link.rows("PRAGMA synchronous") == [(2,)]  # FULL
        assert books.link.rows("PRAGMA foreign_keys") == [(1,)]


# ---------------------------------------------------------------- versions


def test_the_version_is_that_of_the_last_migration(store: Store) -> None:
    names = [
        path.stem for path in Path(sys.modules["novamas.store"].__path__[0]).glob("migrations/versions/*.py")
    ]
    assert max(names).startswith(f"{VERSION}_")
    with store.reading() as books:
        assert books.link.rows(f"SELECT version_num FROM {VERSION_TABLE}") == [(VERSION,)]


def test_a_store_of_a_later_version_is_left_alone(address: str) -> None:
    with open_store(address) as store, store.writing() as books:
        sell(books)
        books.link.do([(f"UPDATE {VERSION_TABLE} SET version_num = '9001'", [()])])
    fault = refused(address)
    assert fault.code == "store_newer"
    assert "update novamas" in told(fault)


def _open_and_sell(address: str, number: int) -> None:
    with open_store(address) as store:
        store.write(lambda books: sell(books, f"k{number}"))


def test_those_who_open_a_new_store_at_once_do_not_collide(address: str) -> None:
    all_at_once = [PROCESSES.Process(target=_open_and_sell, args=(address, number)) for number in range(4)]
    for one in all_at_once:
        one.start()
    for one in all_at_once:
        one.join(60)
    assert [one.exitcode for one in all_at_once] == [0] * 4
    with open_store(address) as store:
        assert verify(store).entries == 4


# ---------------------------------------------------------------- what is wrong


def test_a_file_that_is_no_database_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear Sir, " * 1000)
    fault = refused(path)
    assert fault.text_key == "store_no_database"
    assert str(path) in told(fault)
    assert path.read_text() == "Dear Sir, " * 1000


def test_a_database_of_another_program_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "theirs.sqlite"
    with closing(sqlite3.connect(path)) as theirs:
        theirs.execute("CREATE TABLE entries (id)")
    assert refused(path).text_key == "store_of_others"
    with closing(sqlite3.connect(path)) as theirs:
        assert theirs.execute("SELECT name FROM sqlite_master").fetchall() == [("entries",)]


def test_a_damaged_file_says_so(tmp_path: Path) -> None:
    path = tmp_path / "books.sqlite"
    with open_store(path) as store:
        for number in range(200):
            store.write(sale(f"k{number}"))
    data = bytearray(path.read_bytes())
    data[4096 * 3 :] = bytes(len(data) - 4096 * 3)
    path.write_bytes(data)
    with pytest.raises(StoreFault) as caught, open_store(path) as store:
        verify(store)
    assert caught.value.text_key == "store_damaged"
    assert "last backup" in told(caught.value)


def test_a_folder_or_a_place_in_a_file_cannot_be_a_store(tmp_path: Path) -> None:
    assert "it is a folder" in told(refused(tmp_path))
    (tmp_path / "file").write_text("")
    assert refused(tmp_path / "file" / "books.sqlite").code == "store_not_opened"


def test_a_file_that_may_only_be_read_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import novamas.store.connect as opening

    path = tmp_path / "books.sqlite"
    with open_store(path) as store:
        store.write(sell)
    connected = opening._connected

    def only_to_be_read(path: Path) -> sqlite3.Connection:
        connection = connected(path)
        connection.execute("PRAGMA query_only = ON")  # as the disk would have it; no one can forbid root
        return connection

    monkeypatch.setattr(opening, "_connected", only_to_be_read)
    with open_store(path) as store:
        with pytest.raises(StoreFault) as caught:
            store.write(sell)
        assert "read-only" in told(caught.value)
        assert verify(store).entries == 1


def test_a_full_disk_loses_nothing_and_says_so(tmp_path: Path) -> None:
    with open_store(tmp_path / "books.sqlite") as store:
        store.write(sell)
        with store.writing() as books:
            ((pages,),) = books.link.rows("PRAGMA page_count")
            books.link.rows(f"PRAGMA max_page_count = {pages}")
        acts = (sale(f"k{number}") for number in range(1000))
        with pytest.raises(StoreFault) as caught:
            deque(map(store.write, acts))
        assert caught.value.code == "store_full"
        assert "no disk space left" in told(caught.value)
        assert verify(store).breach is None
        sold = verify(store).entries
        assert sold > 1
        with store.writing() as books:
            books.link.rows("PRAGMA max_page_count = 100000")
        assert store.write(sell).number == sold + 1


def test_a_server_that_is_not_there_is_told_without_the_password() -> None:
    fault = refused("postgresql://clerk:secret@127.0.0.1:1/books")
    assert fault.code == "store_unreachable"
    assert "secret" not in told(fault)
    assert "clerk" in told(fault)


def test_a_server_without_its_driver_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(MissingExtra) as raised:
        open_store("postgresql://localhost/books")
    assert "novamas[postgres]" in told(raised.value)


def test_a_connection_that_was_cut_is_made_again(postgres: str, address: str) -> None:
    import psycopg

    if "postgresql" not in address:
        pytest.skip("a file is not cut off")
    with open_store(address) as store:
        store.write(sell)
        with psycopg.connect(postgres, autocommit=True) as other:
            other.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'"
            )
        with pytest.raises(StoreFault) as caught:
            store.write(sell)
        assert caught.value.code == "store_unreachable"
        told(caught.value)
        assert store.write(sell).number == 2


# ---------------------------------------------------------------- copies


def test_a_copy_is_a_store(tmp_path: Path, clock: Clock) -> None:
    path = tmp_path / "copy.sqlite"
    with open_store(tmp_path / "books.sqlite", clock=clock) as store:
        sold = store.write(sell)
        store.copy_to(path)
        store.write(sell)
        with pytest.raises(StoreFault, match="is not overwritten"):
            store.copy_to(path)
    with open_store(path, clock=clock) as copy:
        assert verify(copy).heads == {PALMA: sold.head}
        assert verify(copy).balances[STAKES] == 200


def test_a_store_and_its_copies_are_only_for_their_owner(tmp_path: Path) -> None:
    path, copy = tmp_path / "books.sqlite", tmp_path / "copy.sqlite"
    before = os.umask(0)
    try:
        with open_store(path) as store:
            store.write(sell)
            store.copy_to(copy)
            modes = {file.name: oct(file.stat().st_mode & 0o777) for file in tmp_path.iterdir()}
    finally:
        os.umask(before)
    assert modes["books.sqlite"] == modes["copy.sqlite"] == "0o600"
    assert set(modes.values()) == {"0o600"}
