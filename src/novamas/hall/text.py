"""Texts for events in a hall: events of the game, and notices such as a player sitting down."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
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
from novamas.words.events import KnownTexts, event_texts
from novamas.words.voice import capital


def says(
    events: Iterable[NumberedHallEvent], voice: Voice, eyes: Who, known: KnownTexts | None = None
) -> tuple[str, ...]:
    """Return events as sentences for one viewpoint. `known` caches sentences that viewpoints share."""
    return tuple(_sentences((one.event for one in events), voice, eyes, known))


def _sentences(
    noticed: Iterable[Event | Notice], voice: Voice, eyes: Who, known: KnownTexts | None
) -> Iterator[str]:
    for is_notice, run in groupby(noticed, key=lambda one: isinstance(one, Notice)):
        if is_notice:
            yield from (capital(_notice(one, voice)) for one in run if isinstance(one, Notice))
        else:
            yield from event_texts(
                (one for one in run if isinstance(one, Event)), voice, me=eyes, known=known
            )


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
