"""A house for browsers on loopback: `python -m tests.web.house PORT BOOKS`, until it is stopped."""

from __future__ import annotations

import sys

import uvicorn

from novamas.server.application import application
from novamas.store import open_store


def serve(port: int, books: str) -> None:
    """Serve the catalogue and the built app on a store of its own."""
    with open_store(books) as store:
        uvicorn.run(application(store), host="127.0.0.1", port=port, log_level="error", lifespan="on")


if __name__ == "__main__":
    serve(int(sys.argv[1]), sys.argv[2])
