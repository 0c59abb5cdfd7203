"""The server process, which listens, serves requests, and completes them before it stops."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import socket
import sys
import time
from collections.abc import Callable
from functools import partial
from types import FrameType
from typing import Any, NamedTuple

import uvicorn
from msgspec.structs import replace
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from novamas import __version__
from novamas.errors import NovamasError
from novamas.hall.keys import folder_of, keys_for
from novamas.law import Library, library
from novamas.pools.restored import mix_after_restore
from novamas.server import logs
from novamas.server.app_state import AppState
from novamas.server.application import application
from novamas.server.handoff import Handoff, PassingProtocol, take_over
from novamas.server.http import BoundedHttp
from novamas.server.rate_limits import is_loopback
from novamas.server.settings import Settings
from novamas.server.type_info import build_types
from novamas.server.websocket import BoundedSocket
from novamas.store import open_store
from novamas.store.epochs import follow_mark

LOOPBACK_NAMES = ("localhost", "127.0.0.1", "[::1]")
TURN_SECONDS = 0.0001  # switch interval of threads: a waiting thread gets its turn after this time
RUBBISH = (
    5_000,
    10,
    200,
)  # garbage collection: new objects, and runs; a run of all takes as long as a table waits
LOOKED_AFTER = 10  # ticks of a tenth of a second between checks for silent connections


class Worker(NamedTuple):
    """The parent process id and the handoff of a worker process."""

    parent: int  # its process id
    handoff: Handoff


class Server(uvicorn.Server):
    """A uvicorn server that reports readiness, completes requests, and drops silent connections.

    After the first signal to stop, it completes the pending requests. After the second it stops at
    once. A worker process ignores Ctrl-C, which the parent process handles, and stops if the parent
    ends.
    """

    def __init__(
        self,
        config: uvicorn.Config,
        running: AppState,
        ready: Callable[[], None],
        worker: Worker | None = None,
    ) -> None:
        super().__init__(config)
        self._running = running
        self._ready = ready
        self._parent = worker.parent if worker else None
        self._handoff = worker.handoff if worker else None
        self._end_handoff: Callable[[], None] = lambda: None
        self._signalled: float | None = None  # time of the signal to stop
        self._silent: dict[Any, float] = {}  # connections without a complete request, and since when

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            if self._handoff is not None:
                self._end_handoff = self._handoff.listen(take_over(self))
            self._ready()
            self._warming = asyncio.create_task(self.config.app.state.dispatcher.jobs.warm())  # type: ignore[union-attr]

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._end_handoff()
        await super().shutdown(sockets)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        if self._parent is not None and sig == signal.SIGINT:
            return
        if self._signalled is not None:
            self.should_exit = self.force_exit = True
            return
        self._signalled = time.monotonic()
        self._running.stop()
        self.should_exit = not self._running.settings.serving.drain_seconds

    async def on_tick(self, counter: int) -> bool:
        drain = self._running.settings.serving.drain_seconds
        if self._signalled is not None and time.monotonic() - self._signalled >= drain:
            self.should_exit = True
        if counter % LOOKED_AFTER == 0:
            self._drop_silent()
            if self._parent not in (None, os.getppid()) and self._signalled is None:
                self.handle_exit(signal.SIGTERM, None)
        return await super().on_tick(counter)

    def _drop_silent(self) -> None:
        """Drop connections that do not complete their headers or do not read the last response."""
        now, before = time.monotonic(), self._silent
        self._silent = {
            one: before.get(one, now)
            for one in self.server_state.connections
            if one.transport.is_closing() or (isinstance(one, HttpToolsProtocol) and one.cycle is None)
        }
        for one, since in self._silent.items():
            if now - since > self._running.settings.limits.read_seconds:
                one.transport.abort()
                self._running.metrics.dropped.labels("silent").inc()
                logs.log("client_dropped", what="silent")


def serve(settings: Settings, ready: Callable[[str], None], law: Library | None = None) -> None:
    """Serve until a signal to stop arrives. `ready` is called with the address.

    `law` is the library of law that the house serves.
    """
    serving = settings.serving
    if serving.workers > 1 and not (serving.store or "").startswith(("postgresql", "postgres")):
        raise NovamasError("workers_need_server", workers=serving.workers)
    with listening_at(serving.host, serving.port) as listening:
        host = f"[{serving.host}]" if ":" in serving.host else serving.host
        port = listening.getsockname()[1]
        address = f"http://{host}:{port}"
        if serving.workers == 1:
            run(settings, listening, lambda: ready(address), law=law)
            return
    from novamas.server.worker_processes import run_workers

    with listening_at(serving.host, port, together=True):  # keeps the port reserved
        served = replace(settings, serving=replace(serving, port=port))
        run_workers(served, lambda: ready(address), law or library())


def run(
    settings: Settings,
    listening: socket.socket,
    ready: Callable[[], None],
    worker: Worker | None = None,
    law: Library | None = None,
) -> None:
    """Serve on an open socket in this process, alone or as one of several worker processes."""
    with logs.whole_process(settings.logging):
        _run(settings, listening, ready, worker, law or library())


def _run(
    settings: Settings,
    listening: socket.socket,
    ready: Callable[[], None],
    worker: Worker | None,
    law: Library,
) -> None:
    serving = settings.serving
    if is_loopback(serving.host) and not serving.hosts:
        hosts = (*LOOPBACK_NAMES, serving.host.lower())
        settings = replace(settings, serving=replace(serving, hosts=hosts))
    with open_store(serving.store) as store:
        keys = keys_for(store, folder_of(serving.store))
        store.hide_with(keys)
        store.hide_plain()
        epoch = follow_mark(store, folder_of(serving.store))
        mix_after_restore(store)
        if epoch is not None:
            logs.log("store_recognised", store=store.place, epoch=epoch)
        build_types(law)
        app = application(store, settings, keys, law=law)

        def started() -> None:
            settle()
            logs.log("started", version=__version__, store=store.kind, process=os.getpid())
            ready()

        server = Server(_config(app, settings, worker), app.state.running, started, worker)
        server.run(sockets=[listening])
    logs.log("stopped", process=os.getpid())


def settle() -> None:
    """Tune the Python interpreter for low latency, once everything is loaded.

    Loaded objects are exempt from garbage collection. Threads switch often, because all tables wait for
    the thread that writes to the books.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*RUBBISH)
    sys.setswitchinterval(TURN_SECONDS)


def _config(app: Any, settings: Settings, worker: Worker | None = None) -> uvicorn.Config:
    limits = settings.limits
    protocol: Any = BoundedHttp if worker is None else partial(PassingProtocol, worker.handoff)
    return uvicorn.Config(
        app,
        http=protocol,
        ws=BoundedSocket,
        ws_max_size=limits.message_bytes,
        ws_per_message_deflate=False,  # a small compressed message could expand to a large one
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,  # the middleware handles them, for trusted proxies only
        limit_concurrency=limits.sockets + limits.requests_at_once + 100,  # refused earlier by the middleware
        timeout_graceful_shutdown=settings.serving.stop_seconds,
        lifespan="on",
    )


def listening_at(host: str, port: int, *, together: bool = False) -> socket.socket:
    """Open a listening socket at this address. Port 0 means any free port.

    With `together`, several processes share the port and the system distributes the connections.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    found = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    found.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # a short message is sent at once
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if together:
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    try:
        found.bind((host, port))
    except (OSError, OverflowError) as fault:
        found.close()
        errno = fault.errno if isinstance(fault, OSError) else None
        raise NovamasError("port_taken", host=host, port=port, errno=errno) from None
    return found


STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM)
