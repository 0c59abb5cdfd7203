"""What keeps a table from being opened: every fault at once, each with its clause."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from novamas.errors import Figure, NovamasError
from novamas.law.texts import Text


class Fault(msgspec.Struct, frozen=True):
    """One thing that is not as the law has it: in which choice, under which clause, with which figures."""

    choice: str | None
    code: str
    clause: str | None
    figures: Mapping[str, Figure] = {}
    says: Text | None = None  # where the law of this game has its own words for it


class FaultySetup(NovamasError):
    """A table of this game that may not be opened as the house wants it, with all its faults."""

    def __init__(self, faults: Sequence[Fault], game: str = "") -> None:
        assert faults, "a table without faults may be opened"
        super().__init__("faulty", clause=faults[0].clause)
        self.faults = tuple(faults)
        self.game = game

    def __reduce__(self) -> tuple[type[FaultySetup], tuple[tuple[Fault, ...], str]]:
        return FaultySetup, (self.faults, self.game)
