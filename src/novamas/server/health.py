"""Health, readiness and metrics for monitoring, and a start page for a server without the app."""

from __future__ import annotations

from html import escape
from typing import Any

import msgspec
from litestar import Request, Response, get
from litestar.datastructures import State

from novamas.server.app_state import AppState
from novamas.server.error_responses import error_response, language_of
from novamas.server.metrics import CONTENT_TYPE
from novamas.server.people import operator, page
from novamas.server.rate_limits import is_loopback
from novamas.words import our_voice

ADDRESSES = (
    "/api/me",
    "/terminal",
    "/lototrot",
    "/promotrot",
    "/health",
    "/ready",
    "/metrics",
    "/schema/openapi.json",
)


class Alive(msgspec.Struct, frozen=True):
    """The response of a running process."""

    alive: bool = True


class Ready(msgspec.Struct, frozen=True):
    """The response of a house that is ready to serve."""

    ready: bool = True


@get("/health", include_in_schema=False, sync_to_thread=False)
def health() -> Alive:
    """Report that the process is running. The store is not checked."""
    return Alive()


@get("/ready", include_in_schema=False)
async def ready(request: Request[Any, Any, State]) -> Response[Any]:
    """Report whether the house can serve.

    The store must be readable, writable and migrated. The random source must be healthy. The house must
    not be stopping.
    """
    running: AppState = request.app.state.running
    reason = await running.unready()
    if reason is None:
        return Response(Ready())
    response = error_response(request, reason)
    response.status_code = 503
    return response


@get("/metrics", include_in_schema=False)
async def metrics(request: Request[Any, Any, State]) -> Response[bytes]:
    """Return the Prometheus metrics, for an operator or, if the settings allow it, for this machine."""
    running: AppState = request.app.state.running
    is_local = (
        bool(request.client and is_loopback(request.client.host)) and "x-forwarded-for" not in request.headers
    )
    if not (is_local and running.settings.figures.loopback):
        await operator(request)
    return Response(running.metrics.as_text(), media_type=CONTENT_TYPE)


def front_door(request: Request[Any, Any, State]) -> Response[str]:
    """Return a plain page with a list of addresses, for a server without the browser app."""
    voice = our_voice(language_of(request.headers.get("accept-language", "")))
    listed = "".join(f"<li><code>{escape(one)}</code></li>" for one in ADDRESSES)
    return page(voice.language, "novamas", voice.text("server.front_door"), f"<ul>{listed}</ul>")
