"""Exact counts of columns by their number of hits, for one ticket or a million.

In each race some marks of a ticket hit and the others miss. A column takes one mark of each race. The
number of columns with *k* hits is the coefficient of x^k in the product over the races of (misses +
hits·x).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from novamas.law import law
from novamas.pools.lototrot.setup import CATEGORIES, Law
from novamas.pools.lototrot.tickets import Forecast, mask_of

Winning: TypeAlias = Sequence[frozenset[int]]  # race by race, the numbers that are hits
AT_A_TIME = 50_000  # tickets per chunk

Winners: TypeAlias = tuple[int, ...]  # columns in each category, the highest first


@law("IB05.14.III.7.2-5", "IB05.14.III.7.6")
def columns_by_category(forecast: Forecast, winning: Winning, held: Law) -> Winners:
    """Return the number of columns of a forecast that win in each category.

    Each column counts in one category only, the one that matches its number of hits.
    """
    by_hits = columns_by_hits(forecast, winning)
    return tuple(by_hits[held.categories[category].hits] for category in CATEGORIES)


def columns_by_hits(forecast: Forecast, winning: Winning) -> list[int]:
    """Return the number of columns with no hit, with one hit, with two hits and so on."""
    counts = [1]
    for marked, wins in zip(forecast.marks, winning, strict=True):
        hits = sum(number in wins for number in marked)
        misses = len(marked) - hits
        counts = [
            misses * same + hits * fewer for same, fewer in zip([*counts, 0], [0, *counts], strict=True)
        ]
    return counts


class Marks:
    """The horses marked on many tickets. A mask of 64 bits holds the marks of one race on one ticket."""

    def __init__(self, forecasts: Iterable[str], races: int) -> None:
        masks = _Masks()
        flat = (masks[race] for text in forecasts for race in text.split("/"))
        self.words = np.fromiter(flat, np.uint64).reshape(-1, races)

    def columns(self) -> int:
        """Return the total number of columns on all tickets."""
        return sum(int(np.bitwise_count(part).prod(axis=1, dtype=np.int64).sum()) for part in self._parts())

    def winners(self, winning: Winning, held: Law) -> Winners:
        """Return the total number of winning columns in each category."""
        wins = _words(winning)
        totals = [0] * (len(wins) + 1)
        for part in self._parts():
            totals = [
                total + int(each.sum()) for total, each in zip(totals, _counts(part, wins), strict=True)
            ]
        return tuple(totals[held.categories[category].hits] for category in CATEGORIES)

    def _parts(self) -> Iterator[NDArray[np.uint64]]:
        """Yield the tickets in chunks, because the intermediate arrays are larger than the tickets."""
        return (self.words[start : start + AT_A_TIME] for start in range(0, len(self.words), AT_A_TIME))


class _Masks(dict[str, int]):
    """Cache of bit masks. The key is the written marks of a race, such as "1,4"."""

    def __missing__(self, written: str) -> int:
        found = self[written] = mask_of(tuple(map(int, written.split(","))))
        return found


def _words(winning: Winning) -> NDArray[np.uint64]:
    return np.array([mask_of(tuple(wins)) for wins in winning], np.uint64)


def _counts(words: NDArray[np.uint64], winning: NDArray[np.uint64]) -> list[NDArray[np.int64]]:
    """Return one array per number of hits. It counts the columns of each ticket with that many hits."""
    marked = np.bitwise_count(words).astype(np.int64)
    hits = np.bitwise_count(words & winning).astype(np.int64)
    misses = marked - hits
    counts = [np.ones(len(words), np.int64)]
    for race in range(words.shape[1]):
        missed, hit = misses[:, race], hits[:, race]
        counts = [
            *(missed * same + (hit * counts[at - 1] if at else 0) for at, same in enumerate(counts)),
            hit * counts[-1],
        ]
    return counts
