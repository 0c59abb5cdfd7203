"""The trade's words in Spanish, Catalan and English, with their meaning."""

from __future__ import annotations

from functools import cache

import msgspec

from novamas.law.files import read_data


class Term(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A word of the trade; the Catalan is absent where the law and usage have none."""

    es: str
    ca: str | None
    en: str
    meaning: str


@cache
def glossary() -> tuple[Term, ...]:
    """Every term, in the order of the glossary."""
    return msgspec.json.decode(read_data("glossary.json"), type=tuple[Term, ...])
