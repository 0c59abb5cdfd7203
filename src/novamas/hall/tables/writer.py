"""Atomic append of a fork's entries to the table's book under the next numbers."""

from __future__ import annotations

from novamas.hall.tables.linked_jackpots import with_top_up
from novamas.hall.tables.seeds import Seeds
from novamas.hall.tables.snapshot import sealed
from novamas.hall.tables.table import LiveTable
from novamas.store import NotEntered, WriteTransaction
from novamas.store.open_tables import (
    keep_snapshot,
    list_open,
    notify_processes,
    set_wakeup,
    unlist,
)


class TableMoved(NotEntered):
    """Raised when another process has appended an entry first."""


def append_entries(
    books: WriteTransaction, table: LiveTable, fork: LiveTable, due: int | None, seeds: Seeds
) -> list[int]:
    """Append the entries of a fork, set when its next action is due, and return the entries' times."""
    moments, group = [], table.opened.group
    if books.number_of(table.book) != table.number:
        raise TableMoved("table_went_on")
    for number, one in enumerate(fork.uncommitted, start=table.number + 1):
        transfers = tuple(with_top_up(books, one.transfers)) if group else one.transfers
        entry = books.append(
            table.book, one.kind, one.body, subject=one.subject, key=one.key, transfers=transfers
        )
        if entry.number != number:  # an entry with this key exists: it was done before
            raise TableMoved("table_went_on")
        moments.append(entry.moment)
    set_wakeup(books, table.book, due)
    if not table.number:
        opened = table.opened
        list_open(books, table.id, is_public=opened.public, owner=opened.owner, moment=moments[-1])
    if fork.closed is not None:
        unlist(books, table.id)
    if (to_save := fork.to_save) is not None:
        state = to_save.with_timestamps(moments, fork.number)
        keep_snapshot(books, table.book, state.number, sealed(state, table.book, seeds))
    return moments


def notify_of_table(books: WriteTransaction, table: LiveTable, number: int) -> None:
    """Announce the table's last number to other processes, and any change of its jackpots."""
    notify_processes(books, table.book, number)
    if table.opened.group:
        notify_processes(books, f"linked/{table.opened.group}", number)
