"""Tasks for tests of workers. They import no more than a worker has."""

from __future__ import annotations

import os
import signal
import time
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


class Dying(Task, frozen=True):
    """A task that takes its worker with it."""

    queue: ClassVar[Queue] = "long"

    def content(self, voice: Voice) -> object:
        os.kill(os.getpid(), signal.SIGKILL)
        return None


class Failing(Task, frozen=True):
    """A task with a mistake of ours."""

    queue: ClassVar[Queue] = "short"

    def content(self, voice: Voice) -> object:
        raise ValueError("a secret of the program")


class Unsendable(Task, frozen=True):
    """A task that cannot be sent to a worker."""

    queue: ClassVar[Queue] = "long"
    number: int = 0

    def __reduce__(self) -> Any:
        raise ValueError("not to be sent")
