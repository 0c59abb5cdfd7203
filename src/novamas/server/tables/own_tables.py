"""The caller's own tables over HTTP: list them, leave them, close them, and limit their number."""

from __future__ import annotations

import asyncio
from typing import Any, TypeAlias

import msgspec
from litestar import Controller, Request, get, post
from litestar.datastructures import State

from novamas.errors import NovamasError
from novamas.hall.hall import Hall
from novamas.hall.tables import commands
from novamas.hall.tables.automation import awaited_at
from novamas.hall.tables.seating import is_idle
from novamas.hall.tables.table import LiveTable
from novamas.hall.views import table_info
from novamas.money import Cents
from novamas.protocol.tables import TableInfo
from novamas.server.error_responses import REFUSED
from novamas.server.requests import Part
from novamas.server.tables.context import Playing

AnyRequest: TypeAlias = Request[Any, Any, State]


class OwnTable(msgspec.Struct, frozen=True):
    """A table that the caller opened or sits at, and the caller's chips at it."""

    table: TableInfo
    chips: Cents  # at the seat, without those in play
    staked: Cents  # in play
    awaits_me: bool
    is_idle: bool  # nothing of a person is in play, and no other person is there
    since: int  # when a person last did something there, in microseconds since 1970 UTC


class OwnTablesList(msgspec.Struct, frozen=True):
    """The caller's open tables, the newest first, and the greatest number allowed."""

    tables: tuple[OwnTable, ...]
    most: int


class ClosedTables(msgspec.Struct, frozen=True):
    """The ids of the tables that are closing."""

    closed: tuple[str, ...]


class OwnTables(Controller):
    """Routes for the caller's own tables."""

    path = "/"
    tags = ("tables",)
    security = ({"pass": []},)

    @get("/mine", responses=REFUSED)
    async def show_own(self, request: AnyRequest, tables: Playing) -> OwnTablesList:
        """Return the open tables that the caller opened or sits at."""
        person = (await tables.identify(request)).id
        found = await tables_of(tables.hall, person)
        return OwnTablesList(tuple(_own(one, person) for one in found), tables.limits.tables_per_person)

    @post("/mine/close_idle", responses=REFUSED, status_code=200)
    async def close_idle(self, request: AnyRequest, tables: Playing) -> ClosedTables:
        """Close the caller's idle tables: no bet of a person is in play, and no other person is there."""
        person = (await tables.identify(request)).id
        found = await tables_of(tables.hall, person)
        idle = [one.id for one in found if one.opened.owner == person and is_idle(one, person)]
        for id in idle:
            await close_table(tables.hall, id, person)
        return ClosedTables(tuple(idle))

    @post("/{table:str}/leave", responses=REFUSED, status_code=200)
    async def leave(self, request: AnyRequest, tables: Playing, table: Part) -> TableInfo:
        """Leave the caller's seat once nothing is in play there. A practice table then closes."""
        person = (await tables.identify(request)).id
        found = await tables.hall.table(table)
        if found.opened.practice and found.opened.owner == person:
            return table_info(await close_table(tables.hall, table, person), person)
        for seat in found.seats_of(person):
            found = await tables.hall.apply(table, commands.stand(person, seat))
        return table_info(found, person)

    @post("/{table:str}/close", responses=REFUSED, status_code=200)
    async def close(self, request: AnyRequest, tables: Playing, table: Part) -> TableInfo:
        """Close the caller's table once nothing is in play."""
        person = (await tables.identify(request)).id
        return table_info(await close_table(tables.hall, table, person), person)


async def tables_of(hall: Hall, person: str) -> list[LiveTable]:
    """Return the open tables that a person opened or sits at, the newest first."""
    listed = await asyncio.to_thread(hall.open_tables)
    seated = set(await asyncio.to_thread(hall.purses.tables_of, person))
    found = [await hall.table(one.table) for one in listed if one.owner == person or one.table in seated]
    return [one for one in found if one.closed is None and _goes_on_for(one, person)]


def _goes_on_for(table: LiveTable, person: str) -> bool:
    """Return whether a table continues for a person.

    It does if the person sits there, or opened it and has not asked to close it.
    """
    return bool(table.seats_of(person)) or (table.opened.owner == person and not table.is_closing)


async def close_table(hall: Hall, id: str, person: str) -> LiveTable:
    """Close a person's own table. The person's seat is left as well."""
    return await hall.apply(id, commands.close_with_seats(person))


async def make_room(hall: Hall, person: str, most: int) -> None:
    """Close practice tables that a person has left, if the person has as many tables as allowed.

    Raise `tables_of_one_person` if there are still too many.
    """
    listed = await asyncio.to_thread(hall.open_tables)
    if sum(one.owner == person for one in listed) < most:
        return
    own = [await hall.table(one.table) for one in listed if one.owner == person]
    own = [one for one in own if not one.is_closing and one.closed is None]
    idle = [one for one in own if is_idle(one, person)]
    left = [one.id for one in idle if one.opened.practice and not hall.publisher.has_subscribers(one.id)]
    for id in left:
        await close_table(hall, id, person)
    if len(own) - len(left) >= most:
        ids = tuple(one.id for one in own)
        raise NovamasError("tables_of_one_person", most=most, tables=ids, idle=tuple(one.id for one in idle))


def _own(table: LiveTable, person: str) -> OwnTable:
    seats = table.seats_of(person)
    return OwnTable(
        table=table_info(table, person),
        chips=sum(map(table.chips_of, seats)),
        staked=sum(map(table.staked_by, seats)),
        awaits_me=any(seat in awaited_at(table) for seat in seats),
        is_idle=is_idle(table, person),
        since=table.state.waits.touched_moment,
    )
