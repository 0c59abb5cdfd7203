"""Deeds: everything that happens at a table is an act, a draw of chance or an incident."""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from typing import get_args, get_type_hints

from msgspec import Struct
from msgspec.structs import replace

from novamas.errors import InvalidInput
from novamas.table.roles import CHANCE, CROUPIER, FLOOR, Who, who_meant
from novamas.table.tags import snake

MAX = 10**24  # greatest absolute value of any number in a deed
LONGEST = 200  # maximum length of any text in a deed


class Deed(Struct, frozen=True, tag_field="do", tag=snake, forbid_unknown_fields=True, gc=False):
    """An input to the game: what happens, and the person or chance that causes it."""

    by: Who

    @classmethod
    def verb(cls) -> str:
        """Return the name of this kind of deed, as used in records and in the notation."""
        return snake(cls.__name__)


@cache
def kinds_of(kind: type[Deed]) -> tuple[tuple[str, tuple[type, ...]], ...]:
    """Return the fields of a kind of deed, each with its allowed types."""
    hints = get_type_hints(kind)
    return tuple((name, get_args(hints[name]) or (hints[name],)) for name in kind.__struct_fields__)


def wrong_part(deed: Deed) -> str:
    """Return the name of the first field with a wrong type or an excessive value, or an empty string.

    A deed built in code may contain anything. A deed decoded from a record has the right types.
    """
    for name, kinds in kinds_of(type(deed)):
        value = getattr(deed, name)
        kind = type(value)
        if kind not in kinds:
            return name
        if (kind is int and not -MAX <= value <= MAX) or (kind is str and len(value) > LONGEST):
            return name
    return ""


def meant(deed: Deed) -> Deed:
    """Return a deed whose `by` is a seat or role, if it was given as text such as "s3" or "croupier".

    Text that matches no seat or role is left unchanged, and `why_not` refuses it.
    """
    if isinstance(deed, Deed) and type(deed.by) is str:
        with suppress(InvalidInput):
            return replace(deed, by=who_meant(deed.by))
    return deed


class Act(Deed, frozen=True):
    """A decision of a player, the croupier or the table chief. An unlawful act is refused."""


class Call(Act, frozen=True):
    """A call or action of the croupier. If the croupier is automatic, so is the call."""

    by: Who = CROUPIER


class Order(Act, frozen=True):
    """A decision of the table chief about the game, such as new limits."""

    by: Who = FLOOR


class Drawn(Deed, frozen=True, kw_only=True):
    """A result of chance: the code of the card, pocket or dice."""

    what: int
    by: Who = CHANCE
