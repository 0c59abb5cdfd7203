"""Fills and credits under dual control: one person requests, another agrees, the slip names both.

The croupier and the table chief may request a fill or a credit. Operators of the house may request
and agree. Fills and credits that the house makes automatically need no person.
"""

from __future__ import annotations

import asyncio
from typing import Literal, TypeAlias

from msgspec import Struct

from novamas.errors import NovamasError
from novamas.hall.hall import Hall
from novamas.hall.people.dual_control import agree, propose, proposed_by
from novamas.hall.people.rights import Operation, check, roles_at
from novamas.hall.tables.entries import Credited, Filled
from novamas.hall.tables.table import LiveTable
from novamas.money import Cents
from novamas.store import WriteTransaction

Moving: TypeAlias = Literal["fill", "credit"]
RIGHT: Operation = "fill_or_credit"


class Order(Struct, frozen=True):
    """A requested movement of chips to a table's bank, or from it."""

    table: str
    what: Moving
    cents: Cents

    def __str__(self) -> str:
        return f"{self.what} {self.cents}"


async def ask_as_staff(hall: Hall, order: Order, person: str) -> str:
    """Request a fill or a credit as croupier or table chief. Return the number of the request."""
    check(roles_at(await hall.table(order.table), person), RIGHT)
    return await _ask(hall, order, person)


async def ask_as_operator(hall: Hall, order: Order, operator: str) -> str:
    """Request a fill or a credit as an operator. Return the number of the request."""
    check(("operator",), RIGHT)
    return await _ask(hall, order, _named(operator))


async def _ask(hall: Hall, order: Order, by: str) -> str:
    _check_possible(await hall.table(order.table), order)
    return await hall.commits.run_async(lambda books: propose(books, order.table, RIGHT, str(order), by))


async def agree_as_operator(hall: Hall, order: Order, proposal: str, operator: str) -> LiveTable:
    """Agree to another person's request. It is then carried out once, and the slip names both persons."""
    check(("operator",), RIGHT)
    asked_by = await asyncio.to_thread(_requested_by, hall, proposal)

    def command(fork: LiveTable) -> None:
        _check_possible(fork, order)
        slip = Filled if order.what == "fill" else Credited
        fork.enter(slip(order.cents, fork.state.bank.slips + 1, asked_by, _named(operator)))

    def agreed(books: WriteTransaction) -> None:
        agree(books, proposal, order.table, RIGHT, str(order), _named(operator))

    return await hall.apply(order.table, command, agreed)


def _requested_by(hall: Hall, proposal: str) -> str:
    with hall.store.reading() as books:
        return proposed_by(books, proposal)


def _named(operator: str) -> str:
    return f"operator {operator}"


def _check_possible(table: LiveTable, order: Order) -> None:
    if table.closed is not None:
        raise NovamasError("table_closes", table=table.id)
    if order.what == "credit" and order.cents > table.bank:
        raise NovamasError("bank_short", has=table.bank, wanted=order.cents)
