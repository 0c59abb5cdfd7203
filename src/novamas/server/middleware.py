"""Middleware around the application, which checks each request and adds response headers.

It refuses unknown host names, foreign origins, and requests that are too frequent, too large or too
slow. It runs before routing, so unknown paths are protected as well.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Iterable
from http.cookies import CookieError, SimpleCookie
from typing import Any

import msgspec
from litestar import Litestar
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from novamas.errors import InvalidInput, NovamasError
from novamas.server.app_state import AppState
from novamas.server.error_responses import language_of
from novamas.server.logs import log
from novamas.server.rate_limits import network_of
from novamas.server.settings import FILE_BYTES
from novamas.server.status_codes import status_of
from novamas.words import voice_for
from novamas.words.problems import ErrorBody, error_payload

COOKIE = "novamas"
ASKS_NOTHING = ("GET", "HEAD", "OPTIONS")  # safe methods
PLAIN = ("/health", "/ready", "/metrics")  # paths allowed without TLS, for monitoring on the same machine
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "cache-control": "no-store",  # default of routes that set none
}
RESOURCE_POLICY = b"cross-origin-resource-policy"
FOR_ORIGINS = (  # for pages of other sites that the settings name
    (RESOURCE_POLICY, b"cross-origin"),
    (b"access-control-allow-credentials", b"true"),
    (b"access-control-allow-methods", b"GET, POST, DELETE"),
    (b"access-control-allow-headers", b"accept-language, content-type, idempotency-key"),
    (b"access-control-max-age", b"600"),
    (b"vary", b"origin"),
)
FOR_HTTPS = {"strict-transport-security": "max-age=31536000"}

_HOST = re.compile(r"(?P<name>[^\[\]:/?#@\s]+|\[[0-9a-f:.]+\])(?::[0-9]{1,5})?")
Scope = dict[str, Any]
Header = tuple[bytes, bytes]


def add_guard(app: Litestar, running: AppState) -> Litestar:
    """Wrap an application in `GuardMiddleware` and, if proxies are trusted, in uvicorn's proxy middleware."""
    inner: Any = GuardMiddleware(app.asgi_handler, running)
    trusted = running.settings.serving.trusted_proxies
    app.asgi_handler = ProxyHeadersMiddleware(inner, list(trusted)) if trusted else inner  # type: ignore[assignment]
    return app


