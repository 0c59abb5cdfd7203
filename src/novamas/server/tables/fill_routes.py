"""Fills and credits of the banks of tables, over HTTP: one asks, another agrees."""

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
from novamas.server.error_responses import REFUSED
from novamas.server.logs import log
from novamas.server.people import Operator, operating
from novamas.server.requests import MAX_PAID, Part, RequestBody
from novamas.server.tables.books import BooksInfo, books_of
from novamas.server.tables.context import Playing


class BankRequest(RequestBody, frozen=True):
    """A fill or a credit of the bank of a table."""

    what: Moving
    cents: Annotated[Cents, Meta(ge=1, le=MAX_PAID)]


class Proposed(msgspec.Struct, frozen=True):
    """What was asked for waits for another to agree, for ten minutes, under this number."""

    proposal: str


class BankOfTable(Controller):
    """What the staff of a table asks for."""

    path = "/{table:str}/bank"
    tags = ("tables",)
    security = ({"pass": []},)

    @post("/", responses=REFUSED)
    async def ask(
        self, request: Request[Any, Any, State], tables: Playing, table: Part, data: JSONBody[BankRequest]
    ) -> Proposed:
        """The croupier or the floor asks for a fill or a credit, to which an operator must agree."""
        person = await tables.whoever(request)
        order = Order(table, data.what, data.cents)
        return Proposed(await ask_as_staff(tables.hall, order, person.id))


class BankOfHouse(Controller):
    """What operators ask for and agree to."""

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
        """Ask for a fill or a credit, to which another operator must agree."""
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
        """Agree to the very same that somebody else asked for: it is done, and the books say who did both."""
        order, name = Order(table, data.what, data.cents), request.auth.name
        found = await agree_as_operator(tables.hall, order, proposal, name)
        log("bank_moved", operator=name, table=table, what=data.what)
        return await asyncio.to_thread(books_of, tables.hall.store, found)
