"""Speed of a Dask cluster with two workers and with one, interleaved. Run it by hand, alone.

    .venv/bin/python -m benchmarks.cluster

Both clusters are ready before the first turn, so only play is measured. Each turn has its own seed, and all
contestants must find the same result. The best turn of each counts. Two threads of one process also take a
turn, to show the gain from a second processor. Threads share their tables. Each worker has a copy, which
needs twice the space in the processor's caches and slows large tables down.
"""

from __future__ import annotations

import sys
from math import inf
from time import perf_counter
from typing import Any

from distributed import LocalCluster

from novamas.sim.simulation import simulate
from novamas.testing.rehearsal import opened

TURNS = 3
BETS = (
    ("holdem_contrapartida", "AR10", "ante", 10**8),
    ("blackjack", "IB05", "mano", 10**8),
    ("ruleta", "IB05", "pleno", 2 * 10**9),
)
LEAST = 0.6  # of what a second thread wins: scheduler and workers share the same two processors


def cluster_of(workers: int) -> LocalCluster:
    """Start a cluster on this machine with the given number of workers of one thread each."""
    return LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None)


def main() -> int:
    """Time each bet in turns with one worker, with two workers, and with one and two threads."""
    missed = 0
    with cluster_of(1) as one, cluster_of(2) as two:
        who: dict[str, dict[str, Any]] = {
            "one worker": {"cluster": one.scheduler_address},
            "two workers": {"cluster": two.scheduler_address},
            "one thread": {"threads": 1},
            "two threads": {"threads": 2},
        }
        for game, norm, bet, rounds in BETS:
            table = opened(game, norm)
            best = dict.fromkeys(who, inf)
            for seed in range(TURNS):
                found = set()
                for name, told in who.items():
                    begun = perf_counter()
                    found.add(repr(simulate(table, bet, rounds=rounds, seed=seed, **told)))
                    best[name] = min(best[name], perf_counter() - begun)
                if len(found) > 1:
                    sys.exit(f"{game} {bet}: not all found the same with seed {seed}")
            worker, thread = (best[f"one {who}"] / best[f"two {who}s"] for who in ("worker", "thread"))
            missed += worker < LEAST * thread
            took = ", ".join(f"{name} {seconds:.2f} s" for name, seconds in best.items())
            print(f"{game} {bet}, {rounds:,} rounds: {took}", flush=True)
            print(f"  a second worker: x{worker:.2f}; a second thread: x{thread:.2f}", flush=True)
    return missed


if __name__ == "__main__":
    sys.exit(main())
