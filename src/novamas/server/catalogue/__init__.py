"""The catalogue over HTTP: everything that the command line prints for other programs, under `/api`.

asking.py, clerk.py        what requests have in common, and who answers them
law.py, games.py, reckoning.py, files.py, school.py, background.py    the routes
tasks.py and *_tasks.py    what is asked, as values, and its answers
keeping.py, editions.py    answers that are kept, and by what
jobs.py, worker.py         what takes longer than anybody waits
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from litestar import Litestar, Router

from novamas.server.catalogue.asking import PROVIDED
from novamas.server.catalogue.background import JobRoutes
from novamas.server.catalogue.clerk import Clerk
from novamas.server.catalogue.files import FileRoutes
from novamas.server.catalogue.games import GameRoutes
from novamas.server.catalogue.jobs import CountingLimits
from novamas.server.catalogue.keeping import Keeping, Shelf
from novamas.server.catalogue.law import LawRoutes
from novamas.server.catalogue.reckoning import ReckoningRoutes
from novamas.server.catalogue.school import SchoolRoutes

PATH = "/api"


def catalogue_routes(shelf: Shelf | None = None) -> Router:
    """Everything under `/api` that the catalogue answers; anybody may ask."""
    return Router(
        PATH,
        route_handlers=[LawRoutes, GameRoutes, ReckoningRoutes, FileRoutes, SchoolRoutes, JobRoutes],
        dependencies=PROVIDED,
        middleware=[Keeping(shelf)],
        security=[{}],
    )


def answering(limits: CountingLimits | None = None) -> Any:
    """While the application runs, a clerk answers what the catalogue is asked."""

    @asynccontextmanager
    async def open_for_questions(app: Litestar) -> AsyncIterator[None]:
        app.state.clerk = clerk = Clerk(limits)
        await clerk.begin()
        try:
            yield
        finally:
            await clerk.end()

    return open_for_questions


__all__ = ["CountingLimits", "answering", "catalogue_routes"]
