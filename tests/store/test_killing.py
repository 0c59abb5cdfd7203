"""Processes are killed at any moment: each acknowledged sale is stored once, and the books are valid."""

from __future__ import annotations

import os
import signal
from contextlib import suppress
from pathlib import Path
from random import Random

import psycopg
import pytest
from tests.store.killing import Clerks, Ready, Sell
from tests.store.selling import STAKES
from tests.store.selling import sell as sell_ticket

from novamas.store import Entry, GroupCommit, Store

_COUNTERS: dict[Store, GroupCommit] = {}


def sell(store: Store, key: str) -> Entry:
    """Sell a ticket. Two processes sell from each book."""
    outlet = f"outlet/{int(key.split()[1].rstrip(',')) % 2}"
    return store.write(lambda books: sell_ticket(books, key, book=outlet))


def sell_together(store: Store, key: str) -> Entry:
    """Sell a ticket through the group commit, together with others."""
    counter = _COUNTERS.get(store) or _COUNTERS.setdefault(store, GroupCommit(store))
    outlet = f"outlet/{int(key.split()[1].rstrip(',')) % 2}"
    return counter.run(lambda books: sell_ticket(books, key, book=outlet))


def trouble(address: str, rng: Random) -> Ready | None:
    """Crash the server: one of its processes is killed, and the whole server restarts."""
    if not address.startswith("postgresql"):
        return None

    def fall_over() -> None:
        with suppress(psycopg.Error), psycopg.connect(address, autocommit=True) as connection:
            serving = connection.execute(
                "SELECT pid FROM pg_stat_activity"
                " WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'"
            ).fetchall()
            if serving:
                os.kill(rng.choice(serving)[0], signal.SIGKILL)

    return fall_over


@pytest.mark.parametrize(("how", "windows"), [(sell, 1), (sell_together, 4)], ids=["alone", "together"])
def test_killed_clerks_lose_no_sale_and_double_none(
    address: str, tmp_path: Path, soak: bool, how: Sell, windows: int
) -> None:
    sales, kills = (2500, 40) if soak else (200, 4)
    notes = tmp_path / "notes"
    notes.mkdir()
    rng = Random(15)
    clerks = Clerks(address, how, notes, clerks=4, sales=sales, windows=windows)
    assert clerks.work(kills, rng, also=trouble(address, rng)) > kills // 4
    found = clerks.check()
    assert found.entries == 4 * sales
    assert found.balances[STAKES] == 200 * 4 * sales
