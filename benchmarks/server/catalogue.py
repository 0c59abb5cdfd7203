"""Speed of the catalogue, compared with the framework's empty response. Run it by hand.

    .venv/bin/python -m benchmarks.server.catalogue [SECONDS]

There is one server process and one client process. The client requests each route in turns of a tenth of a
second over a few open connections, so that other work on the machine disturbs all routes alike. The requests
are: the bare response in JSON, a cached clause, the same clause if the client already has it, a clause that
is built each time, and larger responses.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import socket
import sys
import time
from collections import Counter
from multiprocessing.connection import Connection
from typing import Any

import uvicorn
from litestar import Litestar, get

from novamas.server.application import application

SECONDS = 10.0
TURN = 0.1
CONNECTIONS = 8
CLAUSE = "/api/clauses/IB05.01.IV.1.A.a.1"


@get("/bare")
async def bare() -> dict[str, str]:
    """Respond with the framework alone."""
    return {"hello": "world"}


@get("/bare/{clause:str}")
async def bare_with_a_part(clause: str) -> dict[str, str]:
    """Respond with the framework alone, to an address with a variable part."""
    return {"clause": clause}


def serve(line: Connection) -> None:
    """Serve the whole application, together with the bare responses."""
    app: Litestar = application()
    app.register(bare)
    app.register(bare_with_a_part)
    listening = socket.create_server(("127.0.0.1", 0))
    line.send(listening.getsockname()[1])
    config = uvicorn.Config(app, log_config=None, access_log=False, lifespan="on")
    uvicorn.Server(config).run(sockets=[listening])


class Asking:
    """One repeated request, with the number of its responses and their total time."""

    def __init__(self, name: str, address: str, status: int = 200, headers: str = "") -> None:
        self.name, self.address, self.status, self.headers = name, address, status, headers
        self.answers, self.seconds, self.bytes = 0, 0.0, 0

    def request(self, number: int) -> bytes:
        """Return one request. `{n}` in its address is a different number each time."""
        address = self.address.replace("{n}", str(number))
        return f"GET {address} HTTP/1.1\r\nhost: b\r\n{self.headers}\r\n".encode()


async def answered(reader: asyncio.StreamReader) -> tuple[int, int]:
    """Return the status of a response and the length of its body."""
    head = await reader.readuntil(b"\r\n\r\n")
    status = int(head[9:12])
    at = head.lower().find(b"content-length:")
    length = int(head[at + 15 : head.index(b"\r\n", at)]) if at >= 0 else 0
    if length:
        await reader.readexactly(length)
    return status, length


async def turn(
    asking: Asking, lines: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]], counts: Counter[str]
) -> None:
    """Send requests for a tenth of a second over all connections at once."""
    latest = time.perf_counter() + TURN

    async def ask(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while time.perf_counter() < latest:
            counts[asking.name] += 1
            writer.write(asking.request(counts[asking.name]))
            status, length = await answered(reader)
            assert status == asking.status, (asking.name, status)
            asking.answers += 1
            asking.bytes = length

    start = time.perf_counter()
    await asyncio.gather(*(ask(*line) for line in lines))
    asking.seconds += time.perf_counter() - start


async def measured(port: int, seconds: float) -> list[Asking]:
    """Measure all requests in turns."""
    lines = [await asyncio.open_connection("127.0.0.1", port) for _ in range(CONNECTIONS)]
    reader, writer = lines[0]
    writer.write(Asking("", CLAUSE).request(0))
    head = await reader.readuntil(b"\r\n\r\n")
    etag = head.lower().partition(b"etag: ")[2].partition(b"\r\n")[0].decode()
    length = int(head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0])
    await reader.readexactly(length)
    every = [
        Asking("bare answer", "/bare"),
        Asking("bare, with a part", "/bare/IB05.01.IV.1.A.a.1"),
        Asking("clause, kept", CLAUSE),
        Asking("clause, had already", CLAUSE, 304, f"if-none-match: {etag}\r\n"),
        Asking("clause, made anew", CLAUSE + "?n={n}"),
        Asking("frame of a game, kept", "/api/games/ruleta"),
        Asking("layout, kept", "/api/layouts/ruleta"),
        Asking("words, kept", "/api/words/es"),
    ]
    counts: Counter[str] = Counter()
    latest = time.perf_counter() + seconds
    while time.perf_counter() < latest:
        for asking in every:
            await turn(asking, lines, counts)
    for _, one in lines:
        one.close()
    return every


def main(seconds: float = SECONDS) -> None:
    """Measure all requests and print the results."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    server: Any = context.Process(target=serve, args=(theirs,))
    server.start()
    port = ours.recv()
    time.sleep(2)
    try:
        found = asyncio.run(measured(port, seconds))
    finally:
        server.terminate()
        server.join()
    first = found[0].answers / found[0].seconds
    print(f"{'':24}{'bytes':>9}{'a second':>10}{'of bare':>9}")
    for asking in found:
        rate = asking.answers / asking.seconds
        print(f"{asking.name:24}{asking.bytes:>9}{rate:>10.0f}{rate / first:>9.2f}")


if __name__ == "__main__":
    main(*map(float, sys.argv[1:]))
