"""WebSockets of uvicorn with bounded memory per client, and with sending that does not block."""

from __future__ import annotations

from typing import Final

from uvicorn._types import ASGISendEvent
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import State

AT_ONCE: Final = "novamas.at_once"  # ASGI extension with which the application finds `say_at_once`


class BoundedSocket(WebSocketsSansIOProtocol):
    """A socket that does not queue pongs for a client that does not read them."""

    def handle_connect(self, event: Request) -> None:
        """Offer `say_at_once` to the application, so that it can send to a full table without waiting."""
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["extensions"][AT_ONCE] = {"say": self.say_at_once}

    async def send(self, message: ASGISendEvent) -> None:
        """Send a message. After the handshake the headers are dropped to save memory."""
        await super().send(message)
        if message["type"] == "websocket.accept":
            for headers in (self.scope["headers"], self.request.headers, self.response.headers):
                headers.clear()  # type: ignore[union-attr]

    def say_at_once(self, text: bytes) -> bool:
        """Send a message if the earlier ones have left the buffer. Return whether it was sent."""
        if self.conn.state is not State.OPEN or not self.writable.is_set() or self.transport.is_closing():
            return False
        self.conn.send_text(text)
        self.transport.write(b"".join(self.conn.data_to_send()))
        return True

    def handle_ping(self) -> None:
        """Answer a ping, or close the connection if earlier messages are still in the buffer."""
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.transport.abort()
