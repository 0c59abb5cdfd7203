"""The application: all routes, how errors are told, and the description of it all in OpenAPI."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from fractions import Fraction
from typing import Any

import msgspec
from litestar import Controller, Litestar, Request, Router, get
from litestar.datastructures import State
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme

from novamas.errors import NovamasError
from novamas.server.admitting import Pools, admit
from novamas.server.answers import MOST_BYTES, REFUSED, tell, tell_mistake, tell_unreadable
from novamas.server.browser import browser_routes
from novamas.server.catalogue import Limits, answering, catalogue_routes
from novamas.server.lototrot import LototrotOffice, LototrotOutlets
from novamas.server.promotrot import PromotrotOffice, PromotrotTerminals
from novamas.server.tokens import Terminal
from novamas.store import Store

API_VERSION = "1"


@get("/terminal", guards=[admit], responses={401: REFUSED[401]}, tags=("terminals",), sync_to_thread=False)
def show_terminal(request: Request[Any, Terminal, State]) -> Terminal:
    """The terminal that the token is of: its outlet, and what it may do."""
    return request.auth


def application(store: Store | None = None, limits: Limits | None = None) -> Litestar:
    """The catalogue and, on a store, the central system; without one that can only be described."""
    return Litestar(
        [
            show_terminal,
            _pool("lototrot", LototrotOutlets, LototrotOffice),
            _pool("promotrot", PromotrotTerminals, PromotrotOffice),
            catalogue_routes(),
            browser_routes(),
        ],
        dependencies={"pools": Provide(_pools, sync_to_thread=False)},
        exception_handlers={
            NovamasError: tell,
            HTTPException: tell_unreadable,
            UnicodeDecodeError: tell_unreadable,
            RecursionError: tell_unreadable,
            Exception: tell_mistake,
        },
        request_max_body_size=MOST_BYTES,
        type_encoders={Fraction: str},
        lifespan=[answering(limits), *([_serving(store)] if store is not None else [])],
        logging_config=None,
        openapi_config=_DESCRIBED,
    )


def _pool(game: str, outlets: type[Controller], office: type[Controller]) -> Router:
    """The routes of a pool: what its outlets may ask for, and what only the central office may."""
    of_office = Router("/", route_handlers=[office], opt={"may": "office"})
    return Router(f"/{game}", route_handlers=[outlets, of_office], guards=[admit], opt={"game": game})


def _pools(state: State) -> Pools:
    """Both pools, for whatever asks for them."""
    found: Pools = state.pools
    return found


def _serving(store: Store) -> Any:
    """While the application runs, its counter is open; at the end all who wait are served."""

    @asynccontextmanager
    async def serving(app: Litestar) -> AsyncIterator[None]:
        app.state.pools = pools = Pools(store)
        try:
            yield
        finally:
            pools.counter.close()

    return serving


_DESCRIBED = OpenAPIConfig(
    title="novamas",
    version=API_VERSION,
    description="The catalogue for anybody; Lototrot and Promotrot for terminals and the central office.",
    path="/schema",
    render_plugins=[JsonRenderPlugin(path="/openapi.json")],
    use_handler_docstrings=True,
    components=Components(security_schemes={"token": SecurityScheme(type="http", scheme="bearer")}),
    security=[{"token": []}],
)


def described() -> str:
    """The description of the API in OpenAPI 3.1, as JSON."""
    found = application().openapi_schema.to_schema()
    return msgspec.json.format(msgspec.json.encode(found, order="sorted"), indent=2).decode() + "\n"
