"""The web application with its routes, error handlers and OpenAPI description."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from fractions import Fraction
from functools import cache
from typing import Any

import msgspec
from litestar import Controller, Litestar, Request, Router, get
from litestar.connection import ASGIConnection
from litestar.datastructures import State
from litestar.di import Provide
from litestar.exceptions import HTTPException, NotFoundException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme

from novamas.equipment.chance import system_seed
from novamas.errors import NovamasError
from novamas.hall.keys import Keys
from novamas.hall.people.persons import Person
from novamas.law import Library
from novamas.protocol.pools import Terminal
from novamas.server.app_state import AppState
from novamas.server.catalogue.jobs import JobLimits
from novamas.server.catalogue.routes import answering, catalogue_routes
from novamas.server.error_responses import REFUSED, error_response, internal_error_response, tell_unreadable
from novamas.server.health import health, metrics, ready
from novamas.server.middleware import COOKIE, add_guard
from novamas.server.openapi import description
from novamas.server.people import Carrying, People, admitted
from novamas.server.pools.auth import Pools, admit
from novamas.server.pools.lototrot import LototrotOffice, LototrotOutlets
from novamas.server.pools.play_money import LototrotOfPlay, PromotrotOfPlay
from novamas.server.pools.promotrot import PromotrotOffice, PromotrotTerminals
from novamas.server.settings import Settings
from novamas.server.tables.context import TableLimits
from novamas.server.tables.routes import serving_tables, table_routes
from novamas.server.web_app import App, browser_routes, lost
from novamas.store import Store

API_VERSION = "1"


@get("/terminal", guards=[admit], responses={401: REFUSED[401]}, tags=("terminals",), sync_to_thread=False)
def show_terminal(request: Request[Any, Terminal, State]) -> Terminal:
    """Return the terminal to which a token belongs, with its outlet and its permissions."""
    return request.auth


def application(
    store: Store | None = None,
    settings: Settings | None = None,
    keys: Keys | None = None,
    counting: JobLimits | None = None,
    playing: TableLimits | None = None,
    law: Library | None = None,
) -> Litestar:
    """Return the web application for a store, or one that only describes itself without a store.

    `keys` are the house's keys. By default they are new. `law` is the library of law that the house
    serves.
    """
    running, keys = AppState(settings or Settings(), law), keys or Keys(system_seed())
    browser_app = App()
    app = Litestar(
        [
            *(health, ready, metrics, People, Carrying),
            show_terminal,
            _pool("lototrot", LototrotOutlets, LototrotOffice),
            _pool("promotrot", PromotrotTerminals, PromotrotOffice),
            *(LototrotOfPlay, PromotrotOfPlay),
            catalogue_routes(running.law),
            table_routes(),
            browser_routes(browser_app),
        ],
        dependencies={"pools": Provide(_pools, sync_to_thread=False)},
        exception_handlers={
            NovamasError: error_response,
            NotFoundException: lost(browser_app),
            HTTPException: tell_unreadable,
            UnicodeDecodeError: tell_unreadable,
            RecursionError: tell_unreadable,
            Exception: internal_error_response,
        },
        request_max_body_size=running.settings.limits.bytes,
        type_encoders={Fraction: str},
        lifespan=[
            answering(counting, running.law),
            *(_serving(store, running, keys, playing) if store is not None else ()),
        ],
        logging_config=None,
        openapi_config=_DESCRIBED,
        state=State({"running": running}),
    )
    return add_guard(app, running)


async def caller(connection: ASGIConnection[Any, Any, Any, Any]) -> Person:
    """Return the person whose guest pass is in the request. Raise `pass_missing` if there is none."""
    found = await admitted(connection)
    if found is None:
        raise NovamasError("pass_missing")
    return found.person


def _pool(game: str, outlets: type[Controller], office: type[Controller]) -> Router:
    """Return the routes of a pool: routes for outlets, and routes for the central office alone."""
    of_office = Router("/", route_handlers=[office], opt={"may": "office"})
    return Router(f"/{game}", route_handlers=[outlets, of_office], guards=[admit], opt={"game": game})


def _pools(state: State) -> Pools:
    """Return the pools of Lototrot and Promotrot."""
    found: Pools = state.pools
    return found


def _serving(store: Store, running: AppState, keys: Keys, playing: TableLimits | None) -> Iterator[Any]:
    """Yield two lifespans of the application: first that of the house, then that of its tables."""
    yield _house(store, running, keys)
    limits = playing or TableLimits(message_bytes=running.settings.limits.message_bytes)
    yield serving_tables(store, keys, caller, limits, keys.house, running)


def _house(store: Store, running: AppState, keys: Keys) -> Any:
    """Return the lifespan of the house, which includes the group commit of the pools.

    At shutdown it commits all queued updates.
    """

    @asynccontextmanager
    async def serving(app: Litestar) -> AsyncIterator[None]:
        app.state.store = store
        app.state.pools = pools = Pools(store, running.metrics.committed)
        running.open(store, keys)
        monitor = asyncio.create_task(running.watch())
        try:
            yield
        finally:
            running.stop()
            monitor.cancel()
            await running.sockets.stop()
            pools.counter.close()

    return serving


class _Described(JsonRenderPlugin):
    """A plugin that serves the OpenAPI description as JSON."""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        """Return the complete OpenAPI description instead of the one that Litestar makes."""
        return described().encode()


_DESCRIBED = OpenAPIConfig(
    title="novamas",
    version=API_VERSION,
    description="The catalogue, people and tables for anybody; both pools for terminals and the office.",
    path="/schema",
    render_plugins=[_Described(path="/openapi.json")],
    use_handler_docstrings=True,
    components=Components(
        security_schemes={
            "token": SecurityScheme(type="http", scheme="bearer"),
            "pass": SecurityScheme(type="apiKey", security_scheme_in="cookie", name=COOKIE),
        }
    ),
    security=[{"token": []}],
)


@cache
def described() -> str:
    """Return the OpenAPI 3.1 description of the API as JSON."""
    found = description(application())
    return msgspec.json.format(msgspec.json.encode(found, order="sorted"), indent=2).decode() + "\n"
