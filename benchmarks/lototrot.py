"""A Lototrot day with a million tickets: sold in batches, closed and settled. Run it by hand.

    .venv/bin/python -m benchmarks.lototrot [TICKETS] [ADDRESS OF A STORE]

A separate process settles the day. The benchmark prints its time and memory, of which 10 s and 1 GiB are
allowed.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from time import perf_counter

from tests.pools.day_at_the_races import DAY, FIRST, NOON, programme, rules

from novamas.equipment.chance import Seeded, UniformDraw
from novamas.pools.lototrot.office import Office
from novamas.pools.lototrot.outlets import Outlets
from novamas.store import open_store

TICKETS = 1_000_000
BATCH = 10_000
OUTLETS = 20


def forecasts(count: int, seed: int) -> Iterator[str]:
    """Yield forecasts with one to four horses per race, in most races one."""
    chance, eight, ten = Seeded(seed), UniformDraw(8), UniformDraw(10)
    for _ in range(count):
        races = []
        for _ in range(7):
            numbers = {chance.draw(eight) + 1}
            if not chance.draw(ten):
                numbers |= {chance.draw(eight) + 1 for _ in range(3)}
            races.append(",".join(map(str, sorted(numbers))))
        yield "/".join(races)


def sell(address: str, tickets: int) -> float:
    """Sell tickets at twenty outlets and run the races. Return the seconds of the sales."""
    with open_store(address, clock=lambda: NOON) as store:
        office = Office(store)
        office.open_day(programme(), rules())
        outlets = Outlets(office)
        for number in range(OUTLETS):
            office.authorise(f"palma-{number}", f"Bar {number}")
        seconds = 0.0
        for batch in range(-(-tickets // BATCH)):
            bets = list(forecasts(min(BATCH, tickets - batch * BATCH), batch))
            start = perf_counter()
            outlets.sell_many(f"palma-{batch % OUTLETS}", DAY, bets)
            seconds += perf_counter() - start
    with open_store(address, clock=lambda: FIRST + timedelta(hours=4)) as store:
        office = Office(store)
        start = perf_counter()
        office.close_day(DAY, FIRST)
        print(f"closed in {perf_counter() - start:.2f} s")
        office.withdraw(DAY, 1, 8)
        for race in range(1, 8):
            office.enter_result(DAY, race, [race])
    return seconds


def settle(address: str) -> None:
    """Settle the day, and print the time and the peak memory of this process."""
    with open_store(address, clock=lambda: FIRST + timedelta(hours=4)) as store:
        start = perf_counter()
        found = Office(store).settle_day(DAY)
        seconds = perf_counter() - start
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    winners = ", ".join(f"{prize.winners} x {prize.cents / 100:.2f}" for prize in found.prizes)
    print(f"settled {found.columns} columns in {seconds:.2f} s with {most:.0f} MiB: {winners}")


def main() -> None:
    if sys.argv[1:2] == ["settle"]:
        settle(sys.argv[2])
        return
    tickets = int(sys.argv[1]) if len(sys.argv) > 1 else TICKETS
    with tempfile.TemporaryDirectory() as folder:
        address = sys.argv[2] if len(sys.argv) > 2 else str(Path(folder) / "books.sqlite")
        seconds = sell(address, tickets)
        print(f"sold {tickets} tickets in {seconds:.1f} s, {tickets / seconds:.0f} a second")
        subprocess.run([sys.executable, "-m", "benchmarks.lototrot", "settle", address], check=True)


if __name__ == "__main__":
    main()
