"""The clock of a hall: monotonic ticks, by which tables wait, and the dates of entries.

The machine's clock may be set while bets are open. Tables therefore wait by elapsed time, and the
time to bet is as long as announced. The date follows the machine's clock. If that clock is set
back, the date runs at half speed until the clock has caught up. So no entry is dated before the
entry that precedes it.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable
from datetime import datetime
from threading import Lock
from typing import Final

from novamas.store.entries import instant
from novamas.store.entries import moment as moment_of
from novamas.store.transactions import Clock

SECOND: Final = 1_000_000  # microseconds
JUMP: Final = SECOND // 4  # a larger difference means that the clock was set
REMEMBERED: Final = 100  # jumps


class HallClock:
    """A thread-safe source of ticks and dates, in microseconds. Dates count from 1970 UTC."""

    def __init__(self, wall: Clock) -> None:
        self._wall = wall
        self._passed = _seconds_passed()
        self._lock = Lock()
        self._ahead: deque[tuple[int, int]] = deque(maxlen=REMEMBERED)  # of the ticks, and since which tick
        self._last = (0, 0)  # the last tick and date returned
        self.date()

    def tick(self) -> int:
        """Return the microseconds elapsed since an arbitrary point."""
        return int(self._passed() * SECOND)

    def now(self) -> datetime:
        """Return the current date in the form that a store uses."""
        return instant(self.date())

    def date(self) -> int:
        """Return the date for an entry made now."""
        return self.read()[1]

    def read(self) -> tuple[int, int]:
        """Return the current tick and the current date."""
        with self._lock:
            tick, wall = self.tick(), moment_of(self._wall())
            if not self._ahead or abs(wall - tick - self._ahead[-1][1]) > JUMP:
                self._ahead.append((tick, wall - tick))
            before, date = self._last
            self._last = tick, max(wall, date + (tick - before) // 2)
            return self._last

    def tick_of(self, date: int) -> int:
        """Return the tick that corresponds to the date of an entry, by the clock as it was then set."""
        now, today = self.read()
        date = min(date, today)
        with self._lock:
            before = [*self._ahead]
        until = now
        for since, ahead in reversed(before):
            tick = date - ahead
            if since <= tick <= until:
                return tick
            if since <= tick and until < now:  # made while the date ran at half speed
                return min(now, 2 * tick - until)
            until = since
        return min(now, date - before[0][1])


def _seconds_passed() -> Callable[[], float]:
    """Return the time of the running event loop, or of the machine's monotonic clock without a loop."""
    try:
        return asyncio.get_running_loop().time
    except RuntimeError:
        return time.monotonic
