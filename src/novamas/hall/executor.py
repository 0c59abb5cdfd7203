"""The executor, which runs requests on forks of a table, commits them to its book and publishes.

Optimistic concurrency: a batch runs on a fork, and its entries are appended under the next numbers.
If another process has appended entries meanwhile, the append is refused. The table is then read
again and the batch is repeated.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Final

from novamas.hall.batch import (
    BatchResult,
    Committed,
    ExtraWrite,
    PendingRequest,
    Settle,
    run_batch,
    run_batch_now,
)
from novamas.hall.jackpot_sync import JackpotSync
from novamas.hall.loaded_tables import LoadedTables, TableLock
from novamas.hall.request_queue import RequestQueue
from novamas.hall.tables.automation import DueAction
from novamas.hall.tables.commands import Command
from novamas.hall.tables.entries import BotSat, kind_name
from novamas.hall.tables.loader import prepare_bots
from novamas.hall.tables.table import LiveTable
from novamas.hall.tables.writer import TableMoved, append_entries, notify_of_table
from novamas.store import BookAppend, GroupCommit, StoreFault, WriteTransaction

ATTEMPTS: Final = 8  # of a batch that conflicts with other processes
BOT_SAT: Final = kind_name(BotSat)


class Executor:
    """A runner of the request queue of each table."""

    def __init__(self, loaded: LoadedTables, commits: GroupCommit, jackpots: JackpotSync) -> None:
        self.queue = RequestQueue()
        self._loaded = loaded
        self._commits = commits
        self._jackpots = jackpots

    async def apply(
        self, id: str, command: Command, extra_write: ExtraWrite = None, committed: Committed = None
    ) -> LiveTable:
        """Run a command at a table, and return the table once the command is durable.

        The command runs to its end even if the caller is cancelled. Commands that arrive meanwhile share
        the next batch. Raise `hall_full` if too many commands wait. Automatic actions are never refused, so
        rounds with bets are always completed.
        """
        request = PendingRequest(command, extra_write, committed)
        return await self.queue.submit(id, request, self._drain_queue)

    def run_soon(self, id: str, command: Command | None, settle: Settle, committed: Committed = None) -> bool:
        """Run a command at a table, or its due action if it is None, without a task.

        It runs at once, or after the requests that are being committed. Return false, and do nothing, if the
        table is not loaded or too many requests wait. `settle` gets the table once the command is durable, or
        what refused it.
        """
        queue = self.queue
        if self._loaded.ready(id) is None or queue.is_closed or not queue.has_room(id):
            return False
        if queue.add(id, PendingRequest(command, None, committed, settle)):
            self._go_on(id)
        return True

    def _go_on(self, id: str) -> None:
        """Run the requests that wait at a table. Start a worker if they cannot run without a task."""
        queue = self.queue
        while queue.has_pending(id):
            requests = queue.take_batch(id)
            found = self._begin(id, requests)
            if found is None:
                queue.put_back(id, requests)
                return queue.start(id, self._drain_queue)
            if found.is_changed:
                return None  # continued after the commit
            queue.settle(id, requests, self._loaded.ready(id), found.refusals)
        return queue.release(id)

    def _begin(self, id: str, requests: list[PendingRequest]) -> BatchResult | None:
        """Run requests as one batch and begin to commit it. Return None if that needs a task.

        It does if the table is not up to date or is linked to others, or if a bot thinks or sits down.
        """
        loaded, lock = self._loaded, self._loaded.lock(id)
        table = loaded.ready(id)
        if table is None or table.opened.group or not lock.take():
            return None
        batch = None
        try:
            batch = run_batch_now(table, requests, loaded.overdue_action(table))
            if batch is not None and batch.is_changed:
                if _seats_bot(batch.fork):
                    batch = None
                else:
                    self._commit_then(table, batch, requests, lock)
        except Exception:  # it is raised again by the worker
            batch = None
        if batch is None or not batch.is_changed:
            lock.release()
        return batch

    def _commit_then(
        self, table: LiveTable, batch: BatchResult, requests: list[PendingRequest], lock: TableLock
    ) -> None:
        """Commit a batch, then settle its requests and run those that came meanwhile."""
        id, fork = table.id, batch.fork
        append, due = self._prepare(table, fork, batch.extra_writes)

        def done(moments: list[int]) -> None:
            refusals: Sequence[BaseException | None] = batch.refusals
            try:
                self._install(table, fork, due, moments, batch.committed)
            except Exception as mistake:
                refusals = [mistake] * len(requests)
            lock.release()
            self.queue.settle(id, requests, fork, refusals)
            self._go_on(id)

        def failed(fault: BaseException) -> None:
            lock.release()
            if isinstance(fault, StoreFault):  # it may have been committed or not
                self._loaded.invalidate(id)
                self.queue.settle(id, requests, None, [fault] * len(requests))
                self._go_on(id)
            else:  # another process has appended, or one request is refused: a worker runs them again
                self.queue.put_back(id, requests)
                self.queue.start(id, self._drain_queue)

        self._commits.run_then(append, done, failed)

    async def run_due(self, id: str) -> None:
        """Run the due action of a table. The task that calls this must not be cancelled."""
        request = PendingRequest()
        if self.queue.add(id, request):
            await self._drain_queue(id)
        await request.result

    async def _drain_queue(self, id: str) -> None:
        """Run the requests of a table until the queue is empty."""
        try:
            while self.queue.has_pending(id):
                async with self._loaded.lock(id):
                    await self._run_or_retry_singly(id, self.queue.take_batch(id))
        finally:
            self.queue.release(id)

    async def _run_or_retry_singly(self, id: str, requests: list[PendingRequest]) -> None:
        """Run requests as one batch. If the store refuses the batch, run each request alone."""
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
        """Run and commit a batch. Return the table after it, and a refusal or None for each request."""
        loaded = self._loaded
        table = await loaded.current(id)
        for _ in range(ATTEMPTS):
            try:
                batch = await run_batch(table, requests, loaded.overdue_action(table))
                if not batch.is_changed:
                    return table, batch.refusals
                return await self.commit(table, batch.fork, batch), batch.refusals
            except TableMoved:
                before, table = table.number, await loaded.catch_up(table)
                if table.number == before:
                    raise  # no other process appended: the key was used before
            except StoreFault:  # the commit may have succeeded or not: the store is read again
                loaded.invalidate(id)
                raise
        raise StoreFault("store_busy", path=loaded.store.place)

    async def commit(self, table: LiveTable, fork: LiveTable, batch: BatchResult | None = None) -> LiveTable:
        """Append a fork's entries to the book, then install the fork as the table and publish it."""
        if _seats_bot(fork):
            await asyncio.to_thread(prepare_bots, fork)
        append, due = self._prepare(table, fork, batch.extra_writes if batch else ())
        moments = await self._commits.run_async(append)
        self._install(table, fork, due, moments, batch.committed if batch else ())
        if table.opened.group and fork.session.phase.felt.jackpots != table.session.phase.felt.jackpots:
            await self._jackpots.sync(table.opened.group)
        return fork

    def _prepare(
        self, table: LiveTable, fork: LiveTable, extra_writes: Sequence[ExtraWrite] = ()
    ) -> tuple[BookAppend, DueAction | None]:
        """Return the update that appends a fork's entries, and the next automatic action after them."""
        loaded = self._loaded
        tick, date = loaded.clock.read()
        fork.set_timestamps([date] * len(fork.uncommitted))
        fork.set_ticks(lambda _moment: tick, table.number)
        due = loaded.next_due(fork)
        wakeup = date + due.tick - tick if due else None

        def update(books: WriteTransaction) -> list[int]:
            moments = append_entries(books, table, fork, wakeup, loaded.seeds)
            if loaded.store.kind != "sqlite":
                notify_of_table(books, table, fork.number)
            for write in filter(None, extra_writes):
                write(books)
            return moments

        return BookAppend(table.book, update), due

    def _install(
        self,
        table: LiveTable,
        fork: LiveTable,
        due: DueAction | None,
        moments: Sequence[int],
        committed: Sequence[Committed],
    ) -> None:
        """Install a fork with durable entries as the table, and publish it."""
        fork.set_timestamps(moments)
        fork.mark_committed(table)
        self._loaded.install(fork, due)
        for call in filter(None, committed):
            call()
        self._loaded.publish(fork)


def _seats_bot(fork: LiveTable) -> bool:
    """Return whether a bot sits down on this fork. The bot's strategy must be read from disk first."""
    return any(one.kind == BOT_SAT for one in fork.uncommitted)
