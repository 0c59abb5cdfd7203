"""One connection to one table: it says hello, asks, and is told what its eyes may see.

What is told and what is answered go out one after the other, through a queue that holds so much and no more;
who does not read is let go, and comes back from the last number that he was told.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from functools import partial
from typing import Any, Final

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketException
from litestar.params import FromPath

from novamas.errors import InvalidInput, NovamasError
from novamas.hall.people.persons import Person
from novamas.hall.subscribers import Delivery, Subscriber
from novamas.hall.tables.table import LiveTable
from novamas.hall.views import table_info
from novamas.protocol.messages import (
    Bye,
    Closing,
    Greeting,
    Hello,
    RefusedMessage,
    ServerMessage,
    client_message_decoder,
)
from novamas.protocol.tables import TableUpdate
from novamas.server.error_responses import language_of
from novamas.server.middleware import cookie_of
from novamas.server.tables.context import Playing, TablesContext
from novamas.server.tables.decoding_errors import id_of, unreadable
from novamas.server.tables.encoder import sentences, told
from novamas.server.tables.payloads import problem
from novamas.server.tables.request_handler import RequestHandler
from novamas.server.websocket import AT_ONCE
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
CLOSE_SECONDS: Final = 1.0  # in which the last word must get through
_GONE = (OSError, WebSocketException, RuntimeError)  # what sending to somebody raises who has hung up
_LOG = logging.getLogger("novamas.server")

AnySocket = WebSocket[Any, Any, Any]


class CloseConnection(Exception):
    """The connection ends: its code, and why."""

    def __init__(self, code: int, error: NovamasError) -> None:
        super().__init__(code)
        self.code = code
        self.error = error


@websocket("/{table:str}/live")
async def live(socket: AnySocket, table: FromPath[str], tables: Playing) -> None:
    """A socket at a table, from its hello to its end."""
    accepted = dict(socket.scope["headers"]).get(b"accept-language", b"")
    voice = voice_for(language_of(accepted.decode("latin-1")))
    try:
        person = await _let_in(socket, tables)
        voice = voice_for(person.language or voice.language)
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
    """Whoever comes, when it is his turn."""
    try:
        async with tables.letting_in():
            return await _admitted(socket, tables)
    except NovamasError as full:
        await socket.accept()
        raise CloseConnection(TOO_SLOW, full) from None


async def _admitted(socket: AnySocket, tables: TablesContext) -> Person:
    """Whoever comes, and the pass that he is given where his was replaced."""
    try:
        person = await tables.whoever(socket)
    except NovamasError as refused:
        await socket.accept()
        raise CloseConnection(NOBODY, refused) from None
    await socket.accept(headers=cookie_of(socket.scope))
    return person


async def say_goodbye(socket: AnySocket, farewell: CloseConnection, voice: Voice) -> None:
    """The last word, if it still gets through."""
    bye = Bye(farewell.code, problem(farewell.error, voice))
    try:
        async with asyncio.timeout(CLOSE_SECONDS):
            await socket.send_text(written(bye).decode())
            await socket.close(code=farewell.code)
    except (*_GONE, TimeoutError):
        pass


class Connection:
    """Somebody at a table, over a socket."""

    watcher: Subscriber

    def __init__(self, socket: AnySocket, tables: TablesContext, person: Person, table: LiveTable) -> None:
        self.socket = socket
        self.tables = tables
        self.hall = tables.hall
        self.person = person
        self.id = table.id
        self.game = table.game
        self.language: Any = None
        self.voice = voice_for(person.language or "es", table.game.slug)
        self._reader = client_message_decoder(table.game)
        self._pace = ReadRate(tables.limits.messages_per_second, tables.limits.messages_at_once)
        self._ends: CloseConnection | None = None
        self._say_at_once: Any = (
            (socket.scope.get("extensions") or {}).get(AT_ONCE, {}).get("say")
        )  # where the server can

    async def serve(self) -> None:
        """Read and tell, each by itself, until one of them ends."""
        self.tables.enter(self)
        try:
            await self._begin()
            telling = asyncio.create_task(self._tell_all())
            try:
                async with asyncio.timeout(None) as reading:
                    ended = partial(_end, reading)
                    telling.add_done_callback(ended)
                    await self._read_all()
            except TimeoutError:
                pass  # nothing more is told
            finally:
                telling.remove_done_callback(ended)
                telling.cancel()
                (fault,) = await asyncio.gather(telling, return_exceptions=True)
                self.hall.leave(self.id, self.watcher)
                self.watcher.at_once = None
            if isinstance(fault, Exception):
                raise fault
        finally:
            self.tables.leave(self)

    # ------------------------------------------------------------ the first message

    async def _begin(self) -> None:
        """Wait for the hello, and answer it."""
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
        self.language = hello.language
        self.voice = voice_for(hello.language or self.person.language or "es", self.game.slug)
        try:
            self.watcher, seen = await self.hall.watch(
                self.id, self.person.id, read_who(hello.eyes), hello.since
            )
        except NovamasError as refused:
            raise CloseConnection(NO_HELLO, refused) from None
        self.watcher.tell(written(await self.greeting(seen)))
        self.watcher.at_once = self._tell_at_once if self._say_at_once else None

    async def greeting(self, seen: TableUpdate) -> Greeting:
        """How the table stands, and what was missed."""
        table = await self.hall.table(self.id)
        return Greeting(
            table=table_info(table, self.person.id),
            eyes=write_who(seen.view.eyes),
            number=seen.number,
            since=seen.since,
            events=seen.told,
            says=sentences(seen, self.game.slug, self.language),
            view=seen.view,
            seats=seen.seats,
            cash=seen.cash,
            clock=seen.clock,
            commitment=table.opened.header.commitment,
            receipt=seen.receipt,
            key=self.tables.house.public if self.tables.house else None,
            language=self.language,
        )

    async def look(self, eyes: Who) -> None:
        """Look with other eyes from now on, and be told how the table stands by them."""
        self.say(await self.greeting(await self.hall.look(self.id, self.watcher, eyes)))

    # ------------------------------------------------------------ reading

    async def _read_all(self) -> None:
        """Take one message after the other, no faster than one may."""
        asking = RequestHandler(self)
        while (data := await self._receive()) is not None:
            await self._pace.wait()
            try:
                asked = self._reader.decode(data)
            except (msgspec.MsgspecError, UnicodeError, RecursionError) as fault:
                self.say(RefusedMessage(id_of(data), problem(unreadable(fault), self.voice)))
                continue
            self.say(await asking.answer(asked))

    async def _receive(self) -> str | bytes | None:
        """The next message; nothing where the other has hung up."""
        event: Any = await self.socket.receive()
        if event["type"] == "websocket.disconnect":
            return None
        data: str | bytes = event.get("text") or event.get("bytes") or b""
        most = self.tables.limits.message_bytes
        if len(data) > most or (isinstance(data, str) and len(data.encode()) > most):
            raise CloseConnection(TOO_LONG, InvalidInput("message_too_long", most=most))
        return data

    # ------------------------------------------------------------ telling

    def say(self, message: ServerMessage) -> None:
        """Answer, in its place among what is told."""
        self.watcher.tell(written(message))

    def _text(self, what: Delivery) -> bytes:
        return what if isinstance(what, bytes) else told(what, self.game.slug, self.language)

    def _tell_at_once(self, what: Delivery) -> bool:
        """Send something without waiting, if that can be; what is wrong comes out where it is sent again."""
        try:
            return bool(self._say_at_once(self._text(what)))
        except Exception:  # of this connection alone: the others are told
            return False

    async def _tell_all(self) -> None:
        """Send what waits, one after the other."""
        while await self._tell_next():
            pass
        raise self._ends or CloseConnection(TOO_SLOW, NovamasError("too_slow"))

    async def _tell_next(self) -> bool:
        """Wait for more and send it; whether that goes on."""
        what = await self.watcher.next()
        if what is None:
            return False
        try:
            async with asyncio.timeout(self.tables.limits.send_seconds):
                await self.socket.send_text(self._text(what).decode())
        except TimeoutError:
            return False
        return True

    def stop(self) -> None:
        """The house stops: what waits is still told, and that it will be back."""
        self._ends = CloseConnection(RESTARTS, NovamasError("hall_stopping"))
        if hasattr(self, "watcher"):
            self.say(Closing(self.hall.number_of(self.id) or 0))
            self.watcher.finish()


def _end(reading: asyncio.Timeout, _: object) -> None:
    """Nobody is read any more who is told nothing any more."""
    with suppress(RuntimeError):  # he has hung up at the same moment
        reading.reschedule(asyncio.get_running_loop().time())


class ReadRate:
    """How fast one is read: so many at once, and then so many a second."""

    def __init__(self, per_second: float, at_once: int) -> None:
        self._between = 1 / per_second
        self._allowance = at_once * self._between
        self._until = 0.0  # when all that was taken would have been taken at that pace

    async def wait(self) -> None:
        """Wait until it is one's turn."""
        now = asyncio.get_running_loop().time()
        self._until = max(self._until, now - self._allowance) + self._between
        if self._until > now:
            await asyncio.sleep(self._until - now)
