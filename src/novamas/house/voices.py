"""The voice of whoever asks from a program: a language of ours, or an error that names them."""

from __future__ import annotations

from novamas.errors import InvalidInput, quoted
from novamas.law.texts import LANGUAGES, Language
from novamas.words import Voice, voice_for


def voice_in(language: Language, game: str = "") -> Voice:
    """The words of a language, at a table of this game."""
    if language not in LANGUAGES:
        raise InvalidInput(
            "language_unknown", told_as="unknown_language", given=quoted(language), known=LANGUAGES
        )
    return voice_for(language, game)
