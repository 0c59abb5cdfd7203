"""Kernels of both pai gow games: a client's two hands against the bank's, and the nets."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from novamas.families.pai_gow.cloth import EQUAL, HIGHER, LOSS, LOWER, VOID, WIN, Cloth
from novamas.sim.compiler import part_of_kernel
from novamas.table.game import Table

RESULTS = (WIN, VOID, LOSS)  # of the client: the ends of a round
STANDS = (LOWER, EQUAL, HIGHER)
BEST_OF = "_best"  # suffix of bets whose hand is set by best play instead of the house way


class Set(NamedTuple):
    """For each hand, the strengths of the high and the low hand into which it is set."""

    high: NDArray[np.uint16]
    low: NDArray[np.uint16]


@part_of_kernel
def compared(
    results: NDArray[np.int64], high: int, low: int, other_high: int, other_low: int, is_bank: bool
) -> int:
    """Return the result of the client's hand by strengths. With `is_bank` the client has the other hand."""
    above, beyond = (
        int(high > other_high) - int(high < other_high),
        int(low > other_low) - int(low < other_low),
    )
    if is_bank:
        above, beyond = -above, -beyond
    return np.int64(results[1 + above, 1 + beyond])  # type: ignore[return-value]  # signed, as numbers are


@part_of_kernel
def result_of(results: NDArray[np.int64], mine: Set, own: int, theirs: Set, other: int, is_bank: bool) -> int:
    """Return the result of the client's hand. With `is_bank`, the first hand is the bank's."""
    return compared(results, mine.high[own], mine.low[own], theirs.high[other], theirs.low[other], is_bank)


def results_of(felt: Cloth) -> NDArray[np.int64]:
    """Return the comparative table, by how the high and the low hand compare with the bank's."""
    cases = {(case.high, case.low): RESULTS.index(case.result) for case in felt.cases.values()}
    return np.array([[cases[high, low] for low in STANDS] for high in STANDS], np.int64)


def nets_of(felt: Cloth, stake: int, *, is_bank: bool) -> tuple[int, ...]:
    """Return the nets of the client's win, push and loss, either for the client or for the banker."""
    prize = felt.prize(stake)
    if is_bank:
        return -prize, 0, stake - felt.bank_commission_on(stake)
    return prize - felt.commission_on(prize), 0, -stake


def felt_of(table: Table) -> Cloth:
    """Return the felt of a pai gow table."""
    assert isinstance(table.opening.felt, Cloth)
    return table.opening.felt
