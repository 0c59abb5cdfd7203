"""Conditions of the law on a set-up beyond the bounds of each choice: needs and required objects."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec


class Need(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A condition that a set-up must meet, always or under another condition.

    `choice` is the choice at fault if it is not met. A need with `doubt` binds by the letter but not by our
    reading: the table may open, and the floor check warns.
    """

    cite: tuple[str, ...]
    choice: str
    must: str
    when: str = ""
    code: str = ""  # set if several needs are reported as one fault
    figures: Mapping[str, str] = {}  # further values for its text, each as a formula
    reading: bool = False
    doubt: bool = False


class Thing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An object that a table must have, always or under a condition."""

    cite: tuple[str, ...]
    when: str = ""
    reading: bool = False
