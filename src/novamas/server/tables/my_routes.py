"""The tables of one person over HTTP: a list, and closing those that are in the way."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
from litestar import Controller, Request, get, post
from litestar.datastructures import State

from novamas.hall.tables import commands
from novamas.hall.tables.automation import awaited_at
from novamas.hall.tables.table import LiveTable
from novamas.hall.views import table_info
from novamas.money import Cents
from novamas.protocol.tables import TableInfo
from novamas.server.error_responses import REFUSED
from novamas.server.requests import Part
from novamas.server.tables.context import Playing, TablesContext

AnyRequest = Request[Any, Any, State]


class MyTable(msgspec.Struct, frozen=True):
    """A table that a person opened or sits at, with that person's chips there."""

    table: TableInfo
    chips: Cents
    staked: Cents
    awaits_me: bool
    is_idle: bool  # no person has chips in play
    since: int  # of the last entry, in microseconds since 1970 UTC


class MyTables(msgspec.Struct, frozen=True):
    """The open tables of a person, the newest first, and the number that the house allows."""

    tables: tuple[MyTable, ...]
    most: int


class ClosedTables(msgspec.Struct, frozen=True):
    """The tables that are closed now, or after the present round."""

    closed: tuple[str, ...]


class MyTableRoutes(Controller):
    """Routes of the caller's own tables."""

    path = "/"
    tags = ("tables",)
    security = ({"pass": []},)

    @get("/mine", responses=REFUSED)
    async def show_mine(self, request: AnyRequest, tables: Playing) -> MyTables:
        """Return the open tables that the caller opened or sits at."""
        person = (await tables.identify(request)).id
        found = await tables_of(tables, person)
        return MyTables(tuple(_mine(table, person) for table in found), tables.limits.tables_per_person)

    @post("/{table:str}/close", responses=REFUSED, status_code=200)
    async def close(self, request: AnyRequest, tables: Playing, table: Part) -> TableInfo:
        """Close the caller's table after the present round."""
        person = (await tables.identify(request)).id
        return table_info(await tables.hall.apply(table, commands.close(person)), person)

    @post("/close-idle", responses=REFUSED, status_code=200)
    async def close_idle(self, request: AnyRequest, tables: Playing) -> ClosedTables:
        """Close the caller's tables at which no person has chips in play."""
        person = (await tables.identify(request)).id
        found = [
            one for one in await tables_of(tables, person) if one.opened.owner == person and is_idle(one)
        ]
        for table in found:
            await tables.hall.apply(table.id, commands.close(person))
        return ClosedTables(tuple(table.id for table in found))


async def tables_of(tables: TablesContext, person: str) -> list[LiveTable]:
    """Return the tables that a person opened or sits at, without those that are closing."""
    listed = await asyncio.to_thread(tables.hall.open_tables)
    known = {table.id for table in tables.hall.loaded.known() if person in table.people}
    found = [
        await tables.hall.table(one.table) for one in listed if one.owner == person or one.table in known
    ]
    return [table for table in found if table.closed is None and not table.is_closing]


def is_idle(table: LiveTable) -> bool:
    """Return whether no person has chips in play at a table."""
    return not any(table.staked_by(seat) for seat, taken in table.seats.items() if taken.person)


def _mine(table: LiveTable, person: str) -> MyTable:
    seats = table.seats_of(person)
    return MyTable(
        table=table_info(table, person),
        chips=sum(map(table.chips_of, seats)),
        staked=sum(map(table.staked_by, seats)),
        awaits_me=any(seat in awaited_at(table) for seat in seats),
        is_idle=is_idle(table),
        since=table.moment,
    )
