"""What is wished at a table: those who wait at the same time have it done in one step, each for himself."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

from novamas.hall.tables.automation import DueAction
from novamas.hall.tables.commands import Command
from novamas.hall.tables.table import LiveTable
from novamas.store import WriteTransaction

ExtraWrite: TypeAlias = (
    Callable[[WriteTransaction], None] | None
)  # what is written in the same step, or refused with it


class PendingRequest:
    """Something that somebody wants done at a table; without a plan, what is due there by itself."""

    def __init__(self, plan: Command | None = None, also: ExtraWrite = None) -> None:
        self.plan = plan
        self.also = also
        self.answer: asyncio.Future[LiveTable] = asyncio.get_running_loop().create_future()

    def settle(self, table: LiveTable | None, refusal: BaseException | None) -> None:
        """Tell what came of it, unless whoever asked has gone away."""
        if self.answer.done():
            return
        if isinstance(refusal, asyncio.CancelledError):
            self.answer.cancel()
        elif refusal is not None:
            self.answer.set_exception(refusal)
        elif table is not None:
            self.answer.set_result(table)


class BatchResult(NamedTuple):
    """What came of wishes: the fork that has all that is to be written, what else is, and what is refused."""

    fork: LiveTable
    also: list[ExtraWrite]
    refusals: list[Exception | None]


async def run_batch(table: LiveTable, wishes: Sequence[PendingRequest], due: DueAction | None) -> BatchResult:
    """Do what is wished, one after the other, each at a fork of how the table stands then.

    What is refused leaves nothing. Where bets were to be closed by now, they are closed first: whoever bets
    is late, and bets that keep coming do not keep the croupier from closing them.
    """
    last = await _after(table, table, due) if due is not None and due.ends_betting else table
    done = BatchResult(last, [], [])
    for wish in wishes:
        refusal = None
        try:
            if wish.plan is not None:
                before, last = last, await _after(table, last, DueAction(0, wish.plan))
                done.also.append(wish.also if last is not before else None)
            elif due is not None and last is table:  # else what is due is another thing, at another time
                last = await _after(table, last, due)
        except Exception as refused:
            refusal = refused
        done.refusals.append(refusal)
    return done._replace(fork=last)


async def _after(table: LiveTable, last: LiveTable, due: DueAction) -> LiveTable:
    """A fork at which something more was done, if anything was; what is drawn for nothing is drawn again."""
    fork, position = last.fork(), table.source.position
    try:
        if due.thinks:
            await asyncio.to_thread(due.do, fork)
        else:
            due.do(fork)
    except BaseException:
        table.source.seek(position)
        raise
    if not fork.written:
        return last
    if last is not table:
        fork.joins(last)
    return fork
