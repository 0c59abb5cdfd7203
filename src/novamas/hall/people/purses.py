"""Chips of play: everybody is given some when he comes, and more on another day when few are left."""

from __future__ import annotations

import asyncio
from typing import Final

from novamas.errors import NovamasError
from novamas.hall.tables.accounts import purse
from novamas.money import Cents
from novamas.store import PUBLIC, GroupCommit, NotEntered, Store, Transfer, WriteTransaction

HOUSE: Final = "house/purses"  # the book of all that the house gives


class Purses:
    """What people have beside what they have at tables."""

    def __init__(self, store: Store, counter: GroupCommit) -> None:
        self._store = store
        self._counter = counter

    async def welcome(self, person: str, cents: Cents) -> None:
        """Give chips to whoever comes for the first time."""
        await self._give(person, cents, f"welcome/{person}")

    def was_welcomed(self, person: str) -> bool:
        """Was somebody given chips before? Whoever only looks writes nothing then."""
        with self._store.reading() as books:
            return books.entry_of(HOUSE, f"welcome/{person}") is not None

    async def refill(self, person: str, cents: Cents) -> Cents:
        """Bring somebody's purse back to so much, once a day; what is in it then."""
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

        await self._counter.answer(act)

    def of(self, person: str) -> Cents:
        """What somebody has in his purse."""
        with self._store.reading() as books:
            return books.balance(purse(person))
