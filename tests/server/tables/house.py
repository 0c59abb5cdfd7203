"""A house on loopback: tables over real sockets, and people who are whoever their cookie says."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any

import msgspec
import uvicorn
from litestar import Litestar, Response, post
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.exceptions import HTTPException
from litestar.params import JSONBody

from novamas.client import House
from novamas.errors import NovamasError
from novamas.kit.chance import unguessable
from novamas.live.hall import Hall
from novamas.server.answers import tell, tell_mistake, tell_unreadable
from novamas.server.sockets import BoundedSocket
from novamas.server.tables.places import Limits, Person, Tables
from novamas.server.tables.routes import serving_tables, table_routes
from novamas.store import Store, open_store

QUICK = {"step_ms": 0, "betting_ms": 0, "patience_ms": 0}  # nothing is waited for but people
QUICK_LIMITS = Limits(least_step_ms=0, messages_per_second=1000, messages_at_once=1000)
MESSAGE_BYTES = 64 * 1024


class Plain:
    """Hides nothing: tests look at what is kept."""

    def encrypt(self, secret: bytes, about: str) -> bytes:
        return secret

    def decrypt(self, hidden: bytes, about: str) -> bytes:
        return hidden


class Me(msgspec.Struct):
    name: str = ""
    language: str | None = None


@post("/api/me", status_code=200)
async def arrive(data: JSONBody[Me]) -> Response[dict[str, str]]:
    """Whoever comes is given a cookie: here it is no more than who he is."""
    person = unguessable()[:32]
    return Response({"person": person}, cookies=[Cookie("novamas", value=f"{person}.{data.name}")])


async def whoever(connection: ASGIConnection[Any, Any, Any, Any]) -> Person:
    found = SimpleCookie(connection.headers.get("cookie", "")).get("novamas")
    if found is None:
        raise NovamasError("token_missing")
    id, _, name = found.value.partition(".")
    return Person(id, name)


class Standing:
    """A house that stands: its address, and what is behind it."""

    def __init__(self, address: str, app: Litestar, store: Store) -> None:
        self.address, self.app, self.store = address, app, store

    @property
    def tables(self) -> Tables:
        found: Tables = self.app.state.tables
        return found

    @property
    def hall(self) -> Hall:
        return self.tables.hall

    def visitor(self, name: str = "", **how: Any) -> House:
        """Somebody who comes to this house."""
        return House(self.address, name=name, **how)

    def socket_of(self, table: str) -> str:
        return f"{self.address.replace('http', 'ws')}/api/tables/{table}/live"


@asynccontextmanager
async def house(place: Path, limits: Limits = QUICK_LIMITS, port: int = 0) -> AsyncIterator[Standing]:
    """A house, while it stands."""
    with open_store(str(place)) as store:
        app = Litestar(
            [table_routes(), arrive],
            exception_handlers={
                NovamasError: tell,
                HTTPException: tell_unreadable,
                Exception: tell_mistake,
            },
            lifespan=[serving_tables(store, Plain(), whoever, limits, key="ab" * 32)],
            logging_config=None,
            openapi_config=None,
        )
        listening = socket.create_server(("127.0.0.1", port))
        config = uvicorn.Config(
            app,
            log_config=None,
            access_log=False,
            lifespan="on",
            ws=BoundedSocket,
            ws_max_size=MESSAGE_BYTES,
            ws_per_message_deflate=False,
            timeout_graceful_shutdown=1,
        )
        server = uvicorn.Server(config)
        serving = asyncio.create_task(server.serve(sockets=[listening]))
        while not server.started:
            await asyncio.sleep(0.005)
        try:
            yield Standing(f"http://127.0.0.1:{listening.getsockname()[1]}", app, store)
        finally:
            server.should_exit = True
            await serving
            listening.close()


def in_house(place: Path, play: Callable[[Standing], Awaitable[None]], limits: Limits = QUICK_LIMITS) -> None:
    """Play in a house that stands for as long as that takes, a minute at most."""

    async def all_of_it() -> None:
        async with asyncio.timeout(60), house(place, limits) as standing:
            await play(standing)

    asyncio.run(all_of_it())
