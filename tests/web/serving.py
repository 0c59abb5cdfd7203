"""A house for browsers: the app, the catalogue and tables in play, on loopback, until it is stopped.

`python -m tests.web.serving PORT BOOKS`; whoever comes is known by a cookie that says no more than who he is.
"""

from __future__ import annotations

import sys
from fractions import Fraction
from http.cookies import SimpleCookie
from typing import Any

import uvicorn
from litestar import Litestar, Request, Response, get, post
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.exceptions import HTTPException
from tests.server.tables.house import MESSAGE_BYTES, Plain

from novamas.errors import NovamasError
from novamas.kit.chance import unguessable
from novamas.server.answers import tell, tell_mistake, tell_unreadable
from novamas.server.browser import browser_routes
from novamas.server.catalogue import answering, catalogue_routes
from novamas.server.sockets import BoundedSocket
from novamas.server.tables.places import Limits, Person
from novamas.server.tables.routes import serving_tables, table_routes
from novamas.store import open_store


@post("/api/me", status_code=200)
async def arrive() -> Response[dict[str, str]]:
    """Whoever comes is given a cookie."""
    person = unguessable()[:32]
    return Response({"person": person}, cookies=[Cookie("novamas", value=f"{person}.", path="/")])


@get("/api/me")
async def me(request: Request[Any, Any, Any]) -> dict[str, str | None]:
    """Who somebody is who was here before."""
    return {"person": request.cookies.get("novamas")}


async def whoever(connection: ASGIConnection[Any, Any, Any, Any]) -> Person:
    found = SimpleCookie(connection.headers.get("cookie", "")).get("novamas")
    if found is None:
        raise NovamasError("token_missing")
    id, _, name = found.value.partition(".")
    return Person(id, name)


def serve(port: int, books: str) -> None:
    """Serve until somebody stops it."""
    with open_store(books) as store:
        house = Litestar(
            [arrive, me, catalogue_routes(), table_routes(), browser_routes()],
            exception_handlers={
                NovamasError: tell,
                HTTPException: tell_unreadable,
                Exception: tell_mistake,
            },
            lifespan=[
                answering(None),
                serving_tables(store, Plain(), whoever, Limits(least_step_ms=0, sockets_per_person=50)),
            ],
            type_encoders={Fraction: str},
            logging_config=None,
            openapi_config=None,
        )
        uvicorn.run(
            house,
            port=port,
            log_level="error",
            lifespan="on",
            ws=BoundedSocket,
            ws_max_size=MESSAGE_BYTES,
            ws_per_message_deflate=False,
            timeout_graceful_shutdown=1,
        )


if __name__ == "__main__":
    serve(int(sys.argv[1]), sys.argv[2])
