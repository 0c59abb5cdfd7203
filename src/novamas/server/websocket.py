"""WebSockets of uvicorn with bounded memory per client and with non-blocking sends."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from uvicorn._types import ASGISendEvent
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import State

AT_ONCE: Final = "novamas.at_once"  # ASGI extension with which the application sends without waiting
_TEXT: Final = 0x81  # first byte of the frame of a whole text message


def frame_of(text: bytes) -> bytes:
    """Return a text message as one server frame, neither masked nor compressed."""
    size = len(text)
    if size < 126:
        head = bytes((_TEXT, size))
    elif size < 2**16:
        head = bytes((_TEXT, 126)) + size.to_bytes(2, "big")
    else:
        head = bytes((_TEXT, 127)) + size.to_bytes(8, "big")
    return head + text


class BoundedSocket(WebSocketsSansIOProtocol):
    """A socket that queues no pongs for a client that does not read them.

    The application may take a text message as soon as it arrives, without the queue and the tasks of
    ASGI.
    """

    hear: Callable[[bytes], bool] | None = None  # takes a text message, or returns false to leave it queued

    def handle_connect(self, event: Request) -> None:
        """Give the application `say_frame`, with which it can send to a full table without waiting."""
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["extensions"][AT_ONCE] = {"say_frame": self.say_frame, "hear_by": self.hear_by}

    def hear_by(self, hear: Callable[[bytes], bool] | None) -> None:
        """Set the function that takes text messages as soon as they arrive."""
        self.hear = hear

    def send_receive_event_to_app(self) -> None:
        """Pass a message to the application, at once or in turn after the queued messages."""
        if self.hear is not None and self.curr_msg_data_type == "text" and self._is_idle():
            data = self.frames[0] if len(self.frames) == 1 else b"".join(self.frames)
            if self.hear(data):
                self.frames = []
                return
        super().send_receive_event_to_app()

    def _is_idle(self) -> bool:
        return self.queue.empty() and not self.read_paused and not self.close_sent

    async def send(self, message: ASGISendEvent) -> None:
        """Send a message. After the handshake, drop the headers to save memory."""
        await super().send(message)
        if message["type"] == "websocket.accept":
            for headers in (self.scope["headers"], self.request.headers, self.response.headers):
                headers.clear()  # type: ignore[union-attr]

    def say_frame(self, frame: bytes) -> bool:
        """Send a frame if the earlier frames have left the buffer. Return whether it was sent."""
        if self.conn.state is not State.OPEN or not self.writable.is_set() or self.transport.is_closing():
            return False
        self.transport.write(frame)
        return True

    def handle_ping(self) -> None:
        """Answer a ping. Close the connection if earlier messages are still in the buffer."""
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.transport.abort()
