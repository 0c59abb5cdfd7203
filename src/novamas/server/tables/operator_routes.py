"""Tables for operators over HTTP: all open tables, their books and results, and closing them."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
from litestar import Controller, Request, get, post
from litestar.datastructures import State

from novamas.hall.tables import commands
from novamas.hall.tables.records import lines_so_far
from novamas.hall.views import table_info
from novamas.protocol.tables import TableInfo
from novamas.server.error_responses import REFUSED, language_of
from novamas.server.logs import log
from novamas.server.people import Operator, operating
from novamas.server.requests import Part
from novamas.server.tables.books import BooksInfo, books_of
from novamas.server.tables.context import Playing, TablesContext
from novamas.server.tables.tasks import Result, TableResult, by_worker


class AllTables(msgspec.Struct, frozen=True):
    """All open tables, public and private, the newest first."""

    tables: tuple[TableInfo, ...]


class HouseTables(Controller):
    """Routes for operators about the house's tables.

    An operator sees no hidden card and cannot play.
    """

    path = "/house"
    tags = ("house",)
    guards = (operating,)
    security = ({"token": []},)

    @get("/", responses=REFUSED)
    async def show_all(self, tables: Playing) -> AllTables:
        """Return all open tables."""
        found = await asyncio.to_thread(tables.hall.open_tables)
        return AllTables(tuple([table_info(await tables.hall.table(one.table), "") for one in found]))

    @get("/{table:str}/books", responses=REFUSED)
    async def show_books(self, tables: Playing, table: Part) -> BooksInfo:
        """Return the account of a table's bank, and the balance of each of its accounts."""
        found = await tables.hall.table(table)
        return await asyncio.to_thread(books_of, tables.hall.store, found)

    @get("/{table:str}/result", responses=REFUSED)
    async def show_result(
        self, request: Request[Any, Operator, State], tables: Playing, table: Part
    ) -> Result:
        """Compare a table's hold in finished rounds with the expected hold, and test its draws.

        The tests show whether chance was fair.
        """
        language = language_of(request.headers.get("accept-language", ""))
        lines = await asyncio.to_thread(_lines, tables, table)
        found: Result = await by_worker(tables.jobs, TableResult(lines), language, request.auth.name, Result)
        return found

    @post("/{table:str}/close", responses=REFUSED, status_code=200)
    async def close(self, request: Request[Any, Operator, State], tables: Playing, table: Part) -> TableInfo:
        """Close a table at the end of the present round."""
        name = request.auth.name
        found = await tables.hall.apply(table, commands.close_for_house(name))
        log("table_closed_by_operator", operator=name, table=table)
        return table_info(found, "")


def _lines(tables: TablesContext, table: str) -> str:
    with tables.hall.store.reading() as books:
        return "".join(lines_so_far(books, table))
