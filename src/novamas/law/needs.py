"""Conditions of the law on a whole set-up: needs, which relate choices, and required objects."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec


class Need(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A condition that a set-up must meet, always or under another condition.

    `choice` is the faulty choice if the condition is not met. A need with `doubt` binds by the letter of the
    law but not by our reading: the table may open, and the floor check gives a warning.
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
