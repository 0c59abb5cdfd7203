"""Requests to stop: Ctrl-C, a termination signal, a closed terminal. A deed in progress is completed."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

SIGNALS = [one for one in signal.Signals if one.name in ("SIGINT", "SIGTERM", "SIGHUP")]


class Stopped(Exception):
    """Raised when a request to stop arrives while the player is asked."""


class Stopping:
    """Whether the program was requested to stop. This takes effect between deeds, never during one."""

    def __init__(self) -> None:
        self.by: int | None = None  # the number of the signal
        self._is_asking = False

    def signalled(self, number: int, _frame: FrameType | None) -> None:
        """Record a signal as a request to stop."""
        self.by = number
        if self._is_asking:
            raise Stopped

    @contextmanager
    def asking(self) -> Iterator[None]:
        """Mark the time in which the player is asked and no deed is in progress."""
        self._is_asking = True
        try:
            if self.by is not None:
                raise Stopped
            yield
        finally:
            self._is_asking = False


@contextmanager
def stopping() -> Iterator[Stopping]:
    """Treat signals as requests to stop while a table is played."""
    found = Stopping()
    before = {number: signal.signal(number, found.signalled) for number in SIGNALS}
    try:
        yield found
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
