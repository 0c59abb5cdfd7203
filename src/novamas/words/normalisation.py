"""Normalisation of lines for comparison: without accents, capitals and connecting words."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from typing import TypeAlias

from msgspec import Struct

Phrase: TypeAlias = tuple[str, ...]

EURO = ("€", "euro", "euros", "eur")
BEFORE_A_BET = ("a", "al", "als", "en", "on", "sobre", "contra")  # in `5 al 17`, 17 is not an amount
LITTLE = frozenset(
    (*BEFORE_A_BET, "el", "la", "los", "las", "els", "les", "lo", "de", "del", "dels", "per", "por")
) | {"the", "to", "of", "at", "for", "with", "con", "amb", "y", "i", "and"}

_BETWEEN_NUMBERS = re.compile(r"(?<=[0-9])\s*[-–—/]\s*(?=[0-9])")
_IN_A_BET = re.compile(r"(?<=[^\W\d_]):(?=\w)|(?<=\w):(?=[^\W\d_])")  # `pleno:17` is read as "pleno al 17"
_GLUED_EURO = re.compile(r"(?<=[0-9])(?:euros?|eur)\b")
_ELISION = re.compile(r"\b[dl]'")
_AROUND = '.,;:!?¡¿«»"()[]“”'


class Word(Struct, frozen=True):
    """A normalised word of a line, with marks for the words that were next to it."""

    text: str
    is_money: bool = False  # an amount with a euro sign
    is_place: bool = False  # follows a preposition: `al 17`


def normalise(text: str) -> str:
    """Return text without accents and capitals."""
    if text.isascii():
        return text.lower()
    spread = unicodedata.normalize("NFKD", text).lower()
    return "".join(each for each in spread if not unicodedata.combining(each))


@lru_cache(maxsize=8192)
def words_of(line: str) -> tuple[Word, ...]:
    """Return the significant words of a typed line."""
    return tuple(_words(_apart(line)))


@lru_cache(maxsize=16384)
def phrase_of(text: str) -> Phrase:
    """Return the significant words of a name, for a search in a line."""
    return tuple(word.text for word in words_of(text))


def _apart(line: str) -> list[str]:
    """Return the normalised words of a line, with each euro sign as a separate word."""
    text = _GLUED_EURO.sub("€", normalise(line)).replace("’", "'").replace("€", " € ")
    text = _BETWEEN_NUMBERS.sub("-", _ELISION.sub("", text)).replace("'", "").replace("_", " ")
    stripped = (word.strip(_AROUND) for word in _IN_A_BET.sub(" al ", text).split())
    return [word for word in stripped if word]


def _words(texts: list[str]) -> Iterator[Word]:
    """Yield the significant words, with marks for the connecting words and euro signs around them."""
    for place, text in enumerate(texts):
        if text in EURO or text in LITTLE:
            continue
        before = texts[place - 1] if place else ""
        after = texts[place + 1] if place + 1 < len(texts) else ""
        before_it = before in EURO and not (place > 1 and texts[place - 2][0].isdecimal())
        is_money = text[0].isdecimal() and (after in EURO or before_it)
        yield Word(text, is_money, not is_money and _is_put(texts[:place]))


def _is_put(before: list[str]) -> bool:
    """Return whether words end with "al", "a la", "on the" or a similar phrase."""
    while before and before[-1] in LITTLE:
        if before[-1] in BEFORE_A_BET:
            return True
        before = before[:-1]
    return False
