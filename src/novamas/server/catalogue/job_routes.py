"""Background jobs over HTTP: their state, their result and their cancellation."""

from __future__ import annotations

from litestar import Controller, Response, delete, get

from novamas.server.catalogue.dispatcher import Injected, JobInfo, JobResult, job_info, result_of
from novamas.server.catalogue.requests import COUNTED, Named

OF_JOBS = {status: spec for status, spec in COUNTED.items() if status in (202, 400, 404, 422, 503)}


class JobRoutes(Controller):
    """Routes for background jobs."""

    path = "/jobs"
    tags = ("jobs",)
    opt = {"anew": True}  # noqa: RUF012  # declared as Litestar does

    @get("/{job:str}", responses={404: OF_JOBS[404], 400: OF_JOBS[400]})
    async def show(self, dispatcher: Injected, job: Named) -> Response[JobInfo]:
        """Return the state and progress of a job, with its result or error."""
        return Response(job_info(dispatcher.jobs.job(job)), headers={"cache-control": "no-store"})

    @get("/{job:str}/result", responses=OF_JOBS)
    async def result(self, dispatcher: Injected, job: Named) -> Response[JobResult]:
        """Return the result of a job, in the same form as an immediate response."""
        return result_of(dispatcher.jobs.job(job))

    @delete("/{job:str}", responses={404: OF_JOBS[404], 400: OF_JOBS[400]})
    async def cancel(self, dispatcher: Injected, job: Named) -> None:
        """Cancel a job. Its id is not valid any more."""
        dispatcher.jobs.cancel(job)
