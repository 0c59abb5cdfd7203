"""Sockets as uvicorn speaks them, with a bound that it does not set: who does not read costs us no memory."""

from __future__ import annotations

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol


class BoundedSocket(WebSocketsSansIOProtocol):
    """A socket that answers no pings of who does not read the answers."""

    def handle_ping(self) -> None:
        """Answer a ping, unless what we said before has not got through."""
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.transport.abort()
