"""The central system as a process: it listens, serves, and stops when it is told to and nobody waits."""

from __future__ import annotations

import socket
from collections.abc import Callable

import uvicorn

from novamas.errors import NovamasError
from novamas.server.application import application
from novamas.store import Store

MOST_AT_ONCE = 1000  # requests; whoever comes beyond is told to come again
STOPPING_SECONDS = 30  # in which requests that were begun are answered


class _Server(uvicorn.Server):
    """A server that says when it serves."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()


def serve(store: Store, host: str, port: int, ready: Callable[[str], None]) -> None:
    """Serve terminals until somebody stops it; `ready` is told the address."""
    listening = _listening(host, port)
    shown = f"[{host}]" if ":" in host else host
    address = f"http://{shown}:{listening.getsockname()[1]}"
    config = uvicorn.Config(
        application(store),
        log_config=None,
        access_log=False,
        server_header=False,
        limit_concurrency=MOST_AT_ONCE,
        timeout_graceful_shutdown=STOPPING_SECONDS,
        lifespan="on",
    )
    with listening:
        _Server(config, lambda: ready(address)).run(sockets=[listening])


def _listening(host: str, port: int) -> socket.socket:
    """A place where terminals find us; port nought is any that is free."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    found = socket.socket(family, socket.SOCK_STREAM)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind((host, port))
    except (OSError, OverflowError) as fault:
        found.close()
        errno = fault.errno if isinstance(fault, OSError) else None
        raise NovamasError("port_taken", host=host, port=port, errno=errno) from None
    return found
