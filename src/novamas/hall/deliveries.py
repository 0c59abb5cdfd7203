"""Messages to the subscribers of a table: its whole state, or the difference from the last state.

Parts that several subscribers receive are encoded once: events for all subscribers that see the
same events, sentences for all that read the same language, and the whole message for all with the
same viewpoint.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple, TypeAlias

from msgspec.structs import replace

from novamas.hall.tables.table import LiveTable
from novamas.hall.text import Sentences, says
from novamas.law import Frame
from novamas.law.texts import Language
from novamas.protocol.messages import Reply, TableMessage
from novamas.protocol.notices import NumberedHallEvent, TableClosed
from novamas.table.events import RoundOver
from novamas.table.roles import Who
from novamas.table.wire import written
from novamas.words import Voice, voice_for


class Form(NamedTuple):
    """The format of messages that a subscriber has requested."""

    language: Language | None = None  # of sentences
    receipts: bool = False  # of every state


class SharedEvents:
    """Events that one or several viewpoints see after a state, and their encoded forms."""

    __slots__ = ("_encoded", "_frame", "_says", "_sentences", "_since", "events", "is_end")

    def __init__(self, events: Sequence[NumberedHallEvent], since: int, frame: Frame) -> None:
        self.events = events
        self.is_end = any(isinstance(one.event, RoundOver | TableClosed) for one in events)
        self._since = since
        self._frame = frame
        self._encoded: bytes | None = None
        self._sentences: dict[Language, Sentences] = {}
        self._says: dict[tuple[Language, Who | None], bytes] = {}

    def encoded(self, number: int) -> bytes:
        """Return the events up to a state as fields of a message, without their numbers."""
        if self._encoded is None:
            of = b""
            if number > self._since + 1:
                of_state = Counter([one.number for one in self.events])
                of = b',"of":%s' % written([of_state[each] for each in range(self._since + 1, number + 1)])
            self._encoded = b'%s,"events":%s' % (of, written([one.event for one in self.events]))
        return self._encoded

    def says(self, eyes: Who, language: Language) -> bytes:
        """Return the sentences, encoded. They differ only for the viewpoints that they address."""
        sentences = self._sentences.get(language)
        if sentences is None:
            sentences = self._sentences[language] = Sentences(self.events, voice_of(self._frame, language))
        key = language, sentences.reader(eyes)
        if key not in self._says:
            self._says[key] = written(sentences.seen_by(key[1]))
        return self._says[key]


class SharedTexts:
    """What several subscribers receive of one publication, made once: its events and the receipt.

    The key of events is their object ids. They are referenced here, so that Python gives no id a second
    time.
    """

    def __init__(self, table: LiveTable, since: int) -> None:
        self.since = since  # the state after which the events begin
        self._table = table
        self._events: dict[tuple[int, ...], SharedEvents] = {}
        self._receipt = ""

    def events_of(self, eyes: Who) -> SharedEvents | None:
        """Return the events that a viewpoint sees, or None if they are not all in memory."""
        events = self._table.events_since(eyes, self.since)
        if events is None:
            return None
        key = tuple([id(one.event) for one in events])
        found = self._events.get(key)
        if found is None:
            found = self._events[key] = SharedEvents(events, self.since, self._table.table.frame)
        return found

    @property
    def receipt(self) -> str:
        """The receipt of the record so far."""
        self._receipt = self._receipt or self._table.receipt
        return self._receipt


class Difference:
    """The changes that one viewpoint sees after an earlier state."""

    __slots__ = (
        *("_changes", "_has_receipt", "_reply", "_shared", "_texts", "_told"),
        *("eyes", "frames", "number"),
    )

    def __init__(
        self, number: int, eyes: Who, told: SharedEvents, changes: bytes, shared: SharedTexts
    ) -> None:
        self.number, self.eyes = number, eyes
        self.frames: dict[Form, bytes] = {}  # of a WebSocket, for all subscribers with this viewpoint
        self._told, self._changes, self._shared = told, changes, shared
        self._texts: dict[Form, bytes] = {}
        self._reply: Reply | None = None
        self._has_receipt = False

    @property
    def since(self) -> int:
        """Number of the state after which the events begin."""
        return self._shared.since

    @property
    def events(self) -> Sequence[NumberedHallEvent]:
        """The events since then."""
        return self._told.events

    def answering(self, reply: Reply, *, has_receipt: bool) -> Difference:
        """Return the difference together with the reply to one subscriber's message."""
        other = Difference(self.number, self.eyes, self._told, self._changes, self._shared)
        other._reply, other._has_receipt = reply, has_receipt
        return other

    def text(self, form: Form) -> bytes:
        """Return the difference as an encoded message."""
        if form not in self._texts:
            self._texts[form] = self._encoded(form)
        return self._texts[form]

    def _encoded(self, form: Form) -> bytes:
        told = self._told
        found = [b'{"type":"told","number":%d' % self.number]
        if told.events:
            found.append(told.encoded(self.number))
            if form.language is not None:
                found += (b',"says":', told.says(self.eyes, form.language))
        found.append(self._changes)
        if self._reply is not None:
            found.append(b',"answer":%s' % written(self._reply))
        if form.receipts or self._has_receipt or told.is_end:
            found.append(b',"receipt":%s' % written(self._shared.receipt))
        found.append(b"}")
        return b"".join(found)


class WholeState:
    """The whole state of a table as seen from one viewpoint."""

    __slots__ = ("_frame", "_texts", "frames", "message", "number")

    def __init__(self, message: TableMessage[Any], frame: Frame) -> None:
        self.number = message.number
        self.message = message
        self.frames: dict[Form, bytes] = {}
        self._frame = frame
        self._texts: dict[Form, bytes] = {}

    @property
    def eyes(self) -> Who:
        """The viewpoint from which the state is seen."""
        eyes: Who = self.message.view.eyes
        return eyes

    @property
    def since(self) -> int:
        """The number of the state after which the events begin."""
        return self.message.since

    @property
    def events(self) -> Sequence[NumberedHallEvent]:
        """The events after state number `since`."""
        return self.message.events

    def text(self, form: Form) -> bytes:
        """Return the state as an encoded message."""
        if form not in self._texts:
            self._texts[form] = written(in_language(self.message, self._frame, form.language))
        return self._texts[form]


Delivery: TypeAlias = Difference | WholeState | bytes  # bytes are a reply to one subscriber


def voice_of(frame: Frame, language: Language) -> Voice:
    """Return the translator of a language, for a table of this game under this law."""
    return voice_for(language, law=frame.law).under(frame)


def in_language(message: TableMessage[Any], frame: Frame, language: Language | None) -> TableMessage[Any]:
    """Return a message with sentences about its events. Without a language it is unchanged."""
    if language is None:
        return message
    return replace(message, says=says(message.events, voice_of(frame, language), message.view.eyes))
