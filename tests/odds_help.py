"""What the tests of odds share: simulating the engine itself, and measuring how far it is from the odds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping
from fractions import Fraction
from math import sqrt
from typing import TypeVar

from novamas.kit.chance import Seeded
from novamas.table.events import Event, RoundOver
from novamas.table.people import CHANCE
from novamas.table.phases import AnyPhase, follow

K = TypeVar("K", bound=Hashable)


def simulated(
    opening: AnyPhase, rounds: int, seed: int, outcome: Callable[[list[Event]], K], *, afresh: bool = False
) -> Counter[K]:
    """So many rounds that the engine plays by itself: how often each outcome came, told by a round's events.

    Rounds follow one another at one table, or each begins `afresh` from the opening.
    """
    source, phase, found = Seeded(seed), opening, Counter[K]()
    told: list[Event] = []
    while rounds:
        if phase.turn is CHANCE:
            phase, events = phase.drawn(source.draw(phase.draws()))
        else:
            phase, events = follow(phase, next(iter(phase.offers(phase.turn))).act)
        told.extend(events)
        if events and isinstance(events[-1], RoundOver):
            found[outcome(told)] += 1
            told.clear()
            rounds -= 1
            phase = opening if afresh else phase
    return found


def chi_square(seen: Mapping[K, int], chances: Mapping[K, Fraction]) -> float:
    """How far the counts are from the chances, in standard errors; classes that are rare count as one."""
    rounds = sum(seen.values())
    assert seen.keys() <= chances.keys()
    common = [key for key, chance in chances.items() if rounds * chance >= 5]
    rare = [key for key in chances if key not in set(common)]
    cells = [(seen.get(key, 0), float(rounds * chances[key])) for key in common]
    if rare:
        cells.append(
            (sum(seen.get(key, 0) for key in rare), float(rounds * sum(chances[key] for key in rare)))
        )
    statistic = sum((count - expected) ** 2 / expected for count, expected in cells if expected)
    degrees = len(cells) - 1
    return (statistic - degrees) / sqrt(2 * degrees)
