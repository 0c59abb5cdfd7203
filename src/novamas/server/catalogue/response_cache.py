"""Answers that are kept: encoded, in memory, by address, language, form and pressing, with a strong ETag.

What the catalogue answers to GET follows from the address, the language, the form, the edition of law and
program, and the day, since a region may be named without one. So an answer may be kept until one of them
changes, and whoever has it already is told no more than that it still holds.
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

from novamas.law.texts import Language
from novamas.server.catalogue.build_id import edition
from novamas.server.catalogue.tasks import FORMS, MEDIA, Form
from novamas.server.compression import QUICKLY, accepts_gzip, gzip_body
from novamas.server.error_responses import language_of

MAX_BYTES = 64 * 2**20  # of all that is kept
MAX_OF_ONE = 4 * 2**20
CONTROL = b"public, no-cache"  # to be asked again each time, which costs next to nothing
VARY = b"accept, accept-language, accept-encoding"

OF_THE_BODY = (b"content-length", b"content-type", b"content-encoding")

Headers: TypeAlias = list[tuple[bytes, bytes]]


class CachedResponse(NamedTuple):
    """An answer as it is sent."""

    etag: bytes
    headers: Headers
    body: bytes


class ResponseCache:
    """Answers by what they answer; the one that nobody has asked for longest gives way."""

    def __init__(self, most: int = MAX_BYTES) -> None:
        self.most = most
        self.size = 0
        self._kept: OrderedDict[object, CachedResponse] = OrderedDict()

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, key: object) -> CachedResponse | None:
        """The answer, if it is kept."""
        found = self._kept.get(key)
        if found is not None:
            self._kept.move_to_end(key)
        return found

    def put(self, key: object, answer: CachedResponse) -> None:
        """Keep an answer."""
        if len(answer.body) > min(MAX_OF_ONE, self.most) or key in self._kept:
            return
        self._kept[key] = answer
        self.size += len(answer.body)
        while self.size > self.most:
            self.size -= len(self._kept.popitem(last=False)[1].body)


@lru_cache(maxsize=256)
def preferred_language(accepted: bytes) -> Language:
    """The language that is liked best."""
    return language_of(accepted.decode("latin-1"))


@lru_cache(maxsize=256)
def preferred_formats(accepted: bytes) -> tuple[Form, ...]:
    """The forms that are accepted, in their order; those that nobody here writes are left out."""
    names = [item.partition(";")[0].strip() for item in accepted.decode("latin-1").lower().split(",")]
    return tuple(form for name in names for form in FORMS if MEDIA[form] == name)


class CacheMiddleware(ASGIMiddleware):
    """Answers out of the shelf what it has, and puts there what can be kept."""

    scopes = (ScopeType.HTTP,)

    def __init__(self, shelf: ResponseCache | None = None) -> None:
        self.shelf = shelf or ResponseCache()

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        """One request."""
        if scope["method"] != "GET" or scope["route_handler"].opt.get("anew"):  # type: ignore[typeddict-item]
            await next_app(scope, receive, send)
            return
        asked = _asked(scope["headers"])
        language, forms = preferred_language(asked.language), preferred_formats(asked.form)
        is_pressed = accepts_gzip(asked.encoding.decode("latin-1"))
        key = (scope["path"], scope["query_string"], language, forms, _today(), is_pressed)
        kept = self.shelf.get(key)
        if kept is not None:
            await _send(kept, asked.had, send)
            return
        catching = ResponseCapture(send)
        await next_app(scope, receive, catching)
        if catching.held is not None:
            answer = catching.kept(_etag(key))
            answer = await _pressed(answer) if is_pressed else answer
            self.shelf.put(key, answer)
            await _send(answer, asked.had, send)


class Accepted(NamedTuple):
    """What a request accepts, and what whoever asks has already."""

    language: bytes
    form: bytes
    encoding: bytes
    had: bytes


def _asked(headers: Iterable[tuple[bytes, bytes]]) -> Accepted:
    said = dict(headers)
    names = (b"accept-language", b"accept", b"accept-encoding", b"if-none-match")
    return Accepted(*(said.get(name, b"") for name in names))


async def _pressed(answer: CachedResponse) -> CachedResponse:
    """The same answer pressed together, where that helps; a long one keeps nobody else waiting meanwhile."""
    shorter = await asyncio.to_thread(gzip_body, answer.body, QUICKLY)
    if shorter is None:
        return answer
    headers = [each for each in answer.headers if each[0] != b"content-length"]
    own = ((b"content-length", str(len(shorter)).encode()), (b"content-encoding", b"gzip"))
    return CachedResponse(answer.etag, [*headers, *own], shorter)


def _etag(key: tuple[Any, ...]) -> bytes:
    path, query, language, forms, day, is_pressed = key
    names = (edition(), path, language, *forms, day, "gzip" if is_pressed else "")
    named = "\0".join(names).encode("utf-8", "surrogateescape")
    return b'"' + blake2b(named + b"\0" + query, digest_size=16).hexdigest().encode() + b'"'


def _today() -> str:
    """The day as `novamas.law.catalogue` counts it where nobody names one."""
    return datetime.now(UTC).astimezone().date().isoformat()


def _names(had: bytes, etag: bytes) -> bool:
    """Does whoever asks have this very answer?"""
    return had.strip() == b"*" or etag in (one.strip().removeprefix(b"W/") for one in had.split(b","))


async def _send(kept: CachedResponse, had: bytes, send: Send) -> None:
    """The answer; or only that what was had still holds."""
    if had and _names(had, kept.etag):
        headers = [each for each in kept.headers if each[0] not in OF_THE_BODY]
        await send({"type": "http.response.start", "status": 304, "headers": headers})
        await send({"type": "http.response.body", "body": b"", "more_body": False})
        return
    await send({"type": "http.response.start", "status": 200, "headers": kept.headers})
    await send({"type": "http.response.body", "body": kept.body, "more_body": False})


class ResponseCapture:
    """Holds back an answer that can be kept; lets any other through."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self.held: Message | None = None
        self._body: list[bytes] = []

    async def __call__(self, message: Message) -> None:
        """One message of the answer."""
        if message["type"] == "http.response.start" and message["status"] == 200:
            self.held = message
        elif message["type"] == "http.response.body" and self.held is not None:
            self._body.append(message["body"])
        else:
            await self._send(message)

    def kept(self, etag: bytes) -> CachedResponse:
        """The whole answer, with what tells others how long it holds."""
        assert self.held is not None
        own = ((b"etag", etag), (b"cache-control", CONTROL), (b"vary", VARY))
        return CachedResponse(etag, [*self.held["headers"], *own], b"".join(self._body))  # type: ignore[typeddict-item]
