"""A store is copied while others write to it, and restored from the copy, on either database."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from threading import Event, Thread

import pytest
from tests.store.databases import Clock, database

from novamas.errors import NovamasError
from novamas.store import PUBLIC, Breached, Store, Transfer, WriteTransaction, open_store, verify
from novamas.store.backup import tables_of
from novamas.store.epochs import BOOK
from novamas.store.restore import restore


def sell(store: Store, number: int) -> None:
    def act(books: WriteTransaction) -> None:
        moves = [Transfer(PUBLIC, "pool", 100)]
        books.append("outlet/a", "sale", {"number": number}, key=f"k{number}", transfers=moves)
        books.set_state(f"ticket/{number}", "sold")

    store.write(act)


def filled(store: Store) -> None:
    for number in range(20):
        sell(store, number)
    store.write(lambda books: books.keep_secret("seed", b"\x00\xffsealed"))
    store.write(lambda books: books.append("outlet/b", "sale", {}))


def content(store: Store) -> dict[str, object]:
    """Return every row of every table, except the table of versions."""
    with store.reading() as books:
        return {
            table: sorted(
                [
                    tuple(bytes(one) if isinstance(one, memoryview) else one for one in row)
                    for row in books.link.rows(f"SELECT * FROM {table}")
                ],
                key=repr,
            )
            for table in tables_of(store._engine)
        }


def test_a_copy_holds_all_and_is_restored_anywhere(
    store: Store, clock: Clock, tmp_path: Path, postgres: str
) -> None:
    filled(store)
    copy = tmp_path / "copy.sqlite"
    store.copy_to(copy)
    with open_store(copy) as made:
        assert content(made) == content(store)
        assert {"books", "entries", "subjects", "secrets"} <= content(made).keys()
    for place in (str(tmp_path / "new" / "books.sqlite"), database(postgres)):
        found = restore(copy, place)
        assert (found.entries, found.transfers, found.set_aside) == (21, 20, None)
        with open_store(place, clock=clock) as there:
            checked = verify(there)
            assert checked.breach is None
            assert checked.balances["pool"] == 2000
            assert checked.entries == 22  # one says that it was restored
            with there.reading() as books:
                assert [made.kind for made in books.entries(book=BOOK)] == ["restored"]
                assert books.secret("seed") == b"\x00\xffsealed"
                assert books.state("ticket/7") == "sold"
            clock.go(days=3650)
            sell(there, 99)  # books continue where they ended
            there.write(lambda books: books.append("outlet/c", "sale", {}))
            assert verify(there).breach is None
        clock.go(days=-3650)


def test_a_copy_is_of_one_moment_while_others_write(store: Store, tmp_path: Path) -> None:
    filled(store)
    stop = Event()

    def go_on() -> None:
        number = 100
        while not stop.is_set():
            sell(store, number)
            number += 1

    seller = Thread(target=go_on)
    seller.start()
    try:
        for number in range(3):
            copy = tmp_path / f"copy-{number}.sqlite"
            store.copy_to(copy)
            with open_store(copy) as made:
                found = verify(made)
                assert found.breach is None
                with made.reading() as books:
                    sold = sum(1 for _ in books.entries(kind="sale", book="outlet/a"))
                    states = books.link.rows("SELECT count(*) FROM subjects WHERE state = 'sold'")[0][0]
                assert sold == states == found.balances["pool"] // 100
    finally:
        stop.set()
        seller.join()


def test_nothing_is_written_over_by_a_copy(store: Store, tmp_path: Path) -> None:
    there = tmp_path / "there"
    there.write_text("mine")
    with pytest.raises(NovamasError) as refused:
        store.copy_to(there)
    assert refused.value.code == "store_not_opened"
    assert there.read_text() == "mine"


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    path = tmp_path / "copy.sqlite"
    with open_store(tmp_path / "first.sqlite") as store:
        filled(store)
        store.copy_to(path)
    return path


@pytest.fixture
def target(tmp_path: Path) -> Path:
    """Return the path of an existing store."""
    path = tmp_path / "books.sqlite"
    with open_store(path) as store:
        sell(store, 1)
    return path


def forge(path: Path) -> None:
    with sqlite3.connect(path) as forged:
        forged.execute("DROP TRIGGER entries_no_update")
        forged.execute("UPDATE entries SET body = '{}' WHERE number = 3")


def sold(path: Path) -> int:
    with open_store(path) as store, store.reading() as books:
        return sum(1 for _ in books.entries(kind="sale"))


def test_what_was_there_is_set_aside(copy: Path, target: Path) -> None:
    found = restore(copy, str(target))
    assert found.set_aside is not None
    assert (sold(target), sold(Path(found.set_aside))) == (21, 1)
    assert [path.name for path in target.parent.glob("*.restoring*")] == []


def test_a_copy_that_does_not_hold_replaces_nothing(copy: Path, target: Path) -> None:
    forge(copy)
    with pytest.raises(Breached):
        restore(copy, str(target))
    assert sold(target) == 1
    assert [path.name for path in target.parent.glob("*.restoring*")] == []
    assert [*target.parent.glob("*.before-*")] == []


@pytest.mark.parametrize("kind", ["nothing", "empty", "text", "another", "newer", "cut"])
def test_what_is_no_copy_replaces_nothing(kind: str, copy: Path, target: Path, tmp_path: Path) -> None:
    path = tmp_path / "odd"
    match kind:
        case "empty":
            path.touch()
        case "text":
            path.write_text("a list of things\n" * 1000)
        case "another":
            with sqlite3.connect(path) as other:
                other.execute("CREATE TABLE mine (x)")
        case "newer":
            path.write_bytes(copy.read_bytes())
            with sqlite3.connect(path) as other:
                other.execute("UPDATE novamas_version SET version_num = '9999'")
        case "cut":
            path.write_bytes(copy.read_bytes()[: len(copy.read_bytes()) // 2])
    with pytest.raises(NovamasError) as refused:
        restore(path, str(target))
    assert refused.value.code.startswith(("store_", "entry_", "transfer_"))
    assert sold(target) == 1


def test_a_store_that_somebody_has_open_is_not_replaced(copy: Path, target: Path) -> None:
    with open_store(target) as store:
        sell(store, 2)
        with pytest.raises(NovamasError) as refused:
            restore(copy, str(target))
        assert refused.value.code == "store_in_use"
        sell(store, 3)
    assert sold(target) == 3


def test_a_damaged_store_can_be_replaced(copy: Path, target: Path) -> None:
    target.write_bytes(b"x" * 5000)
    assert restore(copy, str(target)).entries == 21
    assert sold(target) == 21


def test_a_database_with_books_in_it_is_not_filled(copy: Path, postgres: str) -> None:
    place = database(postgres)
    with open_store(place) as store:
        sell(store, 1)
        before = content(store)
    with pytest.raises(NovamasError) as refused:
        restore(copy, place)
    assert refused.value.code == "store_not_empty"
    with open_store(place) as store:
        assert content(store) == before
