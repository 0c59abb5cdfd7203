"""Casino terms in three languages: those of the gazettes, and those that our own sentences must use."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from novamas.law.texts import Language

if TYPE_CHECKING:
    from novamas.law.library import Library


class Term(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A casino term in three languages. Its meaning is a note in English that users never see."""

    es: str
    ca: str
    en: str
    meaning: str


class Forms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Words or phrases in each language."""

    es: tuple[str, ...] = ()
    ca: tuple[str, ...] = ()
    en: tuple[str, ...] = ()

    def told(self, language: Language) -> tuple[str, ...]:
        """Return those of a language."""
        found: tuple[str, ...] = getattr(self, language)
        return found


class HouseTerm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The only word for a thing in our own sentences, and the words that they do not use for it.

    `but` has phrases in which such a word means something else, `law` the words that a clause may use.
    """

    es: str
    ca: str
    en: str
    never: Forms = Forms()
    but: Forms = Forms()
    law: Forms = Forms()


def house_terms(law: Library) -> dict[str, HouseTerm]:
    """Return the terms of our own sentences by name."""
    return msgspec.convert(law.table(0, "terms.toml"), dict[str, HouseTerm])
