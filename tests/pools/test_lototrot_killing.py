"""Terminals are killed while they sell: no acknowledged bet is lost, and none is registered twice."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from pathlib import Path
from random import Random
from threading import Lock

import pytest
from tests.pools.day_at_the_races import DAY, changed, programme, rules
from tests.store.killing import Clerks, Sell

from novamas.pools.codes import book_of, read_code
from novamas.pools.lototrot.days import account_of
from novamas.pools.lototrot.office import Office
from novamas.pools.lototrot.outlets import Outlets
from novamas.pools.lototrot.tickets import Ticket
from novamas.pools.payment_terms import BALEARIC
from novamas.store import Entry, GroupCommit, Store, open_store, verify

CLERKS = 4
_MAKING = Lock()
_COUNTERS: dict[Store, GroupCommit] = {}
_OUTLETS: dict[Store, Outlets] = {}


def race_day() -> date:
    """Return a day in the near future by the machine's clock, the only clock that the processes have."""
    return datetime.now(BALEARIC).date() + timedelta(days=3)


def bet_of(key: str) -> tuple[str, str]:
    """Return the outlet and the horses of a bet, both derived from the key."""
    clerk, _, number = key.rpartition(",")
    marks = [str(1 + (int(number) >> race) % 2) for race in range(7)]
    return f"palma-{int(clerk.split()[1].rstrip(',')) % 2}", "/".join(marks)


def entry_of(store: Store, ticket: Ticket) -> Entry:
    code = read_code(ticket.code, clause="IB05.14.II.3.1")
    with store.reading() as books:
        entry = books.entry(code.book, code.number)
    assert entry is not None
    assert entry.book == book_of(ticket.outlet)
    return entry


def at(store: Store) -> Outlets:
    """Return the outlets on a store, one object for a whole process."""
    with _MAKING:
        if store not in _OUTLETS:
            _OUTLETS[store] = Outlets(Office(store))
        return _OUTLETS[store]


def sell(store: Store, key: str) -> Entry:
    """Sell a ticket."""
    outlet, forecast = bet_of(key)
    return entry_of(store, at(store).sell(outlet, race_day(), forecast, 100, key.removeprefix("sale/")))


def sell_together(store: Store, key: str) -> Entry:
    """Sell a ticket through the group commit, together with others."""
    outlets = at(store)
    with _MAKING:
        counter = _COUNTERS.get(store) or _COUNTERS.setdefault(store, GroupCommit(store))
    outlet, forecast = bet_of(key)
    act = outlets.selling(outlet, race_day(), forecast, 100, key.removeprefix("sale/"))
    return entry_of(store, counter.run(act))


@pytest.mark.law("IB05.14.II.1.1", "IB05.14.III.10.10-1.1")
@pytest.mark.parametrize(
    ("how", "windows"),
    [
        pytest.param(sell, 1, marks=pytest.mark.soak, id="alone"),  # as the store's own clerks always do
        pytest.param(sell_together, 4, id="together"),
    ],
)
def test_killed_terminals_lose_no_bet_and_double_none(
    address: str, tmp_path: Path, soak: bool, how: Sell, windows: int
) -> None:
    sales, kills = (500, 40) if soak else (48, 4)
    day = race_day()
    with open_store(address) as store:
        office = Office(store)
        for outlet in ("palma-0", "palma-1"):
            office.authorise(outlet, f"Bar {outlet}")
        shown = programme(day).displayed
        assert shown is not None
        office.open_day(changed(programme(day), displayed=shown - timedelta(days=9)), rules())
    notes = tmp_path / "notes"
    notes.mkdir()
    clerks = Clerks(address, how, notes, clerks=CLERKS, sales=sales, windows=windows)
    clerks.keys = [[tuple(f"sale/{key}" for key in keys) for keys in clerk] for clerk in clerks.keys]
    assert clerks.work(kills, Random(14)) >= 1
    clerks.check()
    with open_store(address) as store:
        with store.reading() as books:
            assert books.balance(account_of("stakes", day)) == 100 * CLERKS * sales
        settled(Office(store), day, CLERKS * sales)
        assert verify(store).breach is None


def settled(office: Office, day: date, columns: int) -> None:
    """Settle the day without holding its races: they are drawn, and every bet is counted."""
    office.close_day(day)
    for declared in office.declare(day, "not_held"):
        office.draw(day, declared.race, "M. Riera")
    assert office.settle_day(day).columns == columns


def test_the_day_of_the_tests_is_none_of_the_machines() -> None:
    assert programme(race_day()).closes - programme(DAY).closes == race_day() - DAY
