"""Speed of ranking hands in novamas and in other libraries, in one interleaved run.

    python -m venv ELSEWHERE
    ELSEWHERE/bin/pip install --require-hashes -r requirements/run.txt -r requirements/bench.txt
    PYTHONPATH=src ELSEWHERE/bin/python benchmarks/hands.py

Every round runs every contestant once on the same hands, so that a busy machine disturbs all alike. The best
of its rounds counts. Before that, all must agree on the strength of the hands. The exit status is 1 if one of
our own goals is missed.
"""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Callable, Sequence
from importlib import import_module
from itertools import pairwise, starmap
from math import comb
from time import perf_counter
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from novamas.equipment import name
from novamas.hands import ranking
from novamas.hands.batch import strengths, tally
from novamas.hands.tables import Tables, tables

ROUNDS = 25
BATCH = 1_000_000
FEW = 5_000
VERY_FEW = 100
KINDS = 7_462

Cards = NDArray[np.uint8]


class Contestant(NamedTuple):
    """A measured function that ranks a number of hands."""

    what: str
    hands: int
    work: Callable[[], object]


def main() -> int:
    """Check that all contestants agree, time them, and print the table and the goals."""
    seven, nine = dealt(7, BATCH), dealt(9, BATCH // 4)
    agree(seven[:FEW], nine[:FEW])
    contestants = (*ours(seven, nine), *phevaluator(seven, nine), *others(seven, nine))
    best = interleaved(contestants)
    for contestant in contestants:
        nanoseconds = best[contestant.what]
        print(
            f"{contestant.what:48}{nanoseconds:14,.2f} ns a hand{1e3 / nanoseconds:12,.3f} million a second"
        )
    return report(best)


def dealt(size: int, hands: int) -> Cards:
    """Return random hands, the same in each run."""
    order = np.random.default_rng(52).random((hands, 52), dtype=np.float32).argsort(axis=1)
    return np.ascontiguousarray(order[:, :size].astype(np.uint8))


def agree(seven: Cards, nine: Cards) -> None:
    """Check that all evaluators put the hands in the same order."""
    omaha = np.hstack((nine[:, 4:], nine[:, :4])).tolist()
    evaluate = import_module("phevaluator._pheval")
    assert strengths(ranking("holdem"), seven).tolist() == [
        KINDS + 1 - each for each in starmap(evaluate.evaluate_7cards, seven.tolist())
    ]
    assert strengths(ranking("omaha"), nine).tolist() == [
        KINDS + 1 - each for each in starmap(evaluate.evaluate_omaha_cards, omaha)
    ]
    eval7 = import_module("eval7")
    treys = import_module("treys")
    pokerkit = import_module("pokerkit")
    mine = strengths(ranking("holdem"), seven[:VERY_FEW]).tolist()
    theirs = [eval7.evaluate(as_eval7(eval7, row)) for row in seven[:VERY_FEW].tolist()]
    assert in_same_order(mine, theirs)
    evaluator = treys.Evaluator()
    theirs = [-evaluator.evaluate([], as_treys(treys, row)) for row in seven[:VERY_FEW].tolist()]
    assert in_same_order(mine, theirs)
    by_pokerkit = [
        pokerkit.StandardHighHand.from_game("".join(map(name, row))) for row in seven[:VERY_FEW].tolist()
    ]
    assert in_same_order(mine, by_pokerkit)


def in_same_order(mine: Sequence[int], theirs: Sequence[object]) -> bool:
    """Return whether neighbours in our order compare in the same way in the other library."""
    order = sorted(range(len(mine)), key=mine.__getitem__)
    values: list[int] = theirs  # type: ignore[assignment]  # whatever it is, it can be compared
    return all((mine[one] < mine[other]) == (values[one] < values[other]) for one, other in pairwise(order))


def as_eval7(eval7: object, row: list[int]) -> list[object]:
    return [eval7.Card(name(card)) for card in row]  # type: ignore[attr-defined]  # a module without types


def as_treys(treys: object, row: list[int]) -> list[int]:
    return [treys.Card.new(name(card)) for card in row]  # type: ignore[attr-defined]  # a module without types


def ours(seven: Cards, nine: Cards) -> list[Contestant]:
    """Return our kernels, and the loop of lookups that is their upper limit of speed."""
    holdem, omaha = ranking("holdem"), ranking("omaha")
    made = tables(holdem.shape, 7)
    totals = made.start + made.values[seven].sum(axis=1, dtype=np.uint64)
    out = np.empty(len(seven), dtype=np.uint16)
    ceiling = compile_ceiling()
    return [
        Contestant("novamas, batch of seven cards", len(seven), lambda: strengths(holdem, seven)),
        Contestant("novamas, all C(52,7) hands counted", comb(52, 7), lambda: tally(holdem.shape, 7)),
        Contestant("ceiling: the lookups alone, sums given", len(seven), lambda: ceiling(made, totals, out)),
        Contestant("novamas, batch of Omaha hands", len(nine), lambda: strengths(omaha, nine)),
    ]


def compile_ceiling() -> Callable[[Tables, NDArray[np.uint64], NDArray[np.uint16]], None]:
    """Compile a loop that only looks up strengths, for given sums of cards and without flushes."""
    from numba import njit

    lower_half = np.uint64(32)

    def look_up(
        shifts: NDArray[np.uint16],
        row_shift: np.uint64,
        column_mask: np.uint64,
        strengths: NDArray[np.uint16],
        totals: NDArray[np.uint64],
        out: NDArray[np.uint16],
    ) -> None:
        for hand in range(totals.shape[0]):
            total = totals[hand]
            out[hand] = strengths[((total >> lower_half) + shifts[total >> row_shift]) & column_mask]

    compiled = njit()(look_up)

    def run(made: Tables, totals: NDArray[np.uint64], out: NDArray[np.uint16]) -> None:
        compiled(made.shifts, made.row_shift, made.column_mask, made.strengths, totals, out)

    return run


def phevaluator(seven: Cards, nine: Cards) -> list[Contestant]:
    """Return phevaluator's C functions, called in Python's fastest loop, and its public functions."""
    raw, public = import_module("phevaluator._pheval"), import_module("phevaluator")
    few = [tuple(row) for row in seven[:FEW].tolist()]
    omaha = [(*row[4:], *row[:4]) for row in nine[:FEW].tolist()]
    return [
        Contestant("phevaluator, raw C call", FEW, lambda: consume(starmap(raw.evaluate_7cards, few))),
        Contestant("phevaluator, public call", FEW, lambda: consume(starmap(public.evaluate_cards, few))),
        Contestant(
            "phevaluator, raw C call, Omaha", FEW, lambda: consume(starmap(raw.evaluate_omaha_cards, omaha))
        ),
        Contestant(
            "phevaluator, public call, Omaha",
            FEW,
            lambda: consume(starmap(public.evaluate_omaha_cards, omaha)),
        ),
    ]


def others(seven: Cards, nine: Cards) -> list[Contestant]:
    """Return the other libraries, called as their documentation says, with prepared cards."""
    eval7, treys, pokerkit = import_module("eval7"), import_module("treys"), import_module("pokerkit")
    of_eval7 = [as_eval7(eval7, row) for row in seven[:FEW].tolist()]
    of_treys = [as_treys(treys, row) for row in seven[:VERY_FEW].tolist()]
    of_pokerkit = [tuple(pokerkit.Card.parse("".join(map(name, row)))) for row in seven[:VERY_FEW].tolist()]
    of_omaha = [tuple(pokerkit.Card.parse("".join(map(name, row)))) for row in nine[:VERY_FEW].tolist()]
    evaluate = treys.Evaluator().evaluate
    high, omaha = pokerkit.StandardHighHand.from_game, pokerkit.OmahaHoldemHand.from_game
    return [
        Contestant("eval7", FEW, lambda: consume(map(eval7.evaluate, of_eval7))),
        Contestant("treys", VERY_FEW, lambda: consume(evaluate([], row) for row in of_treys)),
        Contestant("pokerkit", VERY_FEW, lambda: consume(high(row) for row in of_pokerkit)),
        Contestant("pokerkit, Omaha", VERY_FEW, lambda: consume(omaha(row[:4], row[4:]) for row in of_omaha)),
    ]


def consume(values: object) -> None:
    """Exhaust an iterable with the least overhead."""
    deque(values, maxlen=0)  # type: ignore[call-overload]  # any iterable


def interleaved(contestants: Sequence[Contestant]) -> dict[str, float]:
    """Return each contestant's best time in nanoseconds per hand. The first round only warms up."""
    best = {each.what: float("inf") for each in contestants}
    for round_number in range(ROUNDS + 1):
        for each in contestants:
            start = perf_counter()
            each.work()
            spent = (perf_counter() - start) / each.hands * 1e9
            if round_number:
                best[each.what] = min(best[each.what], spent)
    return best


def report(best: dict[str, float]) -> int:
    """Print our goals, and whether each was reached."""
    batch, omaha = best["novamas, batch of seven cards"], best["novamas, batch of Omaha hands"]
    marks = [
        ("batch against phevaluator's raw C call", best["phevaluator, raw C call"] / batch, 20.0),
        ("batch against phevaluator's public call", best["phevaluator, public call"] / batch, 80.0),
        ("Omaha against phevaluator's raw C call", best["phevaluator, raw C call, Omaha"] / omaha, 2.5),
        (
            "ceiling against counting all C(52,7) hands",
            best["ceiling: the lookups alone, sums given"] / best["novamas, all C(52,7) hands counted"],
            1 / 1.3,
        ),
    ]
    print()
    for what, reached, wanted in marks:
        verdict = "reached" if reached >= wanted else "MISSED"
        print(f"{what:48}{reached:8.2f} times, wanted {wanted:6.2f}: {verdict}")
    return int(any(reached < wanted for _, reached, wanted in marks))


if __name__ == "__main__":
    sys.exit(main())
