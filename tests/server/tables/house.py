"""A house on loopback: the whole application over real sockets."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any, cast

import uvicorn
from litestar import Litestar

from novamas.client import House
from novamas.hall.hall import Hall
from novamas.hall.keys import Keys
from novamas.server.application import application
from novamas.server.catalogue.jobs import JobLimits
from novamas.server.handoff import Handoff, PassingProtocol, take_over
from novamas.server.process import listening_at
from novamas.server.settings import HouseLimits, Settings
from novamas.server.tables.context import TableLimits, TablesContext
from novamas.server.websocket import BoundedSocket
from novamas.store import Store, open_store

QUICK = {"step_ms": 0, "betting_ms": 0, "patience_ms": 0}  # nothing is waited for but people
QUICK_LIMITS = TableLimits(least_step_ms=0, messages_per_second=1000, messages_at_once=1000)
MESSAGE_BYTES = 64 * 1024
KEYS = Keys(bytes(32))
MANY = 1_000_000
PATIENT = Settings(
    limits=HouseLimits(
        requests_per_second=MANY,
        burst=MANY,
        person_requests_per_second=MANY,
        person_burst=MANY,
        arrivals_per_minute=MANY,
        arrivals_burst=MANY,
    )
)


class Standing:
    """A running house: its address, its application and its store."""

    def __init__(self, address: str, app: Litestar, store: Store) -> None:
        self.address, self.app, self.store = address, app, store

    @property
    def tables(self) -> TablesContext:
        found: TablesContext = self.app.state.tables
        return found

    @property
    def hall(self) -> Hall:
        return self.tables.hall

    def visitor(self, name: str = "", **how: Any) -> House:
        """Return a client of this house."""
        return House(self.address, name=name, **how)

    def socket_of(self, table: str) -> str:
        return f"{self.address.replace('http', 'ws')}/api/tables/{table}/live"


@asynccontextmanager
async def house(
    place: Path, limits: TableLimits = QUICK_LIMITS, port: int = 0, handoff: Handoff | None = None
) -> AsyncIterator[Standing]:
    """Yield a running house. With a handoff, it is one of several processes."""
    with open_store(str(place)) as store:
        app = application(store, PATIENT, KEYS, JobLimits(short_waits=30), playing=limits)
        listening = listening_at("127.0.0.1", port)
        listening.setsockopt(
            socket.SOL_SOCKET, socket.SO_SNDBUF, 16 * 1024
        )  # so that who does not read is soon found
        config = uvicorn.Config(
            app,
            log_config=None,
            access_log=False,
            lifespan="on",
            http="httptools" if handoff is None else cast("Any", partial(PassingProtocol, handoff)),
            ws=BoundedSocket,
            ws_max_size=MESSAGE_BYTES,
            ws_per_message_deflate=False,
            timeout_graceful_shutdown=3,
        )
        server = uvicorn.Server(config)
        serving = asyncio.create_task(server.serve(sockets=[listening]))
        while not server.started:
            await asyncio.sleep(0.005)
        end_handoff = handoff.listen(take_over(server)) if handoff is not None else lambda: None
        try:
            yield Standing(f"http://127.0.0.1:{listening.getsockname()[1]}", app, store)
        finally:
            end_handoff()
            server.should_exit = True
            await serving
            listening.close()


def in_house(
    place: Path, play: Callable[[Standing], Awaitable[None]], limits: TableLimits = QUICK_LIMITS
) -> None:
    """Run a scenario in a house, for a minute at most."""

    async def all_of_it() -> None:
        async with asyncio.timeout(60), house(place, limits) as standing:
            await play(standing)

    asyncio.run(all_of_it())
