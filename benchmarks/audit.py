"""Time and memory of the audit of a million spins. Run it by hand.

.venv/bin/python -m benchmarks.audit
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from random import Random
from resource import RUSAGE_CHILDREN, getrusage
from tempfile import TemporaryDirectory
from time import perf_counter

from novamas.house.audit.wheel_returns import Returns
from novamas.house.opening import frame_to_play, open_as_written

ROUNDS = 1_000_000
LIMIT_S = 120  # half a million rounds a minute
BETS = ("rojo", "par", "docena:1", "columna:2", "pleno:17", "caballo:1-2", "cuadro:1-5", "dos_docenas:1-2")


def spins(path: Path, rounds: int, seed: int = 1) -> int:
    """Write a file of spins at four tables, each with one to three correctly paid bets.

    Return the number of its rows.
    """
    table = open_as_written(frame_to_play("ruleta", "IB05"), {})
    returns, rng, rows = Returns(table), Random(seed), 0  # noqa: S311 - a benchmark
    with path.open("w", encoding="utf-8") as file:
        file.write("round,table,croupier,seat,bet,stake,returned,result\n")
        for number in range(rounds):
            pocket = rng.randrange(37)
            for seat in range(1, rng.randrange(1, 4) + 1):
                bet, cents = rng.choice(BETS), rng.randrange(2, 20) * 100
                back = max(end.returned for end in returns.outcomes(bet, cents, pocket))
                whose = f"{number},{number % 4},{'ABC'[number // 400 % 3]},{seat}"
                file.write(f"{whose},{bet},{cents // 100},{back / 100:.2f},{pocket}\n")
                rows += 1
    return rows


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS
    with TemporaryDirectory() as folder:
        path = Path(folder) / "spins.csv"
        rows = spins(path, rounds)
        command = [sys.executable, "-m", "novamas", "audit", str(path), "--game", "ruleta", "--norm", "IB05"]
        start = perf_counter()
        ran = subprocess.run(command, capture_output=True, text=True)
        wall = perf_counter() - start
    print(ran.stdout.strip(), ran.stderr.strip())
    peak = getrusage(RUSAGE_CHILDREN).ru_maxrss / 1024
    print(
        f"{rounds} rounds, {rows} bets: {wall:.1f} s ({rounds / wall * 60:,.0f} rounds a minute), "
        f"{peak:.0f} MiB at most; the limit is {LIMIT_S * rounds / ROUNDS:.0f} s"
    )


if __name__ == "__main__":
    main()
