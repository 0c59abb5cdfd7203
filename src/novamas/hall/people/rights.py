"""Who may do what: roles and operations as `data/rights.toml` has them; all else is denied."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Literal, TypeAlias, get_args

import msgspec

from novamas.errors import NovamasError
from novamas.table.roles import CROUPIER, FLOOR

if TYPE_CHECKING:
    from novamas.hall.tables.table import LiveTable

Role: TypeAlias = Literal["owner", "player", "croupier", "floor", "spectator", "operator", "nobody"]
Operation: TypeAlias = Literal[
    "open_table",
    "watch",
    "sit",
    "stand",
    "buy",
    "bet",
    "act_for_seat",
    "act_as_croupier",
    "raise_incident",
    "order_of_floor",
    "give_role",
    "add_bot",
    "remove_person",
    "close_table",
    "fill_or_credit",
    "read_books",
    "read_record_open",
    "read_record_closed",
    "metrics",
    "backup",
]
Reach: TypeAlias = Literal["own", "any"]
ROLES: tuple[Role, ...] = get_args(Role)
OPERATIONS: tuple[Operation, ...] = get_args(Operation)


class Right(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who may do one thing: with his own (his seat, his purse, what his eyes see), or with anybody's."""

    may: dict[Role, Reach]


@cache
def rights() -> dict[Operation, Right]:
    """All that may be done, and by whom."""
    text = files("novamas.hall").joinpath("data/rights.toml").read_bytes()
    return msgspec.toml.decode(text, type=dict[Operation, Right])


def roles_at(table: LiveTable, person: str, *, invited: bool = False) -> frozenset[Role]:
    """What somebody is at a table; who may not even see it is nobody there."""
    if not person:
        return frozenset({"nobody"})
    found: set[Role] = set()
    if table.opened.owner == person:
        found.add("owner")
    if table.seats_of(person):
        found.add("player")
    for who, role in ((CROUPIER, "croupier"), (FLOOR, "floor")):
        if table.may_speak_as(person, who):
            found.add(role)  # type: ignore[arg-type]
    if found or invited or table.opened.public:
        found.add("spectator")
    return frozenset(found or {"nobody"})


def may(roles: Iterable[Role], operation: Operation, *, own: bool) -> bool:
    """May somebody in these roles do this, with what is his own or not?"""
    found = rights().get(operation)
    reaches = {found.may.get(role) for role in roles} if found else set()
    return "any" in reaches or (own and "own" in reaches)


def check(roles: Iterable[Role], operation: Operation, *, own: bool = False) -> None:
    """Refuse whoever may not do this."""
    if not may(roles, operation, own=own):
        raise NovamasError("may_not", operation=f"may_{operation}")
