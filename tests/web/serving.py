"""A house for browsers at play: the whole application on loopback, where nothing is waited for but people.

`python -m tests.web.serving PORT BOOKS`, until it is stopped.
"""

from __future__ import annotations

import sys

import uvicorn
from tests.server.tables.house import KEYS, MESSAGE_BYTES, PATIENT, QUICK_LIMITS

from novamas.server.application import application
from novamas.server.sockets import BoundedSocket
from novamas.store import open_store


def serve(port: int, books: str) -> None:
    """Serve until somebody stops it."""
    with open_store(books) as store:
        uvicorn.run(
            application(store, PATIENT, KEYS, playing=QUICK_LIMITS),
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
