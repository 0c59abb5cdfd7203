"""A table is read from the store: how it stood when a round began, and what followed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final

import msgspec
from msgspec.structs import replace

from novamas.bots.minds import prepare
from novamas.errors import NovamasError
from novamas.hall.tables.accounts import book_of
from novamas.hall.tables.entries import Opened
from novamas.hall.tables.opening import table_at
from novamas.hall.tables.seeds import Seeds
from novamas.hall.tables.snapshot import TableSnapshot
from novamas.hall.tables.table import KEPT, LiveTable
from novamas.store import Entry, ReadTransaction, Store
from novamas.store.open_tables import snapshot_of

MAX_READ_ON: Final = 100  # entries that a table goes on by before others have their turn
MAX_READ: Final = 20_000  # entries that are read again for somebody who was away


def load_table(
    store: Store, seeds: Seeds, id: str, *, whole: bool = False, kept: int | None = KEPT
) -> LiveTable:
    """Read a table: from how it was kept last, or else the whole of it.

    What was noticed in so many states stays at hand; without a number, and where all is read, in all of them.
    """
    with store.reading() as books:
        table = begun(books, seeds, id, lambda _saved: not whole, kept=None if whole else kept)
        read_entries(table, books.entries_after(table.book, table.number))
    prepare_bots(table)
    return table


def begun(
    books: ReadTransaction,
    seeds: Seeds,
    id: str,
    is_wanted: Callable[[TableSnapshot], bool],
    *,
    kept: int | None,
) -> LiveTable:
    """A table as it was kept last, where that is wanted; else as it was before it was opened."""
    book = book_of(id)
    first = books.entry(book, 1)
    if first is None:
        raise NovamasError("no_table_in_play", table=id)
    opened = first.read(Opened)
    table = LiveTable(id, opened, table_at(opened.header), seeds.kept(books, id), kept=kept)
    snapshot = snapshot_of(books, book)
    saved = None if snapshot is None else msgspec.json.decode(snapshot[1], type=TableSnapshot)
    if saved is not None and is_wanted(saved):
        table.opened = replace(opened, header=replace(opened.header, figures=None))
        table.restore(saved)
    return table


def load_past(store: Store, seeds: Seeds, id: str, since: int) -> LiveTable:
    """A table that remembers all since a state, unless too much would have to be read for that."""
    loaded = load_table(store, seeds, id, kept=None)
    if loaded.has_events_since(since) or loaded.number > MAX_READ:
        return loaded
    return load_table(store, seeds, id, whole=True)


def prepare_bots(table: LiveTable) -> None:
    """Let the bots of a table count what they weigh, where nobody waits for it."""
    for mind in {who.mind for who in table.seats.values() if who.mind}:
        prepare(table.table, mind)


def next_entries(store: Store, numbers: Mapping[str, int]) -> dict[str, list[Entry]]:
    """What follows at several tables, each after the number that it has here: so much of it at a time."""
    with store.reading(at_one_moment=False) as books:
        after = {book_of(id): number for id, number in numbers.items()}
        found = books.entries_after_each(after, MAX_READ_ON)
    return {id: found[book_of(id)] for id in numbers}


def read_entries(table: LiveTable, entries: Iterable[Entry]) -> None:
    """What happened at a table, one entry after the other."""
    for entry in entries:
        table.read(entry)
