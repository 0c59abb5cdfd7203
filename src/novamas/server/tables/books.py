"""The books of a table as they are shown: the account of its bank, and what lies where."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from novamas.hall.tables.entries import Account
from novamas.hall.tables.table import LiveTable
from novamas.money import Cents
from novamas.store import Store


class BooksInfo(msgspec.Struct, frozen=True):
    """How the bank of a table stands, and what lies in each account of it."""

    table: str
    number: int
    rounds: int
    is_closed: bool
    account: Account
    balances: Mapping[str, Cents]


def books_of(store: Store, table: LiveTable) -> BooksInfo:
    """How the bank of a table stands."""
    with store.reading() as books:
        balances = books.balances(f"{table.book}/")
    return BooksInfo(
        table=table.id,
        number=table.number,
        rounds=table.session.rounds,
        is_closed=table.closed is not None,
        account=table.closed.account if table.closed else table.account,
        balances={name.removeprefix(f"{table.book}/"): cents for name, cents in balances.items()},
    )
