"""The trade's words in three languages, with their meaning: the texts of `novamas.words` keep to them."""

from __future__ import annotations

from functools import cache

import msgspec

from novamas.law.package_data import read_data


class Term(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A word of the trade in three languages; its meaning is noted in English, and shown nowhere."""

    es: str
    ca: str
    en: str
    meaning: str


@cache
def glossary() -> tuple[Term, ...]:
    """Every term, in the order of the glossary."""
    return msgspec.json.decode(read_data("glossary.json"), type=tuple[Term, ...])
