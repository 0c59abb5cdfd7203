"""What subscribers are sent of a table: its whole state, or the difference from the state before.

What several subscribers are sent alike is encoded once: events for all who see the same, sentences for all
who read the same language, and the message for all with the same viewpoint.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple, TypeAlias

from msgspec.structs import replace

from novamas.hall.text import says
from novamas.law.texts import Language
from novamas.protocol.messages import Reply, TableMessage
from novamas.protocol.notices import NumberedHallEvent, TableClosed
from novamas.table.events import Event, RoundOver
from novamas.table.roles import Who
from novamas.table.wire import written
from novamas.words import voice_for
from novamas.words.events import KnownTexts, is_about


class Form(NamedTuple):
    """The form in which a subscriber wants its messages."""

    language: Language | None = None  # of sentences
    receipts: bool = False  # of every state


class SharedTexts:
    """Events and sentences of one publication, encoded once for all viewpoints that see them alike.

    Events are known by their place in memory. All of them are kept here, so that no other event takes the
    place of one that is already encoded.
    """

    def __init__(self, game: str) -> None:
        self._game = game
        self._events: dict[tuple[int, ...], bytes] = {}
        self._says: dict[tuple[tuple[int, ...], Language, Who | None], bytes] = {}
        self._known: dict[Language, KnownTexts] = {}
        self._kept: list[Sequence[NumberedHallEvent]] = []

    def keep(self, told: Sequence[NumberedHallEvent]) -> None:
        """Keep events in memory."""
        self._kept.append(told)

    def events(self, told: Sequence[NumberedHallEvent]) -> bytes:
        """Return events without their numbers, encoded."""
        key = _key(told)
        if key not in self._events:
            self._events[key] = written([one.event for one in told])
        return self._events[key]

    def says(self, told: Sequence[NumberedHallEvent], eyes: Who, language: Language) -> bytes:
        """Return events as sentences, encoded. A sentence differs only for the viewpoint that it is about."""
        is_mine = any(isinstance(one.event, Event) and is_about(one.event, eyes) for one in told)
        key = _key(told), language, eyes if is_mine else None
        if key not in self._says:
            known = self._known.setdefault(language, {})
            self._says[key] = written(says(told, voice_for(language, self._game), eyes, known))
        return self._says[key]


def _key(told: Sequence[NumberedHallEvent]) -> tuple[int, ...]:
    return tuple(id(one.event) for one in told)


class Difference:
    """What has changed for one viewpoint since the state before."""

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
        """Return the difference for one subscriber, with the reply to its message."""
        other = Difference(
            self.since, self.number, self.events, self.eyes, self._changes, self._receipt, self._shared
        )
        other._reply, other._has_receipt = reply, has_receipt
        return other

    def text(self, form: Form) -> bytes:
        """Return the message."""
        if form not in self._texts:
            self._texts[form] = self._encoded(form)
        return self._texts[form]

    def _encoded(self, form: Form) -> bytes:
        told = self.events
        found = [b'{"type":"told","number":%d' % self.number]
        if told and self.number > self.since + 1:
            events = Counter(one.number for one in told)
            found.append(
                b',"of":%s' % written([events[each] for each in range(self.since + 1, self.number + 1)])
            )
        if told:
            found.append(b',"events":%s' % self._shared.events(told))
        if told and form.language is not None:
            found.append(b',"says":%s' % self._shared.says(told, self.eyes, form.language))
        found.append(self._changes)
        if self._reply is not None:
            found.append(b',"answer":%s' % written(self._reply))
        if (
            form.receipts
            or self._has_receipt
            or any(isinstance(one.event, RoundOver | TableClosed) for one in told)
        ):
            found.append(b',"receipt":%s' % written(self._receipt))
        return b"".join((*found, b"}"))


class WholeState:
    """The whole state from one viewpoint."""

    __slots__ = ("_game", "_texts", "frames", "message", "number")

    def __init__(self, message: TableMessage[Any], game: str) -> None:
        self.number = message.number
        self.message = message
        self.frames: dict[Form, bytes] = {}
        self._game = game
        self._texts: dict[Form, bytes] = {}

    @property
    def eyes(self) -> Who:
        """The viewpoint."""
        eyes: Who = self.message.view.eyes
        return eyes

    @property
    def since(self) -> int:
        """Number of the state after which the events begin."""
        return self.message.since

    @property
    def events(self) -> Sequence[NumberedHallEvent]:
        """The events since then."""
        return self.message.events

    def text(self, form: Form) -> bytes:
        """Return the message."""
        if form not in self._texts:
            self._texts[form] = written(in_language(self.message, self._game, form.language))
        return self._texts[form]


Delivery: TypeAlias = Difference | WholeState | bytes  # of the table, or a reply to one subscriber


def in_language(message: TableMessage[Any], game: str, language: Language | None) -> TableMessage[Any]:
    """Return a message with its events as sentences, or without if there is no language."""
    if language is None:
        return message
    return replace(message, says=says(message.events, voice_for(language, game), message.view.eyes))
