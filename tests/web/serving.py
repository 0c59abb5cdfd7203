"""A house for browsers: catalogue, tables in play and the built app, on loopback, until it is stopped.

`python -m tests.web.serving PORT APP BOOKS`; whoever comes is known by a cookie that says no more than who he is.
"""

from __future__ import annotations

import sys
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any

import uvicorn
from litestar import Litestar, Response, get
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.exceptions import HTTPException
from litestar.static_files import create_static_files_router
from tests.server.tables.house import MESSAGE_BYTES, Plain

from novamas.errors import NovamasError
from novamas.kit.chance import unguessable
from novamas.server.answers import tell, tell_mistake, tell_unreadable
from novamas.server.catalogue import answering, catalogue_routes
from novamas.server.sockets import BoundedSocket
from novamas.server.tables.places import Limits, Person
from novamas.server.tables.routes import serving_tables, table_routes
from novamas.store import open_store

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)


@get("/api/me")
async def me() -> Response[dict[str, str]]:
    """Whoever comes is given a cookie."""
    person = unguessable()[:32]
    return Response({"person": person}, cookies=[Cookie("novamas", value=f"{person}.", path="/")])


async def whoever(connection: ASGIConnection[Any, Any, Any, Any]) -> Person:
    found = SimpleCookie(connection.headers.get("cookie", "")).get("novamas")
    if found is None:
        raise NovamasError("token_missing")
    id, _, name = found.value.partition(".")
    return Person(id, name)


def serve(port: int, app: Path, books: Path) -> None:
    """Serve until somebody stops it."""
    with open_store(str(books)) as store:
        house = Litestar(
            [
                me,
                catalogue_routes(),
                table_routes(),
                create_static_files_router("/", [app], html_mode=True, name="app"),
            ],
            exception_handlers={
                NovamasError: tell,
                HTTPException: tell_unreadable,
                Exception: tell_mistake,
            },
            lifespan=[
                answering(None),
                serving_tables(store, Plain(), whoever, Limits(least_step_ms=0, sockets_per_person=50)),
            ],
            after_request=_with_policy,
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


async def _with_policy(response: Any) -> Any:
    response.headers["content-security-policy"] = POLICY
    return response


if __name__ == "__main__":
    serve(int(sys.argv[1]), Path(sys.argv[2]), Path(sys.argv[3]))
