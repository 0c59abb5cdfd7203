"""A store of an earlier version is migrated with all its content. A damaged one is left unchanged."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.store.databases import Clock
from tests.store.selling import DAY, INCA, PALMA, STAKES, sell

from novamas.store import PUBLIC, Entry, Store, StoreFault, Transfer, connect, open_store, verify
from novamas.store.entries import NOTHING_BEFORE, hash_of

ODD = 'the "odd" \\ ñ · 🐎, account'
MOVED: dict[tuple[str, int], list[Transfer]] = {
    (PALMA, 1): [Transfer(PUBLIC, STAKES, 200)],
    (PALMA, 2): [],
    (PALMA, 3): [Transfer(STAKES, ODD, 150), Transfer(ODD, "prizes", 30), Transfer(ODD, PUBLIC, 20)],
    (INCA, 1): [Transfer(PUBLIC, STAKES, 500)],
}


def _entries() -> list[Entry]:
    """Return entries of two books, one of them without a key and without a subject."""
    made, before = [], NOTHING_BEFORE
    for (book, number), transfers in MOVED.items():
        subject, key = ("", None) if number == 2 else (DAY, f"k{number}")
        entry = Entry(book, number, 1_795_000_000_000_000 + number, "sale", subject, key, b"{}", b"")
        hash = hash_of(before if number > 1 else NOTHING_BEFORE, entry, transfers)
        made.append(replace(entry, hash=hash))
        before = hash
    return made


@pytest.fixture
def earlier(address: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return the address of a store of the previous version."""
    with monkeypatch.context() as then:
        then.setattr(connect, "VERSION", "0002")
        with open_store(address) as store:
            _fill(store)
    return address


def _fill(store: Store) -> None:
    ids = {PALMA: 1, INCA: 2}
    with store.writing() as books:
        books.link.do([("INSERT INTO books (name) VALUES (?)", [(PALMA,), (INCA,)])])
        for one in _entries():
            id = ids[one.book]
            row = (id, one.number, one.moment, one.kind, one.subject, one.key, one.body, one.hash)
            books.link.do([("INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?, ?)", [row])])
            lines = [
                (id, one.number, line, moved.source, moved.target, moved.cents)
                for line, moved in enumerate(MOVED[one.book, one.number])
            ]
            if lines:
                books.link.do([("INSERT INTO transfers VALUES (?, ?, ?, ?, ?, ?)", lines)])


def test_entries_keep_their_transfers_and_their_chain(earlier: str, clock: Clock) -> None:
    entries = _entries()
    with open_store(earlier, clock=clock) as store:
        verified = verify(store)
        assert verified.breach is None
        assert (verified.entries, verified.transfers) == (4, 5)
        assert verified.heads == {PALMA: entries[2].head, INCA: entries[3].head}
        with store.reading() as books:
            assert list(books.entries()) == entries
            assert list(books.entries(subject=DAY)) == [entries[0], entries[2], entries[3]]
            assert [[*books.transfers(one)] for one in entries] == [*MOVED.values()]
            assert books.balances() == verified.balances
            assert books.balances() == {"prizes": 30, PUBLIC: -680, STAKES: 550, ODD: 100}
            assert (books.till(PALMA), books.till(INCA)) == (180, 500)


def test_a_store_that_was_brought_up_to_date_goes_on(earlier: str, clock: Clock) -> None:
    with open_store(earlier, clock=clock) as store:
        again = store.write(
            lambda books: books.append(INCA, "sale", {}, subject=DAY, key="k1", transfers=MOVED[INCA, 1])
        )
        assert again == _entries()[3]
        assert store.write(sell).number == 4
        assert verify(store).breach is None
        for table in ("books", "entries"):
            with pytest.raises(Exception, match="only_added"), store.writing() as books:
                books.link.do([(f"DELETE FROM {table}", [()])])


def test_a_transfer_of_no_entry_is_not_lost_on_the_way(earlier: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connect, "VERSION", "0002")
    with open_store(earlier) as store:
        _stray(store)
    monkeypatch.undo()
    with pytest.raises(StoreFault) as caught:
        open_store(earlier)
    assert caught.value.text_key == "store_damaged"
    monkeypatch.setattr(connect, "VERSION", "0002")
    with open_store(earlier) as store, store.reading() as books:
        assert books.link.rows("SELECT count(*) FROM transfers") == [(6,)]  # it is left as it was


def _stray(store: Store) -> None:
    """Insert a transfer that belongs to no entry."""
    if store.kind == "sqlite":
        import sqlite3
        from contextlib import closing

        with closing(sqlite3.connect(store.place)) as file, file:
            file.execute("INSERT INTO transfers VALUES (1, 9, 0, 'public', 'mine', 5)")
        return
    with store.writing() as books:
        books.link.do([("SET LOCAL session_replication_role = replica", [()])])
        books.link.do([("INSERT INTO transfers VALUES (1, 9, 0, 'public', 'mine', 5)", [()])])
