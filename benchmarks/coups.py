"""Coups that the engine itself deals, against their exact odds. Run it by hand, with how many coups.

.venv/bin/python -m benchmarks.coups punto_y_banca 1000000
.venv/bin/python -m benchmarks.coups treinta_y_cuarenta 1000000
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from fractions import Fraction
from math import sqrt
from time import perf_counter

from tests.odds_help import chi_square, simulated

from novamas.games import game
from novamas.games.banked.punto_y_banca.game import fresh_shoe, third_card
from novamas.hands import baccarat_points, row_points
from novamas.law import catalogue
from novamas.odds.punto_y_banca import census, counts_of
from novamas.odds.treinta_y_cuarenta import fresh_rows
from novamas.table.events import Dealt, Event, Shown
from novamas.table.game import open_table

Points = tuple[int, int]


def ends(first: str, second: str, points: Callable[[list[int]], int]) -> Callable[[list[Event]], Points]:
    """What tells the points of both hands, or rows, at the end of a coup."""

    def outcome(told: list[Event]) -> Points:
        held: dict[object, list[int]] = {first: [], second: []}
        for event in told:
            match event:
                case Shown(owner, (int(code),)) | Dealt(owner, int(code)) if owner in held:
                    held[owner].append(code)
        return points(held[first]), points(held[second])

    return outcome


def chances_of(slug: str) -> dict[Points, Fraction]:
    """The exact chance of every pair of points."""
    if slug == "treinta_y_cuarenta":
        return fresh_rows("IB05").chances
    found = census(counts_of(fresh_shoe("IB05")), third_card("IB05"))
    return {points: Fraction(ways, found.whole) for points, ways in found.ways.items()}


def main(slug: str, coups: int) -> None:
    opening = open_table(game(slug), catalogue.under("IB05")[slug]).opening
    outcome = {
        "punto_y_banca": ends("punto", "banca", baccarat_points),
        "treinta_y_cuarenta": ends("negra", "roja", row_points),
    }[slug]
    chances = chances_of(slug)
    start = perf_counter()
    seen = simulated(opening, coups, 1, outcome, afresh=slug == "treinta_y_cuarenta")
    print(f"{slug}: {coups} coups, {coups / (perf_counter() - start):,.0f} a second")
    print(f"chi-square over {len(chances)} classes: {chi_square(seen, chances):+.2f} standard errors")
    ties = sum(count for (one, other), count in seen.items() if one == other)
    expected = float(coups * sum(part for (one, other), part in chances.items() if one == other))
    errors = (ties - expected) / sqrt(expected * (1 - expected / coups))
    print(f"ties: {ties}, expected {expected:.0f}: {errors:+.2f} standard errors")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
