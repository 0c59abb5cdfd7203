"""The clerk: whoever asks the catalogue gets an answer, or the number of a job that will have it.

What takes milliseconds is done by one thread, so that the loop of the server goes on meanwhile; what may take
longer is done by workers (`novamas.server.catalogue.jobs`).
"""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeAlias

import msgspec
from litestar import Request, Response
from litestar.di import NamedDependency

from novamas.errors import NovamasError
from novamas.law.clauses import index
from novamas.law.texts import LANGUAGES, Language
from novamas.server.catalogue import jobs
from novamas.server.catalogue.build_id import edition
from novamas.server.catalogue.odds_tasks import Odds, Strategy
from novamas.server.catalogue.tasks import MEDIA, Form, Outcome, Task, done, failed
from novamas.server.catalogue.worker import Progress


class AnswerFormat(msgspec.Struct, frozen=True):
    """In which language and form an answer is wanted, and who wants it."""

    language: Language
    asker: str
    asked: Form | None = None  # as the address says
    liked: tuple[Form, ...] = ()  # as the headers say

    def form_of(self, task: Task) -> Form:
        """The form of an answer: as it is asked for, or the first that is liked and that it has."""
        if self.asked is not None:
            return self.asked
        usual: Form = "json"
        return next((form for form in self.liked if form in task.forms), usual)


class JobInfo(msgspec.Struct, frozen=True):
    """A job: how it stands, how far it has come, and its result where there is one."""

    id: str
    state: jobs.State
    address: str
    seconds: float
    progress: Progress | None = None
    result: Any = None  # where it is JSON; in other forms it stands at `result_address`
    result_address: str | None = None
    error: Any = None  # as it would have been answered at once


class Dispatcher:
    """Answers whoever asks."""

    def __init__(self, limits: jobs.JobLimits | None = None) -> None:
        self.jobs = jobs.Jobs(limits)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="novamas-clerk")

    async def begin(self) -> None:
        """Have everything at hand that all answers need, before several ask at once."""
        await self.jobs.begin()
        await asyncio.get_running_loop().run_in_executor(self._thread, _prepare)

    async def end(self) -> None:
        """Answer nobody any more."""
        await self.jobs.end()
        await asyncio.to_thread(self._thread.shutdown, cancel_futures=True)

    async def answer(self, task: Task, spoken: AnswerFormat) -> Response[Any]:
        """The answer to a task; or where it will be, if it takes longer than anybody waits."""
        form = spoken.form_of(task)
        if task.desk == "clerk" or form not in task.forms or await self._is_kept(task):
            return _response(await self._at_once(done, task, spoken.language, form))
        try:
            job = await self.jobs.ask(task, spoken.language, form, spoken.asker)
        except NovamasError as error:
            return _response(failed(error, spoken.language))
        return _response(job.outcome) if job.outcome is not None else _accepted(job)

    async def _is_kept(self, task: Task) -> bool:
        """Were the odds that are asked for counted before? What is wrong with the table is told anyway."""
        if not isinstance(task, Odds | Strategy):
            return False
        try:
            return bool(await self._at_once(task.is_kept))
        except NovamasError:
            return True  # to be done at once: there is nothing to count

    async def _at_once(self, act: Any, *given: Any) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self._thread, act, *given)


Asked: TypeAlias = NamedDependency[Dispatcher]  # the clerk, as routes ask for him


def _prepare() -> None:
    """The clauses in every language, and the edition."""
    edition()
    first = next(iter(index().values()))
    for language in LANGUAGES:
        first.told(language)


def clerk_of(request: Request[Any, Any, Any]) -> Dispatcher:
    """The clerk of a server."""
    found: Dispatcher = request.app.state.clerk
    return found


def _response(outcome: Outcome) -> Response[Any]:
    headers: dict[str, str] = {"content-language": outcome.language}
    if outcome.status in (429, 503):
        headers["retry-after"] = "1"
    return Response(outcome.body, status_code=outcome.status, media_type=outcome.media, headers=headers)


def _accepted(job: jobs.Job) -> Response[Any]:
    """Where a job can be asked for."""
    shown = job_info(job)
    headers = {"location": shown.address, "retry-after": "1", "cache-control": "no-store"}
    body = msgspec.json.encode(shown)
    return Response(body, status_code=202, media_type=MEDIA["json"], headers=headers)


def job_info(job: jobs.Job) -> JobInfo:
    """A job as it stands now."""
    address, outcome = f"/api/jobs/{job.id}", job.outcome
    result = error = None
    if outcome is not None and outcome.media == MEDIA["json"]:
        if outcome.status == 200:
            result = msgspec.Raw(outcome.body)
        else:
            error = msgspec.json.decode(outcome.body, type=dict[str, msgspec.Raw])["error"]
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
    """What came of a job, as it would have been answered at once; or that there is nothing yet."""
    return _response(job.outcome) if job.outcome is not None else _accepted(job)
