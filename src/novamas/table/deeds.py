"""Deeds: all that happens at a table is an act, a draw of chance, or an incident."""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from typing import get_args, get_type_hints

from msgspec import Struct
from msgspec.structs import replace

from novamas.errors import InvalidInput
from novamas.table.roles import CHANCE, CROUPIER, FLOOR, Who, who_meant
from novamas.table.tags import snake

MAX = 10**24  # of any number: nobody means more
LONGEST = 200  # of any text


class Deed(Struct, frozen=True, tag_field="do", tag=snake, forbid_unknown_fields=True, gc=False):
    """Something that happens, and by whom."""

    by: Who

    @classmethod
    def verb(cls) -> str:
        """The word that names this kind of deed in records and in the notation."""
        return snake(cls.__name__)


@cache
def kinds_of(kind: type[Deed]) -> tuple[tuple[str, tuple[type, ...]], ...]:
    """The parts of such deeds, and what each may be."""
    hints = get_type_hints(kind)
    return tuple((name, get_args(hints[name]) or (hints[name],)) for name in kind.__struct_fields__)


def wrong_part(deed: Deed) -> str:
    """The first part of a deed that is none: of another kind, or larger than anybody means.

    Whoever builds a deed in a program may give it anything; what was read from a record is sound.
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
    """A deed whose doer may be named by text, as a record names him: a role is not its bare word."""
    if isinstance(deed, Deed) and type(deed.by) is str:
        with suppress(InvalidInput):
            return replace(deed, by=who_meant(deed.by))
    return deed


class Act(Deed, frozen=True):
    """What a player, the croupier or the floor decides to do; unlawful ones are refused."""


class Call(Act, frozen=True):
    """What the croupier calls or does; automated where nobody plays the croupier."""

    by: Who = CROUPIER


class Order(Act, frozen=True):
    """What the floor decides between rounds."""

    by: Who = FLOOR


class Drawn(Deed, frozen=True, kw_only=True):
    """What chance did, as the code of the card, pocket or dice."""

    what: int
    by: Who = CHANCE
