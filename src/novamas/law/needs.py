"""What the law asks of a set-up beyond the bounds of each choice: needs that bind choices, and things."""

from __future__ import annotations

import msgspec


class Need(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something that a set-up must fulfil, and always or when: which choice is at fault if it does not."""

    cite: tuple[str, ...]
    choice: str
    must: str
    says: str  # amounts in braces
    when: str = ""
    code: str = ""  # where several needs are one fault to people
    reading: bool = False


class Thing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A thing that a table must have, always or when."""

    cite: tuple[str, ...]
    says: str
    when: str = ""
    reading: bool = False
