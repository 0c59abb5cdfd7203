"""The catalogue over HTTP. Tests that do not change its limits share one server."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar import Litestar
from litestar.testing import TestClient

import novamas
from novamas.server.application import application
from novamas.server.catalogue.jobs import JobLimits

Client = TestClient[Litestar]
PATIENT = JobLimits(waits=60.0, short_waits=60.0, seconds=120.0, short_seconds=60.0, most_of_asker=100)


@pytest.fixture(scope="session")
def client() -> Iterator[Client]:
    with TestClient(application(counting=PATIENT), raise_server_exceptions=False) as found:
        yield found


def got(client: Client, address: str, **headers: str) -> Any:
    """Return the JSON answer to a GET request."""
    answer = client.get(address, headers={"accept-language": "es", **headers})
    assert answer.status_code == 200, answer.text
    return answer.json()


def refused(answer: httpx.Response) -> tuple[int, str]:
    """Check that a refusal is one sentence without a path of this machine. Return its error."""
    error = answer.json()["error"]
    assert "\n" not in error["says"]
    assert "Traceback" not in answer.text
    assert str(Path(novamas.__file__).parent) not in answer.text
    return answer.status_code, error["code"]


def over(client: Client, address: str, seconds: float = 60.0) -> dict[str, Any]:
    """Return a job once it has finished."""
    latest = time.monotonic() + seconds
    while time.monotonic() < latest:
        found: dict[str, Any] = client.get(address).json()
        if found["state"] not in ("waiting", "running"):
            return found
        time.sleep(0.05)
    raise AssertionError(f"{address} is not over")
