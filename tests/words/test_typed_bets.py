"""Bets in options, in the words of the user's language."""

from __future__ import annotations

import pytest

from novamas.law.texts import Language
from novamas.words import voice_for
from novamas.words.typed_bets import written_bets

KNOWN = ("rojo", "negro", "pleno", "docena", "dos_docenas", "columna")


@pytest.mark.parametrize(
    ("language", "typed", "written"),
    [
        ("en", "red", "rojo"),
        ("en", "RED 5 €", "rojo 5 €"),
        ("ca", "vermell 2,50", "rojo 2,50"),
        ("es", "red", "rojo"),  # another language's word
        ("en", "rojo", "rojo"),
        ("en", "two dozens 10", "dos_docenas 10"),
        ("en", "red 5 € + straight up:17 2 €", "rojo 5 € + pleno:17 2 €"),
        ("en", "pleno:17 2 €", "pleno:17 2 €"),
        ("en", "purple 5", "purple 5"),
        ("en", "", ""),
    ],
)
def test_a_bet_is_known_by_its_name_in_every_language(language: Language, typed: str, written: str) -> None:
    assert written_bets(typed, KNOWN, voice_for(language, "ruleta")) == written
