"""Encoder of table updates: one encoding for all clients with the same viewpoint and language."""

from __future__ import annotations

from novamas.hall.text import says
from novamas.law.texts import Language
from novamas.protocol.messages import UpdateMessage
from novamas.protocol.tables import TableUpdate
from novamas.table.wire import written
from novamas.words import voice_for


def encode_update(seen: TableUpdate, game: str, language: Language | None) -> bytes:
    """Return an update as JSON, with sentences in a language or without. Cached in the update."""
    if language not in seen.texts:
        seen.texts[language] = written(_update_message(seen, game, language))
    return seen.texts[language]


def _update_message(seen: TableUpdate, game: str, language: Language | None) -> UpdateMessage:
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
    """Return the events as sentences, or none without a language."""
    return () if language is None else says(seen.told, voice_for(language, game), seen.view.eyes)
