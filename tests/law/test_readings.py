"""Each reading has a question, a decision and a reason in full sentences of each language."""

from __future__ import annotations

import re

import pytest

from novamas.law import Clause, clauses, library
from novamas.law.clauses import Reading
from novamas.law.texts import LANGUAGES

DOUBTFUL = tuple(one for one in clauses() if one.reading)
OPTION_LETTER = re.compile(r"(?<![\w.])\([A-Za-z]\)|\((?:\d|i{1,3})\) |^[\"«“(]?[A-Za-z]\)?:")
WORK_ON_PROGRAMS = {
    "en": r"software|recommend|configur|implement|engine|interface|confidence|\b(?:program|flag|ship)s?\b",
    "es": r"software|recom[ie]|configur|implement|motor\b|interfaz|confianza|programa\b",
    "ca": r"software|programari|recoman|configur|implement|motor\b|interfície|confiança|programa\b",
}
LEAST_LETTERS = 12  # of a decision: anything shorter is a word, not a statement


def read(one: Clause, language: str) -> Reading:
    reading = library().clause_in(one.id, language).reading
    assert reading is not None
    return reading


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reading_has_a_question_a_decision_and_a_reason(language: str) -> None:
    for one in DOUBTFUL:
        reading = read(one, language)
        assert "?" in reading.asks, one.id
        assert len(reading.applies) >= LEAST_LETTERS, one.id
        assert len(reading.why) >= LEAST_LETTERS, one.id
        assert reading.applies.endswith((".", ")")), one.id
        assert reading.why.endswith("."), one.id


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_reading_asks_a_question_and_answers_it_in_a_full_statement(language: str) -> None:
    """People also read the decision without its question, so it must not begin with yes or no."""
    for one in DOUBTFUL:
        reading = read(one, language)
        assert reading.asks.rstrip("»”)").endswith("?"), (one.id, reading.asks)
        assert not re.match(r"(?:Yes|No|Sí)[,:;.]", reading.applies), (one.id, reading.applies)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_reading_decides_and_lists_no_options(language: str) -> None:
    for one in DOUBTFUL:
        reading = read(one, language)
        for text in (reading.asks, reading.applies, reading.why):
            assert not OPTION_LETTER.search(text), (one.id, text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_reading_speaks_of_the_game_and_not_of_programs(language: str) -> None:
    words = re.compile(WORK_ON_PROGRAMS[language], re.IGNORECASE)
    for one in DOUBTFUL:
        reading = read(one, language)
        for text in (reading.asks, reading.applies, reading.why):
            assert not words.search(text), (one.id, text)


@pytest.mark.parametrize("text", ["(b): refuse it.", "As text (a) says.", "(1) Scope.", "B: the second."])
def test_an_option_letter_is_found(text: str) -> None:
    assert OPTION_LETTER.search(text)


@pytest.mark.parametrize(
    "text", ["The floor of letter e) holds.", "As in IB09.12-1.II.a.1 (IV.a).", "Case c) of II.2."]
)
def test_a_letter_of_the_law_is_no_option(text: str) -> None:
    assert not OPTION_LETTER.search(text)
