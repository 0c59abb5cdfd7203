"""What was proved of a record: for people and for other programs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from novamas.cli.language import current
from novamas.words import proving, words

if TYPE_CHECKING:
    from novamas.record import Break, Checked, Header, Record


def record_in(path: Path, *, any_edition: bool) -> Record:
    """The record in a file."""
    from novamas.record import read_record

    return read_record(path, any_edition=any_edition)


def checked_whole(record: Record, receipt: str | None) -> Checked:
    """What was proved of a record; one that does not hold is refused."""
    from novamas.record import Broken, check

    checked = check(record, receipt)
    if checked.broken is not None:
        raise Broken(checked.broken)
    return checked


def worded(broken: Break) -> str:
    """Where a record does not hold."""
    return proving.broken(broken, words(current()))


def said_of(checked: Checked, header: Header) -> Iterator[str]:
    """A sentence for each thing that was proved of a record, and for each that was not."""
    return proving.proved(checked, header, words(current()))


def said_of_binding(checked: Checked) -> Iterator[str]:
    """What does not bind a record, and what a receipt proves of it."""
    return proving.bound(checked, words(current()))


def proved(checked: Checked) -> dict[str, object]:
    """The same for other programs."""
    broken = checked.broken
    return {
        "draws": {"checked": checked.draws, "chance": checked.chance},
        "chain": checked.chain,
        "sealed": checked.sealed,
        "half_written": checked.half_written,
        "receipt": checked.receipt,
        "departure": broken
        and {
            "code": broken.code,
            "line": broken.line,
            "expected": broken.expected,
            "found": broken.found,
            "clause": broken.clause,
            "says": worded(broken),
        },
    }
