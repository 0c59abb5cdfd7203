"""What was proved of a record, said exactly: each thing by itself, and where it does not hold, the line."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from novamas.words import Words

_ = mark = str  # until the sentences stand with the others

if TYPE_CHECKING:
    from novamas.record import Break, Checked, Header, Record

BREAKS = {
    "other_link": mark(
        "Line {line} does not follow from the lines before it: its link should be {expected}, and is {found}."
    ),
    "no_link": mark("Line {line} is not chained to the lines before it: its link should be {expected}."),
    "after_seal": mark("Line {line} stands after the seal, and nothing may follow the seal."),
    "other_seal": mark("Line {line}: this is not the seal of the lines before it."),
    "other_draw": mark("Line {line}: {found} was drawn, but the seed gives {expected}."),
    "other_seed": mark("Line {line}: the seed that was revealed is not the one that was committed to."),
    "other_player_seed": mark("Line {line}: the player's seed is not the one that was committed to."),
    "other_receipt": mark(
        "No line up to the last, {line}, has the receipt {expected}: it was given for another record, or for "
        "more of this one."
    ),
}
CHANCE = {
    "agrees": mark("Every draw ({draws}) agrees with the seed that was committed to."),
    "agrees_with_both": mark(
        "Every draw ({draws}) agrees with the seed that was committed to and with the player's."
    ),
    "agrees_with_number": mark("Every draw ({draws}) agrees with the number {number}."),
    "not_revealed": mark("The seed has not been revealed: the draws cannot be checked."),
    "not_committed": mark("No seed was committed to: the draws are taken as they are."),
}
SHOWN = 16  # of the digits of a link


def record_in(path: Path, *, any_edition: bool) -> Record:
    """The record in a file; one whose opening does not hold is refused in the reader's language."""
    from novamas.record import read_record

    return read_record(path, any_edition=any_edition)


def checked_whole(record: Record, receipt: str | None) -> Checked:
    """What was proved of a record; one that does not hold is refused."""
    from novamas.record import Broken, check

    checked = check(record, receipt)
    if checked.broken is not None:
        raise Broken(checked.broken)
    return checked


def worded(broken: Break, voice: Words) -> str:
    """Where a record does not hold."""
    from novamas.words.problems import refused

    if broken.refusal is not None:
        why = refused(broken.refusal, voice)
        return _("Line {line}: {deed}: {why}").format(line=broken.line, deed=broken.found, why=why)
    expected, found = (
        figure[:SHOWN] if isinstance(figure, str) else figure for figure in (broken.expected, broken.found)
    )
    return _(BREAKS[broken.code]).format(line=broken.line, expected=expected, found=found)


def said_of(checked: Checked, header: Header, voice: Words) -> Iterator[str]:
    """A sentence for each thing that was proved of a record, and for each that was not."""
    yield _("Every deed ({deeds}) is lawful.").format(deeds=len(checked.done))
    both = checked.chance == "agrees" and header.player_commitment is not None
    chance = "agrees_with_both" if both else checked.chance
    yield _(CHANCE[chance]).format(draws=checked.draws, number=header.number)
    if checked.chain == "whole":
        yield _("The chain is whole: every line follows from all the lines before it.")
    if checked.sealed:
        yield _("The record is sealed.")
    yield from said_of_binding(checked, voice)
    if checked.chain == "whole" and checked.receipt is None:
        yield _("Only a receipt tells whether it is the record that was played: give --receipt.")


def said_of_binding(checked: Checked, voice: Words) -> Iterator[str]:
    """What does not bind a record, and what a receipt proves of it."""
    if checked.chain == "none":
        yield _("The record is not chained: its lines may have been changed.")
        return
    if checked.half_written is not None:
        says = _("Line {line} is only half written, and is left out: the writing was interrupted there.")
        yield says.format(line=checked.half_written)
    if not checked.sealed:
        yield _("The record is not sealed: more may have been played than it tells.")
    if checked.receipt is None:
        return
    says = _("Up to line {line} (rounds: {rounds}) it is the record of the receipt.")
    yield says.format(line=checked.receipt.line, rounds=checked.receipt.rounds)


def proved(checked: Checked, voice: Words) -> dict[str, object]:
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
            "says": worded(broken, voice),
        },
    }
