"""Plurals: our rules agree with the Unicode CLDR in Node.js, and the texts use them."""

from __future__ import annotations

import json
import re
import subprocess
from fractions import Fraction

import pytest
from tests.web.walking import NODE
from tests.words.text_files import every_text

from novamas.law.texts import LANGUAGES, Language
from novamas.words import voice_for
from novamas.words.plurals import plural_category

NUMBERS = [0, 1, 2, 5, 10, 21, 100, 101, 1_000, 999_999, 10**6, 10**6 + 1, 1_500_000, 10**9, 0.5, 1.5]
SCRIPT = """
const [languages, numbers] = JSON.parse(process.argv[1]);
const categories = languages.map((language) => numbers.map((n) => new Intl.PluralRules(language).select(n)));
console.log(JSON.stringify(categories));
"""


def test_the_categories_are_those_of_the_cldr() -> None:
    numbers = [*NUMBERS, *(-number for number in NUMBERS)]
    run = [str(NODE), "-e", SCRIPT, json.dumps([LANGUAGES, numbers])]
    theirs = json.loads(subprocess.run(run, capture_output=True, check=True, timeout=60).stdout)
    assert theirs == [[plural_category(number, language) for number in numbers] for language in LANGUAGES]


@pytest.mark.parametrize(
    ("value", "language", "text"),
    [
        (1, "es", "1 columna"),
        (0, "es", "0 columnas"),
        (1_000_000, "es", "1000000 de columnas"),
        (1_000_001, "es", "1000001 columnas"),
        (3_000_000, "ca", "3000000 de columnas"),
        (1_000_000, "en", "1000000 columnas"),
        (-1, "ca", "-1 columna"),
        (Fraction(3, 2), "es", "3/2 columnas"),
        ("10^71", "es", "10^71 columnas"),
    ],
)
def test_a_text_takes_the_form_of_its_number(value: object, language: Language, text: str) -> None:
    forms = "columna|columnas" if language == "en" else "columna|columnas|de columnas"
    assert voice_for(language).fill(f"{{n}} {{n:{forms}}}", {"n": value}) == text


def test_round_millions_without_a_form_of_their_own_take_the_plural_and_flags_their_own_forms() -> None:
    voice = voice_for("es")
    assert voice.fill("{n:columna|columnas}", {"n": 10**6}) == "columnas"
    assert voice.fill("{seen:ya vistas|aún sin ver}", {"seen": True}) == "ya vistas"
    assert voice.fill("{seen:ya vistas|aún sin ver}", {"seen": False}) == "aún sin ver"


def test_no_text_has_more_forms_than_its_language_has_categories() -> None:
    for where, text in every_text():
        for language in LANGUAGES:
            for forms in re.findall(r"\{\w+:([^{}|]*\|[^{}]*)\}", text.in_language(language)):
                assert forms.count("|") <= (1 if language == "en" else 2), (where, language, forms)
