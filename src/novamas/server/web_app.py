"""The browser app over HTTP: one page for all its addresses, and its static files.

The app is built into the package (`novamas/web`). Files with a hash in their name are cached for a
year. The page itself is revalidated each time. The middleware sets the content security policy, as
for every response.
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
from novamas.server.error_responses import spoken, tell_unreadable
from novamas.server.health import front_door
from novamas.server.tables.sharing import shared_round, tags

SHARED = "/t/{table:str}/rounds/{round:str}"
FOLDER = "web"  # inside the package
PAGES = (
    "/",
    "/games/{game:str}",
    "/tables/new",
    "/t/{table:str}",
    SHARED,
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
    "/records/{session:str}",
    "/settings",
    "/-/versions",
)
TOP_FILES = ("mark.svg", "maskable.svg", "manifest.webmanifest", "worker.js", "elements.js")
MEDIA = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".txt": "text/plain",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
FOR_A_YEAR, ASKED_AGAIN = "public, max-age=31536000, immutable", "no-cache"


class File(msgspec.Struct, frozen=True):
    """A file of the app: its bytes, media type and hash, and a compressed copy if that is shorter."""

    body: bytes
    pressed: bytes | None
    media: str
    hash: str


class App:
    """The files of the built browser app. It is empty if the app has not been built."""

    def __init__(self, folder: Traversable | None = None) -> None:
        self.files = dict(_files_in(folder or files("novamas") / FOLDER))

    @property
    def page(self) -> File | None:
        """The single page of the app, or None if the app was not built."""
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
    """Return the routes of the app: its page at each of its addresses, and its files."""
    app_files = app or App()

    @get(SHARED, include_in_schema=False)
    async def shared_page(
        request: Request[Any, Any, Any], table: FromPath[str], round: FromPath[str]
    ) -> Response[Any]:
        """Return the app's page. For a finished round it has the preview tags of a shared link."""
        app_page, tables = app_files.page, request.app.state.get("tables")
        if app_page is None or tables is None or not round.isdecimal():
            return front_door(request) if app_page is None else _sent(app_page, request, ASKED_AGAIN)
        voice = spoken(request)
        try:
            shared = await shared_round(tables, table, int(round[:9]), voice)
        except NovamasError:
            return _sent(app_page, request, ASKED_AGAIN)
        home = str(request.base_url).rstrip("/")
        image = f"{home}/api/tables/{table}/rounds/{round}/picture.svg"
        head = tags(shared, f"{home}/t/{table}/rounds/{round}", image).encode()
        body = app_page.body.replace(b"</head>", head + b"</head>", 1)
        return Response(body, media_type=app_page.media, headers={"cache-control": ASKED_AGAIN})

    @get([path for path in PAGES if path != SHARED], include_in_schema=False, sync_to_thread=False)
    def page(request: Request[Any, Any, Any]) -> Response[Any]:
        """Return the app's page, or a page that says that the app was not built."""
        return front_door(request) if app_files.page is None else _sent(app_files.page, request, ASKED_AGAIN)

    @get("/assets/{name:str}", include_in_schema=False, sync_to_thread=False)
    def asset(request: Request[Any, Any, Any], name: FromPath[str]) -> Response[bytes]:
        """Return a file whose name contains the hash of its content."""
        found = app_files.files.get(f"assets/{name}")
        if found is None:
            raise NovamasError("no_such_route")
        return _sent(found, request, FOR_A_YEAR)

    @get([f"/{name}" for name in TOP_FILES], include_in_schema=False, sync_to_thread=False)
    def top_file(request: Request[Any, Any, Any]) -> Response[bytes]:
        """Return a file that a browser looks for beside the page."""
        name = request.url.path.removeprefix("/")
        found = app_files.files.get(name)
        if found is None:
            raise NovamasError("no_such_route")
        return _sent(found, request, ASKED_AGAIN)

    return Router("/", route_handlers=[page, shared_page, asset, top_file], security=[{}])


def lost(app: App) -> Callable[[Request[Any, Any, Any], NotFoundException], Response[Any]]:
    """Return the handler for unknown addresses. A browser gets the app, which offers a way back."""

    def nowhere(request: Request[Any, Any, Any], fault: NotFoundException) -> Response[Any]:
        response = tell_unreadable(request, fault)
        reads_pages = request.method == "GET" and "text/html" in request.headers.get("accept", "")
        if app.page is None or not reads_pages:
            return response
        return Response(app.page.body, media_type=app.page.media, status_code=response.status_code)

    return nowhere


def _sent(file: File, request: Request[Any, Any, Any], control: str) -> Response[bytes]:
    """Return a file, or 304 if the client already has it. The file is compressed if possible."""
    shorter = file.pressed if accepts_gzip(request.headers.get("accept-encoding", "")) else None
    etag = f'"{file.hash}"' if shorter is None else f'"{file.hash}-gzip"'
    headers: Mapping[str, str] = {"cache-control": control, "etag": etag, "vary": "accept-encoding"}
    if etag in request.headers.get("if-none-match", ""):
        return Response(b"", status_code=304, headers=headers)
    if shorter is None:
        return Response(file.body, media_type=file.media, headers=headers)
    return Response(shorter, media_type=file.media, headers={**headers, "content-encoding": "gzip"})
