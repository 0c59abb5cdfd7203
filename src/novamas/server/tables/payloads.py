"""Messages about payments, refusals and errors, for the socket of a table."""

from __future__ import annotations

from novamas.errors import NovamasError
from novamas.law import Frame
from novamas.protocol.messages import ClausePayload, ProblemMessage, WhyMessage
from novamas.table.events import Payment
from novamas.table.roles import Who
from novamas.words import Voice
from novamas.words.events import event_text
from novamas.words.problems import error_text, values_of
from novamas.words.why import arithmetic, source_of


def problem(error: NovamasError, voice: Voice) -> ProblemMessage:
    """Return an error as a message in the given language."""
    return ProblemMessage(error.code, error.clause, error_text(error, voice), values_of(error))


def why_message(
    id: str, position: tuple[int, int], paid: Payment, frame: Frame, voice: Voice, me: Who
) -> WhyMessage:
    """Return the explanation of a payment: its stake, its arithmetic and its clauses."""
    return WhyMessage(
        id=id,
        number=position[0],
        nth=position[1],
        payment=paid,
        says=event_text(paid, voice, me=me),
        arithmetic=arithmetic(paid, voice),
        clauses=tuple(clause_payload(each, frame, voice) for each in paid.clauses),
    )


def clause_payload(id: str, frame: Frame, voice: Voice) -> ClausePayload:
    """Return a clause with its text in the given language."""
    cited = voice.clause(id)
    source = source_of(cited, frame)
    return ClausePayload(
        id=id,
        says=cited.says,
        reading=cited.reading.applies if cited.reading else None,
        borrowed=None if source is None else source.norm,
    )
