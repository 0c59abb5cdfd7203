"""Validation of names shown to other people: visible letters, one writing direction, one line."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from novamas.errors import InvalidInput, quoted

MAX_MARKS: Final = 3  # accents on one letter: more of them cover the lines above
# Printable for Python, but invisible: fillers, joiners, variation selectors, an empty braille cell.
_INVISIBLE = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)


def read_name(text: str, most: int) -> str:
    """Return a typed name in canonical form. Raise `name_unfit` if it is too long or not visible.

    The name may be empty.
    """
    name = unicodedata.normalize("NFC", text).strip(" ")
    if len(name) > most or not is_visible(name):
        raise InvalidInput("name_unfit", given=quoted(repr(text)), most=most)
    return name


def is_visible(text: str) -> bool:
    """Return whether a text has no line breaks, no direction marks and no invisible characters."""
    return text.isprintable() and not _INVISIBLE.search(text) and not _is_piled(text)


def _is_piled(text: str) -> bool:
    """Return whether a letter carries too many accents, or the text begins with an accent."""
    marks = MAX_MARKS
    for letter in unicodedata.normalize("NFD", text):
        marks = marks + 1 if unicodedata.combining(letter) else 0
        if marks > MAX_MARKS:
            return True
    return False