class GuardMiddleware:
    """Middleware that checks and limits requests and sockets, and adds response headers."""

    def __init__(self, app: Any, running: AppState) -> None:
        self._app = app
        self._running = running
        serving = running.settings.serving
        always = HEADERS | (FOR_HTTPS if serving.https else {})
        self._headers = [(name.encode(), value.encode()) for name, value in always.items()]
        self._hosts = {host.lower() for host in serving.hosts}
        self._origins = {origin.lower() for origin in serving.origins}

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        """Admit a request or a socket, or refuse it before it reaches a route."""
        if scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        else:
            await self._request(scope, dict(scope["headers"]), receive, send)

    # ------------------------------------------------------------ requests

    async def _request(self, scope: Scope, headers: dict[bytes, bytes], receive: Any, send: Any) -> None:
        running, began = self._running, time.perf_counter()
        exchange = _Exchange(scope, receive, send, self._headers_for(scope, headers), running)
        running.requests.add(exchange)
        try:
            refusal = self._wrong(scope, headers)
            if refusal is None:
                await self._app(scope, exchange.receive, exchange.send)
            else:
                await exchange.refuse(refusal, headers)
        except asyncio.CancelledError:
            if not exchange.is_dropped:
                raise
            exchange.task.uncancel()
            _drop(running, "request", scope)
            if not exchange.status:
                await exchange.refuse(NovamasError("request_too_slow"), headers)
        finally:
            running.requests.discard(exchange)
            route, took = scope.get("path_template") or "-", time.perf_counter() - began
            running.metrics.answered(route, scope["method"], exchange.status, took)
            if running.settings.logging.requests:
                log(
                    "request",
                    method=scope["method"],
                    route=route,
                    status=exchange.status,
                    milliseconds=round(1000 * took, 1),
                )

    def _headers_for(self, scope: Scope, headers: dict[bytes, bytes]) -> list[Header]:
        """Return the headers of a response. Pages of allowed origins may read the API (CORS)."""
        origin = _text(headers, b"origin").lower()
        if origin not in self._origins or not scope["path"].startswith(("/api/", "/elements.js")):
            return self._headers
        shared = [(name, value) for name, value in self._headers if name != RESOURCE_POLICY]
        named = (b"access-control-allow-origin", origin.encode())
        return [named, *FOR_ORIGINS, *shared]

    def _wrong(self, scope: Scope, headers: dict[bytes, bytes]) -> NovamasError | None:
        """Return the reason to refuse a request, or None."""
        running = self._running
        refusal = self._too_often(scope, headers) or self._strange(scope, headers)
        if refusal is None and len(running.requests) > running.settings.limits.requests_at_once:
            refusal = NovamasError("too_many_requests", seconds=1)
        max_bytes = max(running.settings.limits.bytes, FILE_BYTES if _takes_files(scope) else 0)
        if refusal is None and _length(headers) > max_bytes:
            refusal = InvalidInput("request_too_large", most=max_bytes)
        return refusal

    def _strange(self, scope: Scope, headers: dict[bytes, bytes]) -> NovamasError | None:
        """Return a refusal if the host name is unknown, the origin is foreign or TLS is missing."""
        host = _text(headers, b"host").lower()
        if self._hosts and (_name_of(host) not in self._hosts or _hosts_in(scope) > 1):
            self._log_refusal("host_refused", scope)
            return NovamasError("host_unknown")
        changes = scope["type"] == "websocket" or scope["method"] not in ASKS_NOTHING
        if changes and self._is_foreign(host, headers):
            self._log_refusal("origin_refused", scope)
            return NovamasError("origin_foreign")
        insecure = scope["scheme"] in ("http", "ws") and scope["path"] not in PLAIN
        if self._running.settings.serving.https and insecure:
            return NovamasError("https_wanted")
        return None

    def _is_foreign(self, host: str, headers: dict[bytes, bytes]) -> bool:
        """Return whether a page of another site sent the request.

        Only browsers send an origin.
        """
        origin = _text(headers, b"origin").lower()
        if not origin:
            return _text(headers, b"sec-fetch-site").lower() in ("cross-site", "same-site")
        return origin.partition("://")[2] != host and origin not in self._origins

    def _too_often(self, scope: Scope, headers: dict[bytes, bytes]) -> NovamasError | None:
        """Return a refusal if the address or its guest pass exceeds the rate limit."""
        running, address = self._running, network_of(_address(scope))
        seconds, key = running.addresses.take(address), address
        if not seconds and (id := pass_id_of(running, headers)):
            seconds, key = running.persons_asking.take(id), id
        if not seconds:
            return None
        self._log_refusal("too_many", scope, key)
        return NovamasError("too_many_requests", seconds=int(seconds) + 1)

    def _log_refusal(self, event: str, scope: Scope, who: str = "") -> None:
        """Log a refusal, at most once a minute per address or guest pass."""
        address = network_of(_address(scope))
        if not self._running.log_lines.take(f"{event} {who or address}"):
            log(event, address=address, what=scope["type"])

    # ------------------------------------------------------------ sockets

    async def _socket(self, scope: Scope, receive: Any, send: Any) -> None:
        running, line = self._running, _Line(send, self._headers, self._running.settings.limits.write_seconds)
        refusal = self._enter(line, scope, dict(scope["headers"]))
        if refusal is not None:
            running.metrics.refuse(refusal)
            await receive()  # the handshake
            await send({"type": "websocket.close", "code": 1013 if _is_busy(refusal) else 1008})
            return
        running.lines.add(line)
        try:
            await self._app(scope, receive, line.send)
        except asyncio.CancelledError:
            if not line.is_dropped:
                raise
            line.task.uncancel()
            _drop(running, "socket", scope)
        finally:
            running.lines.discard(line)
            running.sockets.leave(line)

    def _enter(self, line: _Line, scope: Scope, headers: dict[bytes, bytes]) -> NovamasError | None:
        """Register a socket, or return the reason why it is refused."""
        refusal = self._too_often(scope, headers) or self._strange(scope, headers)
        if refusal is None:
            try:
                address = network_of(_address(scope))
                self._running.sockets.enter(line, pass_id_of(self._running, headers) or "", address)
            except NovamasError as full:
                refusal = full
                self._log_refusal("too_many", scope)
        return refusal


class _Line:
    """An open socket. The server can close it, and drops it if the client reads too slowly."""

    def __init__(self, send: Any, headers: list[Header], write_seconds: float) -> None:
        self.task = _task()
        self._send = send
        self._headers = headers
        self._write_seconds = write_seconds
        self._sending_since = 0.0
        self._is_closed = False
        self.is_dropped = False

    def drop_if_slow(self, now: float) -> None:
        """Drop the client if it does not read the messages sent to it."""
        slow = self._sending_since and now - self._sending_since > self._write_seconds
        if slow and not self.is_dropped:
            self.is_dropped = True
            self.task.cancel()

    async def send(self, message: Scope) -> None:
        if self._is_closed:
            return
        if message["type"] == "websocket.accept":
            message = {**message, "headers": [*message.get("headers", ()), *self._headers]}
        self._is_closed = message["type"] == "websocket.close"
        self._sending_since = time.monotonic()
        await self._send(message)
        self._sending_since = 0.0

    async def close(self, code: int = 1000, reason: str | None = None) -> None:
        """Close the socket with a code and a reason."""
        if not self._is_closed:
            self._is_closed = True
            await self._send({"type": "websocket.close", "code": code, "reason": reason or ""})


