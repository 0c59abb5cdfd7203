"""Events of a table outside the game: players sit down and leave, roles change, the table closes."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from novamas.table.events import AnyEvent
from novamas.table.roles import Role, Who
from novamas.table.tags import snake


class Notice(Struct, frozen=True, tag_field="event", tag=snake, gc=False):
    """A public event of a table outside its game."""

    def seen_by(self, eyes: Who) -> Notice:
        return self


class SatDown(Notice, frozen=True):
    """A person or a bot takes this seat. A person has a name, a bot a skill (`mind`)."""

    seat: int
    name: str
    mind: str


class GotUp(Notice, frozen=True):
    """A player has left this seat, and the seat is free."""

    seat: int


class IsReady(Notice, frozen=True):
    """The player on this seat has no more bets to place."""

    seat: int


class RoleChanged(Notice, frozen=True):
    """A person takes the role of croupier or table chief. Without a name, the role is automatic again."""

    role: Role
    name: str


class DealingStopped(Notice, frozen=True):
    """The random source failed its health test. Drawing and dealing stop until it passes."""


class TableCloses(Notice, frozen=True):
    """The table will close, and no new round begins."""


Reason: TypeAlias = Literal["", "restored"]  # the store was restored: undecided bets returned


class TableClosed(Notice, frozen=True):
    """The table is closed. The notice has the number of rounds, the record's last link, and the seed."""

    rounds: int
    receipt: str
    seed: str | None
    reason: Reason = ""


AnyNotice: TypeAlias = SatDown | GotUp | IsReady | RoleChanged | DealingStopped | TableCloses | TableClosed


class NumberedHallEvent(Struct, frozen=True):
    """An event or notice with the number of the state to which it led, and its index in that state."""

    number: int
    nth: int  # counted from 0
    event: AnyEvent | AnyNotice
