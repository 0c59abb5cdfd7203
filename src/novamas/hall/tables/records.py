"""The record of a table, made from its book. It becomes public when the table is closed."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from novamas.errors import NovamasError
from novamas.games import game as game_named
from novamas.hall.tables.accounts import book_of
from novamas.hall.tables.codec import deed_decoder
from novamas.hall.tables.entries import DEED, Closed, Opened
from novamas.record.chain import ChainWriter
from novamas.record.signatures import House
from novamas.store import ReadTransaction


def record_lines(books: ReadTransaction, table: str, house: House | None = None) -> Iterator[str]:
    """Yield a closed table's record: its header, every deed, and the seal that reveals the seed.

    The record of an open table stays secret, because it contains the hidden cards. If a house is given,
    it signs the seal. The signature is the same each time.
    """
    opened, closed = _ends(books, table)
    linking = ChainWriter()
    yield from _deeds(books, table, opened, linking)
    assert linking.last == closed.receipt, table
    sign = None if house is None else partial(house.seal, table, opened.header)
    yield linking.seal(closed.seed, closed.player_seed, sign)


def lines_so_far(books: ReadTransaction, table: str) -> Iterator[str]:
    """Yield the record of an open table so far. It is secret, and serves only for results of past rounds."""
    first = books.entry(book_of(table), 1)
    if first is None:
        raise NovamasError("no_table_in_play", table=table)
    yield from _deeds(books, table, first.read(Opened), ChainWriter())


def _deeds(books: ReadTransaction, table: str, opened: Opened, linking: ChainWriter) -> Iterator[str]:
    """Yield the header of the record and every deed."""
    reader = deed_decoder(game_named(opened.header.game))
    yield linking.line(opened.header)
    for entry in books.entries_after(book_of(table), 1):
        if entry.kind == DEED:
            yield linking.line(reader.decode(entry.body))


def _ends(books: ReadTransaction, table: str) -> tuple[Opened, Closed]:
    """Return the first and the last entry of a closed table's book."""
    book = book_of(table)
    first, head = books.entry(book, 1), books.head(book)
    if first is None or head is None:
        raise NovamasError("no_table_in_play", table=table)
    last = books.entry(book, head.number)
    if last is None or last.kind != _CLOSED:
        raise NovamasError("table_still_open", table=table)
    return first.read(Opened), last.read(Closed)


_CLOSED = "closed"
