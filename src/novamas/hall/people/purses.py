"""Wallets of practice chips: filled at the first visit, and refilled once a day."""

from __future__ import annotations

import asyncio
from typing import Final

from novamas.errors import NovamasError
from novamas.hall.tables.accounts import purse
from novamas.money import Cents
from novamas.store import PUBLIC, GroupCommit, NotEntered, Store, Transfer, WriteTransaction

HOUSE: Final = "house/purses"  # the book of all that the house gives


class Purses:
    """The chips of persons that are not at a table."""

    def __init__(self, store: Store, counter: GroupCommit) -> None:
        self._store = store
        self._counter = counter

    async def welcome(self, person: str, cents: Cents) -> None:
        """Give a new person practice chips. Idempotent."""
        await self._give(person, cents, f"welcome/{person}")

    def was_welcomed(self, person: str) -> bool:
        """Return whether a person already got practice chips. Only reads."""
        with self._store.reading() as books:
            return books.entry_of(HOUSE, f"welcome/{person}") is not None

    async def refill(self, person: str, cents: Cents) -> Cents:
        """Refill a wallet up to an amount, once a day. Return the balance afterwards."""
        missing = cents - await asyncio.to_thread(self.of, person)
        if missing > 0:
            try:
                await self._give(person, missing, f"refill/{person}/{self._store.now().date()}")
            except NotEntered as refused:
                if refused.code == "key_reused":
                    raise NovamasError("refilled_today") from None
                raise
        return await asyncio.to_thread(self.of, person)

    async def _give(self, person: str, cents: Cents, key: str) -> None:
        def act(books: WriteTransaction) -> None:
            given = (Transfer(PUBLIC, purse(person), cents),)
            books.append(HOUSE, "given", {"person": person}, key=key, transfers=given)

        await self._counter.run_async(act)

    def of(self, person: str) -> Cents:
        """Return the balance of a wallet."""
        with self._store.reading() as books:
            return books.balance(purse(person))