class _Exchange:
    """A request with its response. It drops a client that sends or reads too slowly.

    Headers are added to the response. Once a second, `AppState.watch` looks for slow clients among all
    requests. A timer for each would cost as much as a short response.
    """

    def __init__(
        self, scope: Scope, receive: Any, send: Any, headers: list[Header], running: AppState
    ) -> None:
        self.task = _task()
        self._scope = scope
        self._receive = receive
        self._send = send
        self._headers = headers
        self._running = running
        self._began = time.monotonic()
        self._is_reading = False
        self._is_whole = False
        self._sending_since = 0.0
        self.status = 0
        self.is_dropped = False

    def drop_if_slow(self, now: float) -> None:
        """Drop the client if it does not complete its request or does not read its response."""
        limits = self._running.settings.limits
        slow_to_ask = self._is_reading and now - self._began > limits.read_seconds
        slow_to_take = self._sending_since and now - self._sending_since > limits.write_seconds
        if (slow_to_ask or slow_to_take) and not self.is_dropped:
            self.is_dropped = True
            self.task.cancel()

    async def receive(self) -> Scope:
        self._is_reading = not self._is_whole  # after the whole request this only waits for a disconnect
        message: Scope = await self._receive()
        self._is_reading = False
        self._is_whole = message["type"] != "http.request" or not message.get("more_body")
        return message

    async def send(self, message: Scope) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            message["headers"] = [*self._missing(message["headers"]), *cookie_of(self._scope)]
        self._sending_since = time.monotonic()
        await self._send(message)
        self._sending_since = 0.0

    def _missing(self, given: Iterable[Header]) -> list[Header]:
        """Return the headers of a route, completed by the default headers."""
        set_by_route = [(name.lower(), value) for name, value in given]
        names = {name for name, _ in set_by_route}
        return set_by_route + [header for header in self._headers if header[0] not in names]

    async def refuse(self, error: NovamasError, headers: dict[bytes, bytes]) -> None:
        """Send an error response in place of the application's."""
        self._running.metrics.refuse(error)
        voice = voice_for(language_of(_text(headers, b"accept-language")), law=self._running.law)
        body = msgspec.json.encode(ErrorBody(error_payload(error, voice)))
        response_headers = [
            (b"content-type", b"application/json"),
            (b"content-length", str(len(body)).encode()),
            (b"content-language", voice.language.encode()),
        ]
        if seconds := error.figures.get("seconds"):
            response_headers.append((b"retry-after", str(seconds).encode()))
        await self.send(
            {"type": "http.response.start", "status": status_of(error), "headers": response_headers}
        )
        await self.send({"type": "http.response.body", "body": body})


def _task() -> asyncio.Task[Any]:
    """Return the current asyncio task."""
    found = asyncio.current_task()
    assert found is not None
    return found


def pass_of(headers: dict[bytes, bytes]) -> str:
    """Return the guest pass from the cookies of a request."""
    cookies = _text(headers, b"cookie")
    if COOKIE not in cookies or len(cookies) > 8192:
        return ""
    try:
        found = SimpleCookie(cookies).get(COOKIE)
    except CookieError:
        return ""
    return found.value if found else ""


def pass_id_of(running: AppState, headers: dict[bytes, bytes]) -> str | None:
    """Return the id of the guest pass in the cookie, if its signature is valid."""
    found = pass_of(headers)
    return running.persons.pass_id(found) if found and running.persons is not None else None


def set_cookie(scope: Any, value: str, seconds: int) -> None:
    """Set the cookie with the guest pass in the response. An empty value deletes the cookie."""
    scope["novamas_cookie"] = (value, seconds)


def cookie_of(scope: Any) -> list[Header]:
    """Return the header that sets or deletes the guest-pass cookie, if the request changed it."""
    if "novamas_cookie" not in scope:
        return []
    value, seconds = scope["novamas_cookie"]
    secure = "; Secure" if scope["scheme"] == "https" else ""
    cookie = f"{COOKIE}={value}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Strict{secure}"
    return [(b"set-cookie", cookie.encode())]


def _is_busy(error: NovamasError) -> bool:
    return status_of(error) in (429, 503)


def _drop(running: AppState, what: str, scope: Scope) -> None:
    running.metrics.dropped.labels(what).inc()
    log("client_dropped", what=what, address=network_of(_address(scope)))


def _address(scope: Scope) -> str:
    client = scope.get("client")
    return str(client[0]) if client else ""


def _text(headers: dict[bytes, bytes], name: bytes) -> str:
    return headers.get(name, b"").decode("latin-1")


def _name_of(host: str) -> str:
    """Return the host name in a Host header without the port. It is empty if the header is malformed."""
    found = _HOST.fullmatch(host)
    return found["name"] if found else ""


def _hosts_in(scope: Scope) -> int:
    return sum(name == b"host" for name, _ in scope["headers"])


def _takes_files(scope: Scope) -> bool:
    """Return whether a path accepts uploaded files: floors, sessions or records."""
    return str(scope.get("path", "")).startswith(("/api/check", "/api/audit", "/api/records"))


def _length(headers: dict[bytes, bytes]) -> int:
    length = headers.get(b"content-length", b"")
    return int(length) if length.isdigit() and len(length) < 20 else 0
