"""A table is read from the store: how it stood when a round began, and what followed."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from msgspec.structs import replace

from novamas.errors import NovamasError
from novamas.live.entries import Opened
from novamas.live.money import book_of
from novamas.live.opening import table_at
from novamas.live.seeds import Seeds
from novamas.live.standing import Saved
from novamas.live.table import KEPT, LiveTable
from novamas.players.minds import prepare
from novamas.store import Entry, Store
from novamas.store.resuming import snapshot_of


def load_table(store: Store, seeds: Seeds, id: str, *, whole: bool = False) -> LiveTable:
    """Read a table: from how it was kept last, or else the whole of it.

    Then all that was noticed is kept, for whoever asks for what is long past.
    """
    book = book_of(id)
    with store.reading() as books:
        first = books.entry(book, 1)
        if first is None:
            raise NovamasError("no_table_in_play", table=id)
        opened = first.read(Opened)
        live = seeds.kept(books, id)
        kept = None if whole else snapshot_of(books, book)
        table = LiveTable(id, opened, table_at(opened.header), live, kept=None if whole else KEPT)
        if kept is not None:
            table.opened = replace(opened, header=replace(opened.header, figures=None))
            table.go_on_from(msgspec.json.decode(kept[1], type=Saved))
        read_entries(table, books.entries_after(book, table.number))
    prepare_bots(table)
    return table


def prepare_bots(table: LiveTable) -> None:
    """Let the bots of a table count what they weigh, where nobody waits for it."""
    for mind in {who.mind for who in table.seats.values() if who.mind}:
        prepare(table.table, mind)


def read_entries(table: LiveTable, entries: Iterable[Entry]) -> None:
    """What happened at a table, one entry after the other."""
    for entry in entries:
        table.read(entry)
