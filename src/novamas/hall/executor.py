"""Execution of requests at a table: batches on forks, committed to its book, then published.

Optimistic concurrency: a batch runs on a fork, and its entries are appended under the next numbers. If
another process has appended meanwhile, they are refused; the table is read again and the batch is repeated.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Final

from novamas.hall.batch import ExtraWrite, PendingRequest, run_batch
from novamas.hall.jackpot_sync import JackpotSync
from novamas.hall.loaded_tables import LoadedTables
from novamas.hall.request_queue import RequestQueue
from novamas.hall.tables.commands import Command
from novamas.hall.tables.entries import BotSat, kind_name
from novamas.hall.tables.loader import prepare_bots
from novamas.hall.tables.table import LiveTable
from novamas.hall.tables.writer import TableMoved, append_entries, notify_of_table
from novamas.store import BookAppend, GroupCommit, StoreFault, WriteTransaction

ATTEMPTS: Final = 8  # of a batch that conflicts with other processes
BOT_SAT: Final = kind_name(BotSat)


class Executor:
    """Runs the request queue of each table."""

    def __init__(self, loaded: LoadedTables, commits: GroupCommit, jackpots: JackpotSync) -> None:
        self.queue = RequestQueue()
        self._loaded = loaded
        self._commits = commits
        self._jackpots = jackpots

    async def apply(self, id: str, command: Command, extra_write: ExtraWrite = None) -> LiveTable:
        """Run a command at a table, and return the table once the command is durable.

        The command runs to its end even if the caller is cancelled. Commands that arrive meanwhile share the
        next batch. Raise `hall_full` if too many wait. Automatic actions are never refused, so rounds with
        bets are always completed.
        """
        return await self.queue.submit(id, PendingRequest(command, extra_write), self._drain_queue)

    async def run_due(self, id: str) -> None:
        """Run the due action of a table. The caller's task must not be cancelled."""
        request = PendingRequest()
        if self.queue.add(id, request):
            await self._drain_queue(id)
        await request.result

    async def _drain_queue(self, id: str) -> None:
        """Run the requests of a table until none waits."""
        try:
            while self.queue.has_pending(id):
                async with self._loaded.lock(id):
                    await self._run_or_retry_singly(id, self.queue.take_batch(id))
        finally:
            self.queue.release(id)

    async def _run_or_retry_singly(self, id: str, requests: list[PendingRequest]) -> None:
        """Run requests as one batch. If the store refuses the batch, run each alone."""
        try:
            table, refusals = await self._execute(id, requests)
        except Exception as fault:
            if len(requests) == 1 or isinstance(fault, StoreFault):
                return self.queue.settle(id, requests, None, [fault] * len(requests))
            for request in requests:
                await self._run_or_retry_singly(id, [request])
        except asyncio.CancelledError as ended:
            self.queue.settle(id, requests, None, [ended] * len(requests))
            raise
        else:
            self.queue.settle(id, requests, table, refusals)

    async def _execute(
        self, id: str, requests: list[PendingRequest]
    ) -> tuple[LiveTable, list[Exception | None]]:
        """Run a batch and commit it. Return the table afterwards, and a refusal or None per request."""
        loaded = self._loaded
        table = await loaded.current(id)
        for _ in range(ATTEMPTS):
            try:
                batch = await run_batch(table, requests, loaded.overdue_action(table))
                now = await self.commit(table, batch.fork, batch.extra_writes) if batch.is_changed else table
                return now, batch.refusals
            except TableMoved:
                before, table = table.number, await loaded.catch_up(table)
                if table.number == before:
                    raise  # no other process appended: the key was used before
            except StoreFault:  # the commit may have succeeded or not: the store is read again
                loaded.invalidate(id)
                raise
        raise StoreFault("store_busy", path=loaded.store.place)

    async def commit(
        self, table: LiveTable, fork: LiveTable, extra_writes: Sequence[ExtraWrite] = ()
    ) -> LiveTable:
        """Append the entries of a fork to the book, then install the fork as the table and publish it."""
        loaded = self._loaded
        if any(one.kind == BOT_SAT for one in fork.uncommitted):
            await asyncio.to_thread(prepare_bots, fork)
        tick, date = loaded.clock.read()
        fork.set_timestamps([date] * len(fork.uncommitted))
        fork.set_ticks(tick, table.number)
        due, group = loaded.next_due(fork), table.opened.group
        wakeup = date + due.tick - tick if due else None

        def update(books: WriteTransaction) -> list[int]:
            moments = append_entries(books, table, fork, wakeup, loaded.seeds)
            if loaded.store.kind != "sqlite":
                notify_of_table(books, table, fork.number)
            for write in filter(None, extra_writes):
                write(books)
            return moments

        fork.set_timestamps(await self._commits.run_async(BookAppend(table.book, update)))
        fork.mark_committed(table)
        loaded.install(fork, due)
        loaded.publish(fork)
        if group and fork.session.phase.felt.jackpots != table.session.phase.felt.jackpots:
            await self._jackpots.sync(group)
        return fork
