"""The time of a hall: ticks, by which tables wait and which nobody sets; and the date that entries bear.

A machine's clock may be set while bets are open. Tables wait by what has passed, so the time to bet is as
long as it was told. The date follows the machine's clock on; when that is set back, the date goes on at half
speed until it has been caught up with, so that no entry stands before the one it follows.
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
JUMP: Final = SECOND // 4  # by which a clock was set, and not merely kept right
REMEMBERED: Final = 100  # jumps


class HallClock:
    """Ticks and dates, both in microseconds; dates since 1970 UTC. Any thread may ask."""

    def __init__(self, wall: Clock) -> None:
        self._wall = wall
        self._passed = _seconds_passed()
        self._lock = Lock()
        self._ahead: deque[tuple[int, int]] = deque(maxlen=REMEMBERED)  # of ticks, since which tick
        self._last = (0, 0)  # the tick and the date that were told last
        self.date()

    def tick(self) -> int:
        """What has passed since nobody knows when."""
        return int(self._passed() * SECOND)

    def now(self) -> datetime:
        """The date, as a store asks for it."""
        return instant(self.date())

    def date(self) -> int:
        """What entries are dated by."""
        with self._lock:
            tick, wall = self.tick(), moment_of(self._wall())
            if not self._ahead or abs(wall - tick - self._ahead[-1][1]) > JUMP:
                self._ahead.append((tick, wall - tick))
            before, date = self._last
            self._last = tick, max(wall, date + (tick - before) // 2)
            return self._last[1]

    def date_at(self, tick: int) -> int:
        """The date that a tick will bear, unless the clock is set before."""
        return self.date() + tick - self.tick()

    def tick_of(self, date: int) -> int:
        """When an entry of this date was made, as the clock was set then; at the latest now."""
        date, now = min(date, self.date()), self.tick()
        with self._lock:
            before = [*self._ahead]
        until = now
        for since, ahead in reversed(before):
            tick = date - ahead
            if since <= tick <= until:
                return tick
            if since <= tick and until < now:  # made while the date went on at half speed
                return min(now, 2 * tick - until)
            until = since
        return min(now, date - before[0][1])


def _seconds_passed() -> Callable[[], float]:
    """By what the loop that runs here measures time, or else the machine."""
    try:
        return asyncio.get_running_loop().time
    except RuntimeError:
        return time.monotonic
