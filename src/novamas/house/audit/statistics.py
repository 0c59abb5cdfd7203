"""Statistical tests over many rounds: the evenness of wheels and shoes, and the hold.

Each test gives the probability of the observed result, or of a worse one, if all is in order. Many
tests together would give false alarms. So Holm's method adjusts their probabilities: if all is in
order, the probability of even one alarm in the audit is at most the level.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import erfc, sqrt

from msgspec import Struct
from msgspec.structs import replace

from novamas.odds.chi_square import chi_square_tail

LEVEL = 0.01  # below this probability chance alone does not explain a result
CERTAINTY = 2.5758293035489004  # standard deviations of a 99 % interval
FEWEST_EXPECTED = 5  # in each class of a chi-square test: with fewer it is not valid
FEWEST_IN_RUNS = 20  # of either side


class ChanceTest(Struct, frozen=True):
    """A statistical test with its subject, its value and its probability."""

    code: str  # pockets, colour_runs, ranks, suits, hold
    table: str
    count: int  # draws, or rounds
    value: float  # chi-square, or standard deviations
    freedom: int  # of a chi-square test, 0 for others
    chance: float
    adjusted: float = 1.0

    @property
    def is_alarm(self) -> bool:
        """Whether chance alone cannot explain the result."""
        return self.adjusted < LEVEL


class Hold(Struct, frozen=True):
    """The house's win from the stakes, and its expected value."""

    table: str
    staked: int  # on bets whose odds are known, each counted once
    win: int
    expected: float  # céntimos
    sd: float
    is_exact: bool  # the deviation: otherwise the bets of a round are taken as fully correlated
    uncovered: int = 0  # stakes on bets whose odds are not known, left out

    @property
    def interval(self) -> tuple[float, float]:
        """The bounds that contain the win in 99 of 100 such sessions."""
        return self.expected - CERTAINTY * self.sd, self.expected + CERTAINTY * self.sd


def evenness(code: str, table: str, seen: Mapping[int, int], weights: Mapping[int, int]) -> ChanceTest | None:
    """Return a chi-square test of draws against their weights, or None for too few draws."""
    count, whole = sum(seen.values()), sum(weights.values())
    if not whole or count * min(weights.values()) < FEWEST_EXPECTED * whole or len(weights) < 2:
        return None
    value = sum(
        (seen.get(what, 0) - count * weight / whole) ** 2 / (count * weight / whole)
        for what, weight in weights.items()
    )
    freedom = len(weights) - 1
    return ChanceTest(code, table, count, value, freedom, chi_square_tail(value, freedom))


def runs(code: str, table: str, one: int, other: int, changes: int) -> ChanceTest | None:
    """Return a Wald–Wolfowitz test on the runs of two sides, or None for too few draws."""
    count = one + other
    if min(one, other) < FEWEST_IN_RUNS:
        return None
    expected = 2 * one * other / count + 1
    variance = (expected - 1) * (expected - 2) / (count - 1)
    value = (changes + 1 - expected) / sqrt(variance)
    return ChanceTest(code, table, count, value, 0, erfc(abs(value) / sqrt(2)))


def hold_test(hold: Hold, rounds: int) -> ChanceTest | None:
    """Return a test of the win against its expected value, or None for too few rounds."""
    if hold.sd <= 0 or rounds < FEWEST_IN_RUNS:
        return None
    value = (hold.win - hold.expected) / hold.sd
    return ChanceTest("hold", hold.table, rounds, value, 0, erfc(abs(value) / sqrt(2)))


def holm(tests: Sequence[ChanceTest]) -> tuple[ChanceTest, ...]:
    """Return the tests with probabilities adjusted for their number. The least likely comes first."""
    found: list[ChanceTest] = []
    worst = 0.0
    for place, test in enumerate(sorted(tests, key=lambda test: test.chance)):
        worst = max(worst, min(1.0, test.chance * (len(tests) - place)))
        found.append(replace(test, adjusted=worst))
    return tuple(found)
