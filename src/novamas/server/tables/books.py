"""The books of a table: the account of its bank, and all balances."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from novamas.hall.tables.entries import Account
from novamas.hall.tables.table import LiveTable
from novamas.money import Cents
from novamas.store import Store


class BooksInfo(msgspec.Struct, frozen=True):
    """The books of a table: the account of its bank, and the balance of each account."""

    table: str
    number: int
    rounds: int
    is_closed: bool
    account: Account
    balances: Mapping[str, Cents]


def books_of(store: Store, table: LiveTable) -> BooksInfo:
    """Return the books of a table."""
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
