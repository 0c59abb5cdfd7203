"""The record of a table in play, read from its book: by anybody once it is closed."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from novamas.errors import NovamasError
from novamas.hall.tables.accounts import book_of
from novamas.hall.tables.codec import deed_decoder
from novamas.hall.tables.entries import DEED, Closed, Opened
from novamas.hall.tables.opening import table_at
from novamas.record.chain import ChainWriter
from novamas.record.signatures import House
from novamas.store import ReadTransaction


def record_lines(books: ReadTransaction, table: str, house: House | None = None) -> Iterator[str]:
    """The record of a closed table, line by line: its header, every deed, and the seal that tells the seed.

    While a table is open nobody reads its record: it says what lies face down. A house signs the seal, each
    time the same.
    """
    opened, closed = _ends(books, table)
    linking = ChainWriter()
    yield from _deeds(books, table, opened, linking)
    assert linking.last == closed.receipt, table
    sign = None if house is None else partial(house.seal, table, opened.header)
    yield linking.seal(closed.seed, closed.player_seed, sign)


def lines_so_far(books: ReadTransaction, table: str) -> Iterator[str]:
    """What the record of an open table says so far: for who counts what rounds brought, and nobody else."""
    first = books.entry(book_of(table), 1)
    if first is None:
        raise NovamasError("no_table_in_play", table=table)
    yield from _deeds(books, table, first.read(Opened), ChainWriter())


def _deeds(books: ReadTransaction, table: str, opened: Opened, linking: ChainWriter) -> Iterator[str]:
    """The header, and every deed."""
    reader = deed_decoder(table_at(opened.header).game)
    yield linking.line(opened.header)
    for entry in books.entries_after(book_of(table), 1):
        if entry.kind == DEED:
            yield linking.line(reader.decode(entry.body))


def _ends(books: ReadTransaction, table: str) -> tuple[Opened, Closed]:
    """How a table was opened, and how it was closed."""
    book = book_of(table)
    first, head = books.entry(book, 1), books.head(book)
    if first is None or head is None:
        raise NovamasError("no_table_in_play", table=table)
    last = books.entry(book, head.number)
    if last is None or last.kind != _CLOSED:
        raise NovamasError("table_still_open", table=table)
    return first.read(Opened), last.read(Closed)


_CLOSED = "closed"
