"""Time and memory of the odds of each game. Run it by hand, alone on the machine.

    .venv/bin/python -m benchmarks.odds                     all games whose odds must be quick
    .venv/bin/python -m benchmarks.odds holdem_contrapartida

Each game is computed twice in its own process. The first run compiles kernels and ranks hands. Only the
second run counts, after all caches of the odds were cleared. Hold'em is recomputed, as with `--fresh`.
"""

from __future__ import annotations

import gc
import subprocess
import sys
from functools import _lru_cache_wrapper
from resource import RUSAGE_SELF, getrusage
from time import perf_counter, process_time

from novamas.games import game
from novamas.law import catalogue
from novamas.odds import table_odds
from novamas.table.game import Table, open_table

PROMISED = {  # seconds
    "craps": ("IB05", 1.0),
    "punto_y_banca": ("IB05", 1.0),
    "tres_cartas": ("AR10", 0.2),
    "trijoker": ("AR10", 0.1),
    "pai_gow_domino": ("CM16", 10.0),
    "sin_descarte": ("AR10", 60.0),
    "blackjack": ("IB05", 20.0),
    "treinta_y_cuarenta": ("IB05", 30.0),
    "holdem_contrapartida": ("AR10", 300.0),
}
SMALL = {"holdem_contrapartida"}  # too long to be counted twice: some flops compile all that there is


def opened(slug: str) -> Table:
    frame = catalogue.under(PROMISED[slug][0])[slug]
    return open_table(game(slug), frame, frame.examples)


def warm_up(slug: str) -> None:
    """Compile the kernels that the odds of a game need, and rank its hands."""
    if slug in SMALL:
        from novamas.odds.games.house_holdem.bets import weigh
        from novamas.odds.suit_classes import suit_classes

        weigh(suit_classes(3)[0][0], 1)
        table_odds(opened(slug))
    else:
        table_odds(opened(slug), fresh=True)


def forget() -> None:
    """Clear all caches of the odds except the compiled kernels."""
    from novamas.odds.games.sin_descarte import bets

    bets._PLAYED.clear()
    for found in gc.get_objects():
        if isinstance(found, _lru_cache_wrapper):
            module = found.__module__
            if module.startswith("novamas.odds") and "kernels" not in module:
                found.cache_clear()


def measure(slug: str) -> None:
    warm_up(slug)
    forget()
    table, wall, used = opened(slug), perf_counter(), process_time()
    table_odds(table, fresh=True)
    wall, used = perf_counter() - wall, process_time() - used
    memory, promised = getrusage(RUSAGE_SELF).ru_maxrss / 2**20, PROMISED[slug][1]
    kept = "" if used <= promised else "  TOO SLOW"
    print(f"{slug:22} {used:8.2f} s of {promised:g} ({wall:.2f} s by the clock), {memory:.2f} GiB{kept}")


def main() -> None:
    if len(sys.argv) > 1:
        measure(sys.argv[1])
        return
    for slug in PROMISED:
        subprocess.run([sys.executable, "-m", "benchmarks.odds", slug], check=True)


if __name__ == "__main__":
    main()
