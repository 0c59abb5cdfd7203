"""Terminals are killed at any moment: no ticket is lost or sold twice, no prize is owed twice."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from tests.pools.promotrot import PRE_DRAWN, changed
from tests.store.killing import Clerks, Sell

from novamas.pools.codes import book_of
from novamas.pools.promotrot.accounts import takings
from novamas.pools.promotrot.entries import Play, SoldTicket, Ticket
from novamas.pools.promotrot.office import Office
from novamas.pools.promotrot.outlets import Outlets
from novamas.pools.promotrot.plans import read_plan
from novamas.pools.promotrot.reports import check_ended, standing
from novamas.store import Entry, GroupCommit, Store, open_store, verify

CODE = "herradura-1"
CLERKS = 4
_COUNTERS: dict[Store, GroupCommit] = {}


def outlet_of(key: str) -> str:
    """Return the outlet of a terminal. Each outlet has two terminals."""
    return f"palma-{int(key.split()[1].rstrip(',')) % 2}"


def played(store: Store, outlets: Outlets, key: str, sold: SoldTicket) -> Entry:
    """Play the ticket too, and return its entry."""
    outlets.play(outlet_of(key), sold.code, 1)
    with store.reading() as books:
        entry = books.entry_of(book_of(outlet_of(key)), key)
    assert entry is not None
    return entry


def sell(store: Store, key: str) -> Entry:
    """Sell a ticket and play it."""
    outlets = Outlets(Office(store))
    return played(store, outlets, key, outlets.sell(outlet_of(key), CODE, 100, key.removeprefix("sale/")))


def sell_together(store: Store, key: str) -> Entry:
    """Sell and play a ticket through the group commit, together with others."""
    counter = _COUNTERS.get(store) or _COUNTERS.setdefault(store, GroupCommit(store))
    outlets = Outlets(Office(store))
    selling = outlets.selling(outlet_of(key), CODE, 100, key.removeprefix("sale/"))
    return played(store, outlets, key, counter.run(selling))


@pytest.mark.law("IB05.15.II.2.1", "IB05.15.IIbis.3.1")
@pytest.mark.parametrize(
    ("how", "windows"),
    [
        pytest.param(sell, 1, marks=pytest.mark.soak, id="alone"),  # as the store's own clerks always do
        pytest.param(sell_together, 4, id="together"),
    ],
)
def test_killed_terminals_lose_no_ticket_and_double_none(
    address: str, tmp_path: Path, soak: bool, how: Sell, windows: int
) -> None:
    sales, kills = (500, 40) if soak else (48, 5)
    opened(address, tickets=CLERKS * sales)
    notes = tmp_path / "notes"
    notes.mkdir()
    clerks = Clerks(address, how, notes, clerks=CLERKS, sales=sales, windows=windows)
    clerks.keys = [[tuple(f"sale/{key}" for key in keys) for keys in clerk] for clerk in clerks.keys]
    assert clerks.work(kills, Random(15)) > kills // 4
    clerks.check()
    with open_store(address) as store:
        with store.reading() as books:
            tickets = [one.read(Ticket) for one in books.entries(kind="ticket")]
            plays = [one.read(Play) for one in books.entries(kind="play")]
            now = standing(books, CODE)
            assert books.balance(takings(CODE)) == now.organiser + now.laid_out
        every = list(range(1, CLERKS * sales + 1))
        assert sorted(one.number for one in tickets) == sorted(one.number for one in plays) == every
        Office(store).end(CODE)
        with store.reading() as books:
            assert check_ended(books, CODE).awarded == now.awarded
        assert verify(store).breach is None


def opened(address: str, tickets: int) -> None:
    """Publish an issue of `tickets` tickets and sell them all."""
    rows = f'[[prizes]]\nname = "uno"\ntimes = {tickets // 4}\ncash = 300\n'
    plan = changed(PRE_DRAWN.partition("[[")[0], tickets=str(tickets)) + "\n" + rows
    with open_store(address) as store:
        office = Office(store)
        for outlet in ("palma-0", "palma-1"):
            office.authorise(outlet, f"Bar {outlet}")
        office.publish(read_plan(plan))
