"""Invariants of every table in play: it equals its book, and the accounts hold its money."""

from __future__ import annotations

from typing import Any

import msgspec

from novamas.hall.hall import Hall
from novamas.hall.tables.accounts import cloth_account, float_account, jackpot_account, seat_account
from novamas.hall.tables.loader import load_table
from novamas.hall.tables.table import LiveTable
from novamas.store import PUBLIC, Store, verify
from novamas.table.roles import CROUPIER, FLOOR, RAIL, Who

_JSON = msgspec.json.Encoder(enc_hook=str)


def eyes_at(table: LiveTable) -> list[Who]:
    """Return all viewpoints of a table."""
    return [*table.seat_numbers, RAIL, CROUPIER, FLOOR]


def encoded(what: Any) -> bytes:
    """Return a value in the encoding that a client receives."""
    return _JSON.encode(what)


def standing(table: LiveTable) -> dict[str, Any]:
    """Return the state of a table, field by field, with the view from every viewpoint."""
    return {
        **{name: getattr(table.state, name) for name in table.state.__struct_fields__},
        "views": {eyes: encoded(table.view(eyes)) for eyes in eyes_at(table)},
    }


def must_be_as_written(hall: Hall, table: LiveTable, *, whole: bool = True) -> None:
    """Check that a table in memory equals its book, read from the start and from the last snapshot."""
    here = standing(table)
    for from_the_beginning in (True, False) if whole else (False,):
        there = standing(load_table(hall.store, hall.seeds, table.id, whole=from_the_beginning))
        assert here == there, [(name, here[name], there[name]) for name in here if here[name] != there[name]]


def accounts_of(table: LiveTable) -> dict[str, int]:
    """Return the balance of each account of a table, computed from the table itself."""
    book, ledger = table.book, table.session.ledger
    found = {seat_account(book, seat): table.chips_of(seat) for seat in table.seat_numbers}
    found[cloth_account(book)] = sum(ledger.cloth.values())
    found[float_account(book)] = 0 if table.closed else table.bank
    for name in ledger.jackpots.keys() | ledger.linked.keys():
        held = 0 if table.closed else ledger.jackpots[name] + ledger.linked[name]
        found[jackpot_account(book, "", name)] = held
    return {account: cents for account, cents in found.items() if cents}


def must_balance(store: Store, table: LiveTable) -> None:
    """Check that the table agrees with the accounts of the store, including that of its bank."""
    with store.reading() as books:
        lies = {account: cents for account, cents in books.balances(f"{table.book}/").items() if cents}
    assert lies == accounts_of(table)
    assert all(cents >= 0 for cents in lies.values()), lies
    account = table.closed.account if table.closed else table.account
    assert account.win == account.closing - account.opening - account.fills + account.credits
    assert account.win == table.session.ledger.house
    assert account.jackpots == sum(table.session.ledger.jackpots.values())


def must_hold(store: Store) -> None:
    """Check that the chains are valid, and that no money was created."""
    found = verify(store)
    assert found.breach is None, found.breach
    assert sum(found.balances.values()) == 0
    assert all(cents >= 0 for account, cents in found.balances.items() if account != PUBLIC)
