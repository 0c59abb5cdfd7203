"""Wallets of practice chips: filled at the first visit, and refilled at most once a day.

A person's chips at open tables, including the staked ones, count towards the wallet. So a person
cannot get new chips by leaving the old ones at a table for a moment.
"""

from __future__ import annotations

import asyncio
from typing import Final

from novamas.errors import NovamasError
from novamas.hall.loaded_tables import LoadedTables
from novamas.hall.tables.accounts import book_of, purse
from novamas.hall.tables.codec import decode_body
from novamas.hall.tables.entries import Sat, Stood, kind_name
from novamas.hall.tables.table import LiveTable
from novamas.money import Cents
from novamas.store import (
    PUBLIC,
    GroupCommit,
    ReadTransaction,
    Store,
    StoreFault,
    Transfer,
    WriteTransaction,
)
from novamas.store.open_tables import listed

HOUSE: Final = "house/purses"  # the book of all that the house gives
ATTEMPTS: Final = 8  # to count the chips of a person who sits down or gets up meanwhile
_COMES_AND_GOES: Final = (kind_name(Sat), kind_name(Stood))


class _Moved(Exception):
    """Raised when a person has sat down or left a seat since the chips were counted."""


class Purses:
    """The wallets of all persons: their chips that are not at a table."""

    def __init__(self, store: Store, counter: GroupCommit, tables: LoadedTables) -> None:
        self._store = store
        self._counter = counter
        self._tables = tables

    async def welcome(self, person: str, cents: Cents) -> None:
        """Give a new person practice chips. Idempotent."""

        def act(books: WriteTransaction) -> None:
            _give(books, person, cents, f"welcome/{person}")

        await self._counter.run_async(act)

    def was_welcomed(self, person: str) -> bool:
        """Return whether a person already got practice chips. It changes nothing."""
        with self._store.reading() as books:
            return books.entry_of(HOUSE, f"welcome/{person}") is not None

    async def refill(self, person: str, cents: Cents) -> Cents:
        """Refill a wallet up to an amount, once a day. Return the new balance.

        Chips at tables count towards the amount.
        """
        for _ in range(ATTEMPTS):
            try:
                await self._refill(person, cents)
            except _Moved:
                continue
            return await asyncio.to_thread(self.of, person)
        raise StoreFault("store_busy", path=self._store.place)

    async def _refill(self, person: str, cents: Cents) -> None:
        tables = await self._tables_with(person)
        ids = [table.id for table in tables]
        at_tables = sum(_chips_at(table, person) for table in tables)

        def act(books: WriteTransaction) -> None:
            if _tables_of(books, person) != ids or any(_came_or_went(books, one, person) for one in tables):
                raise _Moved
            missing = cents - at_tables - books.balance(purse(person))
            if missing > 0:
                key = f"refill/{person}/{books.now().date()}"
                if books.entry_of(HOUSE, key) is not None:
                    raise NovamasError("refilled_today")
                _give(books, person, missing, key)

        await self._counter.run_async(act)

    async def may_refill(self, person: str, cents: Cents) -> bool:
        """Return whether a refill up to an amount would give a person any chips now."""
        at_tables = sum(_chips_at(table, person) for table in await self._tables_with(person))

        def read() -> bool:
            with self._store.reading() as books:
                has = books.balance(purse(person)) + at_tables
                key = f"refill/{person}/{self._store.now().date()}"
                return has < cents and books.entry_of(HOUSE, key) is None

        return await asyncio.to_thread(read)

    async def _tables_with(self, person: str) -> list[LiveTable]:
        """Return the open tables to which a person ever brought chips, as they are now."""
        return [await self._tables.refresh(id) for id in await asyncio.to_thread(self.tables_of, person)]

    def tables_of(self, person: str) -> list[str]:
        """Return the open tables to which a person has ever brought chips."""
        with self._store.reading() as books:
            return _tables_of(books, person)

    def of(self, person: str) -> Cents:
        """Return the balance of a person's wallet."""
        with self._store.reading() as books:
            return books.balance(purse(person))


def _give(books: WriteTransaction, person: str, cents: Cents, key: str) -> None:
    given = (Transfer(PUBLIC, purse(person), cents),)
    books.append(HOUSE, "given", {"person": person}, key=key, transfers=given)


def _tables_of(books: ReadTransaction, person: str) -> list[str]:
    """Return the open tables to which a person has ever brought chips, even if the person has left."""
    moved = books.books_that_moved(purse(person))
    return [one.table for one in listed(books) if book_of(one.table) in moved]


def _chips_at(table: LiveTable, person: str) -> Cents:
    """Return all of a person's chips at a table: at the seat and in play."""
    return sum(table.chips_of(seat) + table.staked_by(seat) for seat in table.seats_of(person))


def _came_or_went(books: ReadTransaction, table: LiveTable, person: str) -> bool:
    """Return whether a person has sat down or left a seat at a table since the given state."""
    for entry in books.entries_after(table.book, table.number):
        if entry.kind in _COMES_AND_GOES:
            body = decode_body(entry)
            if isinstance(body, Stood) or (isinstance(body, Sat) and body.person == person):
                return True
    return False
