"""Verification of books after various manipulations by a person with access to the database."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pytest
from msgspec.structs import replace
from tests.store.databases import Clock
from tests.store.selling import DAY, INCA, OFFICE, PALMA, STAKES, sale, sell

from novamas.law.texts import LANGUAGES
from novamas.store import PUBLIC, Anchor, Breached, Entry, Store, Transfer, verify
from novamas.store.entries import NOTHING_BEFORE, hash_of, transfers_written
from novamas.words import voice_for

BOOK = {PALMA: 1, INCA: 2, OFFICE: 3}  # as they are begun below
GUARDED = ("books", "entries")


@pytest.fixture
def day(store: Store, clock: Clock) -> Store:
    """Return a store with six sales at each of two outlets and a closing that names the outlets' heads."""
    for number in range(12):
        clock.go(seconds=1)
        store.write(sale(f"k{number}", (PALMA, INCA)[number % 2]))
    with store.writing() as books:
        books.append(OFFICE, "closing", {"heads": books.heads("outlet/")}, subject=DAY)
        books.append(OFFICE, "settlement", {}, subject=DAY, transfers=[Transfer(STAKES, "prizes", 1400)])
        books.append(PALMA, "payment", {}, subject=DAY, transfers=[Transfer("prizes", PUBLIC, 900)])
    assert verify(store).breach is None
    return store


_CHECKS = (
    "SELECT conrelid::regclass::text, conname FROM pg_constraint"
    " WHERE connamespace = current_schema()::regnamespace AND contype = 'c'"
)


def forge(store: Store, *statements: str) -> None:
    """Write to the database without its guards and keys, and restore the guards afterwards."""
    if store.kind == "sqlite":
        _forge_file(store, statements)
    else:
        _forge_server(store, statements)


def _forge_file(store: Store, statements: Iterable[str]) -> None:
    import sqlite3
    from contextlib import closing

    with closing(sqlite3.connect(store.place, isolation_level=None)) as file:
        made = file.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for name, _ in made:
            file.execute(f"DROP TRIGGER {name}")
        file.execute("PRAGMA foreign_keys = OFF")
        file.execute("PRAGMA ignore_check_constraints = ON")
        for statement in statements:
            file.execute(statement)
        for _, sql in made:
            file.execute(sql)


def _forge_server(store: Store, statements: Iterable[str]) -> None:
    with store.writing() as books:
        link = books.link
        link.do([("SET LOCAL session_replication_role = replica", [()])])  # no trigger, no foreign key
        for table, name in link.rows(_CHECKS):
            link.do([(f"ALTER TABLE {table} DROP CONSTRAINT {name}", [()])])
        for statement in statements:
            link.do([(statement, [()])])


def hexadecimal(store: Store, bytes: bytes) -> str:
    return f"x'{bytes.hex()}'" if store.kind == "sqlite" else f"'\\x{bytes.hex()}'::bytea"


def body(store: Store, text: bytes) -> str:
    return hexadecimal(store, text)


AT_3 = "WHERE book = 1 AND number = 3"
COLUMNS = "moment, kind, subject, key, body, transfers, hash"
WITH_K98 = COLUMNS.replace("key", "'k98'")


def moving(transfers: str) -> str:
    """Return a statement that changes the money moved by the third entry."""
    return f"UPDATE entries SET transfers = '[{transfers}]' {AT_3}"


