"""Payloads that explain the payments and refusals in a record."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from msgspec import Struct

from novamas.law import Frame, Source
from novamas.record import Checked, Record
from novamas.record.replay import opened
from novamas.table.events import Payment
from novamas.table.notation import read as read_deed
from novamas.words import Voice
from novamas.words.proofs import ProofsPayload
from novamas.words.why import arithmetic, explain_refusal, source_of


class ClausePayload(Struct, frozen=True):
    """A clause with its text, our reading, and the norm from which it is borrowed."""

    id: str
    says: str
    reading: str | None
    borrowed: Source | None


class PaymentPayload(Struct, frozen=True, kw_only=True):
    """A payment with its arithmetic and its clauses."""

    payment: int
    line: int
    seat: int
    bet: str
    stake: int
    rate: Fraction | None
    returned: int
    stays: bool
    arithmetic: str
    clauses: tuple[ClausePayload, ...]


class PaymentsExplained(ProofsPayload, frozen=True, kw_only=True):
    """The payments of a record, and the proofs of the record."""

    payments: tuple[PaymentPayload, ...]


class RefusalExplained(Struct, frozen=True):
    """The answer on whether a deed is lawful after a line of a record, with the reason if it is not."""

    deed: str
    lawful: bool
    code: str | None
    clause: str | None
    why: tuple[str, ...]


def payments(checked: Checked) -> Iterator[tuple[int, int, Payment]]:
    """Yield each payment with its number, counted from 1, and with the line of its deed."""
    number = 0
    for done in checked.done:
        for event in done.events:
            if isinstance(event, Payment):
                number += 1
                yield number, done.line, event


def payment_payload(number: int, line: int, paid: Payment, frame: Frame, voice: Voice) -> PaymentPayload:
    """Return a payment as a payload for JSON."""
    cited = (voice.clause(id) for id in paid.clauses)
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
    """Return whether and why a deed is lawful after a line of a record, or at the record's end."""
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
