"""Events of a table that are not of the game: players sit down and leave, roles change, it closes."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from novamas.table.events import AnyEvent
from novamas.table.roles import Role, Who
from novamas.table.tags import snake


class Notice(Struct, frozen=True, tag_field="event", tag=snake, gc=False):
    """A public event of a table that is not an event of the game."""

    def seen_by(self, eyes: Who) -> Notice:
        return self


class SatDown(Notice, frozen=True):
    """A person or a bot takes this seat. A person has a name, a bot a skill (`mind`)."""

    seat: int
    name: str
    mind: str


class GotUp(Notice, frozen=True):
    """The seat is free."""

    seat: int


class IsReady(Notice, frozen=True):
    """The player of this seat has no more bets to place."""

    seat: int


class RoleChanged(Notice, frozen=True):
    """A person takes the role of croupier or table chief. Without a name the role is automatic again."""

    role: Role
    name: str


class DealingStopped(Notice, frozen=True):
    """The random source failed its health test. Nothing is drawn or dealt until it passes."""


class TableCloses(Notice, frozen=True):
    """No new round begins."""


Reason: TypeAlias = Literal["", "restored"]  # the store was restored: undecided bets returned


class TableClosed(Notice, frozen=True):
    """The table is closed: the number of rounds, the last link of the record, and the seed."""

    rounds: int
    receipt: str
    seed: str | None
    reason: Reason = ""


AnyNotice: TypeAlias = SatDown | GotUp | IsReady | RoleChanged | DealingStopped | TableCloses | TableClosed


class NumberedHallEvent(Struct, frozen=True):
    """An event or notice with the number of the state it led to, and its index in that state."""

    number: int
    nth: int  # counted from 0
    event: AnyEvent | AnyNotice
