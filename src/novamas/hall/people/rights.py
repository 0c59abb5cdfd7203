"""The rights of roles, from `data/rights.toml`. An operation that is not listed is denied."""

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
    "set_pace",
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
    """The roles that may do an operation, each for its own seat, wallet or viewpoint, or for any."""

    may: dict[Role, Reach]


@cache
def rights() -> dict[Operation, Right]:
    """Return the right for each operation."""
    text = files("novamas.hall").joinpath("data/rights.toml").read_bytes()
    return msgspec.toml.decode(text, type=dict[Operation, Right])


def roles_at(table: LiveTable, person: str, *, invited: bool = False) -> frozenset[Role]:
    """Return a person's roles at a table."""
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
    """Return whether any of these roles may do an operation on its own things, or on any."""
    found = rights().get(operation)
    reaches = {found.may.get(role) for role in roles} if found else set()
    return "any" in reaches or (own and "own" in reaches)


def check(roles: Iterable[Role], operation: Operation, *, own: bool = False) -> None:
    """Raise `may_not` if none of these roles may do an operation."""
    if not may(roles, operation, own=own):
        raise NovamasError("may_not", operation=f"may_{operation}")
