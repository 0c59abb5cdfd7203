"""Casino terms of the gazettes, in three languages."""

from __future__ import annotations

from functools import cache

import msgspec

from novamas.law.package_data import read_data


class Term(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A casino term in three languages. Its meaning is a note in English that users never see."""

    es: str
    ca: str
    en: str
    meaning: str


@cache
def glossary() -> tuple[Term, ...]:
    """Return every term, in the order of the file."""
    return msgspec.json.decode(read_data("glossary.json"), type=tuple[Term, ...])
