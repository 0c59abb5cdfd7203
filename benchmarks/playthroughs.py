"""Microseconds per deed of each game, for the deeds of every playthrough. Run it by hand.

    .venv/bin/python -m benchmarks.playthroughs

To compare two versions of the program, run this in both of them by turns.
"""

from __future__ import annotations

from time import process_time

from tools.playthroughs import read_script, scripts

from novamas.equipment.chance import Scripted
from novamas.table.deeds import Deed
from novamas.table.game import Table
from novamas.table.session import Session

DEEDS = 1_500  # in one measurement
TIMES = 7  # the best of several runs: machines are noisy


def play(table: Table, deeds: list[Deed]) -> None:
    """Do all deeds of a playthrough in their order."""
    session = Session(table.opening, Scripted(()), automatic=())
    for deed in deeds:
        session.do(deed)


def seconds(table: Table, deeds: list[Deed]) -> float:
    """Return the processor time of one deed."""
    rounds = max(1, DEEDS // len(deeds))
    start = process_time()
    for _ in range(rounds):
        play(table, deeds)
    return (process_time() - start) / (rounds * len(deeds))


def main() -> None:
    read = {script.stem: read_script(script) for script in scripts()}
    best = dict.fromkeys(read, float("inf"))
    for _ in range(TIMES):
        for name, (table, deeds) in read.items():
            best[name] = min(best[name], seconds(table, deeds))
    for name, time in best.items():
        print(f"{name:28} {1e6 * time:6.1f} µs a deed")


if __name__ == "__main__":
    main()
