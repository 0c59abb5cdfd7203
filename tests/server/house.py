"""A house for tests: the application with chosen settings, and its log."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from litestar import Litestar
from litestar.testing import TestClient

from novamas.hall.keys import Keys
from novamas.server.app_state import AppState
from novamas.server.application import application
from novamas.server.logs import set_up
from novamas.server.settings import HouseLimits, Logging, Serving, Settings
from novamas.store import Store, open_store

KEYS = Keys(bytes(range(32)))
ADDRESS = "http://testserver.local"


class House:
    """A running house, as a client sees it."""

    def __init__(self, store: Store, client: TestClient[Litestar], log: io.StringIO) -> None:
        self.store, self.client, self._log = store, client, log

    @property
    def running(self) -> AppState:
        found: AppState = self.client.app.state.running
        return found

    def log(self) -> str:
        return self._log.getvalue()

    def events(self) -> list[str]:
        return [line["event"] for line in self.lines()]

    def lines(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.log().splitlines()]

    def come(self, name: str = "") -> str:
        """Get a guest pass, which the client stores as a cookie."""
        answer = self.client.post("/api/me", json={"name": name})
        assert answer.status_code == 200, answer.text
        return str(self.client.cookies["novamas"])


@contextmanager
def house(
    folder: Path,
    limits: HouseLimits | None = None,
    serving: Serving | None = None,
    logging_: Logging | None = None,
    **others: Any,
) -> Iterator[House]:
    settings = Settings(
        limits=limits or HouseLimits(), serving=serving or Serving(), logging=logging_ or Logging(), **others
    )
    log = io.StringIO()
    loggers = [logging.getLogger(name) for name in ("novamas", "novamas.server", "uvicorn.error", "asyncio")]
    before = [(one, one.handlers, one.propagate, one.level) for one in loggers]
    set_up(settings.logging, log)
    try:
        with (
            open_store(folder / "books.sqlite") as store,
            TestClient(application(store, settings, KEYS), raise_server_exceptions=False) as client,
        ):
            yield House(store, client, log)
    finally:
        for one, handlers, propagate, level in before:
            one.handlers, one.propagate = handlers, propagate
            one.setLevel(level)
