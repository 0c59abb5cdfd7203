"""The HTTP protocol of uvicorn, with a limit on headers. Its parser alone has no limit."""

from __future__ import annotations

from http import HTTPStatus
from typing import Final

import msgspec
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from novamas.errors import InvalidInput
from novamas.server.error_responses import language_of
from novamas.words import our_voice
from novamas.words.problems import ErrorBody, error_payload

MAX_HEAD: Final = 16 * 1024  # bytes of address and headers together
MAX_LINE: Final = 8_000  # bytes of one of them: `websockets` fails at 8,192
MAX_HEADERS: Final = 100
FRAMING: Final = 8  # bytes around each byte of a body, in chunks of one byte


class BoundedHttp(HttpToolsProtocol):
    """A connection that refuses requests with too long headers or trailers, also for WebSockets."""

    _came = 0  # bytes of this request, without those of the part in which it began
    _body = 0  # of these, bytes of the body
    _head = 0  # bytes of address and headers that the parser has handed over
    _is_too_large = False

    def data_received(self, data: bytes) -> None:
        """Parse a piece of data, and count the bytes outside of bodies.

        The parser holds a header in memory until it is complete, so these bytes must be limited.
        """
        self._came += len(data)
        super().data_received(data)
        if self._came - self._body > MAX_HEAD + self._body * FRAMING and not self.transport.is_closing():
            self._refuse()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._came = self._body = self._head = 0

    def on_url(self, url: bytes) -> None:
        super().on_url(url)
        self._count(len(url), len(self.url))

    def on_header(self, name: bytes, value: bytes) -> None:
        super().on_header(name, value)
        self._count(len(name) + len(value), len(name) + len(value))

    def on_body(self, body: bytes) -> None:
        self._body += len(body)
        super().on_body(body)

    def _count(self, added: int, line: int) -> None:
        """Raise an error if the headers of the request are too long.

        The parser then stops, and `send_400_response` answers.
        """
        self._head += added
        if self._head > MAX_HEAD or line > MAX_LINE or len(self.headers) > MAX_HEADERS:
            self._is_too_large = True
            raise ValueError

    def send_400_response(self, msg: str) -> None:
        """Answer a request that cannot be parsed."""
        if self._is_too_large:
            self._refuse()
        else:
            super().send_400_response(msg)

    def _refuse(self) -> None:
        """Answer that the headers are too large, and close the connection."""
        accepted = next((value for name, value in self.headers or () if name == b"accept-language"), b"")
        voice = our_voice(language_of(accepted.decode("latin-1")))
        body = msgspec.json.encode(
            ErrorBody(error_payload(InvalidInput("headers_too_large", most=MAX_HEAD), voice))
        )
        status = HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE
        head = f"content-type: application/json\r\ncontent-length: {len(body)}\r\nconnection: close\r\n\r\n"
        self.transport.write(STATUS_LINE[status] + head.encode() + body)
        self.transport.close()
