"""All routes of the catalogue, and the lifespan of their dispatcher."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from litestar import Litestar, Router

from novamas.law import Library
from novamas.server.catalogue.dispatcher import Dispatcher
from novamas.server.catalogue.file_routes import FileRoutes
from novamas.server.catalogue.game_routes import GameRoutes
from novamas.server.catalogue.job_routes import JobRoutes
from novamas.server.catalogue.jobs import JobLimits
from novamas.server.catalogue.law_routes import LawRoutes
from novamas.server.catalogue.odds_routes import OddsRoutes
from novamas.server.catalogue.requests import PROVIDED
from novamas.server.catalogue.response_cache import CacheMiddleware, ResponseCache
from novamas.server.catalogue.school_routes import SchoolRoutes

PATH = "/api"


def catalogue_routes(law: Library, cache: ResponseCache | None = None) -> Router:
    """Return the public routes of the catalogue under `/api`."""
    return Router(
        PATH,
        route_handlers=[LawRoutes, GameRoutes, OddsRoutes, FileRoutes, SchoolRoutes, JobRoutes],
        dependencies=PROVIDED,
        middleware=[CacheMiddleware(law, cache)],
        security=[{}],
    )


def answering(limits: JobLimits | None, law: Library) -> Any:
    """Return the lifespan of the catalogue's dispatcher."""

    @asynccontextmanager
    async def open_for_questions(app: Litestar) -> AsyncIterator[None]:
        app.state.dispatcher = dispatcher = Dispatcher(limits, law)
        await dispatcher.begin()
        try:
            yield
        finally:
            await dispatcher.end()

    return open_for_questions
