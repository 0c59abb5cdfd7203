"""A plain socket: sent and received messages as plain JSON."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count
from typing import Any

from tests.server.tables.house import Standing
from websockets.asyncio.client import ClientConnection, connect

from novamas.client import House
from novamas.client.kept import WHOLE, KeptTable
from novamas.protocol.messages import PROTOCOL

Message = dict[str, Any]
STATES = (*WHOLE, "told")
_LINES = count(1)


class Line:
    """A plain socket at a table. It stores all messages and maintains the state of the table."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.came: list[Message] = []
        self.kept: KeptTable | None = None
        self.events: list[tuple[tuple[int, int], Message]] = []  # with number and place
        self.ids = (f"{next(_LINES)}-{number}" for number in count(1))

    async def send(self, type: str, **fields: Any) -> None:
        await self.socket.send(json.dumps({"type": type, **fields}))

    async def next(self) -> Message:
        message: Message = json.loads(await asyncio.wait_for(self.socket.recv(), 30))
        self.came.append(message)
        if message["type"] in WHOLE:
            self.kept = KeptTable(message)
        elif message["type"] == "told" and self.kept is not None:
            self.kept.apply(message)
        if message["type"] in STATES:
            self.events += [((one["number"], one["nth"]), one["event"]) for one in self.state["events"]]
        return message

    async def until_told(self) -> Message:
        """Return the next message with a state or with changes of the state."""
        while (message := await self.next())["type"] not in STATES:
            pass
        return message

    async def until(self, type: str, **fields: Any) -> Message:
        """Return the next message of this kind."""
        while True:
            message = await self.next()
            if message["type"] == type and all(message.get(name) == value for name, value in fields.items()):
                return message

    async def ask(self, type: str, **fields: Any) -> Message:
        """Send a request and return its reply. Other messages are stored in the meantime."""
        id = fields.pop("id", None) or next(self.ids)
        await self.send(type, id=id, **fields)
        while (message := await self.next()).get("id") != id:
            if (reply := message.get("answer", {})).get("id") == id:  # with the state that it led to
                receipt = {"receipt": message["receipt"]} if "receipt" in message else {}
                return {"type": "answer", "number": message["number"], **reply, **receipt}
        return message

    async def closed(self) -> int:
        """Return the code with which the other side closes, after any other messages."""
        try:
            while True:
                await self.next()
        except Exception:
            await asyncio.wait_for(self.socket.wait_closed(), 10)
        return self.socket.close_code or 0

    @property
    def state(self) -> Message:
        """The whole state of the table."""
        assert self.kept is not None
        return self.kept.state

    @property
    def view(self) -> Message:
        found: Message = self.state["view"]
        return found

    @property
    def number(self) -> int:
        return int(self.state["number"])


@asynccontextmanager
async def line_to(
    standing: Standing, house: House, table: str, hello: Message | None = None
) -> AsyncIterator[Line]:
    """Open a plain socket at a table and send a hello, unless the given hello is empty."""
    cookie = "; ".join(f"{name}={value}" for name, value in house.cookies.items())
    async with connect(
        standing.socket_of(table),
        additional_headers={"Cookie": cookie},
        compression=None,
        proxy=None,
        max_size=None,
    ) as socket:
        line = Line(socket)
        if hello != {}:
            await line.send("hello", **({"protocol": PROTOCOL} | (hello or {})))
            await line.until("hello")
        yield line
