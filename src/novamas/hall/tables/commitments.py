"""Commitments to seeds. They are published before a table is described and are valid for a day."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import Final

import msgspec
from msgspec import Struct

from novamas.equipment.chance import CommittedSource
from novamas.errors import NovamasError
from novamas.hall.tables.accounts import book_of
from novamas.hall.tables.opening import new_id
from novamas.hall.tables.seeds import Seeds
from novamas.protocol.tables import OpenTableRequest, SeedCommitment
from novamas.store import GroupCommit, Store, WriteTransaction
from novamas.store.entries import moment
from novamas.store.epochs import epoch_of

PROMISES: Final = "promise/"  # prefix of their subjects
GOOD_FOR: Final = timedelta(days=1)


class Lasting(Struct, frozen=True):
    """The time until which a commitment is valid, in microseconds since 1970 UTC."""

    until: int
    epoch: int = 0  # in which the seed was drawn


class Commitments:
    """The committed seeds, from which new tables get their random sources."""

    def __init__(self, store: Store, counter: GroupCommit, seeds: Seeds) -> None:
        self._store = store
        self._counter = counter
        self._seeds = seeds

    async def commit(self) -> SeedCommitment:
        """Create a new seed and commit to it."""
        return await self.keep(new_id(), CommittedSource())

    async def keep(self, id: str, live: CommittedSource) -> SeedCommitment:
        """Commit to the seed of a random source under this id."""

        def act(books: WriteTransaction) -> None:
            self._seeds.keep(books, id, live)
            lasts = Lasting(moment(books.now() + GOOD_FOR), epoch_of(books))
            books.set_state(PROMISES + id, msgspec.json.encode(lasts).decode())

        await self._counter.run_async(act)
        return SeedCommitment(id, live.commitment)

    async def chance_for(self, asked: OpenTableRequest) -> tuple[str, CommittedSource, int]:
        """Return the id, the random source and the epoch for a new table.

        The source is the committed one that the request names, or a new one. The player's seed is mixed in.
        """
        epoch = await asyncio.to_thread(self._epoch)
        if asked.promise is None:
            id, live = new_id(), CommittedSource()
        else:
            id = asked.promise
            live = await asyncio.to_thread(self._promised, id)
        if asked.player_seed is not None:
            live.mix_in(asked.player_seed)
        return id, live, epoch

    def _epoch(self) -> int:
        with self._store.reading() as books:
            return epoch_of(books)

    def _promised(self, promise: str) -> CommittedSource:
        """Return the random source of a commitment.

        Raise an error if another table uses it, if it has expired, or if it is older than a restore.
        """
        with self._store.reading() as books:
            if books.head(book_of(promise)) is not None:
                raise NovamasError("promise_used", promise=promise)
            state = books.state(PROMISES + promise)
            lasts = None if state is None else msgspec.json.decode(state, type=Lasting)
            is_good = lasts is not None and lasts.epoch == epoch_of(books)
            if lasts is None or not is_good or lasts.until < moment(self._store.now()):
                raise NovamasError("promise_lapsed", promise=promise)
            return self._seeds.kept(books, promise)
