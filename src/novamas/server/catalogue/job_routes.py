"""Jobs over HTTP: how one stands, what came of it, and that it is not wanted any more."""

from __future__ import annotations

from typing import Any

from litestar import Controller, Response, delete, get

from novamas.server.catalogue.dispatcher import Asked, JobInfo, job_info, result_of
from novamas.server.catalogue.requests import COUNTED, Named

OF_JOBS = {status: spec for status, spec in COUNTED.items() if status in (202, 400, 404, 422, 503)}


class JobRoutes(Controller):
    """What is done in the background."""

    path = "/jobs"
    tags = ("jobs",)
    opt = {"anew": True}  # noqa: RUF012  # as Litestar has it

    @get("/{job:str}", responses={404: OF_JOBS[404], 400: OF_JOBS[400]})
    async def show(self, clerk: Asked, job: Named) -> Response[JobInfo]:
        """How a job stands, how far it has come, and its result or what went wrong."""
        return Response(job_info(clerk.jobs.job(job)), headers={"cache-control": "no-store"})

    @get("/{job:str}/result", responses=OF_JOBS)
    async def result(self, clerk: Asked, job: Named) -> Response[Any]:
        """What came of a job, as it would have been answered at once."""
        return result_of(clerk.jobs.job(job))

    @delete("/{job:str}", responses={404: OF_JOBS[404], 400: OF_JOBS[400]})
    async def cancel(self, clerk: Asked, job: Named) -> None:
        """Cancel a job: nobody wants it any more, and its number is worth nothing."""
        clerk.jobs.cancel(job)