FORGERIES: dict[str, tuple[list[str], tuple[str, str, int]]] = {
    "another body": ([f"UPDATE entries SET body = {{other}} {AT_3}"], ("entry_altered", PALMA, 3)),
    "another kind": ([f"UPDATE entries SET kind = 'refund' {AT_3}"], ("entry_altered", PALMA, 3)),
    "another subject": ([f"UPDATE entries SET subject = 'tomorrow' {AT_3}"], ("entry_altered", PALMA, 3)),
    "another key": ([f"UPDATE entries SET key = 'k99' {AT_3}"], ("entry_altered", PALMA, 3)),
    "no key": ([f"UPDATE entries SET key = NULL {AT_3}"], ("entry_altered", PALMA, 3)),
    "another time": ([f"UPDATE entries SET moment = moment + 1 {AT_3}"], ("entry_altered", PALMA, 3)),
    "another hash": ([f"UPDATE entries SET hash = {{other}} {AT_3}"], ("entry_altered", PALMA, 3)),
    "another amount": ([moving(f'["public","{STAKES}",100]')], ("entry_altered", PALMA, 3)),
    "another account": ([moving('["public","mine",200]')], ("entry_altered", PALMA, 3)),
    "another source": ([moving(f'["mine","{STAKES}",200]')], ("entry_altered", PALMA, 3)),
    "no transfer": ([f"UPDATE entries SET transfers = NULL {AT_3}"], ("entry_altered", PALMA, 3)),
    "an empty transfer": ([moving("")], ("entry_altered", PALMA, 3)),
    "one more transfer": (
        [moving(f'["public","{STAKES}",200],["public","mine",5]')],
        ("entry_altered", PALMA, 3),
    ),
    "a transfer that says more": (
        [moving(f'["public","{STAKES}",200,"mine"]')],
        ("entry_altered", PALMA, 3),
    ),
    "a transfer that cannot be read": ([moving("five")], ("entry_altered", PALMA, 3)),
    "another balance": (
        [f"UPDATE balances SET cents = cents + 1 WHERE book = 1 AND account = '{STAKES}'"],
        ("balance_altered", STAKES, 0),
    ),
    "no balance": ([f"DELETE FROM balances WHERE account = '{STAKES}'"], ("balance_altered", STAKES, 0)),
    "one more balance": (["INSERT INTO balances VALUES ('mine', 1, 5)"], ("balance_altered", "mine", 0)),
    "a balance of no book": (["INSERT INTO balances VALUES ('mine', 9, 5)"], ("balance_altered", "mine", 0)),
    "no entry": ([f"DELETE FROM entries {AT_3}"], ("entry_missing", PALMA, 3)),
    "no first entry": (["DELETE FROM entries WHERE book = 2 AND number = 1"], ("entry_missing", INCA, 1)),
    "no entry, and the others moved up": (
        [
            f"DELETE FROM entries {AT_3}",
            *(
                f"UPDATE entries SET number = {number - 1} WHERE book = 1 AND number = {number}"
                for number in range(4, 8)
            ),
        ],
        ("entry_altered", PALMA, 3),
    ),
    "two entries changed about": (
        [
            f"UPDATE entries SET number = {after} WHERE book = 1 AND number = {before}"
            for before, after in ((3, 99), (4, 3), (99, 4))
        ],
        ("entry_altered", PALMA, 3),
    ),
    "one more entry": (
        [f"INSERT INTO entries SELECT book, 8, {WITH_K98} FROM entries {AT_3}"],
        ("entry_altered", PALMA, 8),
    ),
    "an entry number nought": (
        [f"INSERT INTO entries SELECT book, 0, {WITH_K98} FROM entries {AT_3}"],
        ("entry_missing", PALMA, 1),
    ),
    "an entry in another book": (
        ["UPDATE entries SET book = 2, number = 7 WHERE book = 1 AND number = 7"],
        ("entry_altered", INCA, 7),
    ),
    "an entry of no book": (
        [f"INSERT INTO entries SELECT 9, 1, {COLUMNS} FROM entries WHERE book = 1 AND number = 1"],
        ("entry_of_no_book", "", 1),
    ),
    "a book renamed": (
        ["UPDATE books SET name = 'outlet/mine' WHERE id = 2"],
        ("entry_altered", "outlet/mine", 1),
    ),
    "two books changed about": (
        [f"UPDATE books SET name = '{to}' WHERE id = {id}" for id, to in ((1, "x"), (2, PALMA), (1, INCA))],
        ("entry_altered", INCA, 1),
    ),
    "the end cut off, which the office had named": (
        ["DELETE FROM entries WHERE book = 2 AND number >= 6"],
        ("head_missing", INCA, 6),
    ),
    "a whole book": (
        ["DELETE FROM entries WHERE book = 2"],
        ("head_missing", INCA, 6),
    ),
}


