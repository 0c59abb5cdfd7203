"""Time of `novamas replay` for 10,000 hands of no-limit hold'em with six players. Run it by hand.

.venv/bin/python -m benchmarks.replay
"""

from __future__ import annotations

import subprocess
import sys
from fractions import Fraction
from itertools import islice
from pathlib import Path
from random import Random
from resource import RUSAGE_CHILDREN, getrusage
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from novamas.equipment.chance import Seeded
from novamas.games import game
from novamas.histories.phh import History, write_histories
from novamas.histories.writer import exported_hands
from novamas.law import catalogue
from novamas.record import Record, header_of
from novamas.table.deeds import Drawn
from novamas.table.game import Table, open_table
from novamas.table.roles import CHANCE, CROUPIER
from novamas.table.session import Session

HANDS = 10_000
SEATS = 6
LIMIT_S = 20


def evening(table: Table, seed: int) -> Record:
    """Return a few hands of players who act at random, but fold less often."""
    session, rng = Session(table.opening, Seeded(seed), automatic=()), Random(seed)  # noqa: S311 - a benchmark
    acts: dict[str, Any] = {kind.verb(): kind for kind in table.game.acts}
    for seat in range(1, SEATS + 1):
        session.do(acts["buy"](seat, 20_000 if seat % 2 else 4_000))
    while session.rounds < 8:
        turn = session.phase.turn
        if turn is CHANCE:
            session.do(Drawn(what=session.source.draw(session.phase.draws())))
            continue
        offers = session.offers(turn)
        if turn is not CROUPIER and session.phase.rest:
            break  # too few players are left
        if turn is CROUPIER:
            session.do(offers[0].act)
            continue
        stays = [offer for offer in offers if offer.act.verb() not in ("fold", "renounce")]
        session.do(rng.choice(stays if stays and rng.random() < 0.5 else offers).sample(rng))
    return Record(header_of(table), table, tuple(session.deeds))


def hands(table: Table) -> list[History]:
    """Return hands of at least four players."""
    every = (
        hand
        for seed in range(HANDS)
        for hand in exported_hands(evening(table, seed)).histories
        if hand.count >= 4
    )
    return list(islice(every, HANDS))


def main() -> None:
    choices = {"seats": SEATS, "ante": 0, "small_blind": 100, "big_blind": 200, "rake": Fraction(0)}
    table = open_table(game("holdem"), catalogue.under("AR10")["holdem"], choices)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "hands.phhs"
        path.write_text(write_histories(hands(table)), "utf-8")
        start = perf_counter()
        ran = subprocess.run(
            [sys.executable, "-m", "novamas", "replay", str(path)], check=True, capture_output=True, text=True
        )
        wall = perf_counter() - start
    used = getrusage(RUSAGE_CHILDREN)
    print(ran.stdout.strip())
    print(
        f"{wall:.1f} s, of which {used.ru_utime + used.ru_stime:.1f} s on one core; the limit is {LIMIT_S} s"
    )


if __name__ == "__main__":
    main()
