"""Jobs: what takes longer than anybody waits is done in the background, and asked for again.

There are two desks with a worker each, so that nobody with a short question waits behind a long count. How
many jobs there may be, of one asker and in all, how long one may take and how long its outcome is kept, are
limits that a server sets.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from time import monotonic
from typing import Literal, TypeAlias

import msgspec

from novamas.equipment.chance import random_token
from novamas.errors import NovamasError
from novamas.law.texts import Language
from novamas.server.catalogue.tasks import Desk, Form, Outcome, Task, failed, key_of
from novamas.server.catalogue.worker import Progress, Worker

_LOG = logging.getLogger("novamas.server")
State: TypeAlias = Literal["waiting", "running", "done", "failed", "cancelled"]


class JobLimits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How much may be asked of the workers."""

    seconds: float = 120.0  # that a long job may take
    short_seconds: float = 20.0  # that a short one may take
    waits: float = 1.0  # seconds for which whoever asks is kept waiting for a long job
    short_waits: float = 10.0
    most_of_asker: int = 8  # jobs that wait or run
    most: int = 32  # on each desk
    most_kept: int = 64  # outcomes that nobody has fetched yet
    kept_seconds: float = 600.0

    def seconds_at(self, desk: Desk) -> float:
        """How long a job of this desk may take."""
        return self.seconds if desk == "long" else self.short_seconds

    def waits_at(self, desk: Desk) -> float:
        """How long whoever asks at this desk is kept waiting."""
        return self.waits if desk == "long" else self.short_waits


class Job:
    """Something that is done in the background."""

    def __init__(self, key: str, task: Task, language: Language, form: Form, asker: str) -> None:
        self.id = random_token()[:32]
        self.key, self.task, self.language, self.form, self.asker = key, task, language, form, asker
        self.progress: Progress | None = None
        self.outcome: Outcome | None = None
        self.is_running = False
        self.is_wanted = True
        self.is_told = False  # does somebody know its number?
        self.begun = monotonic()
        self.ended: float | None = None
        self.over = asyncio.Event()

    @property
    def state(self) -> State:
        """How it stands."""
        if self.outcome is None:
            return "running" if self.is_running else "waiting"
        if not self.is_wanted:
            return "cancelled"
        return "done" if self.outcome.status == 200 else "failed"

    @property
    def seconds(self) -> float:
        """How long it has taken so far, waiting included."""
        return round((self.ended or monotonic()) - self.begun, 3)


class JobQueue:
    """One desk: its worker, and the jobs that wait for it in their order."""

    def __init__(self, desk: Desk, limits: JobLimits) -> None:
        self.worker = Worker()
        self.seconds = limits.seconds_at(desk)
        self.waiting: asyncio.Queue[Job] = asyncio.Queue()
        self._thread = ThreadPoolExecutor(1, thread_name_prefix=f"novamas-{desk}")
        self._serving: asyncio.Task[None] | None = None

    def begin(self) -> None:
        """Serve whoever comes."""
        self._serving = asyncio.get_running_loop().create_task(self._serve())

    async def warm(self) -> None:
        """Have the worker ready before anybody comes."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self.worker.begin)

    async def end(self) -> None:
        """Serve nobody any more."""
        if self._serving is not None:
            self._serving.cancel()
        await asyncio.to_thread(self._thread.shutdown, cancel_futures=True)
        self.worker.end()

    async def _serve(self) -> None:
        while True:
            job = await self.waiting.get()
            job.outcome = await self._outcome(job)
            job.ended = monotonic()
            job.over.set()

    async def _outcome(self, job: Job) -> Outcome:
        """What comes of a job: whatever goes wrong with it, the next one has its turn."""
        if not job.is_wanted:
            return failed(NovamasError("job_cancelled"), job.language)
        job.is_running = True
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, self._do, job)
        except Exception as mistake:
            _LOG.error("%s", type(job.task).__name__, exc_info=mistake)
            return failed(NovamasError("our_mistake"), job.language)

    def _do(self, job: Job) -> Outcome:
        def heard(progress: Progress) -> None:
            job.progress = progress

        return self.worker.do(job.task, job.language, job.form, self.seconds, heard, lambda: job.is_wanted)


class Jobs:
    """All jobs of a server."""

    def __init__(self, limits: JobLimits | None = None) -> None:
        self.limits = limits or JobLimits()
        self._jobs: OrderedDict[str, Job] = OrderedDict()
        self._by_key: dict[str, Job] = {}
        self._benches: Mapping[Desk, JobQueue] = {}

    async def begin(self) -> None:
        """Open the desks."""
        self._benches = {desk: JobQueue(desk, self.limits) for desk in ("short", "long")}
        for bench in self._benches.values():
            bench.begin()

    async def warm(self) -> None:
        """Have the worker for short questions ready before anybody at a table asks one."""
        await self._benches["short"].warm()

    async def end(self) -> None:
        """Close the desks; what is not done yet is not done any more."""
        for job in self._jobs.values():
            job.is_wanted = False
        for bench in self._benches.values():
            await bench.end()

    async def ask(self, task: Task, language: Language, form: Form, asker: str) -> Job:
        """Have something done; the job is over when its outcome came while it was worth waiting for."""
        key = key_of(task, language, form)
        job = self._by_key.get(key) or self._taken(Job(key, task, language, form, asker))
        try:
            await asyncio.wait_for(job.over.wait(), self.limits.waits_at(task.desk))
        except TimeoutError:
            job.is_told = True
            return job
        if not job.is_told:
            self._forget(job)  # nobody knows its number: whoever asked has the outcome
        return job

    def job(self, id: str) -> Job:
        """A job by its number, which only those know who were told it."""
        self._tidy()
        if id not in self._jobs:
            raise NovamasError("no_such_job")
        return self._jobs[id]

    def cancel(self, id: str) -> None:
        """A job is not wanted any more; one that is over is forgotten."""
        job = self.job(id)
        job.is_wanted = False
        self._forget(job)

    def _taken(self, job: Job) -> Job:
        """A new job, if there is room for it."""
        self._tidy()
        pending = [one for one in self._jobs.values() if one.outcome is None]
        if sum(one.asker == job.asker for one in pending) >= self.limits.most_of_asker:
            raise NovamasError("too_many_jobs", most=self.limits.most_of_asker)
        if sum(one.task.desk == job.task.desk for one in pending) >= self.limits.most:
            raise NovamasError("jobs_full")
        self._jobs[job.id] = self._by_key[job.key] = job
        self._benches[job.task.desk].waiting.put_nowait(job)
        return job

    def _forget(self, job: Job) -> None:
        self._jobs.pop(job.id, None)
        if self._by_key.get(job.key) is job:
            del self._by_key[job.key]

    def _tidy(self) -> None:
        """Outcomes that were kept long enough, and the oldest where there are too many."""
        over = [job for job in self._jobs.values() if job.ended is not None]
        late = monotonic() - self.limits.kept_seconds
        for nth, job in enumerate(over):
            if (job.ended or 0) < late or nth < len(over) - self.limits.most_kept:
                self._forget(job)
