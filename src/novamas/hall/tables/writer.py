"""What was done at a fork of a table is written in its book, under the next numbers or not at all."""

from __future__ import annotations

import msgspec

from novamas.hall.tables.linked_jackpots import with_top_up
from novamas.hall.tables.table import LiveTable
from novamas.store import NotEntered, WriteTransaction
from novamas.store.open_tables import (
    forget_snapshot,
    keep_snapshot,
    list_open,
    notify_processes,
    set_wakeup,
    unlist,
)


class TableMoved(NotEntered):
    """Somebody else was first: the table has gone on."""


def append_entries(books: WriteTransaction, table: LiveTable, fork: LiveTable, due: int | None) -> list[int]:
    """Write down what was done, and when something is due then; the dates of the entries."""
    moments, group = [], table.opened.group
    if books.number_of(table.book) != table.number:
        raise TableMoved("table_went_on")
    for number, one in enumerate(fork.uncommitted, start=table.number + 1):
        transfers = tuple(with_top_up(books, one.transfers)) if group else one.transfers
        entry = books.append(
            table.book, one.kind, one.body, subject=one.subject, key=one.key, transfers=transfers
        )
        if entry.number != number:  # it was done before, under the same key
            raise TableMoved("table_went_on")
        moments.append(entry.moment)
    set_wakeup(books, table.book, due)
    if not table.number:
        opened = table.opened
        list_open(books, table.id, is_public=opened.public, owner=opened.owner, moment=moments[-1])
    if fork.closed is not None:
        forget_snapshot(books, table.book)
        unlist(books, table.id)
    elif fork.saved is not None:
        keep_snapshot(books, table.book, fork.saved.number, msgspec.json.encode(fork.saved))
    return moments


def notify_of_table(books: WriteTransaction, table: LiveTable, number: int) -> None:
    """Let other processes know how far a table went, and that its jackpots may have changed."""
    notify_processes(books, table.book, number)
    if table.opened.group:
        notify_processes(books, f"linked/{table.opened.group}", number)
