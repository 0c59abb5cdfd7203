"""Voice for a caller of the API: one of the supported languages, or an error that lists them."""

from __future__ import annotations

from novamas.errors import InvalidInput, quoted
from novamas.law.texts import LANGUAGES, Language
from novamas.words import Voice, voice_for


def voice_in(language: Language, game: str = "") -> Voice:
    """Return the voice of a language, for this game."""
    if language not in LANGUAGES:
        raise InvalidInput(
            "language_unknown", text_key="unknown_language", given=quoted(language), known=LANGUAGES
        )
    return voice_for(language, game)
