"""What both games of pai gow share at volume: a client's two hands beside the bank's, and what that nets."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from novamas.families.pai_gow.cloth import EQUAL, HIGHER, LOSS, LOWER, VOID, WIN, Cloth
from novamas.sim.compiler import part_of_kernel
from novamas.table.game import Table

RESULTS = (WIN, VOID, LOSS)  # of the client: the ends of a round
STANDS = (LOWER, EQUAL, HIGHER)
BEST_OF = "_best"  # bets whose hand is set for the best, and not as the house would set it


class Set(NamedTuple):
    """How strong the two hands are that every hand is set to."""

    high: NDArray[np.uint16]
    low: NDArray[np.uint16]


@part_of_kernel
def result_of(results: NDArray[np.int64], mine: Set, own: int, theirs: Set, other: int, is_bank: bool) -> int:
    """What becomes of the client's hand, each as it is set: one's own against the croupier's, or his."""
    high = int(mine.high[own] > theirs.high[other]) - int(mine.high[own] < theirs.high[other])
    low = int(mine.low[own] > theirs.low[other]) - int(mine.low[own] < theirs.low[other])
    if is_bank:
        high, low = -high, -low
    return np.int64(results[1 + high, 1 + low])  # type: ignore[return-value]  # signed, as numbers are


def results_of(felt: Cloth) -> NDArray[np.int64]:
    """The comparative table: by how the high and the low hand stand to the bank's."""
    cases = {(case.high, case.low): RESULTS.index(case.result) for case in felt.cases.values()}
    return np.array([[cases[high, low] for low in STANDS] for high in STANDS], np.int64)


def nets_of(felt: Cloth, stake: int, *, is_bank: bool) -> tuple[int, ...]:
    """What a client's win, a void game and his loss net to him, or to who holds the bank against him."""
    prize = felt.prize(stake)
    if is_bank:
        return -prize, 0, stake - felt.commission_on(stake)
    return prize - felt.commission_on(prize), 0, -stake


def felt_of(table: Table) -> Cloth:
    """The cloth of a table of pai gow."""
    assert isinstance(table.opening.felt, Cloth)
    return table.opening.felt
