"""Linked jackpots: the tables of a group share their jackpot totals."""

from __future__ import annotations

import asyncio

from novamas.hall.loaded_tables import LoadedTables
from novamas.hall.people.purses import HOUSE
from novamas.hall.tables.accounts import jackpot_account
from novamas.hall.tables.linked_jackpots import Levels, jackpot_totals, start_of
from novamas.hall.tables.table import LiveTable
from novamas.store import PUBLIC, GroupCommit, StoreFault, Transfer, WriteTransaction


class JackpotSync:
    """A link that passes the totals of linked jackpots to all loaded tables of their group."""

    def __init__(self, loaded: LoadedTables, commits: GroupCommit) -> None:
        self._loaded = loaded
        self._commits = commits

    async def link(self, table: LiveTable) -> None:
        """Add a new table to its group. The group's first table pays in the initial amounts."""
        group, start = table.opened.group, start_of(table.session.phase)

        def update(books: WriteTransaction) -> None:
            for jackpot, cents in start.items():
                account = jackpot_account(table.book, group, jackpot)
                brought = (Transfer(PUBLIC, account, cents),)
                if not books.balance(account):
                    books.append(HOUSE, "linked", {"group": group, "jackpot": jackpot}, transfers=brought)

        await self._commits.run_async(update)
        await self.sync(group)

    async def sync(self, group: str) -> None:
        """Pass the present totals of a group to its tables, unless the store is unavailable."""
        loaded = self._loaded
        try:
            loaded.levels[group] = await asyncio.to_thread(self._read, group)
        except StoreFault:
            return
        for table in [each for each in loaded.known() if each.opened.group == group]:
            table.levels = loaded.levels[group]
            loaded.install(table, loaded.next_due(table))

    def _read(self, group: str) -> Levels:
        with self._loaded.store.reading() as books:
            return jackpot_totals(books, group)
