"""What was proved of a record, for other programs; people are told by `novamas.words.proving`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from novamas.words import Words
from novamas.words.proving import broken

if TYPE_CHECKING:
    from novamas.record import Checked


def proofs(checked: Checked, voice: Words) -> dict[str, object]:
    """Each thing that was proved by itself, and where the record does not hold."""
    at = checked.broken
    return {
        "draws": {"checked": checked.draws, "chance": checked.chance},
        "chain": checked.chain,
        "sealed": checked.sealed,
        "half_written": checked.half_written,
        "receipt": checked.receipt,
        "signed": {"by": checked.signed, "house": checked.house},
        "receipts": checked.kept,
        "departure": at
        and {
            "code": at.code,
            "line": at.line,
            "expected": at.expected,
            "found": at.found,
            "clause": at.clause,
            "says": broken(at, voice),
        },
    }
