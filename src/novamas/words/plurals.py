"""Plural categories of our languages, by the rules of the Unicode CLDR.

They are written here because they are three short rules, while a library of all languages is a large
dependency. A test compares them with `Intl.PluralRules` of JavaScript, which the browser app uses.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

from novamas.law.texts import Language

Category = Literal["one", "many", "other"]

MILLION = 1_000_000


def plural_category(number: float | Fraction, language: Language) -> Category:
    """Return the plural category of a number that is written in digits.

    Spanish and Catalan have `many` for round millions, which take a preposition: "1.000.000 de columnas".
    """
    if abs(number) == 1:
        return "one"
    is_round = number and number == int(number) and int(number) % MILLION == 0
    return "many" if is_round and language != "en" else "other"


def form_for(value: object, forms: list[str], language: Language) -> str:
    """Return the form of a text for a value: singular, plural or, if given, that for round millions.

    For a flag, the first form is the one for true. A value that is not a number takes the plural.
    """
    if isinstance(value, bool):
        return forms[0] if value else forms[1]
    category = plural_category(value, language) if isinstance(value, int | float | Fraction) else "other"
    return forms[0] if category == "one" else forms[-1] if category == "many" else forms[1]
