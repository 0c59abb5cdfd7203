"""A WebSocket at one table, with its handshake, requests, and updates for one viewpoint.

Updates and replies go out in order through a bounded queue. A client that does not read them is
disconnected. When it reconnects, it continues after the last number it received.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from contextlib import suppress
from functools import partial
from typing import Any, Final

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketException
from litestar.params import FromPath

from novamas.errors import InvalidInput, NovamasError
from novamas.hall.deliveries import Delivery, Form, in_language
from novamas.hall.people.persons import Person
from novamas.hall.subscribers import Subscriber
from novamas.hall.tables.table import LiveTable
from novamas.hall.views import table_info
from novamas.protocol.messages import (
    PROTOCOL,
    Act,
    Bye,
    Closing,
    Coach,
    Greeting,
    Hello,
    Hint,
    Ready,
    RefusedMessage,
    ServerMessage,
    TableMessage,
    client_message_decoder,
)
from novamas.server.error_responses import language_of
from novamas.server.middleware import cookie_of
from novamas.server.tables.context import Playing, TablesContext
from novamas.server.tables.decoding_errors import id_of, unreadable
from novamas.server.tables.payloads import problem
from novamas.server.tables.request_handler import RequestHandler
from novamas.server.websocket import AT_ONCE, frame_of
from novamas.table.roles import Who, read_who, write_who
from novamas.table.wire import written
from novamas.words import Voice, voice_for

TOO_LONG: Final = 1009
OUR_MISTAKE: Final = 1011
RESTARTS: Final = 1012
TOO_SLOW: Final = 1013
NO_HELLO: Final = 4400
NOBODY: Final = 4401
NOT_THERE: Final = 4404
TOO_OLD: Final = 4426
MAX_ACTS: Final = 16  # of a client that wait without a task for the act before them
WHOLE_COSTS: Final = 2  # a client that is sent whole states is read at this fraction of the pace
CLOSE_SECONDS: Final = 1.0  # for the last message and the close handshake
_GONE = (OSError, WebSocketException, RuntimeError)  # raised when sending to a client that has disconnected
_LOG = logging.getLogger("novamas.server")

AnySocket = WebSocket[Any, Any, Any]


class CloseConnection(Exception):
    """Raised to end a connection with a close code and an error."""

    def __init__(self, code: int, error: NovamasError) -> None:
        super().__init__(code)
        self.code = code
        self.error = error


@websocket("/{table:str}/live")
async def live(socket: AnySocket, table: FromPath[str], tables: Playing) -> None:
    """Serve a socket at a table from the handshake to the end."""
    accepted = dict(socket.scope["headers"]).get(b"accept-language", b"")
    law = tables.hall.law
    voice = voice_for(language_of(accepted.decode("latin-1")), law=law)
    try:
        person = await _let_in(socket, tables)
        voice = voice_for(person.language or voice.language, law=law)
        try:
            found = await tables.hall.table(table)
        except NovamasError as refused:
            raise CloseConnection(NOT_THERE, refused) from None
        await Connection(socket, tables, person, found).serve()
    except CloseConnection as farewell:
        await say_goodbye(socket, farewell, voice)
    except _GONE:
        pass
    except Exception as mistake:
        _LOG.error("socket at table %s", table, exc_info=mistake)
        await say_goodbye(socket, CloseConnection(OUR_MISTAKE, NovamasError("our_mistake")), voice)


async def _let_in(socket: AnySocket, tables: TablesContext) -> Person:
    """Accept a socket when its turn comes, and return the person who uses it."""
    try:
        async with tables.letting_in():
            return await _admitted(socket, tables)
    except NovamasError as full:
        await socket.accept()
        raise CloseConnection(TOO_SLOW, full) from None


async def _admitted(socket: AnySocket, tables: TablesContext) -> Person:
    """Accept the socket of a valid guest pass. A renewed pass is sent as a new cookie."""
    try:
        person = await tables.identify(socket)
    except NovamasError as refused:
        await socket.accept()
        raise CloseConnection(NOBODY, refused) from None
    await socket.accept(headers=cookie_of(socket.scope))
    return person


async def say_goodbye(socket: AnySocket, closing: CloseConnection, voice: Voice) -> None:
    """Send the reason and close the socket, unless the client has already disconnected."""
    bye = Bye(closing.code, problem(closing.error, voice))
    try:
        async with asyncio.timeout(CLOSE_SECONDS):
            await socket.send_text(written(bye).decode())
            await socket.close(code=closing.code)
    except (*_GONE, TimeoutError):
        pass


class Connection:
    """A person's connection to a table over one socket."""

    subscriber: Subscriber

    def __init__(self, socket: AnySocket, tables: TablesContext, person: Person, table: LiveTable) -> None:
        self.socket = socket
        self.tables = tables
        self.hall = tables.hall
        self.person = person
        self.id = table.id
        self.game = table.game
        self.form = Form()
        self.voice = voice_for(person.language or "es", law=table.table.frame.law).under(table.table.frame)
        self._reader = client_message_decoder(table.game)
        self._pace = ReadRate(tables.limits.messages_per_second, tables.limits.messages_at_once)
        self._ends: CloseConnection | None = None
        extensions = socket.scope.get("extensions") or {}
        self._say_frame: Any = extensions.get(AT_ONCE, {}).get("say_frame")  # if the server has it
        self._hear_by: Any = extensions.get(AT_ONCE, {}).get("hear_by")
        self._handler = RequestHandler(self)
        self._is_reading = False  # a message that was queued is being handled
        self._advice: asyncio.Task[None] | None = None  # the last request for advice
        self._is_acting = False  # an act that runs without a task is not answered yet
        self._acts: deque[Act[Any] | Ready] = deque()  # that came meanwhile
        self._idle: asyncio.Future[None] | None = None  # set while a queued message waits for that

    async def serve(self) -> None:
        """Read requests and send updates concurrently, until either ends."""
        self.tables.enter(self)
        try:
            await self._begin()
            sender = asyncio.create_task(self._tell_all())
            try:
                async with asyncio.timeout(None) as reading:
                    ended = partial(_end, reading)
                    sender.add_done_callback(ended)
                    await self._read_all()
            except TimeoutError:
                pass  # the sender has ended
            finally:
                sender.remove_done_callback(ended)
                sender.cancel()
                if self._advice is not None:
                    self._advice.cancel()
                (fault,) = await asyncio.gather(sender, return_exceptions=True)
                self.hall.publisher.unsubscribe(self.id, self.subscriber)
                self.subscriber.at_once = None
                if self._hear_by is not None:
                    self._hear_by(None)
            if isinstance(fault, Exception):
                raise fault
        finally:
            self.tables.leave(self)

    # ------------------------------------------------------------ handshake

    async def _begin(self) -> None:
        """Wait for the client's hello message and reply with the greeting."""
        seconds = self.tables.limits.hello_seconds
        late = CloseConnection(NO_HELLO, NovamasError("hello_first", seconds=int(seconds)))
        try:
            async with asyncio.timeout(seconds):
                data = await self._receive()
        except TimeoutError:
            raise late from None
        if data is None:
            raise ConnectionResetError
        try:
            hello = self._reader.decode(data)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as fault:
            raise CloseConnection(NO_HELLO, unreadable(fault)) from None
        if not isinstance(hello, Hello):
            raise late
        if hello.protocol < PROTOCOL and not hello.whole:
            raise CloseConnection(TOO_OLD, NovamasError("client_too_old", given=hello.protocol, now=PROTOCOL))
        self.form = Form(hello.language, hello.receipts)
        self.voice = self.voice.speaking(hello.language or self.person.language or "es")
        if hello.whole:
            limits = self.tables.limits
            self._pace = ReadRate(limits.messages_per_second / WHOLE_COSTS, limits.messages_at_once)
        try:
            self.subscriber, _ = await self.hall.publisher.subscribe(
                self.id,
                self.person.id,
                read_who(hello.eyes),
                hello.since,
                whole=hello.whole,
                greet=self._greeting,
            )
        except NovamasError as refused:
            raise CloseConnection(NO_HELLO, refused) from None
        self.subscriber.at_once = self._tell_at_once if self._say_frame else None

    def _greeting(self, table: LiveTable, seen: TableMessage[Any]) -> bytes:
        """Return the table's state, and the events that the client has missed."""
        said = in_language(seen, table.table.frame, self.form.language)
        greeting: Greeting[Any] = Greeting(
            **{name: getattr(said, name) for name in TableMessage.__struct_fields__},
            table=table_info(table, self.person.id),
            eyes=write_who(seen.view.eyes),
            commitment=table.opened.header.commitment,
            key=self.tables.house.public if self.tables.house else None,
            language=self.form.language,
            protocol=PROTOCOL,
        )
        return written(greeting)

    async def look(self, eyes: Who) -> None:
        """Change the viewpoint, and send the table's state as seen from there."""
        await self.hall.publisher.change_eyes(self.id, self.subscriber, eyes, greet=self._greeting)

    # ------------------------------------------------------------ reading

    async def _read_all(self) -> None:
        """Read and handle messages one by one, within the rate limit."""
        if self._hear_by is not None:
            self._hear_by(self._hear)
        while (data := await self._receive()) is not None:
            self._is_reading = True
            if self._is_acting:
                self._idle = asyncio.get_running_loop().create_future()
                await self._idle
            await self._pace.wait()
            try:
                message = self._reader.decode(data)
            except (msgspec.MsgspecError, UnicodeError, RecursionError) as fault:
                self.say(RefusedMessage(id_of(data), problem(unreadable(fault), self.voice)))
            else:
                if isinstance(message, Hint | Coach):
                    await self._advise(message)
                elif (answer := await self._handler.answer(message)) is not None:
                    self.say(answer)
            self._is_reading = False

    async def _advise(self, message: Hint | Coach) -> None:
        """Answer a request for advice while other messages are read: an act never waits for it."""
        if self._advice is not None:
            await self._advice  # one at a time

        async def advise() -> None:
            if (answer := await self._handler.answer(message)) is not None:
                self.say(answer)

        self._advice = asyncio.create_task(advise())

    def _hear(self, data: bytes) -> bool:
        """Begin an act as soon as its message arrives. Return false if the message must wait its turn."""
        if self._is_reading or len(self._acts) == MAX_ACTS or len(data) > self.tables.limits.message_bytes:
            return False
        try:
            message = self._reader.decode(data)
        except (msgspec.MsgspecError, UnicodeError, RecursionError):
            return False  # it is refused in its turn
        if not isinstance(message, Act | Ready) or not self._pace.may_read():
            return False
        self._pace.count()
        if self._is_acting:
            self._acts.append(message)
        else:
            self._is_acting = True
            self._handler.begin(message, self._answer_act)
        return True

    def _answer_act(self, answer: ServerMessage | None) -> None:
        """Send the answer to an act, unless it was sent with the state that it led to. Begin the next one."""
        if answer is not None:
            self.say(answer)
        if self._acts:
            return self._handler.begin(self._acts.popleft(), self._answer_act)
        self._is_acting = False
        if self._idle is not None and not self._idle.done():
            self._idle.set_result(None)
        return None

    async def _receive(self) -> str | bytes | None:
        """Return the client's next message, or None if the client has disconnected."""
        event: Any = await self.socket.receive()
        if event["type"] == "websocket.disconnect":
            return None
        data: str | bytes = event.get("text") or event.get("bytes") or b""
        max_bytes = self.tables.limits.message_bytes
        if len(data) > max_bytes or (isinstance(data, str) and len(data.encode()) > max_bytes):
            raise CloseConnection(TOO_LONG, InvalidInput("message_too_long", most=max_bytes))
        return data

    # ------------------------------------------------------------ sending

    def say(self, message: ServerMessage) -> None:
        """Queue a reply. It is sent in order with the updates."""
        self.subscriber.send(written(message))

    def _text(self, message: Delivery) -> bytes:
        return message if isinstance(message, bytes) else message.text(self.form)

    def _frame(self, message: Delivery) -> bytes:
        """Return the WebSocket frame of a message. Clients with the same message share one frame."""
        if isinstance(message, bytes):
            return frame_of(message)
        if self.form not in message.frames:
            message.frames[self.form] = frame_of(message.text(self.form))
        return message.frames[self.form]

    def _tell_at_once(self, message: Delivery) -> bool:
        """Send a message without waiting. Return false if it must be queued instead."""
        try:
            return bool(self._say_frame(self._frame(message)))
        except Exception:  # affects this connection alone: the queued send raises it again
            return False

    async def _tell_all(self) -> None:
        """Send the queued messages, in order."""
        while await self._tell_next():
            pass
        raise self._ends or CloseConnection(TOO_SLOW, NovamasError("too_slow"))

    async def _tell_next(self) -> bool:
        """Wait for the next message and send it. Return whether the connection continues."""
        message = await self.subscriber.next()
        if message is None:
            return False
        try:
            async with asyncio.timeout(self.tables.limits.send_seconds):
                await self.socket.send_text(self._text(message).decode())
        except TimeoutError:
            return False
        return True

    def stop(self) -> None:
        """Send the queued messages, announce that the house stops, and close the connection."""
        self._ends = CloseConnection(RESTARTS, NovamasError("hall_stopping"))
        if hasattr(self, "subscriber"):
            self.say(Closing(self.hall.loaded.number_of(self.id) or 0))
            self.subscriber.finish()


def _end(reading: asyncio.Timeout, _: object) -> None:
    """Stop reading once the sender has ended."""
    with suppress(RuntimeError):  # the client disconnected at the same time
        reading.reschedule(asyncio.get_running_loop().time())


class ReadRate:
    """A rate limit on reading messages: `per_second`, with a burst of `at_once`.

    It delays messages and never refuses one.
    """

    def __init__(self, per_second: float, at_once: int) -> None:
        self._between = 1 / per_second
        self._allowance = at_once * self._between
        self._until = 0.0  # time at which all messages so far would have been read at that rate

    async def wait(self) -> None:
        """Wait until another message may be read."""
        if (pause := self.count()) > 0:
            await asyncio.sleep(pause)

    def may_read(self) -> bool:
        """Return whether another message may be read without a wait."""
        return self._until + self._between <= asyncio.get_running_loop().time()

    def count(self) -> float:
        """Count a message, and return the seconds to wait before reading it."""
        now = asyncio.get_running_loop().time()
        self._until = max(self._until, now - self._allowance) + self._between
        return self._until - now
