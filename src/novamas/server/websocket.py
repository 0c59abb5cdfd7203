"""Sockets as uvicorn speaks them: who does not read costs us no memory, and who does is told at once."""

from __future__ import annotations

from typing import Final

from uvicorn._types import ASGISendEvent
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import State

AT_ONCE: Final = "novamas.at_once"  # the extension of ASGI by which an application finds `say_at_once`


class BoundedSocket(WebSocketsSansIOProtocol):
    """A socket that answers no pings of who does not read the answers."""

    def handle_connect(self, event: Request) -> None:
        """Let the application speak without waiting, as it mostly does to a table full of people."""
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["extensions"][AT_ONCE] = {"say": self.say_at_once}

    async def send(self, message: ASGISendEvent) -> None:
        """Send something; once the socket is open, nobody asks any more by which headers it was opened."""
        await super().send(message)
        if message["type"] == "websocket.accept":
            for headers in (self.scope["headers"], self.request.headers, self.response.headers):
                headers.clear()  # type: ignore[union-attr]

    def say_at_once(self, text: bytes) -> bool:
        """Send a message, unless what we said before has not got through; whether it was sent."""
        if self.conn.state is not State.OPEN or not self.writable.is_set() or self.transport.is_closing():
            return False
        self.conn.send_text(text)
        self.transport.write(b"".join(self.conn.data_to_send()))
        return True

    def handle_ping(self) -> None:
        """Answer a ping, unless what we said before has not got through."""
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.transport.abort()
