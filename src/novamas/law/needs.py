"""What the law asks of a set-up beyond the bounds of each choice: needs that bind choices, and things."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec


class Need(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something that a set-up must fulfil, and always or when: which choice is at fault if it does not."""

    cite: tuple[str, ...]
    choice: str
    must: str
    when: str = ""
    code: str = ""  # where several needs are one fault to people
    figures: Mapping[str, str] = {}  # what its sentence tells besides the choices it speaks of
    reading: bool = False


class Thing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A thing that a table must have, always or when."""

    cite: tuple[str, ...]
    when: str = ""
    reading: bool = False
