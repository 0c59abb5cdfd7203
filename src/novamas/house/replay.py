"""Payloads of a replayed record: each deed with its events, and each proof."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from msgspec import Struct

from novamas.record import Checked, Record
from novamas.table.deeds import Deed
from novamas.table.events import AnyEvent, Events
from novamas.table.notation import write
from novamas.table.roles import Who
from novamas.words import Voice
from novamas.words.proofs import ProofsPayload, proofs


def noticed(checked: Checked, eyes: Who | None) -> Iterator[tuple[int, Deed, Events]]:
    """Yield each deed with its line and its events, in full or as seen from one viewpoint."""
    for done in checked.done:
        seen = done.events
        if eyes is not None:
            seen = tuple(event.seen_by(eyes) for event in seen)
        yield done.line, done.deed, seen


class DeedPayload(Struct, frozen=True):
    """A deed of a record with its events."""

    line: int
    deed: str
    events: tuple[AnyEvent, ...]


class ReplayPayload(ProofsPayload, frozen=True, kw_only=True):
    """A replayed record: each deed with its events, and each proof."""

    record: str
    game: str
    norm: str
    deeds: tuple[DeedPayload, ...]


def replay_payload(
    name: str, record: Record, checked: Checked, eyes: Who | None, voice: Voice
) -> ReplayPayload:
    """Return all deeds, events and proofs of a record as a payload for JSON."""
    return ReplayPayload(
        record=name,
        game=record.header.game,
        norm=record.header.norm,
        deeds=tuple(
            DeedPayload(line, write(deed), cast("tuple[AnyEvent, ...]", events))
            for line, deed, events in noticed(checked, eyes)
        ),
        **proofs(checked, voice),
    )
