"""Endless headers are refused with 431 over HTTP and before a WebSocket, in bounded memory."""

from __future__ import annotations

import json
import socket
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from tests.server.test_process import serving

from novamas.server.http import MAX_HEAD, MAX_HEADERS

PLAIN = b"GET /health HTTP/1.1\r\nhost: localhost\r\n"
SOCKET = (
    b"GET /api/tables/0123456789abcdef/socket HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade\r\n"
    b"upgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
)
POST = b"POST /api/check HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n"
MEGABYTES = 60
ENDLESS = {
    "one line": (PLAIN, b"x: " + b"a" * 2**20, b"a" * 2**20),
    "many lines": (PLAIN, b"", b"x: a\r\n" * (2**20 // 6)),
    "an address": (b"GET /", b"", b"a" * 2**20),
    "a method": (b"", b"", b"GET" * (2**20 // 3)),
    "a line before a WebSocket": (SOCKET, b"x: " + b"a" * 2**20, b"a" * 2**20),
    "lines before a WebSocket": (SOCKET, b"", b"x: a\r\n" * (2**20 // 6)),
    "trailers": (POST, b"2\r\n{}\r\n0\r\n", b"x: a\r\n" * (2**20 // 6)),
    "one trailer": (POST, b"2\r\n{}\r\n0\r\nx: ", b"a" * 2**20),
    "an extension of a chunk": (POST, b"2;", b"a" * 2**20),
}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[int, int]]:
    """Start a server process. Yield its id and its port."""
    with serving(tmp_path_factory.mktemp("house") / "books.sqlite") as (server, address):
        yield server.pid, int(address.rpartition(":")[2])


def answered(port: int, sent: bytes) -> bytes:
    """Return the response to these bytes, until the server closes or waits for more."""
    with socket.create_connection(("127.0.0.1", port), timeout=5) as line:
        line.sendall(sent)
        found = b""
        with suppress(TimeoutError, ConnectionResetError):
            while part := line.recv(65536):
                found += part
                if found.startswith(b"HTTP/1.1 ") and found.endswith(b"}"):
                    break
    return found


@pytest.mark.parametrize("begun", [PLAIN, SOCKET], ids=["HTTP", "WebSocket"])
@pytest.mark.parametrize(
    "lines",
    [
        b"x: " + b"a" * 8_000 + b"\r\n",
        b"".join(b"x%d: %s\r\n" % (number, b"a" * 1000) for number in range(17)),
        b"x: a\r\n" * MAX_HEADERS,
        b"a" * 8_001 + b": x\r\n",
    ],
    ids=["a long line", "long in all", "too many", "a long name"],
)
def test_too_long_headers_are_refused(house: tuple[int, int], begun: bytes, lines: bytes) -> None:
    _pid, port = house
    answer = answered(port, begun + b"accept-language: ca\r\n" + lines + b"\r\n")
    head, _, body = answer.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 431 "), answer
    error = json.loads(body)["error"]
    assert (error["code"], str(MAX_HEAD) in error["says"]) == ("headers_too_large", True)
    assert "capçaleres" in error["says"]


@pytest.mark.parametrize("begun", [PLAIN, SOCKET], ids=["HTTP", "WebSocket"])
def test_what_browsers_send_is_answered(house: tuple[int, int], begun: bytes) -> None:
    _pid, port = house
    lines = b"cookie: a=" + b"b" * 7_000 + b"\r\n" + b"".join(b"x%d: a\r\n" % one for one in range(80))
    assert b" 431 " not in answered(port, begun + lines + b"connection: close\r\n\r\n").partition(b"\r\n")[0]


def memory(process: int) -> int:
    """Return the peak memory of a process, in MiB."""
    status = Path(f"/proc/{process}/status").read_text("utf-8")
    return next(int(line.split()[1]) // 1024 for line in status.splitlines() if line.startswith("VmHWM"))


@pytest.mark.skipif(sys.platform != "linux", reason="memory is counted as Linux counts it")
@pytest.mark.parametrize("what", ENDLESS)
def test_headers_without_end_take_no_memory(house: tuple[int, int], what: str) -> None:
    process, port = house
    begun, once, again = ENDLESS[what]
    before = memory(process)
    with socket.create_connection(("127.0.0.1", port), timeout=5) as line:
        line.sendall(begun + once)
        with pytest.raises(ConnectionError):
            line.sendall(again * MEGABYTES)
    assert memory(process) - before < 8
    assert b" 200 " in answered(port, PLAIN + b"connection: close\r\n\r\n")
