"""Deeds: all that happens at a table is an act, a draw of chance, or an incident."""

from __future__ import annotations

from msgspec import Struct

from novamas.table.names import snake
from novamas.table.people import CHANCE, CROUPIER, FLOOR, Who


class Deed(Struct, frozen=True, tag_field="do", tag=snake, forbid_unknown_fields=True, gc=False):
    """Something that happens, and by whom."""

    by: Who

    @classmethod
    def verb(cls) -> str:
        """The word that names this kind of deed in records and in the notation."""
        return snake(cls.__name__)


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
