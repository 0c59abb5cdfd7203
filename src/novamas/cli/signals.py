"""Being asked to stop: Ctrl-C, a signal to end, a terminal that is gone. A deed under way is finished."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

SIGNALS = [one for one in signal.Signals if one.name in ("SIGINT", "SIGTERM", "SIGHUP")]


class Stopped(Exception):
    """The player cannot be asked any more."""


class Stopping:
    """Whether somebody has asked the table to stop: noticed when a player is asked, never in mid-deed."""

    def __init__(self) -> None:
        self.by: int | None = None  # the signal
        self._is_asking = False

    def signalled(self, number: int, _frame: FrameType | None) -> None:
        """A signal has come."""
        self.by = number
        if self._is_asking:
            raise Stopped

    @contextmanager
    def asking(self) -> Iterator[None]:
        """A player is asked, and nothing is under way."""
        self._is_asking = True
        try:
            if self.by is not None:
                raise Stopped
            yield
        finally:
            self._is_asking = False


@contextmanager
def stopping() -> Iterator[Stopping]:
    """While a table is played, signals are taken as a wish to stop."""
    found = Stopping()
    before = {number: signal.signal(number, found.signalled) for number in SIGNALS}
    try:
        yield found
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
