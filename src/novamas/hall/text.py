"""Texts for events in a hall: events of the game, and notices such as a player sitting down."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from novamas.protocol.notices import (
    DealingStopped,
    GotUp,
    IsReady,
    Notice,
    NumberedHallEvent,
    RoleChanged,
    SatDown,
    TableClosed,
    TableCloses,
)
from novamas.table.events import Event
from novamas.table.roles import Who
from novamas.words import Voice
from novamas.words.events import EventRun
from novamas.words.voice import capital


def says(events: Iterable[NumberedHallEvent], voice: Voice, eyes: Who) -> tuple[str, ...]:
    """Return events as sentences for one viewpoint."""
    return Sentences(events, voice).seen_by(eyes)


class Sentences:
    """The sentences of some events in one language, for every viewpoint that sees these events."""

    __slots__ = ("_names", "_parts")

    def __init__(self, events: Iterable[NumberedHallEvent], voice: Voice) -> None:
        self._parts: list[str | EventRun] = []
        for _kind, run in groupby((one.event for one in events), key=type):
            self._parts += _parts(tuple(run), voice)
        runs = [part.names for part in self._parts if isinstance(part, EventRun)]
        self._names = frozenset().union(*runs)

    def reader(self, eyes: Who) -> Who | None:
        """Return the viewpoint if a sentence addresses it with "you", or None if it reads what all read."""
        return eyes if eyes in self._names else None

    def seen_by(self, eyes: Who | None) -> tuple[str, ...]:
        """Return the sentences for a viewpoint, or those that address nobody."""
        found: list[str] = []
        for part in self._parts:
            if isinstance(part, str):
                found.append(part)
            else:
                found += part.texts(eyes)
        return tuple(found)


def _parts(run: Sequence[Event | Notice], voice: Voice) -> list[str | EventRun]:
    """Return the sentences of notices of one kind, which all read alike, or a run of events."""
    if isinstance(run[0], Event):
        return [EventRun([one for one in run if isinstance(one, Event)], voice)]
    return [capital(_notice(one, voice)) for one in run if not isinstance(one, Event)]


def _notice(notice: Notice, voice: Voice) -> str:
    match notice:
        case SatDown(seat, _, mind) if mind:
            return voice.say("notices.bot_sat_down", seat=seat, minds=(mind,))
        case SatDown(seat, name):
            return voice.say("notices.sat_down", seat=seat, name=name)
        case GotUp(seat):
            return voice.say("notices.got_up", seat=seat)
        case IsReady(seat):
            return voice.say("notices.is_ready", seat=seat)
        case RoleChanged(role, name):
            code = "notices.role_taken" if name else "notices.role_left"
            return voice.say(code, role=role, name=name)
        case DealingStopped():
            return voice.text("notices.dealing_stopped")
        case TableCloses():
            return voice.text("notices.table_closes")
        case TableClosed(rounds, receipt, _, reason):
            code = "notices.table_ended_restored" if reason else "notices.table_closed"
            return voice.say(code, rounds=rounds, receipt=receipt)
        case _:
            raise AssertionError(f"there are no words for {notice}")
