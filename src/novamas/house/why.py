"""Why something was paid or refused in a record, for other programs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from novamas.law import Frame, clause
from novamas.record import Checked, Record
from novamas.record.replaying import opened
from novamas.table.events import Payment
from novamas.table.notation import read as read_deed
from novamas.words import Words
from novamas.words.why import arithmetic, explain_refusal, source_of


def payments(checked: Checked) -> Iterator[tuple[int, int, Payment]]:
    """Every payment, counted from 1, with the line of the deed that led to it."""
    number = 0
    for done in checked.done:
        for event in done.events:
            if isinstance(event, Payment):
                number += 1
                yield number, done.line, event


def payment_content(number: int, line: int, paid: Payment, frame: Frame, voice: Words) -> dict[str, object]:
    """A payment, for other programs."""
    return {
        "payment": number,
        "line": line,
        "seat": paid.seat,
        "bet": paid.bet,
        "stake": paid.stake,
        "rate": paid.rate,
        "returned": paid.returned,
        "stays": paid.stays,
        "arithmetic": arithmetic(paid, voice),
        "clauses": [
            {
                "id": cited.id,
                "says": cited.says,
                "reading": cited.reading and cited.reading.applies,
                "borrowed": source_of(cited, frame),
            }
            for cited in (clause(id).told(voice.language) for id in paid.clauses)
        ],
    }


def refusal_content(
    read: Record, checked: Checked, text: str, after: int | None, voice: Words
) -> dict[str, Any]:
    """Whether a deed is lawful after a line of a record, or at its end; and why not: the rule, the clause."""
    session = opened(read)
    for done in checked.done:
        if after is not None and done.line > after:
            break
        session.do(done.deed)
    deed = read_deed(read.table.game.deeds, text, {})
    refusal = session.why_not(deed)
    lines = [] if refusal is None else explain_refusal(deed, session.phase, refusal, read.table.frame, voice)
    clause = refusal.clause or None if refusal else None
    code = refusal.code if refusal else None
    return {"deed": text, "lawful": refusal is None, "code": code, "clause": clause, "why": lines}
