"""Findings of a floor check: faults with their severity, their place and lawful alternatives."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from novamas.errors import Figure, NovamasError
from novamas.law import Fault
from novamas.law.options import Unit, Value

Severity: TypeAlias = Literal["red", "amber"]  # forbidden · depends on an authorisation or a fact


class Place(msgspec.Struct, frozen=True, order=True):
    """A line in a file."""

    file: str
    line: int


class Lawful(msgspec.Struct, frozen=True):
    """The allowed values of a choice: its bounds, and the values nearest to the stated one."""

    choice: str
    unit: Unit
    least: Value | None = None
    most: Value | None = None
    one_of: tuple[Value, ...] = ()
    nearest: tuple[Value, ...] = ()


class Finding(msgspec.Struct, frozen=True):
    """A fault in a floor file, or a fact that the file does not state."""

    severity: Severity
    problem: Fault | NovamasError
    place: Place
    table: str = ""
    game: str = ""
    field: str = ""  # of the file
    given: Figure | None = None  # the value in the file, None if the file does not state the field
    lawful: Lawful | None = None

    @property
    def clause(self) -> str | None:
        """The clause at fault, or None."""
        return self.problem.clause


class FloorReport(msgspec.Struct, frozen=True):
    """A checked floor: all findings, and the name and game of each table."""

    names: tuple[tuple[str, str], ...]
    findings: tuple[Finding, ...]

    @property
    def tables(self) -> int:
        """The number of tables on the floor."""
        return len(self.names)

    def count(self, severity: Severity) -> int:
        """Return the number of findings with this severity."""
        return sum(finding.severity == severity for finding in self.findings)
