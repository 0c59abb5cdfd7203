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

from novamas.hall.text import says
from novamas.law import Frame
from novamas.law.texts import Language
from novamas.protocol.messages import Reply, TableMessage
from novamas.protocol.notices import NumberedHallEvent, TableClosed
from novamas.table.events import Event, RoundOver
from novamas.table.roles import Who
from novamas.table.wire import written
from novamas.words import Voice, voice_for
from novamas.words.events import KnownTexts, is_about


class Form(NamedTuple):
    """The format of messages that a subscriber has requested."""

    language: Language | None = None  # of sentences
    receipts: bool = False  # of every state


class SharedTexts:
    """A cache of the encoded events and sentences of one published state.

    The key of an event is its object id. `keep` holds references to all events, so that Python does not
    reuse an id.
    """

    def __init__(self, frame: Frame) -> None:
        self._frame = frame
        self._events: dict[tuple[int, ...], bytes] = {}
        self._says: dict[tuple[tuple[int, ...], Language, Who | None], bytes] = {}
        self._known: dict[Language, KnownTexts] = {}
        self._kept: list[Sequence[NumberedHallEvent]] = []

    def keep(self, events: Sequence[NumberedHallEvent]) -> None:
        """Hold references to these events."""
        self._kept.append(events)

    def events(self, events: Sequence[NumberedHallEvent]) -> bytes:
        """Return the events encoded, without their numbers."""
        key = _key(events)
        if key not in self._events:
            self._events[key] = written([one.event for one in events])
        return self._events[key]

    def says(self, events: Sequence[NumberedHallEvent], eyes: Who, language: Language) -> bytes:
        """Return the sentences of events, encoded.

        A sentence differs only for the viewpoint that it is about.
        """
        is_mine = any(isinstance(one.event, Event) and is_about(one.event, eyes) for one in events)
        key = _key(events), language, eyes if is_mine else None
        if key not in self._says:
            known = self._known.setdefault(language, {})
            self._says[key] = written(says(events, voice_of(self._frame, language), eyes, known))
        return self._says[key]


def _key(events: Sequence[NumberedHallEvent]) -> tuple[int, ...]:
    return tuple(id(one.event) for one in events)


class Difference:
    """The changes that one viewpoint sees after an earlier state."""

    __slots__ = (
        *("_changes", "_has_receipt", "_receipt", "_reply", "_shared", "_texts"),
        *("events", "eyes", "frames", "number", "since"),
    )

    def __init__(
        self,
        since: int,
        number: int,
        events: Sequence[NumberedHallEvent],
        eyes: Who,
        changes: bytes,
        receipt: str,
        shared: SharedTexts,
    ) -> None:
        self.since, self.number, self.events, self.eyes = since, number, events, eyes
        self.frames: dict[Form, bytes] = {}  # of a WebSocket, for all subscribers with this viewpoint
        self._changes, self._receipt, self._shared = changes, receipt, shared
        self._texts: dict[Form, bytes] = {}
        self._reply: Reply | None = None
        self._has_receipt = False
        shared.keep(events)

    def answering(self, reply: Reply, *, has_receipt: bool) -> Difference:
        """Return the difference together with the reply to one subscriber's message."""
        other = Difference(
            self.since, self.number, self.events, self.eyes, self._changes, self._receipt, self._shared
        )
        other._reply, other._has_receipt = reply, has_receipt
        return other

    def text(self, form: Form) -> bytes:
        """Return the difference as an encoded message."""
        if form not in self._texts:
            self._texts[form] = self._encoded(form)
        return self._texts[form]

    def _encoded(self, form: Form) -> bytes:
        events = self.events
        found = [b'{"type":"told","number":%d' % self.number]
        if events and self.number > self.since + 1:
            of_state = Counter(one.number for one in events)
            found.append(
                b',"of":%s' % written([of_state[each] for each in range(self.since + 1, self.number + 1)])
            )
        if events:
            found.append(b',"events":%s' % self._shared.events(events))
        if events and form.language is not None:
            found.append(b',"says":%s' % self._shared.says(events, self.eyes, form.language))
        found.append(self._changes)
        if self._reply is not None:
            found.append(b',"answer":%s' % written(self._reply))
        is_end = any(isinstance(one.event, RoundOver | TableClosed) for one in events)
        if form.receipts or self._has_receipt or is_end:
            found.append(b',"receipt":%s' % written(self._receipt))
        return b"".join((*found, b"}"))


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
