"""Payloads of a checked floor, with the text of each finding."""

from __future__ import annotations

from msgspec import Struct

from novamas.errors import Figure
from novamas.house.floor.findings import Severity
from novamas.law.options import Unit


class AlternativePayload(Struct, frozen=True):
    """The allowed values of a choice: its bounds, and the values nearest to the stated one."""

    choice: str  # the choice of the finding, or another that would remove the fault
    unit: Unit
    least: Figure | None
    most: Figure | None
    one_of: tuple[Figure, ...]
    nearest: tuple[Figure, ...]


class FindingPayload(Struct, frozen=True):
    """A fault in a floor file, or a fact that the file does not state."""

    severity: Severity
    table: str
    game: str
    code: str
    clause: str | None
    says: str
    law: str | None  # text of the clause
    file: str
    line: int
    field: str | None
    given: Figure | None  # the value in the file
    lawful: AlternativePayload | None
    lawful_says: str | None


class FloorReportPayload(Struct, frozen=True):
    """A checked floor with all findings."""

    tables: int
    red: int
    amber: int
    findings: tuple[FindingPayload, ...]


class FaultsExplained(Struct, frozen=True):
    """The faults in a floor file, explained line by line."""

    faults: tuple[tuple[str, ...], ...]
