"""Sockets as uvicorn speaks them, with bounds that it does not set: who does not read costs us no memory."""

from __future__ import annotations

from typing import Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

FLUSH_SECONDS: Final = 10.0  # in which the last words to somebody must get through


class BoundedSocket(WebSocketsSansIOProtocol):
    """A socket that answers no pings of who does not read, and does not wait for ever to say goodbye."""

    def handle_ping(self) -> None:
        """Answer a ping, unless what we said before has not got through."""
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.transport.abort()

    async def run_asgi(self) -> None:
        """Serve it; what has not got through some time after the end is thrown away."""
        await super().run_asgi()
        self.loop.call_later(FLUSH_SECONDS, self.transport.abort)
