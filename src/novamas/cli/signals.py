"""Requests to stop: Ctrl-C, a termination signal, a closed terminal. A running deed is completed."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

SIGNALS = [one for one in signal.Signals if one.name in ("SIGINT", "SIGTERM", "SIGHUP")]


class Stopped(Exception):
    """Raised when the player can no longer be asked."""


class Stopping:
    """Whether the table was requested to stop. It is checked when a player is asked, never during a deed."""

    def __init__(self) -> None:
        self.by: int | None = None  # the number of the signal
        self._is_asking = False

    def signalled(self, number: int, _frame: FrameType | None) -> None:
        """Handle a signal."""
        self.by = number
        if self._is_asking:
            raise Stopped

    @contextmanager
    def asking(self) -> Iterator[None]:
        """Mark the time in which a player is asked and no deed is running."""
        self._is_asking = True
        try:
            if self.by is not None:
                raise Stopped
            yield
        finally:
            self._is_asking = False


@contextmanager
def stopping() -> Iterator[Stopping]:
    """Handle signals as requests to stop while a table is played."""
    found = Stopping()
    before = {number: signal.signal(number, found.signalled) for number in SIGNALS}
    try:
        yield found
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
