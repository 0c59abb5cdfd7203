"""Background jobs: a client polls for the result of a task that takes long.

There are three queues, each with its own worker. A short task does not wait for a long one, and a
hint at a table waits for neither. `JobLimits` bounds the number of jobs per client and in all,
their time and memory, and how long their results are kept.
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
from novamas.law import Library
from novamas.law.texts import Language
from novamas.server.catalogue.tasks import Form, Outcome, Queue, Task, failed, key_of
from novamas.server.catalogue.worker import Progress, Worker

_LOG = logging.getLogger("novamas.server.jobs")
QUEUES: tuple[Queue, ...] = ("advice", "short", "long")  # those that have a worker
State: TypeAlias = Literal["waiting", "running", "done", "failed", "cancelled"]


class JobLimits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Limits of the job queues."""

    seconds: float = 120.0  # timeout of a long job
    short_seconds: float = 20.0  # timeout of a short job
    megabytes: int = 3072  # of a worker: odds at blackjack need 1,400
    waits: float = 1.0  # seconds that a request waits for a long job before it gets the job's address
    short_waits: float = 10.0
    most_of_asker: int = 8  # pending or running jobs
    most: int = 32  # in each queue
    most_kept: int = 64  # outcomes not yet fetched
    kept_seconds: float = 600.0

    def seconds_at(self, queue: Queue) -> float:
        """Return the time limit of a job in this queue, in seconds."""
        return self.seconds if queue == "long" else self.short_seconds

    def waits_at(self, queue: Queue) -> float:
        """Return the number of seconds that a request waits for a job in this queue."""
        return self.waits if queue == "long" else self.short_waits


class Job:
    """A task that runs in the background."""

    def __init__(self, key: str, task: Task, language: Language, form: Form, asker: str) -> None:
        self.id = random_token()[:32]
        self.key, self.task, self.language, self.form, self.asker = key, task, language, form, asker
        self.progress: Progress | None = None
        self.outcome: Outcome | None = None
        self.is_running = False
        self.is_wanted = True
        self.is_known = False  # whether a client knows its id
        self.begun = monotonic()
        self.ended: float | None = None
        self.over = asyncio.Event()

    @property
    def state(self) -> State:
        """The state of the job: waiting, running, done, failed or cancelled."""
        if self.outcome is None:
            return "running" if self.is_running else "waiting"
        if not self.is_wanted:
            return "cancelled"
        return "done" if self.outcome.status == 200 else "failed"

    @property
    def seconds(self) -> float:
        """Seconds since the job was queued, counted up to its end."""
        return round((self.ended or monotonic()) - self.begun, 3)


class JobQueue:
    """A queue of jobs with one worker. Jobs run in the order of their arrival."""

    def __init__(self, queue: Queue, limits: JobLimits, law: Library) -> None:
        self.law = law
        self.worker = Worker(limits.megabytes, law)
        self.seconds = limits.seconds_at(queue)
        self.waiting: asyncio.Queue[Job] = asyncio.Queue()
        self._thread = ThreadPoolExecutor(1, thread_name_prefix=f"novamas-{queue}")
        self._serving: asyncio.Task[None] | None = None

    def begin(self) -> None:
        """Start to run the jobs of this queue."""
        self._serving = asyncio.get_running_loop().create_task(self._serve())

    async def warm(self) -> None:
        """Start the worker process before the first job arrives."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self.worker.begin)

    async def end(self) -> None:
        """Stop the queue and kill its worker."""
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
        """Run a job and return its outcome. A failure does not affect the next job."""
        if not job.is_wanted:
            return failed(NovamasError("job_cancelled"), job.language, self.law)
        job.is_running = True
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, self._do, job)
        except Exception as mistake:
            _LOG.error("%s", type(job.task).__name__, exc_info=mistake)
            return failed(NovamasError("our_mistake"), job.language, self.law)

    def _do(self, job: Job) -> Outcome:
        def heard(progress: Progress) -> None:
            job.progress = progress

        return self.worker.do(job.task, job.language, job.form, self.seconds, heard, lambda: job.is_wanted)


class Jobs:
    """All background jobs of a server."""

    def __init__(self, limits: JobLimits | None, law: Library) -> None:
        self.law = law
        self.limits = limits or JobLimits()
        self._jobs: OrderedDict[str, Job] = OrderedDict()
        self._by_key: dict[str, Job] = {}
        self._queues: Mapping[Queue, JobQueue] = {}

    async def begin(self) -> None:
        """Start all queues."""
        self._queues = {queue: JobQueue(queue, self.limits, self.law) for queue in QUEUES}
        for queue in self._queues.values():
            queue.begin()

    async def warm(self) -> None:
        """Start the worker for hints before the first hint is requested."""
        await self._queues["advice"].warm()

    async def end(self) -> None:
        """Cancel all jobs and stop all queues."""
        for job in self._jobs.values():
            job.is_wanted = False
        for queue in self._queues.values():
            await queue.end()

    async def ask(
        self, task: Task, language: Language, form: Form, asker: str, *, waits: float | None = None
    ) -> Job:
        """Queue a task and wait for it for a limited time. A job that finished in time has an outcome.

        Identical tasks share one job. `waits` are seconds, if not those of the queue.
        """
        key = key_of(task, language, form)
        job = self._by_key.get(key) or self._taken(Job(key, task, language, form, asker))
        try:
            await asyncio.wait_for(job.over.wait(), waits or self.limits.waits_at(task.queue))
        except TimeoutError:
            job.is_known = True
            return job
        if not job.is_known:
            self._forget(job)  # no client knows its id, and the caller has the outcome
        return job

    def job(self, id: str) -> Job:
        """Return the job with this id, which is secret. Raise `no_such_job` if there is none."""
        self._tidy()
        if id not in self._jobs:
            raise NovamasError("no_such_job")
        return self._jobs[id]

    def cancel(self, id: str) -> None:
        """Cancel a job and forget it."""
        job = self.job(id)
        job.is_wanted = False
        self._forget(job)

    def _taken(self, job: Job) -> Job:
        """Queue a new job. Raise `too_many_jobs` or `jobs_full` if a limit is exceeded."""
        self._tidy()
        pending = [one for one in self._jobs.values() if one.outcome is None]
        if sum(one.asker == job.asker for one in pending) >= self.limits.most_of_asker:
            raise NovamasError("too_many_jobs", most=self.limits.most_of_asker)
        if sum(one.task.queue == job.task.queue for one in pending) >= self.limits.most:
            raise NovamasError("jobs_full")
        self._jobs[job.id] = self._by_key[job.key] = job
        self._queues[job.task.queue].waiting.put_nowait(job)
        return job

    def _forget(self, job: Job) -> None:
        self._jobs.pop(job.id, None)
        if self._by_key.get(job.key) is job:
            del self._by_key[job.key]

    def _tidy(self) -> None:
        """Remove the outcomes that have expired, and the oldest ones if there are too many."""
        over = [job for job in self._jobs.values() if job.ended is not None]
        oldest = monotonic() - self.limits.kept_seconds
        for nth, job in enumerate(over):
            if (job.ended or 0) < oldest or nth < len(over) - self.limits.most_kept:
                self._forget(job)
