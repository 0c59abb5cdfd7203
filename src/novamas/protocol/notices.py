"""What is noticed at a table beside the game: who sits down, gets up, takes a role; that the table closes."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from novamas.table.events import AnyEvent
from novamas.table.roles import Role, Who
from novamas.table.tags import snake


class Notice(Struct, frozen=True, tag_field="event", tag=snake, gc=False):
    """Something that everybody notices."""

    def seen_by(self, eyes: Who) -> Notice:
        return self


class SatDown(Notice, frozen=True):
    """Somebody sits on this seat now: a person by his name, or a bot with a mind."""

    seat: int
    name: str
    mind: str


class GotUp(Notice, frozen=True):
    """Nobody sits on this seat any more."""

    seat: int


class IsReady(Notice, frozen=True):
    """Whoever sits on this seat has bet all that he wants."""

    seat: int


class RoleChanged(Notice, frozen=True):
    """Somebody is the croupier or the floor now; without a name it is automatic again."""

    role: Role
    name: str


class DealingStopped(Notice, frozen=True):
    """The source of chance did not pass its health test: nothing is drawn or dealt until it does."""


class TableCloses(Notice, frozen=True):
    """No new round begins."""


Reason: TypeAlias = Literal["", "restored"]  # the store was restored: undecided bets returned


class TableClosed(Notice, frozen=True):
    """The table is closed: after so many rounds, with this last link of its record, and the seed."""

    rounds: int
    receipt: str
    seed: str | None
    reason: Reason = ""


AnyNotice: TypeAlias = SatDown | GotUp | IsReady | RoleChanged | DealingStopped | TableCloses | TableClosed


class NumberedHallEvent(Struct, frozen=True):
    """An event or a notice in its envelope: the number of the state it led to, and its place in it."""

    number: int
    nth: int  # counted from 0
    event: AnyEvent | AnyNotice
