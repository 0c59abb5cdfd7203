"""Payloads that explain payments and refusals of a record."""

from __future__ import annotations

from collections.abc import Iterator

from novamas.house.payloads import ClausePayload, PaymentPayload, RefusalExplained
from novamas.law import Frame, clause
from novamas.record import Checked, Record
from novamas.record.replay import opened
from novamas.table.events import Payment
from novamas.table.notation import read as read_deed
from novamas.words import Voice
from novamas.words.why import arithmetic, explain_refusal, source_of


def payments(checked: Checked) -> Iterator[tuple[int, int, Payment]]:
    """Yield each payment with its number, from 1, and the line of the deed that led to it."""
    number = 0
    for done in checked.done:
        for event in done.events:
            if isinstance(event, Payment):
                number += 1
                yield number, done.line, event


def payment_payload(number: int, line: int, paid: Payment, frame: Frame, voice: Voice) -> PaymentPayload:
    """Return a payment as the payload for JSON."""
    cited = (clause(id).in_language(voice.language) for id in paid.clauses)
    return PaymentPayload(
        payment=number,
        line=line,
        seat=paid.seat,
        bet=paid.bet,
        stake=paid.stake,
        rate=paid.rate,
        returned=paid.returned,
        stays=paid.stays,
        arithmetic=arithmetic(paid, voice),
        clauses=tuple(
            ClausePayload(
                id=each.id,
                says=each.says,
                reading=None if each.reading is None else each.reading.applies,
                borrowed=source_of(each, frame),
            )
            for each in cited
        ),
    )


def refusal_payload(
    read: Record, checked: Checked, text: str, after: int | None, voice: Voice
) -> RefusalExplained:
    """Return whether a deed is lawful after a line of a record, or at its end, and why not."""
    session = opened(read)
    for done in checked.done:
        if after is not None and done.line > after:
            break
        session.do(done.deed)
    deed = read_deed(read.table.game.deeds, text, {})
    refusal = session.why_not(deed)
    lines = [] if refusal is None else explain_refusal(deed, session.phase, refusal, read.table.frame, voice)
    cited = refusal.clause or None if refusal else None
    code = refusal.code if refusal else None
    return RefusalExplained(text, refusal is None, code, cited, tuple(lines))