@pytest.mark.parametrize("how", FORGERIES)
def test_what_was_forged_is_found(day: Store, how: str) -> None:
    statements, expected = FORGERIES[how]
    other = hexadecimal(day, b'{"price":1}')
    forge(day, *(statement.replace("{other}", other) for statement in statements))
    breach = verify(day).breach
    assert breach is not None
    assert (breach.code, breach.book, breach.number) == expected
    for language in LANGUAGES:
        assert voice_for(language).error(Breached(breach)).endswith(".")


# ---------------------------------------------------------------- by someone who chains the book anew


def chain_anew(store: Store, book: str, change: Callable[[Entry], Entry], number: int) -> None:
    """Change an entry, and recompute all hashes after it."""
    with store.reading() as books:
        entries = [(entry, books.transfers(entry)) for entry in books.entries(book=book)]
    before, statements = NOTHING_BEFORE, []
    for entry, transfers in entries:
        made = change(entry) if entry.number == number else entry
        before = hash_of(before, made, transfers)
        statements.append(
            f"UPDATE entries SET moment = {made.moment}, body = {hexadecimal(store, made.body)},"
            f" hash = {hexadecimal(store, before)} WHERE book = {BOOK[book]} AND number = {entry.number}"
        )
    forge(store, *statements)


def test_a_book_that_was_chained_anew_is_found_by_the_head_that_another_book_names(day: Store) -> None:
    chain_anew(day, INCA, lambda entry: replace(entry, body=b'{"price":1}'), 2)
    breach = verify(day).breach
    assert breach is not None
    assert (breach.code, breach.book, breach.number) == ("other_head", INCA, 6)


def test_after_the_last_head_only_a_ticket_in_somebodys_hand_finds_it(day: Store) -> None:
    ticket = day.write(lambda books: sell(books, "k50"))
    kept = [Anchor(ticket.book, ticket.number, ticket.hash.hex()[:12].upper())]
    assert verify(day, kept).breach is None
    assert verify(day, kept).anchors == 3
    chain_anew(day, PALMA, lambda entry: replace(entry, body=b'{"price":1}'), 8)
    assert verify(day).breach is None  # nothing in the database tells: so it is said
    breach = verify(day, kept).breach
    assert breach is not None
    assert (breach.code, breach.number) == ("other_head", 8)


def test_a_cut_end_that_nobody_named_is_found_by_a_ticket_alone(day: Store) -> None:
    ticket = day.write(lambda books: sell(books, "k50"))
    forge(day, "DELETE FROM entries WHERE book = 1 AND number = 8")
    breach = verify(day).breach
    assert breach is not None
    assert (breach.code, breach.book) == ("balance_altered", PUBLIC)  # the person who forgets that is found
    forge(
        day,
        f"UPDATE balances SET cents = cents - 200 WHERE book = 1 AND account = '{STAKES}'",
        "UPDATE balances SET cents = cents + 200 WHERE book = 1 AND account = 'public'",
    )
    assert verify(day).breach is None
    breach = verify(day, [Anchor(ticket.book, ticket.number, ticket.hash.hex())]).breach
    assert breach is not None
    assert (breach.code, breach.book, breach.number, breach.found) == ("head_missing", PALMA, 8, "7")


def test_everything_taken_away_is_found_by_a_ticket_alone(day: Store) -> None:
    with day.reading() as books:
        head = books.head(PALMA)
    assert head is not None
    forge(day, *(f"DELETE FROM {table}" for table in ("balances", "entries", "books")))
    assert verify(day).breach is None
    assert verify(day).entries == 0
    breach = verify(day, [Anchor(PALMA, head.number, head.hash)]).breach
    assert breach is not None
    assert (breach.code, breach.number, breach.found) == ("head_missing", 7, "0")


