"""The browser app over HTTP: one page for all its addresses, and the files that it is made of.

The app is built into the package (`novamas/web`). Files whose names carry their hash may be kept for a year;
the page itself is asked for again each time. What it may load is said by the gate, as for every answer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from hashlib import blake2b
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import PurePosixPath
from typing import Any

import msgspec
from litestar import Request, Response, Router, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from novamas.errors import NovamasError
from novamas.server.compression import THOROUGHLY, accepts_gzip, gzip_body
from novamas.server.error_responses import tell_unreadable
from novamas.server.health import front_door

FOLDER = "web"  # in the package
PAGES = (
    "/",
    "/games/{game:str}",
    "/tables/new",
    "/t/{table:str}",
    "/t/{table:str}/rounds/{round:str}",
    "/replay",
    "/law",
    "/law/{clause:str}",
    "/diff",
    "/odds",
    "/odds/{game:str}/par",
    "/check",
    "/placards/{game:str}",
    "/audit",
    "/verify",
    "/school",
    "/school/{drill:str}",
    "/lessons/{lesson:str}",
    "/lototrot",
    "/lototrot/office",
    "/promotrot",
    "/records",
    "/settings",
    "/-/versions",
)
MEDIA = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".txt": "text/plain",
    ".woff2": "font/woff2",
}
FOR_A_YEAR, ASKED_AGAIN = "public, max-age=31536000, immutable", "no-cache"


class File(msgspec.Struct, frozen=True):
    """A file of the app as it is sent: its bytes, the same pressed together where that helps, its kind."""

    body: bytes
    pressed: bytes | None
    media: str
    hash: str


class App:
    """The app as it was built; without a build there is nothing in it."""

    def __init__(self, folder: Traversable | None = None) -> None:
        self.files = dict(_files_in(folder or files("novamas") / FOLDER))

    @property
    def page(self) -> File | None:
        """The one page that all addresses lead to."""
        return self.files.get("index.html")


def _files_in(folder: Traversable, under: str = "") -> Any:
    if not folder.is_dir():
        return
    for each in folder.iterdir():
        name = f"{under}{each.name}"
        if each.is_dir():
            yield from _files_in(each, f"{name}/")
        elif (media := MEDIA.get(PurePosixPath(name).suffix)) is not None:
            yield name, _file(each.read_bytes(), media)


@cache
def _file(body: bytes, media: str) -> File:
    shorter = None if media == MEDIA[".woff2"] else gzip_body(body, THOROUGHLY)
    return File(body, shorter, media, blake2b(body, digest_size=16).hexdigest())


def browser_routes(app: App | None = None) -> Router:
    """The app's page at each of its addresses, and its files."""
    shown = app or App()

    @get(list(PAGES), include_in_schema=False, sync_to_thread=False)
    def page(request: Request[Any, Any, Any]) -> Response[Any]:
        """The app; or, where it was not built, a page that says so."""
        return front_door(request) if shown.page is None else _sent(shown.page, request, ASKED_AGAIN)

    @get("/assets/{name:str}", include_in_schema=False, sync_to_thread=False)
    def asset(request: Request[Any, Any, Any], name: FromPath[str]) -> Response[bytes]:
        """A file whose name changes whenever it does."""
        found = shown.files.get(f"assets/{name}")
        if found is None:
            raise NovamasError("no_such_route")
        return _sent(found, request, FOR_A_YEAR)

    @get("/mark.svg", include_in_schema=False, sync_to_thread=False)
    def mark(request: Request[Any, Any, Any]) -> Response[bytes]:
        """The app's mark."""
        found = shown.files.get("mark.svg")
        if found is None:
            raise NovamasError("no_such_route")
        return _sent(found, request, ASKED_AGAIN)

    return Router("/", route_handlers=[page, asset, mark], security=[{}])


def lost(app: App) -> Callable[[Request[Any, Any, Any], NotFoundException], Response[Any]]:
    """What answers at no known address: to somebody with a browser the app, which shows the way back."""

    def nowhere(request: Request[Any, Any, Any], fault: NotFoundException) -> Response[Any]:
        told = tell_unreadable(request, fault)
        reads_pages = request.method == "GET" and "text/html" in request.headers.get("accept", "")
        if app.page is None or not reads_pages:
            return told
        return Response(app.page.body, media_type=app.page.media, status_code=told.status_code)

    return nowhere


def _sent(file: File, request: Request[Any, Any, Any], control: str) -> Response[bytes]:
    """A file, pressed if whoever asks can read that; or only that what he has still holds."""
    shorter = file.pressed if accepts_gzip(request.headers.get("accept-encoding", "")) else None
    etag = f'"{file.hash}"' if shorter is None else f'"{file.hash}-gzip"'
    headers: Mapping[str, str] = {"cache-control": control, "etag": etag, "vary": "accept-encoding"}
    if etag in request.headers.get("if-none-match", ""):
        return Response(b"", status_code=304, headers=headers)
    if shorter is None:
        return Response(file.body, media_type=file.media, headers=headers)
    return Response(shorter, media_type=file.media, headers={**headers, "content-encoding": "gzip"})
