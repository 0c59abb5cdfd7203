"""What a check of a floor finds: each fault with its weight, its place, and what would be lawful."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from novamas.errors import Figure, NovamasError
from novamas.law import Fault
from novamas.law.options import Unit, Value

Severity: TypeAlias = Literal["red", "amber"]  # unlawful; left to an authorisation, or not to be known here


class Place(msgspec.Struct, frozen=True, order=True):
    """Where something is written."""

    file: str
    line: int


class Lawful(msgspec.Struct, frozen=True):
    """What a choice may be: its bounds, and the lawful values nearest to what was stated."""

    choice: str
    unit: Unit
    least: Value | None = None
    most: Value | None = None
    one_of: tuple[Value, ...] = ()
    nearest: tuple[Value, ...] = ()


class Finding(msgspec.Struct, frozen=True):
    """One thing that is not as the law has it, or that the file does not tell."""

    severity: Severity
    problem: Fault | NovamasError
    place: Place
    table: str = ""
    game: str = ""
    field: str = ""  # of the file
    given: Figure | None = None  # what the file says there; nothing where it is silent
    lawful: Lawful | None = None

    @property
    def clause(self) -> str | None:
        """The clause that it goes against, where there is one."""
        return self.problem.clause


class FloorReport(msgspec.Struct, frozen=True):
    """A floor that was checked: its tables by their names and games, and all that was found."""

    names: tuple[tuple[str, str], ...]
    findings: tuple[Finding, ...]

    @property
    def tables(self) -> int:
        """How many tables the floor has."""
        return len(self.names)

    def count(self, severity: Severity) -> int:
        """How many findings have this weight."""
        return sum(finding.severity == severity for finding in self.findings)
