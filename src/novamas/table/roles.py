"""Roles at a table: seats by number, staff and spectators by name. `may_know` is the one secrecy rule."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import TypeAlias

from novamas.errors import InvalidInput, quoted

_SEAT = re.compile(r"s[1-9][0-9]{0,8}")


class Role(StrEnum):
    """A participant without a seat."""

    CHANCE = "chance"
    CROUPIER = "croupier"
    FLOOR = "floor"  # the table chief: decides, and records incidents
    RAIL = "rail"  # spectators: they only watch
    NOBODY = "nobody"  # the session is over


CHANCE, CROUPIER, FLOOR, RAIL, NOBODY = Role

Who: TypeAlias = int | Role  # a seat, counted from 1, or a role


def may_know(eyes: Who, holder: int | str, *, up: bool) -> bool:
    """Return whether a viewpoint may know a card: a face-down card is known only to its holder."""
    return up or eyes == holder


def speaks_for(eyes: Who, by: Who) -> bool:
    """Return whether a viewpoint may act as `by`. Seats, croupier and table chief act only as themselves.

    Spectators, chance and `NOBODY` never act.
    """
    return eyes == by and (isinstance(eyes, int) or eyes in (CROUPIER, FLOOR))


def write_who(who: Who) -> str:
    """Return a seat as `s3`, or the name of a role."""
    return f"s{who}" if isinstance(who, int) else who.value


def read_who(text: str) -> Who:
    """Parse a seat or a role. This is the inverse of `write_who`. Raise `InvalidInput` for any other text."""
    if _SEAT.fullmatch(text):
        return int(text[1:])
    try:
        return Role(text)
    except ValueError:
        raise InvalidInput("no_such_person", given=text, known=tuple(Role)) from None


def who_meant(who: object) -> Who:
    """Return the seat or role that a caller gave as a number, as a role or as text.

    Raise `InvalidInput` for any other value.
    """
    if isinstance(who, Role) or (type(who) is int and who > 0):
        return who
    if isinstance(who, str):
        return read_who(who)
    raise InvalidInput("no_such_person", given=quoted(who), known=tuple(Role))
