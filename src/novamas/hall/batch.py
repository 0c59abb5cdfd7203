"""Batch execution: the requests that wait at one table run in order and share a transaction.

Each request gets its own result. A refused request changes nothing.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

from novamas.hall.tables.automation import DueAction
from novamas.hall.tables.commands import Command
from novamas.hall.tables.table import LiveTable
from novamas.store import WriteTransaction

ExtraWrite: TypeAlias = Callable[[WriteTransaction], None] | None  # committed with the command, or not at all
Committed: TypeAlias = Callable[[], None] | None  # called once a command is durable, before it is published
Settle: TypeAlias = Callable[[LiveTable | None, BaseException | None], None]  # gets the table, or the refusal


class PendingRequest:
    """A request that waits for its table: a command, or the due action if `command` is None.

    Its result is a future for a task that waits, or is passed to `settled`, so that no task is needed.
    """

    def __init__(
        self,
        command: Command | None = None,
        extra_write: ExtraWrite = None,
        committed: Committed = None,
        settled: Settle | None = None,
    ) -> None:
        self.command = command
        self.extra_write = extra_write
        self.committed = committed
        self._settled = settled
        self._result: asyncio.Future[LiveTable] | None = None

    @property
    def result(self) -> asyncio.Future[LiveTable]:
        """The future of the table, for a request without `settled`."""
        if self._result is None:
            self._result = asyncio.get_running_loop().create_future()
        return self._result

    def settle(self, table: LiveTable | None, refusal: BaseException | None) -> None:
        """Give the caller the table or the refusal. Does nothing if the caller was cancelled."""
        if self._settled is not None:
            try:
                self._settled(table, refusal)
            except Exception as mistake:
                context = {"message": "after a request", "exception": mistake}
                asyncio.get_running_loop().call_exception_handler(context)
            return
        result = self.result
        if result.done():
            return
        if isinstance(refusal, asyncio.CancelledError):
            result.cancel()
        elif refusal is not None:
            result.set_exception(refusal)
        elif table is not None:
            result.set_result(table)


class BatchResult(NamedTuple):
    """The outcome of a batch: the fork to commit, and a refusal or None for each request.

    It also has the data that go with the accepted commands.
    """

    fork: LiveTable
    extra_writes: list[ExtraWrite]
    refusals: list[Exception | None]
    committed: list[Committed]

    @property
    def is_changed(self) -> bool:
        """Whether the batch has changed anything that must be committed."""
        return bool(self.fork.uncommitted)


async def run_batch(
    table: LiveTable, requests: Sequence[PendingRequest], due: DueAction | None
) -> BatchResult:
    """Run the requests in order, each on a fork of the table that the previous request left.

    If the due action closes the betting, it runs before all requests. Bets in the same batch are then
    late, so a stream of bets cannot keep the croupier from closing.
    """
    last = await _after(table, table, due) if due is not None and due.ends_betting else table
    batch = BatchResult(last, [], [], [])
    for request in requests:
        refusal = None
        try:
            if request.command is not None:
                before, last = last, await _after(table, last, DueAction(0, request.command))
                if last is not before:
                    batch.extra_writes.append(request.extra_write)
                    batch.committed.append(request.committed)
            elif due is not None and last is table:  # once the table has changed, `due` is out of date
                last = await _after(table, last, due)
        except Exception as refused:
            refusal = refused
        batch.refusals.append(refusal)
    return batch._replace(fork=last)


def run_batch_now(
    table: LiveTable, requests: Sequence[PendingRequest], due: DueAction | None
) -> BatchResult | None:
    """Run the requests without waiting, or return None if the due action thinks."""
    if due is not None and due.thinks:
        return None
    running = run_batch(table, requests, due)
    try:
        running.send(None)  # nothing is awaited, so it runs to its end
    except StopIteration as ended:
        batch: BatchResult = ended.value
        return batch
    running.close()
    return None


async def _after(table: LiveTable, last: LiveTable, due: DueAction) -> LiveTable:
    """Return a fork after the due action, or `last` if the action changed nothing."""
    if due.thinks:
        fork = last.fork()
        await asyncio.to_thread(due.do, fork)
        return _joined(last, fork, table)
    return _done(last, due.do, table)


def _done(last: LiveTable, do: Command, table: LiveTable) -> LiveTable:
    fork = last.fork()
    do(fork)
    return _joined(last, fork, table)


def _joined(last: LiveTable, fork: LiveTable, table: LiveTable) -> LiveTable:
    if not fork.uncommitted:
        return last
    if last is not table:
        fork.prepend_uncommitted(last)
    return fork
