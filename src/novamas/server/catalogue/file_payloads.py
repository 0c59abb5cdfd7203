"""Payloads about uploaded files: checked floors, verified records and states of records."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from novamas.errors import Figure
from novamas.house.floor.payload import FindingPayload
from novamas.protocol.messages import WhyMessage
from novamas.protocol.schema import GameView
from novamas.table.events import AnyEvent
from novamas.words.proofs import ProofsPayload


class ExplainedFinding(FindingPayload, frozen=True, kw_only=True):
    """A finding about a floor file, with its explanation."""

    why: tuple[str, ...]


class CheckedFloor(Struct, frozen=True):
    """A checked floor with an explanation of each fault."""

    tables: int
    red: int
    amber: int
    findings: tuple[ExplainedFinding, ...]


class VerifiedRecord(ProofsPayload, frozen=True, kw_only=True):
    """A verified record with each proof, and with the first line at which a proof fails."""

    game: str
    norm: str
    edition: str
    commitment: str | None
    deeds: int


class RecordState(Struct, frozen=True, kw_only=True):
    """One state of a record: the events before it, the view, and the reasons for payments."""

    number: int
    line: int
    events: tuple[AnyEvent, ...]
    says: tuple[str, ...]
    payments: tuple[WhyMessage, ...]
    view: GameView


class RecordStates(Struct, frozen=True, kw_only=True):
    """A range of a record's states, from one viewpoint."""

    game: str
    norm: str
    eyes: str
    total: int
    choices: Mapping[str, Figure]
    states: tuple[RecordState, ...]
