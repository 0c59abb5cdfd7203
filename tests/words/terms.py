"""The terms of our own texts, one for each thing in each language: `terms.toml`."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec

from novamas.law.texts import Language

FILE = Path(__file__).with_name("terms.toml")


class Forms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Words or phrases for a thing in each language."""

    es: tuple[str, ...] = ()
    ca: tuple[str, ...] = ()
    en: tuple[str, ...] = ()

    def of(self, language: Language) -> tuple[str, ...]:
        """Return the words in this language."""
        found: tuple[str, ...] = getattr(self, language)
        return found


class HouseTerm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The only word for a thing in our sentences, and the words that our sentences must not use for it.

    `but` has phrases in which such a word means something else, `law` the words that a clause may use.
    """

    es: str
    ca: str
    en: str
    never: Forms = Forms()
    but: Forms = Forms()
    law: Forms = Forms()


@cache
def house_terms() -> dict[str, HouseTerm]:
    """Return the terms of our sentences by name."""
    return msgspec.toml.decode(FILE.read_bytes(), type=dict[str, HouseTerm])
