"""Dates and amounts in the three languages, as their speakers write them."""

from __future__ import annotations

from datetime import date

import pytest

from novamas.law.texts import LANGUAGES, Language
from novamas.money import euros
from novamas.words import voice_for
from novamas.words.norms import day

MONTHS = {
    "es": "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
    "ca": "gener febrer març abril maig juny juliol agost setembre octubre novembre desembre",
    "en": "January February March April May June July August September October November December",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_month_has_its_name(language: Language) -> None:
    voice = voice_for(language)
    for number, month in enumerate(MONTHS[language].split(), start=1):
        assert month in voice.day(date(2026, number, 2))


def test_a_date_is_written_as_each_language_writes_it() -> None:
    on = date(2011, 4, 1)
    assert [voice_for(each).day(on) for each in ("es", "ca", "en")] == [
        "1 de abril de 2011",
        "1 d’abril del 2011",
        "1 April 2011",
    ]
    assert [day(on, voice_for(each)) for each in ("es", "ca", "en")] == [
        "el 1 de abril de 2011",
        "l’1 d’abril de 2011",
        "1 April 2011",
    ]
    assert day(date(2026, 10, 11), voice_for("ca")) == "l’11 d’octubre de 2026"
    assert day(date(2026, 3, 12), voice_for("ca")) == "el 12 de març de 2026"


@pytest.mark.parametrize(
    ("cents", "spanish", "english"),
    [
        (0, "0,00 €", "€0.00"),
        (5, "0,05 €", "€0.05"),
        (-5, "-0,05 €", "-€0.05"),
        (123_456, "1.234,56 €", "€1,234.56"),
        (-123_456_789, "-1.234.567,89 €", "-€1,234,567.89"),
    ],
)
def test_an_amount_is_written_as_each_language_writes_it(cents: int, spanish: str, english: str) -> None:
    assert euros(cents, "es") == euros(cents, "ca") == spanish.replace(" ", "\N{NO-BREAK SPACE}")
    assert euros(cents, "en") == english
