"""Explanations of payments and refusals: the arithmetic, and the texts of the clauses."""

from __future__ import annotations

from collections.abc import Iterable

from novamas.law import Clause, Frame, Source
from novamas.table.deeds import Deed
from novamas.table.events import Payment
from novamas.table.phases import AnyPhase
from novamas.table.refusals import Refusal
from novamas.table.roles import Who
from novamas.table.tags import snake
from novamas.words.events import event_text
from novamas.words.problems import refused
from novamas.words.transcript import deed_text
from novamas.words.voice import Voice


def explain(paid: Payment, frame: Frame, voice: Voice, *, me: Who | None = None) -> list[str]:
    """Return the explanation of a payment line by line: event, arithmetic, and each clause in our words."""
    return [
        event_text(paid, voice, me=me),
        f"  {arithmetic(paid, voice)}",
        *law_text(paid.clauses, frame, voice),
    ]


def explain_refusal(deed: Deed, phase: AnyPhase, refusal: Refusal, frame: Frame, voice: Voice) -> list[str]:
    """Return the explanation of a refusal line by line: act, phase, reason, and text of the clause."""
    moment = voice.phase(snake(type(phase).__name__))
    lines = [deed_text(deed, voice), f"  {voice.say('why.moment', moment=moment)}"]
    lines.append(f"  {refused(refusal, voice)}")
    return [*lines, *law_text((refusal.clause,) if refusal.clause else (), frame, voice)]


def law_text(clauses: Iterable[str], frame: Frame, voice: Voice) -> list[str]:
    """Return the texts of clauses, with our readings and the sources of borrowed figures."""
    lines = []
    for cited in (voice.clause(id) for id in clauses):
        lines.append(f"  {cited.id}: {cited.says}")
        if cited.reading:
            lines.append(f"    {voice.say('why.our_reading', applies=cited.reading.applies)}")
        source = source_of(cited, frame)
        if source:
            text = voice.say("why.borrowed", game=source.game, norm=source.norm, cite=source.cite)
            lines.append(f"    {text}")
    return lines


def arithmetic(paid: Payment, voice: Voice) -> str:
    """Return the arithmetic of a paid amount: the stake, and the stake times the rate."""
    stake, rate = paid.stake, paid.rate
    if rate is None or not stake:
        return voice.say("why.without_rate", stake=stake, returned=paid.returned)
    exact = stake + stake * rate
    is_whole = exact.denominator == 1
    result = voice.money(exact.numerator) if is_whole else voice.say("why.part_of_cent", cents=exact)
    sign = "+" if rate >= 0 else "−"
    reckoned = voice.say("why.reckoned", stake=stake, sign=sign, rate=abs(rate), result=result)
    if exact == paid.returned:
        return reckoned
    return voice.say("why.rounded", reckoned=reckoned, returned=paid.returned)


def source_of(cited: Clause, frame: Frame) -> Source | None:
    """Return the source of borrowed figures if a clause belongs to another norm, otherwise None."""
    if cited.norm == frame.norm:
        return None
    return next((source for source in frame.borrowed.values() if source.norm == cited.norm), None)
