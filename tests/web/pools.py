"""A house for browsers at the pools, with an open race day and the office's token.

`python -m tests.web.pools PORT BOOKS` serves until it is stopped. The token is written to `BOOKS.token`.
"""

from __future__ import annotations

import sys
from pathlib import Path

import uvicorn
from tests.server.conftest import prepared
from tests.server.tables.house import KEYS, PATIENT

from novamas.server.application import application
from novamas.store import open_store


def serve(port: int, books: str) -> None:
    """Serve until the process is stopped."""
    with open_store(books) as store:
        tokens = prepared(store)
        Path(f"{books}.token").write_text(tokens["office"], "utf-8")
        app = application(store, PATIENT, KEYS)
        uvicorn.run(app, port=port, log_level="error", lifespan="on", timeout_graceful_shutdown=1)


if __name__ == "__main__":
    serve(int(sys.argv[1]), sys.argv[2])
