"""Casino terms used in the gazettes, in three languages."""

from __future__ import annotations

import msgspec


class Term(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A casino term in three languages. Its meaning is an English note that users never see."""

    es: str
    ca: str
    en: str
    meaning: str
