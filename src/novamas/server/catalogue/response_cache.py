"""In-memory cache of encoded responses, with strong ETags.

A response to GET depends on the address, the language, the format, the edition of law and program,
and the day, because a region without a day means today. All of these are in the key, and so is the
compression. A cached response is therefore valid until one of them changes. A client that already
has it gets 304.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Iterable
from datetime import UTC, datetime
from functools import lru_cache
from hashlib import blake2b
from typing import Any, NamedTuple, TypeAlias

from litestar.enums import ScopeType
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from novamas.law import Library
from novamas.law.texts import Language
from novamas.server.catalogue.build_id import edition_of
from novamas.server.catalogue.tasks import FORMS, MEDIA, Form
from novamas.server.compression import QUICKLY, accepts_gzip, gzip_body
from novamas.server.error_responses import language_of

MAX_BYTES = 64 * 2**20  # of all cached responses
MAX_OF_ONE = 4 * 2**20
CONTROL = b"public, no-cache"  # clients revalidate each time, which is cheap
VARY = b"accept, accept-language, accept-encoding"

OF_THE_BODY = (b"content-length", b"content-type", b"content-encoding")

Headers: TypeAlias = list[tuple[bytes, bytes]]


class CachedResponse(NamedTuple):
    """An encoded response."""

    etag: bytes
    headers: Headers
    body: bytes


class ResponseCache:
    """An LRU cache of responses with a limit on their total size."""

    def __init__(self, most: int = MAX_BYTES) -> None:
        self.most = most
        self.size = 0
        self._kept: OrderedDict[object, CachedResponse] = OrderedDict()

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, key: object) -> CachedResponse | None:
        """Return the cached response for a key, or None."""
        found = self._kept.get(key)
        if found is not None:
            self._kept.move_to_end(key)
        return found

    def put(self, key: object, answer: CachedResponse) -> None:
        """Cache a response, unless it is too large or already cached."""
        if len(answer.body) > min(MAX_OF_ONE, self.most) or key in self._kept:
            return
        self._kept[key] = answer
        self.size += len(answer.body)
        while self.size > self.most:
            self.size -= len(self._kept.popitem(last=False)[1].body)


@lru_cache(maxsize=256)
def preferred_language(accepted: bytes) -> Language:
    """Return the language that an Accept-Language header prefers."""
    return language_of(accepted.decode("latin-1"))


@lru_cache(maxsize=256)
def preferred_formats(accepted: bytes) -> tuple[Form, ...]:
    """Return the known formats in an Accept header, in the order of the header."""
    names = [item.partition(";")[0].strip() for item in accepted.decode("latin-1").lower().split(",")]
    return tuple(form for name in names for form in FORMS if MEDIA[form] == name)


class CacheMiddleware(ASGIMiddleware):
    """Middleware that answers GET requests from the cache and caches successful responses."""

    scopes = (ScopeType.HTTP,)

    def __init__(self, law: Library, cache: ResponseCache | None = None) -> None:
        self.law = law
        self.cache = cache or ResponseCache()

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        """Handle one request."""
        if scope["method"] != "GET" or scope["route_handler"].opt.get("anew"):  # type: ignore[typeddict-item]
            await next_app(scope, receive, send)
            return
        accepted = _accepted(scope["headers"])
        language, forms = preferred_language(accepted.language), preferred_formats(accepted.form)
        is_pressed = accepts_gzip(accepted.encoding.decode("latin-1"))
        key = (scope["path"], scope["query_string"], language, forms, _today(), is_pressed)
        cached = self.cache.get(key)
        if cached is not None:
            await _send(cached, accepted.had, send)
            return
        capture = ResponseCapture(send)
        await next_app(scope, receive, capture)
        if capture.held is not None:
            answer = capture.kept(_etag(edition_of(self.law), key))
            answer = await _pressed(answer) if is_pressed else answer
            self.cache.put(key, answer)
            await _send(answer, accepted.had, send)


class Accepted(NamedTuple):
    """The headers of a request that select its response, and the ETags that the client has."""

    language: bytes
    form: bytes
    encoding: bytes
    had: bytes


def _accepted(headers: Iterable[tuple[bytes, bytes]]) -> Accepted:
    found = dict(headers)
    names = (b"accept-language", b"accept", b"accept-encoding", b"if-none-match")
    return Accepted(*(found.get(name, b"") for name in names))


async def _pressed(answer: CachedResponse) -> CachedResponse:
    """Return a response compressed, if that makes it shorter. Runs on a thread, so others do not wait."""
    shorter = await asyncio.to_thread(gzip_body, answer.body, QUICKLY)
    if shorter is None:
        return answer
    headers = [each for each in answer.headers if each[0] != b"content-length"]
    added = ((b"content-length", str(len(shorter)).encode()), (b"content-encoding", b"gzip"))
    return CachedResponse(answer.etag, [*headers, *added], shorter)


def _etag(edition: str, key: tuple[Any, ...]) -> bytes:
    path, query, language, forms, day, is_pressed = key
    names = (edition, path, language, *forms, day, "gzip" if is_pressed else "")
    named = "\0".join(names).encode("utf-8", "surrogateescape")
    return b'"' + blake2b(named + b"\0" + query, digest_size=16).hexdigest().encode() + b'"'


def _today() -> str:
    """Return the present day, which `novamas.law.catalogue` uses if a request names no day."""
    return datetime.now(UTC).astimezone().date().isoformat()


def _names(had: bytes, etag: bytes) -> bool:
    """Return whether the client's list of ETags contains this one."""
    return had.strip() == b"*" or etag in (one.strip().removeprefix(b"W/") for one in had.split(b","))


async def _send(cached: CachedResponse, had: bytes, send: Send) -> None:
    """Send a cached response, or 304 if the client already has it."""
    if had and _names(had, cached.etag):
        headers = [each for each in cached.headers if each[0] not in OF_THE_BODY]
        await send({"type": "http.response.start", "status": 304, "headers": headers})
        await send({"type": "http.response.body", "body": b"", "more_body": False})
        return
    await send({"type": "http.response.start", "status": 200, "headers": cached.headers})
    await send({"type": "http.response.body", "body": cached.body, "more_body": False})


class ResponseCapture:
    """A `send` function that holds back a response with status 200 and passes on any other."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self.held: Message | None = None
        self._body: list[bytes] = []

    async def __call__(self, message: Message) -> None:
        """Process one message of the response."""
        if message["type"] == "http.response.start" and message["status"] == 200:
            self.held = message
        elif message["type"] == "http.response.body" and self.held is not None:
            self._body.append(message["body"])
        else:
            await self._send(message)

    def kept(self, etag: bytes) -> CachedResponse:
        """Return the whole captured response, with the headers for caching added."""
        assert self.held is not None
        added = ((b"etag", etag), (b"cache-control", CONTROL), (b"vary", VARY))
        return CachedResponse(etag, [*self.held["headers"], *added], b"".join(self._body))  # type: ignore[typeddict-item]
