"""Names of fields and values that people type are in quotation marks or formatted as code."""

from __future__ import annotations

import re

import pytest
from tests.words.text_files import every_text

from novamas.law import catalogue
from novamas.law.texts import LANGUAGES, Language
from novamas.words import voice_for
from novamas.words.problems import error_text

QUOTED = re.compile(r"«[^»]*»|“[^”]*”|`[^`]*`|\"[^\"]*\"")
FORMS = re.compile(r"\{\w+:[^{}|]*\|[^{}]*\}")
TYPED = {"acts", "bets_typed", "incidents_typed", "table_words", "parts"}  # not sentences
FILES = {"programme_form", "plan_form"}  # whole files to fill in
LISTS_OF_VALUES = {"options"}  # help on an option of a command: its values, as they are typed

NUMBERS = {"errors.store_newer"}  # the version that this program knows


def sentences() -> list[tuple[str, Language, str]]:
    """Return each text without quotations and code."""
    return [
        (where, language, QUOTED.sub(" ", FORMS.sub(" ", text.in_language(language))))
        for where, text in every_text()
        if where.split(".")[0] not in TYPED and where.split(".")[-1] not in FILES
        for language in LANGUAGES
    ]


def test_no_sentence_has_a_bare_name_of_a_field() -> None:
    bare = [
        (where, language, found.group())
        for where, language, text in sentences()
        if where.split(".")[0] not in LISTS_OF_VALUES
        if (found := re.search(r"[a-z]+_[a-z_]+", re.sub(r"\{[^{}]*\}", "", text)))
    ]
    assert bare == []


def test_a_field_that_a_text_names_is_quoted() -> None:
    bare = [(where, text) for where, _, text in sentences() if re.search(r"\{(choice|field)\}", text)]
    assert bare == []


def test_values_to_choose_from_are_quoted() -> None:
    bare = [
        (where, text)
        for where, _, text in sentences()
        if re.search(r"\{(known|lawful|members|premises|terms)(:or|:list)?\}", text)
        if where.startswith(("errors.", "faults.")) and where not in NUMBERS
    ]
    assert bare == []


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("es", "«paid_in» debe ser «colour», «value» o «both», no «gold». (IB05.02.III.b.2)"),
        ("ca", "«paid_in» ha de ser «colour», «value» o «both», no «gold». (IB05.02.III.b.2)"),
        ("en", "“paid_in” must be one of “colour”, “value”, “both”, not “gold”. (IB05.02.III.b.2)"),
    ],
)
def test_a_fault_quotes_its_choice_and_the_values(language: Language, text: str) -> None:
    option = catalogue.under("IB05")["ruleta_americana"].options["paid_in"]
    fault = option.fault("gold")
    assert fault is not None
    assert error_text(fault, voice_for(language)) == text


@pytest.mark.parametrize(
    ("value", "text"), [(7, "7"), ("1/20", "1/20"), ("2.5", "2.5"), (True, "«true»"), ("colour", "«colour»")]
)
def test_numbers_need_no_quotation_marks(value: object, text: str) -> None:
    assert voice_for("es").quote_value(value) == text
