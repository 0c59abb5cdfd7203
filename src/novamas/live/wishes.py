"""What is wished at a table: those who wait at the same time have it done in one step, each for himself."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from novamas.live.plans import Plan
from novamas.live.table import LiveTable
from novamas.store import StoreFault


class Wish:
    """Something that somebody, or the clockwork, wants done at a table; it is told when it lasts."""

    def __init__(self, plan: Plan, *, thinks: bool = False, at: int | None = None) -> None:
        self.plan = plan
        self.thinks = thinks  # it takes a while: others go on meanwhile
        self.at = at  # the only state at which it is wished
        self.answer: asyncio.Future[LiveTable] = asyncio.get_running_loop().create_future()


class Wishes:
    """What waits to be done at tables, and at which of them somebody sees to it."""

    def __init__(self) -> None:
        self._waiting: dict[str, list[Wish]] = {}
        self._busy: set[str] = set()
        self.is_closed = False  # nothing more is done

    def add(self, table: str, wish: Wish) -> bool:
        """Wish something; whether nobody sees yet to what is wished at this table."""
        if self.is_closed:
            raise StoreFault("hall_stopping")
        self._waiting.setdefault(table, []).append(wish)
        is_free = table not in self._busy
        self._busy.add(table)
        return is_free

    def are_at(self, table: str) -> bool:
        return table in self._waiting

    def take(self, table: str) -> list[Wish]:
        """All that waits at a table, to be done together."""
        return self._waiting.pop(table)

    def leave(self, table: str) -> None:
        """See to a table no longer; what still waits there is not done."""
        self._busy.discard(table)
        for wish in self._waiting.pop(table, ()):
            wish.answer.cancel()


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


def settle(wishes: Sequence[Wish], table: LiveTable | None, refusals: Sequence[BaseException | None]) -> None:
    """Tell what came of each wish, unless whoever asked has gone away."""
    for wish, refusal in zip(wishes, refusals, strict=True):
        if wish.answer.done():
            continue
        if isinstance(refusal, asyncio.CancelledError):
            wish.answer.cancel()
        elif refusal is not None:
            wish.answer.set_exception(refusal)
        elif table is not None:
            wish.answer.set_result(table)
