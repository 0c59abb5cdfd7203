"""The dispatcher, which runs a task and returns either its response or a job to poll.

Tasks of milliseconds run on one thread, so that the event loop is not blocked. Longer tasks run in
worker processes (`novamas.server.catalogue.jobs`).
"""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Annotated, Any, TypeAlias

import msgspec
from litestar import Request, Response
from litestar.di import NamedDependency

from novamas.errors import NovamasError
from novamas.law import Library
from novamas.law.texts import LANGUAGES, Language
from novamas.server.catalogue import jobs
from novamas.server.catalogue.build_id import edition_of
from novamas.server.catalogue.odds_tasks import Odds, Strategy
from novamas.server.catalogue.tasks import MEDIA, Form, Outcome, Task, done, failed
from novamas.server.catalogue.worker import Progress
from novamas.words.problems import ErrorBody, ErrorPayload


class AnswerFormat(msgspec.Struct, frozen=True):
    """The language and format that the client wants for a response, and the client's address."""

    language: Language
    asker: str
    asked: Form | None = None  # from the query
    liked: tuple[Form, ...] = ()  # from the Accept header

    def form_of(self, task: Task) -> Form:
        """Return the format in the query, or else the first accepted format that the task offers."""
        if self.asked is not None:
            return self.asked
        usual: Form = "json"
        return next((form for form in self.liked if form in task.forms), usual)


JobResult: TypeAlias = Annotated[msgspec.Raw, msgspec.Meta(description="the answer to a long request")]


class JobInfo(msgspec.Struct, frozen=True):
    """A job with its state and its progress, and with its result once it is done."""

    id: str
    state: jobs.State
    address: str
    seconds: float
    progress: Progress | None = None
    result: JobResult | None = None  # if it is JSON; other formats are at `result_address`
    result_address: str | None = None
    error: ErrorPayload | None = None  # as in an immediate error response


class Dispatcher:
    """A runner of tasks, which uses its own thread for short tasks and jobs for long ones."""

    def __init__(self, limits: jobs.JobLimits | None, law: Library) -> None:
        self.law = law
        self.jobs = jobs.Jobs(limits, law)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="novamas-dispatcher")

    async def begin(self) -> None:
        """Start the job queues, and load in advance what all tasks need."""
        await self.jobs.begin()
        await asyncio.get_running_loop().run_in_executor(self._thread, _prepare, self.law)

    async def end(self) -> None:
        """Stop all jobs and the thread of the dispatcher."""
        await self.jobs.end()
        await asyncio.to_thread(self._thread.shutdown, cancel_futures=True)

    async def answer(self, task: Task, spoken: AnswerFormat) -> Response[Any]:
        """Return the response to a task. A task that takes longer gets 202 with the address of its job."""
        form = spoken.form_of(task)
        if task.queue == "at_once" or form not in task.forms or await self._is_cached(task):
            return _response(await self._at_once(done, task, spoken.language, form, self.law))
        try:
            job = await self.jobs.ask(task, spoken.language, form, spoken.asker)
        except NovamasError as error:
            return _response(failed(error, spoken.language, self.law))
        return _response(job.outcome) if job.outcome is not None else _accepted(job)

    async def _is_cached(self, task: Task) -> bool:
        """Return whether a task takes no time: its odds are cached, or its table is invalid."""
        if not isinstance(task, Odds | Strategy):
            return False
        try:
            return bool(await self._at_once(task.is_cached, self.law))
        except NovamasError:
            return True  # the error is returned at once: nothing to compute

    async def _at_once(self, function: Any, *given: Any) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self._thread, function, *given)


Injected: TypeAlias = NamedDependency[Dispatcher]  # the dispatcher, injected into routes


def _prepare(law: Library) -> None:
    """Load the clauses in every language, and compute the edition."""
    edition_of(law)
    first = next(iter(law.index))
    for language in LANGUAGES:
        law.clause_in(first, language)


def dispatcher_of(request: Request[Any, Any, Any]) -> Dispatcher:
    """Return the dispatcher of a server."""
    found: Dispatcher = request.app.state.dispatcher
    return found


def _response(outcome: Outcome) -> Response[Any]:
    headers: dict[str, str] = {"content-language": outcome.language}
    if outcome.status in (429, 503):
        headers["retry-after"] = "1"
    return Response(outcome.body, status_code=outcome.status, media_type=outcome.media, headers=headers)


def _accepted(job: jobs.Job) -> Response[Any]:
    """Return a 202 response with the address of a job."""
    info = job_info(job)
    headers = {"location": info.address, "retry-after": "1", "cache-control": "no-store"}
    body = msgspec.json.encode(info)
    return Response(body, status_code=202, media_type=MEDIA["json"], headers=headers)


def job_info(job: jobs.Job) -> JobInfo:
    """Return a job's present state."""
    address, outcome = f"/api/jobs/{job.id}", job.outcome
    result = error = None
    if outcome is not None and outcome.media == MEDIA["json"]:
        if outcome.status == 200:
            result = msgspec.Raw(outcome.body)
        else:
            error = msgspec.json.decode(outcome.body, type=ErrorBody).error
    return JobInfo(
        id=job.id,
        state=job.state,
        address=address,
        seconds=job.seconds,
        progress=job.progress,
        result=result,
        result_address=f"{address}/result" if outcome is not None else None,
        error=error,
    )


def result_of(job: jobs.Job) -> Response[Any]:
    """Return the response of a finished job, or a 202 response if the job is not finished."""
    return _response(job.outcome) if job.outcome is not None else _accepted(job)
