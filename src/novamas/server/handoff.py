"""Handoff of sockets between worker processes: one process serves all sockets of a table.

The system distributes connections over the processes. A process may read the upgrade request for a
table of another process. It then passes the open connection to that process, with the request
(SCM_RIGHTS over a Unix socket). The client notices nothing. So only one process applies, encodes
and sends the entries of a table. If that process does not run, the socket is served by the process
where it arrived.
"""

from __future__ import annotations

import asyncio
import re
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final
from zlib import crc32

from novamas.server.http import BoundedHttp
from novamas.server.websocket import BoundedSocket

TABLE_SOCKET: Final = re.compile(rb"/api/tables/([0-9a-zA-Z]+)/live(?:\?|$)")
MAX_REQUEST: Final = 256 * 1024  # bytes of a request that is passed on
PATIENCE: Final = 0.5  # seconds for a process on this machine to send or take a request of some kilobytes
BACKLOG: Final = 256  # connections passed on that wait to be taken


class Handoff:
    """The connections of a worker process to the other worker processes, by their index."""

    def __init__(self, folder: Path, index: int, processes: int) -> None:
        self._folder = folder
        self._index = index
        self._processes = processes

    def passes(self, path: bytes, connection: socket.socket, request: bytes) -> bool:
        """Pass a connection with its upgrade request to the process that serves the table.

        Return false if that is this process, if the path is not a table's, or if that process does not
        answer.
        """
        found = TABLE_SOCKET.match(path)
        if found is None or (owner := crc32(found[1]) % self._processes) == self._index:
            return False
        if len(request) > MAX_REQUEST:
            return False
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as line:
            line.settimeout(PATIENCE)
            try:
                line.connect(str(self._at(owner)))
                sent = socket.send_fds(line, [request], [connection.fileno()])
                line.sendall(request[sent:])
            except OSError:
                return False
        return True

    def listen(self, take: Callable[[socket.socket, bytes], None]) -> Callable[[], None]:
        """Take the connections that other processes pass on. Return a function that ends this."""
        at = self._at(self._index)
        at.unlink(missing_ok=True)  # of a process that ended without removing it
        line = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        line.bind(str(at))
        line.listen(BACKLOG)
        line.setblocking(False)
        loop = asyncio.get_running_loop()
        loop.add_reader(line, _take_one, line, take)

        def end() -> None:
            loop.remove_reader(line)
            line.close()
            at.unlink(missing_ok=True)

        return end

    def _at(self, index: int) -> Path:
        return self._folder / f"process-{index}.sock"


def _take_one(line: socket.socket, take: Callable[[socket.socket, bytes], None]) -> None:
    """Take one connection with its request. An incomplete one is closed, and its client reconnects."""
    descriptors: list[int] = []
    try:
        passed, _ = line.accept()
        with passed:
            passed.settimeout(PATIENCE)
            request, descriptors, _, _ = socket.recv_fds(passed, MAX_REQUEST, 1)
            while more := passed.recv(MAX_REQUEST):
                request += more
    except OSError:
        request = b""
    for descriptor in descriptors:
        connection = socket.socket(fileno=descriptor)
        connection.setblocking(False)
        if request.endswith(b"\r\n\r\n"):
            take(connection, request)
        else:
            connection.close()


class PassingProtocol(BoundedHttp):
    """The HTTP protocol of a worker process. It passes on the sockets of other processes' tables."""

    def __init__(self, handoff: Handoff, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self._handoff = handoff

    def handle_websocket_upgrade(self) -> None:
        """Serve a socket here, or pass it to the process that serves its table."""
        headers = b"".join(b"%b: %b\r\n" % header for header in self.scope["headers"])
        request = b"%b %b HTTP/1.1\r\n%b\r\n" % (self.scope["method"].encode(), self.url, headers)
        if not self._handoff.passes(self.url, self.transport.get_extra_info("socket"), request):
            super().handle_websocket_upgrade()
            return
        self.connections.discard(self)
        self.transport.abort()  # closes the descriptor of this process, not the connection


def take_over(server: Any) -> Callable[[socket.socket, bytes], None]:
    """Return a function with which a uvicorn server serves a connection from another process."""
    beginning: set[asyncio.Task[None]] = set()

    async def begin(connection: socket.socket, request: bytes) -> None:
        protocol = BoundedSocket(server.config, server.server_state, server.lifespan.state)
        await asyncio.get_running_loop().connect_accepted_socket(lambda: protocol, connection)
        protocol.data_received(request)

    def take(connection: socket.socket, request: bytes) -> None:
        task = asyncio.get_running_loop().create_task(begin(connection, request))
        beginning.add(task)
        task.add_done_callback(beginning.discard)

    return take
