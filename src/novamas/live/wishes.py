"""What is wished at a table: those who wait at the same time have it done in one step, each for himself."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from novamas.live.plans import Plan
from novamas.live.table import LiveTable


class Wish:
    """Something that somebody, or the clockwork, wants done at a table; it is told when it lasts."""

    def __init__(self, plan: Plan, *, thinks: bool, at: int | None) -> None:
        self.plan = plan
        self.thinks = thinks  # it takes a while: others go on meanwhile
        self.at = at  # the only state at which it is wished
        self.answer: asyncio.Future[LiveTable] = asyncio.get_running_loop().create_future()

    def fulfil(self, table: LiveTable, refusal: Exception | None) -> None:
        """Tell what came of it."""
        if refusal is None:
            self.answer.set_result(table)
        else:
            self.answer.set_exception(refusal)


async def do_at_forks(table: LiveTable, wishes: Sequence[Wish]) -> tuple[LiveTable, list[Exception | None]]:
    """Do what is wished, one after the other, each at a fork of how the table stands then.

    The last fork has all that is to be written, and what is refused left nothing at it.
    """
    last, refusals = table, list[Exception | None]()
    for wish in wishes:
        refusal = None
        if wish.at in (None, last.number):
            fork, position = last.fork(), table.source.position
            try:
                if wish.thinks:
                    await asyncio.to_thread(wish.plan, fork)
                else:
                    wish.plan(fork)
            except Exception as refused:
                table.source.go_on_from(position)
                refusal = refused
            else:
                if last is not table:
                    fork.joins(last)
                last = fork
        refusals.append(refusal)
    return last, refusals
