"""What whoever watches the house asks: does it live, can it serve, how much; and its front door."""

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
from novamas.words import voice_for

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
    """The process answers."""

    alive: bool = True


class Ready(msgspec.Struct, frozen=True):
    """The house can serve."""

    ready: bool = True


@get("/health", include_in_schema=False, sync_to_thread=False)
def health() -> Alive:
    """Does the process answer at all? It says nothing about the store."""
    return Alive()


@get("/ready", include_in_schema=False)
async def ready(request: Request[Any, Any, State]) -> Response[Any]:
    """Can the house serve: is the store there and up to date, is chance sound, is nobody stopping it?"""
    running: AppState = request.app.state.running
    wrong = await running.unready()
    if wrong is None:
        return Response(Ready())
    answer = error_response(request, wrong)
    answer.status_code = 503
    return answer


@get("/metrics", include_in_schema=False)
async def metrics(request: Request[Any, Any, State]) -> Response[bytes]:
    """Figures for Prometheus: for an operator, or for this machine where the settings say so."""
    running: AppState = request.app.state.running
    here = (
        bool(request.client and is_loopback(request.client.host)) and "x-forwarded-for" not in request.headers
    )
    if not (here and running.settings.figures.loopback):
        await operator(request)
    return Response(running.metrics.shown(), media_type=CONTENT_TYPE)


def front_door(request: Request[Any, Any, State]) -> Response[str]:
    """Where the browser app was not built: an honest page that names the addresses."""
    voice = voice_for(language_of(request.headers.get("accept-language", "")))
    listed = "".join(f"<li><code>{escape(one)}</code></li>" for one in ADDRESSES)
    return page(voice.language, "novamas", voice.text("server.front_door"), f"<ul>{listed}</ul>")
