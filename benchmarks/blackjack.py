"""Blackjack by hand: how fast the whole strategy is found, and rounds of the engine against the odds.

    .venv/bin/python -m benchmarks.blackjack            the analyser alone
    .venv/bin/python -m benchmarks.blackjack 100000 8   so many rounds, in so many parts

One player plays basic strategy for the least stake, each round from a full shoe (a machine that shuffles all
the time), by the engine itself: offers, acts, draws, payments.
"""

from __future__ import annotations

import sys
from collections import Counter
from fractions import Fraction
from math import sqrt
from time import perf_counter

from novamas.games import game
from novamas.law import catalogue
from novamas.odds.blackjack import basic_odds, rules_of, terms_of
from novamas.odds.blackjack.analysis import Analyser, best_course
from novamas.odds.blackjack.basic import basic_strategy
from novamas.odds.blackjack.rounds import simulate
from novamas.table.game import open_table

CHOICES = {"places": 1, "seats": 1, "shuffler": "continuous", "shuffler_approved": True}
TABLE = open_table(game("blackjack"), catalogue.under("IB05")["blackjack"], CHOICES)
TERMS = terms_of(rules_of(TABLE))


def time_analysis() -> None:
    """The whole strategy, once the kernel is compiled."""
    Analyser(TERMS).against(0).split(0)
    start = perf_counter()
    mean = Analyser(TERMS).expectation(best_course)
    print(f"best play against every card: {perf_counter() - start:.1f} s, edge {-mean:.10f}")


def compare(counted: Counter[Fraction]) -> None:
    """How far the engine is from the odds, in standard errors and by chi-square."""
    odds = basic_odds(TERMS, rules_of(TABLE).limits.minimum)
    assert odds.distribution is not None
    rounds = sum(counted.values())
    mean = float(sum(net * count for net, count in counted.items())) / rounds
    error = odds.sd / sqrt(rounds)
    cells = [(counted[net], float(chance) * rounds) for net, chance in odds.distribution]
    cells = [cell for cell in cells if cell[1] >= 10]
    statistic = sum((seen - expected) ** 2 / expected for seen, expected in cells)
    print(f"{rounds:,} rounds: mean {mean:+.6f}, odds {-float(odds.edge):+.6f}", end=", ")
    print(f"{(mean + float(odds.edge)) / error:+.2f} standard errors of {error:.6f};", end=" ")
    print(f"chi-square {statistic:.1f} over {len(cells)} outcomes")


def main() -> None:
    time_analysis()
    if len(sys.argv) < 3:
        return
    rounds, parts = int(sys.argv[1]), int(sys.argv[2])
    advice, counted = basic_strategy(TERMS).advice, Counter[Fraction]()
    start = perf_counter()
    for part in range(parts):
        counted += simulate(TABLE, advice, rounds // parts, seed=21, stream=part)
        speed = sum(counted.values()) / (perf_counter() - start)
        print(f"{speed:,.0f} rounds a second", flush=True)
        compare(counted)


if __name__ == "__main__":
    main()
