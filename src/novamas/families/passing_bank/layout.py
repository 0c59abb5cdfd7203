"""Positions around a passing-bank table: players in their compartments, and others behind them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from novamas.families.box_layout import HANDS


def where_people_are(
    places: Sequence[int], behind: Sequence[int], rows: int
) -> Iterator[tuple[int, int, int]]:
    """Yield each player with the row and column of their first spot, seated players first."""
    crowd: Counter[int] = Counter()
    for person in sorted(range(1, len(behind) + 1), key=lambda person: person not in places):
        compartment = behind[person - 1]
        yield person, HANDS + rows * crowd[compartment], compartment - 1
        crowd[compartment] += 1
