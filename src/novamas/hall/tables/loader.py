"""Loading of a table from its last snapshot and the entries after it."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping
from typing import Final

from novamas.bots.minds import prepare
from novamas.errors import NovamasError
from novamas.hall.tables.accounts import book_of
from novamas.hall.tables.entries import Opened
from novamas.hall.tables.opening import table_at
from novamas.hall.tables.seeds import Seeds
from novamas.hall.tables.snapshot import unsealed
from novamas.hall.tables.state import TableState
from novamas.hall.tables.table import KEPT, LiveTable
from novamas.law import Library, library
from novamas.store import Entry, ReadTransaction, Store
from novamas.store.epochs import epoch_of
from novamas.store.open_tables import snapshot_of

_LOG = logging.getLogger("novamas.hall")
MAX_READ_ON: Final = 100  # entries of a table that are applied before other tables have their turn
MAX_READ: Final = 20_000  # entries that are replayed for a reconnecting client


def load_table(
    store: Store,
    seeds: Seeds,
    id: str,
    *,
    whole: bool = False,
    kept: int | None = KEPT,
    law: Library | None = None,
) -> LiveTable:
    """Load a table from its last snapshot, or from its whole book if `whole`.

    The events of the last `kept` states stay in memory. All events stay if `kept` is None or with
    `whole`.
    """
    with store.reading() as books:
        wanted = None if whole else kept
        table = begun(books, seeds, id, lambda _saved: not whole, kept=wanted, law=law or library())
        read_entries(table, books.entries_after(table.book, table.number))
    prepare_bots(table)
    return table


def begun(
    books: ReadTransaction,
    seeds: Seeds,
    id: str,
    is_wanted: Callable[[TableState], bool],
    *,
    kept: int | None,
    law: Library,
) -> LiveTable:
    """Return a table, either from its last snapshot or as it was before its first entry.

    `is_wanted` decides whether the snapshot is used.
    """
    book = book_of(id)
    first = books.entry(book, 1)
    if first is None:
        raise NovamasError("no_table_in_play", table=id)
    opened = first.read(Opened)
    table = LiveTable(id, opened, table_at(opened.header, law), seeds.kept(books, id), kept=kept)
    table.is_stale = opened.epoch < epoch_of(books)
    snapshot = snapshot_of(books, book)
    if snapshot is not None:
        number, saved = snapshot
        state = unsealed(saved, table.table, book, number, seeds)
        if state is None:
            _LOG.warning("snapshot of %s is not the house's: its whole book is read", book)
        elif is_wanted(state):
            table.restore(state)
    return table


def load_past(store: Store, seeds: Seeds, id: str, since: int, law: Library) -> LiveTable:
    """Load a table with all events since a state. Return no table if too many entries would be replayed."""
    loaded = load_table(store, seeds, id, kept=None, law=law)
    if loaded.has_events_since(since) or loaded.number > MAX_READ:
        return loaded
    return load_table(store, seeds, id, whole=True, law=law)


def prepare_bots(table: LiveTable) -> None:
    """Prepare the bots of a table, which may take some time."""
    for mind in {who.mind for who in table.seats.values() if who.mind}:
        prepare(table.table, mind)


def next_entries(store: Store, numbers: Mapping[str, int]) -> dict[str, list[Entry]]:
    """Return the next entries of several tables. Each table has the number of its last known entry."""
    with store.reading(at_one_moment=False) as books:
        after = {book_of(id): number for id, number in numbers.items()}
        found = books.entries_after_each(after, MAX_READ_ON)
    return {id: found[book_of(id)] for id in numbers}


def read_entries(table: LiveTable, entries: Iterable[Entry]) -> None:
    """Apply these entries to a table, in order."""
    for entry in entries:
        table.read(entry)
