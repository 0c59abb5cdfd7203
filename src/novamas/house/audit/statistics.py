"""What a regulator asks of many rounds: do wheel and shoe come evenly, is the hold what it should be.

Each test gives the chance of what was seen, or worse, if all were in order. Many tests together would cry
wolf: their chances are adjusted by Holm's method, so that among all tests of an audit in which all is in
order the odds of even one alarm are no more than the level.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import erfc, sqrt

from msgspec import Struct
from msgspec.structs import replace

from novamas.odds.chi_square import chi_square_tail

LEVEL = 0.01  # below it, chance alone is no explanation
CERTAINTY = 2.5758293035489004  # standard deviations of a 99 % interval
FEWEST_EXPECTED = 5  # in each class of a chi-square; below it the test says nothing
FEWEST_IN_RUNS = 20  # of either side


class ChanceTest(Struct, frozen=True):
    """One test: of what, how far off, and the chance of that."""

    code: str  # pockets, colour_runs, ranks, suits, hold
    table: str
    count: int  # draws, or rounds
    value: float  # chi-square, or standard deviations
    freedom: int  # of a chi-square; nought of others
    chance: float
    adjusted: float = 1.0

    @property
    def is_alarm(self) -> bool:
        """Is chance alone no explanation?"""
        return self.adjusted < LEVEL


class Hold(Struct, frozen=True):
    """What the house kept of what was staked, beside what it should keep."""

    table: str
    staked: int  # on bets whose odds are known, counted once each
    win: int
    expected: float  # céntimos
    sd: float
    is_exact: bool  # of the deviation: else the bets of a round are taken to win and lose together
    uncovered: int = 0  # staked on bets whose odds are not known, left out

    @property
    def interval(self) -> tuple[float, float]:
        """Between which amounts the win lies in 99 of 100 such sessions."""
        return self.expected - CERTAINTY * self.sd, self.expected + CERTAINTY * self.sd


def evenness(code: str, table: str, seen: Mapping[int, int], weights: Mapping[int, int]) -> ChanceTest | None:
    """The chi-square of what came against what should; nothing where too little came to tell."""
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
    """Wald and Wolfowitz: does one side follow the other as often as it should?"""
    count = one + other
    if min(one, other) < FEWEST_IN_RUNS:
        return None
    expected = 2 * one * other / count + 1
    variance = (expected - 1) * (expected - 2) / (count - 1)
    value = (changes + 1 - expected) / sqrt(variance)
    return ChanceTest(code, table, count, value, 0, erfc(abs(value) / sqrt(2)))


def hold_test(hold: Hold, rounds: int) -> ChanceTest | None:
    """How many deviations the win lies from what was to be expected."""
    if hold.sd <= 0 or rounds < FEWEST_IN_RUNS:
        return None
    value = (hold.win - hold.expected) / hold.sd
    return ChanceTest("hold", hold.table, rounds, value, 0, erfc(abs(value) / sqrt(2)))


def holm(tests: Sequence[ChanceTest]) -> tuple[ChanceTest, ...]:
    """The tests with chances adjusted for how many they are, the least likely first."""
    found: list[ChanceTest] = []
    worst = 0.0
    for place, test in enumerate(sorted(tests, key=lambda test: test.chance)):
        worst = max(worst, min(1.0, test.chance * (len(tests) - place)))
        found.append(replace(test, adjusted=worst))
    return tuple(found)
