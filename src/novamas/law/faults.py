"""What keeps a table from being opened: every fault at once, each with its clause."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from novamas.errors import NovamasError


class Fault(msgspec.Struct, frozen=True):
    """One thing that is not as the law has it: in which choice, under which clause, in a sentence."""

    choice: str | None
    code: str
    clause: str | None
    says: str


class Faulty(NovamasError):
    """A table that may not be opened as the house wants it, with all its faults."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        assert faults, "a table without faults may be opened"
        super().__init__(
            "faulty",
            " ".join(f"{fault.says} ({fault.clause})" if fault.clause else fault.says for fault in faults),
            clause=faults[0].clause,
        )
        self.faults = tuple(faults)

    def __reduce__(self) -> tuple[type[Faulty], tuple[tuple[Fault, ...]]]:
        return Faulty, (self.faults,)
