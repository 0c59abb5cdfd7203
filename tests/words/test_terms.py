"""One word for one thing: no text uses a word that the glossary excludes in its language.

Text in quotation marks, code and placeholders is not searched: quoted law, calls, and typed input.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from tests.words.terms import house_terms
from tests.words.text_files import every_text

from novamas.law import clauses, library
from novamas.law.texts import LANGUAGES, Language, Text

TYPED = {"acts", "bets_typed", "incidents_typed", "table_words"}  # what people may type keeps every synonym
LEFT_OUT = re.compile(r"«[^»]*»|“[^”]*”|`[^`]*`|\"[^\"]*\"|\{[^{}|]*\}|\{\w+:|--\w+")


def losers(text: str, language: Language, *, of_law: bool = False) -> list[str]:
    """Return the words in a text that the glossary excludes from our sentences."""
    plain = LEFT_OUT.sub(" ", text)
    found = []
    for term in house_terms().values():
        kept = plain
        for phrase in term.but.of(language):
            kept = kept.replace(phrase, " ")
        never = set(term.never.of(language)) - set(term.law.of(language) if of_law else ())
        found += [
            word for word in never if re.search(rf"(?<!\w){re.escape(word)}(?!\w)", kept, re.IGNORECASE)
        ]
    return sorted(found)


def of_texts() -> Iterator[tuple[str, Text]]:
    for where, text in every_text():
        if where.split(".")[0] not in TYPED:
            yield where, text


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_uses_a_word_that_the_glossary_gives_up(language: Language) -> None:
    found = [
        (where, wrong)
        for where, text in of_texts()
        if (wrong := losers(text.in_language(language), language))
    ]
    assert not found


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_clause_and_no_reading_uses_a_word_that_the_glossary_gives_up(language: Language) -> None:
    found = []
    for one in clauses():
        told = library().clause_in(one.id, language)
        reading = (told.reading.asks, told.reading.applies, told.reading.why) if told.reading else ()
        for text, of_law in ((told.says, True), *((text, False) for text in reading)):
            if wrong := losers(text or "", language, of_law=of_law):
                found.append((one.id, wrong, text))
    assert not found


def test_quotations_and_code_keep_every_synonym() -> None:
    assert losers("Máquina de barajar y fichero", "es") == ["fichero", "máquina de barajar"]
    assert losers("La casa dice «fichero» y `fichero`", "es") == []
    assert losers("Los establecimientos", "es", of_law=True) == []
    assert losers("{croupier:por error del crupier|y cuenta cero}", "es") == []
    assert losers("{told:fichero|archivo}", "es") == ["fichero"]


def test_terms_do_not_lose_to_themselves() -> None:
    for name, term in house_terms().items():
        for language in LANGUAGES:
            assert not losers(getattr(term, language), language), name


def test_the_words_of_the_gazettes_begin_with_ours() -> None:
    listed = [term.en.split(",")[0] for term in library().glossary]
    assert {"croupier", "cashier", "punto", "house slot", "even chances", "community card"} <= set(listed)
