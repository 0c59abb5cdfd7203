"""Faults of a set-up: all reasons why a table may not be opened, each with its clause."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from novamas.errors import Figure, NovamasError
from novamas.law.texts import Text


class Fault(msgspec.Struct, frozen=True):
    """One breach of the law in a set-up: the choice, the code, the clause and the values."""

    choice: str | None
    code: str
    clause: str | None
    figures: Mapping[str, Figure] = {}
    says: Text | None = None  # the game's own text, if its law needs one


class FaultySetup(NovamasError):
    """Raised when a table may not be opened with its set-up. Contains all faults."""

    def __init__(self, faults: Sequence[Fault], game: str = "") -> None:
        assert faults, "a table without faults may be opened"
        super().__init__("faulty", clause=faults[0].clause)
        self.faults = tuple(faults)
        self.game = game

    def __reduce__(self) -> tuple[type[FaultySetup], tuple[tuple[Fault, ...], str]]:
        return FaultySetup, (self.faults, self.game)
