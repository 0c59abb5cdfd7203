"""Casino terms of the gazettes, in three languages."""

from __future__ import annotations

import msgspec


class Term(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A casino term in three languages. Its meaning is a note in English that users never see."""

    es: str
    ca: str
    en: str
    meaning: str