def test_times_go_on_even_in_a_chain_that_holds(day: Store) -> None:
    chain_anew(day, INCA, lambda entry: replace(entry, moment=entry.moment - 60_000_000), 4)
    breach = verify(day).breach
    assert breach is not None
    assert (breach.code, breach.book, breach.number) == ("entry_before_last", INCA, 4)


def enter_by_force(store: Store, key: str, transfers: list[Transfer]) -> None:
    """Insert an entry that the books would refuse, in a valid chain."""
    with store.reading() as books:
        last = list(books.entries(book=OFFICE))[-1]
    entry = replace(last, number=last.number + 1, kind="x", key=key, body=b"{}")
    hash = hexadecimal(store, hash_of(last.hash, entry, transfers))
    moved = f"'{transfers_written(transfers)}'" if transfers else "NULL"
    forge(
        store,
        "DROP INDEX IF EXISTS entries_once",
        f"INSERT INTO entries VALUES (3, {entry.number}, {entry.moment}, 'x', '{DAY}', "
        f"'{key}', {hexadecimal(store, entry.body)}, {moved}, {hash})",
    )


@pytest.mark.parametrize(
    ("transfers", "expected"),
    [
        ([Transfer("prizes", PUBLIC, 501)], ("account_below_nought", "prizes", 0)),
        ([Transfer(PUBLIC, "prizes", -5)], ("transfer_faulty", OFFICE, 3)),
        ([Transfer(PUBLIC, PUBLIC, 5)], ("transfer_faulty", OFFICE, 3)),
    ],
)
def test_money_that_could_not_move_is_found_in_a_chain_that_holds(
    day: Store, transfers: list[Transfer], expected: tuple[str, str, int]
) -> None:
    enter_by_force(day, "forged", transfers)
    breach = verify(day).breach
    assert breach is not None
    assert (breach.code, breach.book, breach.number) == expected


def test_a_key_that_stands_twice_in_a_book_is_found(day: Store) -> None:
    enter_by_force(day, "k", [])
    enter_by_force(day, "k", [])
    breach = verify(day).breach
    assert breach is not None
    assert (breach.code, breach.book, breach.number, breach.found) == ("key_twice", OFFICE, 4, "k")


# ---------------------------------------------------------------- guards


@pytest.mark.parametrize("table", GUARDED)
@pytest.mark.parametrize("how", ["dropped", "hollow"])
def test_a_guard_that_was_taken_away_is_missed(day: Store, table: str, how: str) -> None:
    guard = f"{table}_no_update"
    away = {
        ("sqlite", "dropped"): [f"DROP TRIGGER {guard}"],
        ("sqlite", "hollow"): [
            f"DROP TRIGGER {guard}",
            f"CREATE TRIGGER {guard} BEFORE UPDATE ON {table} WHEN 0 BEGIN SELECT 'only_added'; END",
        ],
        ("postgresql", "dropped"): [f"DROP TRIGGER {guard} ON {table}"],
        ("postgresql", "hollow"): [f"ALTER TABLE {table} DISABLE TRIGGER {guard}"],
    }[day.kind, how]
    with day.writing() as books:
        for statement in away:
            books.link.do([(statement, [()])])
    breach = verify(day).breach
    assert breach is not None
    assert (breach.code, breach.expected) == ("guard_missing", guard)


# ---------------------------------------------------------------- what holds


def test_what_holds_is_told_with_all_that_was_read(day: Store) -> None:
    found = verify(day)
    with day.reading() as books:
        assert found.heads == books.heads()
        assert found.balances == {name: cents for name, cents in books.balances().items() if cents}
    assert (found.entries, found.transfers, found.anchors) == (15, 14, 2)


def test_a_store_without_entries_holds(store: Store) -> None:
    assert verify(store).breach is None


@pytest.mark.soak
def test_many_entries_are_read_without_being_kept(store: Store) -> None:
    import tracemalloc

    for batch in range(40):
        store.write_together([sale(f"{batch} {number}") for number in range(500)])
    tracemalloc.start()
    assert verify(store).entries == 20_000
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 10_000_000  # a few thousand at a time; all of them would take 17 million bytes
