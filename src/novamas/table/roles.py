"""Who is at a table: players by the number of their seat, and the others by their role."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import TypeAlias

from novamas.errors import InvalidInput, quoted

_SEAT = re.compile(r"s[1-9][0-9]{0,8}")


class Role(StrEnum):
    """Everybody at a table who has no seat."""

    CHANCE = "chance"
    CROUPIER = "croupier"
    FLOOR = "floor"  # the table chief: records what went wrong
    RAIL = "rail"  # eyes only: a spectator
    NOBODY = "nobody"  # the session is over


CHANCE, CROUPIER, FLOOR, RAIL, NOBODY = Role

Who: TypeAlias = int | Role  # a seat, counted from 1, or a role


def may_know(eyes: Who, holder: int | str, *, up: bool) -> bool:
    """The rule of the eyes: a card is known to everybody where it lies face up, or else to who holds it."""
    return up or eyes == holder


def speaks_for(eyes: Who, by: Who) -> bool:
    """May these eyes act as somebody? Seats, the croupier and the floor for themselves, others never."""
    return eyes == by and (isinstance(eyes, int) or eyes in (CROUPIER, FLOOR))


def write_who(who: Who) -> str:
    """`s3` is the third seat; a role is its own name."""
    return f"s{who}" if isinstance(who, int) else who.value


def read_who(text: str) -> Who:
    """The inverse of `write_who`."""
    if _SEAT.fullmatch(text):
        return int(text[1:])
    try:
        return Role(text)
    except ValueError:
        raise InvalidInput("no_such_person", given=text, known=tuple(Role)) from None


def who_meant(who: object) -> Who:
    """Who is meant where a program says it: a seat by its number, a role, or either as it is written."""
    if isinstance(who, Role) or (type(who) is int and who > 0):
        return who
    if isinstance(who, str):
        return read_who(who)
    raise InvalidInput("no_such_person", given=quoted(who), known=tuple(Role))
