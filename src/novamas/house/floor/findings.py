"""Findings of a floor check: each fault with its severity, its place and its lawful alternatives."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from novamas.errors import Figure, NovamasError
from novamas.law import Fault
from novamas.law.options import Unit, Value

Severity: TypeAlias = Literal["red", "amber"]  # forbidden · depends on an authorisation or a fact


class Place(msgspec.Struct, frozen=True, order=True):
    """A line of a file."""

    file: str
    line: int


class Lawful(msgspec.Struct, frozen=True):
    """Lawful values of a choice: its bounds, and the values nearest to the one stated."""

    choice: str
    unit: Unit
    least: Value | None = None
    most: Value | None = None
    one_of: tuple[Value, ...] = ()
    nearest: tuple[Value, ...] = ()


class Finding(msgspec.Struct, frozen=True):
    """One fault of a floor, or one fact that its file does not state."""

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
        """The clause at fault, if there is one."""
        return self.problem.clause


class FloorReport(msgspec.Struct, frozen=True):
    """A checked floor: the name and game of each table, and all findings."""

    names: tuple[tuple[str, str], ...]
    findings: tuple[Finding, ...]

    @property
    def tables(self) -> int:
        """The number of tables on the floor."""
        return len(self.names)

    def count(self, severity: Severity) -> int:
        """Return the number of findings of this severity."""
        return sum(finding.severity == severity for finding in self.findings)
