"""A million hands of circle poker with incidents: no chip and no card may be lost. Run it by hand.

.venv/bin/python -m benchmarks.conservation [HANDS] [PROCESSES]
"""

from __future__ import annotations

import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from random import Random
from time import perf_counter

from tests.support.circle_hands import VARIANTS, played, tables_of

HANDS = 1_000_000
PART = 2_000  # hands that one process plays at a stretch
TOLD = 25  # parts after which progress is printed


def part(slug: str, norm: str, seed: int, hands: int) -> Counter[str]:
    """Play hands of one variant under one norm. Raise if money or cards are gained or lost."""
    tables, rng = tables_of(slug, norm), Random(f"{slug} {norm} {seed}")  # noqa: S311 - blind play
    met: Counter[str] = Counter()
    for _ in range(hands):
        for _, deed in played(tables, rng):
            if deed is not None:
                met[deed.verb()] += 1
    return met


def main() -> None:
    hands = int(sys.argv[1]) if len(sys.argv) > 1 else HANDS
    processes = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    tables = [(slug, norm) for slug, norms in VARIANTS.items() for norm in norms]
    parts = -(-hands // PART)
    start = perf_counter()
    met: Counter[str] = Counter()
    with ProcessPoolExecutor(processes) as pool:
        every = [pool.submit(part, *tables[n % len(tables)], n // len(tables), PART) for n in range(parts)]
        for number, done in enumerate(every, start=1):
            met += done.result()
            if number % TOLD == 0:
                print(f"{number * PART:,} hands after {perf_counter() - start:.0f} s", flush=True)
    seconds = perf_counter() - start
    print(f"{parts * PART:,} hands, {met.total():,} deeds, {len(met)} kinds: all chips and cards are there")
    print(f"{seconds:.0f} s in {processes} processes")
    for verb, count in met.most_common():
        print(f"{count:>12,}  {verb}")


if __name__ == "__main__":
    main()
