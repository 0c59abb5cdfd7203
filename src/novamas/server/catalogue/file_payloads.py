"""Payloads of uploaded files: checked floors, verified records and their states."""

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
    """A fault of a floor with its explanation."""

    why: tuple[str, ...]


class CheckedFloor(Struct, frozen=True):
    """A checked floor, each fault explained."""

    tables: int
    red: int
    amber: int
    findings: tuple[ExplainedFinding, ...]


class VerifiedRecord(ProofsPayload, frozen=True, kw_only=True):
    """A verified record: each proof, and the first line at which it does not hold."""

    game: str
    norm: str
    edition: str
    commitment: str | None
    deeds: int


class RecordState(Struct, frozen=True, kw_only=True):
    """A state of a record: the events before it, the reasons for payments, and the view."""

    number: int
    line: int
    events: tuple[AnyEvent, ...]
    says: tuple[str, ...]
    payments: tuple[WhyMessage, ...]
    view: GameView


class RecordStates(Struct, frozen=True, kw_only=True):
    """A range of the states of a record, from a viewpoint."""

    game: str
    norm: str
    eyes: str
    total: int
    choices: Mapping[str, Figure]
    states: tuple[RecordState, ...]
