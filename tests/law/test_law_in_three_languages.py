"""Every clause has English, Spanish and Catalan texts that agree and use each language's own terms."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator

import msgspec
import pytest

from novamas.law import Clause, UnknownName, clause, clauses, library, norms, search_clauses
from novamas.law.clauses import Reading
from novamas.law.texts import LANGUAGES

OTHERS = tuple(language for language in LANGUAGES if language != "en")
QUOTED = re.compile(r"«[^»]*»|“[^”]*”")  # words of the gazette and of the croupier stay as they are
LABEL = re.compile(r"[\W\dº]*(?:[a-z]{1,2}\)?)?(?:\.\d+)?\W*|[a-z]\.\d\)")
ENGLISH = re.compile(
    r"\b(?:the|of|with|and|which|is|are|not|when|who|his|if|may|must|shall|from|this|that|by|for|pays|players?)\b"
)
SPANISH = re.compile(
    r"(?<!-)\b(?:los|las|y|apuestas?|mesas?|cartas|juego|puede|debe|quien|cuando|también|hasta|sin|con|más)\b"
)
TERMS = {"straight flush": "escalera de color", "two pair": "doble pareja", "re-buys": "reposiciones"}


def texts(told: Clause) -> Iterator[str]:
    """Yield all texts of a clause that people read."""
    yield told.says
    yield told.erratum or ""
    yield from told.path
    if told.reading:
        yield from (told.reading.asks, told.reading.applies, told.reading.why)


def shape(told: Clause) -> tuple[bool, ...]:
    """Return the names of the texts that a clause has."""
    reading = told.reading or Reading("", "", "")
    return tuple(bool(text) for text in (told.says, told.erratum, reading.asks, reading.applies, reading.why))


def foreign(text: str, words: re.Pattern[str]) -> list[str]:
    """Return those of the given words that occur in a text outside quotation marks."""
    return words.findall(QUOTED.sub(" ", text).lower())


def ours(language: str) -> dict[str, dict[str, str]]:
    name = "clauses_readings.toml" if language == "en" else f"clauses_readings.{language}.toml"
    return msgspec.toml.decode((library().read(name) or b""), type=dict[str, dict[str, str]])


@pytest.mark.parametrize("language", OTHERS)
def test_every_clause_is_told_and_nothing_is_added_or_left_out(language: str) -> None:
    for one in clauses():
        assert one.says.strip()
        assert shape(library().clause_in(one.id, language)) == shape(one), one.id


@pytest.mark.parametrize("language", OTHERS)
def test_each_language_has_a_line_for_each_clause_of_a_norm_in_its_order(language: str) -> None:
    for norm in norms():
        lines = (library().read("clauses", language, f"{norm}.jsonl") or b"").splitlines()
        assert [msgspec.json.decode(line)["id"] for line in lines] == [one.id for one in clauses(norm=norm)]


@pytest.mark.parametrize("language", OTHERS)
def test_our_own_readings_have_the_same_places_and_parts(language: str) -> None:
    english, told = ours("en"), ours(language)
    assert list(told) == list(english)
    assert {id: list(parts) for id, parts in told.items()} == {
        id: list(parts) for id, parts in english.items()
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_reading_stands_in_one_place(language: str) -> None:
    """Readings are only in the file of our readings, not in the index of clauses."""
    folder = ("clauses",) if language == "en" else ("clauses", language)
    apart = ours(language)
    for norm in norms():
        for line in (library().read(*folder, f"{norm}.jsonl") or b"").splitlines():
            record = msgspec.json.decode(line)
            assert not (record["id"] in apart and "reading" in record), record["id"]


def test_a_clause_is_told_in_a_language_per_call() -> None:
    english, catalan = clause("IB05.07.IV.6"), library().clause_in("IB05.07.IV.6", "ca")
    assert english.reading is not None
    assert catalan.reading is not None
    assert (
        english.reading.applies
        == "On a tie the player who deals keeps the shoe, because the bank has not lost."
    )
    assert (
        catalan.reading.applies
        == "En cas d’empat, qui reparteix conserva el sabot, perquè la banca no ha perdut."
    )
    assert catalan.path == ("07 Punt i banca", "IV Jugadors")
    assert english.path == ("07 Punto y Banca", "IV Jugadores")  # as the gazette has it
    assert library().clause_in(catalan.id, "en").path == ("07 Punto banco", "IV Players")
    assert library().clause_in(catalan.id, "en").says == english.says
    assert (catalan.id, catalan.kind, catalan.duty, catalan.see) == (
        english.id,
        english.kind,
        english.duty,
        english.see,
    )


def test_a_language_that_nobody_wrote_is_refused_in_a_sentence() -> None:
    with pytest.raises(
        UnknownName, match=r"The language “fr” is not available\. Choose one of “es”, “ca”, “en”"
    ):
        library().clause_in("IB05.07.IV.6", "fr")


def test_english_reads_no_other_language() -> None:
    code = (
        "from novamas.law import clauses, library, search_clauses; "
        "clauses(); search_clauses('pair');"
        "print([name for name in ('index', '_headings') if name in vars(library())],"
        " 'translations' in str(library().cache))"
    )
    printed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert printed.strip() == "['index'] False"


def test_a_search_finds_words_of_the_language_and_english_ones() -> None:
    found = {one.id for one in search_clauses("banc seguit", "ca")}
    assert "IB05.08.VII.18" in found
    assert found == {one.id for one in search_clauses("BANC SEGUIT", "ca")}
    assert {one.id for one in search_clauses("loses his seat", "ca")} == {
        one.id for one in search_clauses("loses his seat")
    }
    assert search_clauses("banc seguit") == ()


def test_accents_and_kinds_of_apostrophe_do_not_matter_to_a_search() -> None:
    assert search_clauses("maxim d'apostes", "ca") == search_clauses("màxim d’apostes", "ca") != ()


def test_every_heading_is_told_in_english_and_catalan() -> None:
    headings = msgspec.json.decode(
        library().read("clauses_headings.json") or b"", type=dict[str, dict[str, str]]
    )
    steps = {step for one in clauses() for step in one.path}
    assert headings.keys() <= steps
    assert all({"en", "ca"} <= told.keys() and all(told.values()) for told in headings.values())
    assert [step for step in steps - headings.keys() if not LABEL.fullmatch(step)] == []


@pytest.mark.parametrize(
    ("language", "words"), [("es", ENGLISH), ("ca", ENGLISH), ("ca", SPANISH)], ids=["es", "ca", "ca-es"]
)
def test_no_other_language_leaks_in(language: str, words: re.Pattern[str]) -> None:
    leaks = {
        (one.id, word)
        for one in clauses()
        for text in texts(library().clause_in(one.id, language))
        for word in foreign(text, words)
    }
    assert leaks == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_doubts_readings_and_errata_are_whole_sentences(language: str) -> None:
    for one in clauses():
        told = library().clause_in(one.id, language)
        reading = told.reading or Reading("", "", "")
        for text in (told.erratum, reading.asks, reading.applies, reading.why):
            assert not text or text.endswith((".", "?", ")", "…")), (one.id, text)
            assert not text or not text[0].isspace(), one.id


@pytest.mark.parametrize("language", OTHERS)
def test_apostrophes_and_quotation_marks_are_typographic(language: str) -> None:
    for one in clauses():
        for text in texts(library().clause_in(one.id, language)):
            assert not re.search(r"\w'\w|\"", text), (one.id, text)


def test_the_trade_s_words_are_those_of_the_official_catalan() -> None:
    """The Catalan texts of the clauses use the official words: «puja» for a raise, «crupier» and «pot»."""
    wrong = r"\b(?:apujad(?:a|es)|croupiers?|barallar|mazo|bote|cap de mesa|joker|pòker|póker)\b"
    for one in clauses():
        for text in texts(library().clause_in(one.id, "ca")):
            assert not re.search(wrong, QUOTED.sub(" ", text)), (one.id, text)
    raises = library().clause_in("AR10.10-2.VI.3.a.3.1", "ca").reading
    assert raises is not None
    assert "puja" in raises.applies


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("english", TERMS)
def test_a_term_of_the_glossary_is_used_wherever_english_uses_it(english: str, language: str) -> None:
    term = next(term for term in library().glossary if term.es == TERMS[english])
    used = term.es if language == "es" else term.ca
    for one in clauses():
        if english in one.says.lower():
            assert used in library().clause_in(one.id, language).says.lower(), one.id
