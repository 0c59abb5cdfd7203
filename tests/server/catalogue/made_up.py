"""Tasks for tests of workers. They import only modules that a worker has."""

from __future__ import annotations

import logging
import os
import signal
import time
import warnings
from typing import Any, ClassVar

from novamas.odds.progress import tracked
from novamas.server.catalogue.tasks import Queue, Task
from novamas.words import Voice


class Sleeping(Task, frozen=True):
    """A task that takes the given time and reports its progress."""

    queue: ClassVar[Queue] = "long"
    seconds: float
    number: int = 0

    def content(self, voice: Voice) -> object:
        for _ in tracked("hands", range(10)):
            time.sleep(self.seconds / 10)
        return {"slept": self.seconds, "in": os.getcwd()}


class Busy(Sleeping, frozen=True):
    """A task that occupies the worker for short jobs for the given time."""

    queue: ClassVar[Queue] = "short"


class Growing(Task, frozen=True):
    """A task that allocates as much memory as it can, up to five gigabytes."""

    queue: ClassVar[Queue] = "short"

    def content(self, voice: Voice) -> object:
        taken = [b"x" * 2**25 for _ in range(150)]
        time.sleep(5)
        return {"took": len(taken)}


class Dying(Task, frozen=True):
    """A task that kills its worker."""

    queue: ClassVar[Queue] = "long"

    def content(self, voice: Voice) -> object:
        os.kill(os.getpid(), signal.SIGKILL)
        return None


class Failing(Task, frozen=True):
    """A task that raises an unexpected exception."""

    queue: ClassVar[Queue] = "short"

    def content(self, voice: Voice) -> object:
        raise ValueError("a secret of the program")


class Grumbling(Task, frozen=True):
    """A task whose libraries write warnings."""

    queue: ClassVar[Queue] = "short"

    def content(self, voice: Voice) -> object:
        logging.getLogger("of.the.worker").error("two\nlines")
        warnings.warn("the worker warns", UserWarning, stacklevel=1)
        return {}


class Unsendable(Task, frozen=True):
    """A task that cannot be sent to a worker."""

    queue: ClassVar[Queue] = "long"
    number: int = 0

    def __reduce__(self) -> Any:
        raise ValueError("not to be sent")
