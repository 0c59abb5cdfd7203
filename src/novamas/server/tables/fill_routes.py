"""Fills and credits of table banks over HTTP, under dual control.

One person requests a fill or a credit, and another person approves it.
"""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

import msgspec
from litestar import Controller, Request, post
from litestar.datastructures import State
from litestar.params import JSONBody
from msgspec import Meta

from novamas.hall.tables.fills import Moving, Order, agree_as_operator, ask_as_operator, ask_as_staff
from novamas.money import Cents
from novamas.protocol.requests import MAX_PAID, RequestBody
from novamas.server.error_responses import REFUSED
from novamas.server.logs import log
from novamas.server.people import Operator, operating
from novamas.server.requests import Part
from novamas.server.tables.books import BooksInfo, books_of
from novamas.server.tables.context import Playing


class BankRequest(RequestBody, frozen=True):
    """A fill or a credit for the bank of a table."""

    what: Moving
    cents: Annotated[Cents, Meta(ge=1, le=MAX_PAID)]


class Proposed(msgspec.Struct, frozen=True):
    """A request that waits for approval under this id, for ten minutes."""

    proposal: str


class BankOfTable(Controller):
    """Routes for the staff of one table."""

    path = "/{table:str}/bank"
    tags = ("tables",)
    security = ({"pass": []},)

    @post("/", responses=REFUSED)
    async def ask(
        self, request: Request[Any, Any, State], tables: Playing, table: Part, data: JSONBody[BankRequest]
    ) -> Proposed:
        """Request a fill or a credit as croupier or table chief. An operator must approve it."""
        person = await tables.identify(request)
        order = Order(table, data.what, data.cents)
        return Proposed(await ask_as_staff(tables.hall, order, person.id))


class BankOfHouse(Controller):
    """Routes for operators, who request and approve fills and credits."""

    path = "/house/{table:str}/bank"
    tags = ("house",)
    guards = (operating,)
    security = ({"token": []},)

    @post("/", responses=REFUSED)
    async def ask(
        self,
        request: Request[Any, Operator, State],
        tables: Playing,
        table: Part,
        data: JSONBody[BankRequest],
    ) -> Proposed:
        """Request a fill or a credit as an operator. Another operator must approve it."""
        order = Order(table, data.what, data.cents)
        return Proposed(await ask_as_operator(tables.hall, order, request.auth.name))

    @post("/{proposal:str}", responses=REFUSED, status_code=200)
    async def agree(
        self,
        request: Request[Any, Operator, State],
        tables: Playing,
        table: Part,
        proposal: Part,
        data: JSONBody[BankRequest],
    ) -> BooksInfo:
        """Approve another person's request on the same terms. The books name both persons."""
        order, name = Order(table, data.what, data.cents), request.auth.name
        found = await agree_as_operator(tables.hall, order, proposal, name)
        log("bank_moved", operator=name, table=table, what=data.what)
        return await asyncio.to_thread(books_of, tables.hall.store, found)
