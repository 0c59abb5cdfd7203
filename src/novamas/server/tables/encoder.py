"""What happened at a table as text: made once for all who look with the same eyes in the same language."""

from __future__ import annotations

from novamas.hall.text import says
from novamas.law.texts import Language
from novamas.protocol.messages import UpdateMessage
from novamas.protocol.tables import TableUpdate
from novamas.table.wire import written
from novamas.words import voice_for


def told(seen: TableUpdate, game: str, language: Language | None) -> bytes:
    """What was told as it goes over the wire, in a language or without sentences."""
    if language not in seen.texts:
        seen.texts[language] = written(_told(seen, game, language))
    return seen.texts[language]


def _told(seen: TableUpdate, game: str, language: Language | None) -> UpdateMessage:
    return UpdateMessage(
        number=seen.number,
        events=seen.told,
        says=sentences(seen, game, language),
        view=seen.view,
        seats=seen.seats,
        cash=seen.cash,
        clock=seen.clock,
        receipt=seen.receipt,
    )


def sentences(seen: TableUpdate, game: str, language: Language | None) -> tuple[str, ...]:
    """The events as sentences, where somebody wants them."""
    return () if language is None else says(seen.told, voice_for(language, game), seen.view.eyes)
