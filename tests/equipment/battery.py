"""The declared battery: seven tests of a sequence of equally likely numbers. Each gives a p-value.

The tests are frequency, serial, runs, gap, poker, coupon collector and permutation, as in Knuth, volume 2,
section 3.3.2. A p-value is small if a sound generator seldom gives a value as extreme as the observed one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from math import comb, erfc, exp, factorial, lgamma, log, sqrt
from typing import Final

LONGEST_GAP = 12
COUPONS = 5
HAND = 5
MAX_SERIAL = 32  # at most this many kinds, whose pairs are counted


def chi_square_tail(statistic: float, freedom: int) -> float:
    """Return the probability of a chi-square this large: the upper incomplete gamma function."""
    a, x = freedom / 2, statistic / 2
    if x <= 0:
        return 1.0
    if x < a + 1:  # the series of the lower one
        term = total = 1 / a
        n = a
        while term > total * 1e-16:
            n += 1
            term *= x / n
            total += term
        return 1 - total * exp(-x + a * log(x) - lgamma(a))
    b, c = x + 1 - a, 1e300  # Lentz's continued fraction
    d = 1 / b
    h = d
    for i in range(1, 10_000):
        an = -i * (i - a)
        b += 2
        d = 1 / (an * d + b)
        c = b + an / c
        h *= d * c
        if abs(d * c - 1) < 1e-15:
            break
    return h * exp(-x + a * log(x) - lgamma(a))


def _p_of(seen: Mapping[int, int], chances: Mapping[int, float]) -> float:
    """Return both tails of chi-square. Classes with fewer than ten expected values are merged."""
    whole = sum(seen.values())
    classes: list[tuple[float, int]] = []
    expected, had = 0.0, 0
    for outcome, likely in sorted(chances.items(), key=lambda item: item[1]):
        expected, had = expected + likely * whole, had + seen.get(outcome, 0)
        if expected >= 10:
            classes.append((expected, had))
            expected, had = 0.0, 0
    if expected:
        last, so_many = classes.pop()
        classes.append((last + expected, so_many + had))
    statistic = sum((so_many - wanted) ** 2 / wanted for wanted, so_many in classes)
    tail = chi_square_tail(statistic, len(classes) - 1)
    return 2 * min(tail, 1 - tail)


def folded(numbers: Iterable[int], ways: int, kinds: int) -> list[int]:
    """Return the numbers as `kinds` equally likely kinds, without numbers that would make them unequal."""
    width = ways // kinds
    return [number // width for number in numbers if number < width * kinds]


def frequency(numbers: Sequence[int], ways: int) -> float:
    """Test whether each number comes as often as any other."""
    return _p_of(Counter(numbers), dict.fromkeys(range(ways), 1 / ways))


def serial(numbers: Sequence[int], ways: int) -> float:
    """Test whether each pair of consecutive numbers, without overlap, comes equally often."""
    kinds = min(ways, MAX_SERIAL)
    few = folded(numbers, ways, kinds)
    pairs = Counter(one * kinds + other for one, other in zip(few[::2], few[1::2], strict=False))
    return _p_of(pairs, dict.fromkeys(range(kinds**2), 1 / kinds**2))


def runs(numbers: Sequence[int], ways: int) -> float:
    """Test the number of changes between low and high numbers. The sum is normal, with both tails."""
    low = ways // 2
    p = low / ways
    changes = 2 * p * (1 - p)
    tries = len(numbers) - 1
    seen = sum((one < low) != (other < low) for one, other in pairwise(numbers))
    spread = tries * changes * (1 - changes) + 2 * (tries - 1) * (p * (1 - p) - changes**2)
    return erfc(abs(seen - tries * changes) / sqrt(2 * spread))


def gap(numbers: Sequence[int], ways: int) -> float:
    """Test the lengths of gaps between low numbers."""
    low = ways // 2
    p = low / ways
    lows = [at for at, number in enumerate(numbers) if number < low]
    gaps = Counter(min(after - before - 1, LONGEST_GAP) for before, after in pairwise(lows))
    chances = {length: p * (1 - p) ** length for length in range(LONGEST_GAP)}
    return _p_of(gaps, chances | {LONGEST_GAP: (1 - p) ** LONGEST_GAP})


def poker(numbers: Sequence[int], ways: int) -> float:
    """Test how many different numbers there are in groups of five."""
    hands = (numbers[at : at + HAND] for at in range(0, len(numbers) - HAND + 1, HAND))
    chances = {
        kinds: factorial(kinds) * comb(ways, kinds) * _parted(HAND, kinds) / ways**HAND
        for kinds in range(1, min(HAND, ways) + 1)
    }
    return _p_of(Counter(len(set(hand)) for hand in hands), chances)


def coupon(numbers: Sequence[int], ways: int) -> float:
    """Test how many numbers it takes until all five kinds, or both of two, have come."""
    kinds = min(COUPONS, ways)
    lengths: Counter[int] = Counter()
    missing, length, longest = set(range(kinds)), 0, 8 * kinds
    for number in folded(numbers, ways, kinds):
        length += 1
        missing.discard(number)
        if not missing:
            lengths[min(length, longest)] += 1
            missing, length = set(range(kinds)), 0
    chances = {n: factorial(kinds) * _parted(n - 1, kinds - 1) / kinds**n for n in range(kinds, longest)}
    return _p_of(lengths, chances | {longest: 1 - sum(chances.values())})


def permutation(numbers: Sequence[int], ways: int) -> float:
    """Test the order of three different numbers. With only two kinds, four bits form a number."""
    if ways < 3:
        numbers = [int("".join(map(str, numbers[at : at + 4])), 2) for at in range(0, len(numbers) - 3, 4)]
    orders: Counter[int] = Counter()
    for at in range(0, len(numbers) - 2, 3):
        a, b, c = numbers[at : at + 3]
        if a != b != c != a:
            orders[(a < b) * 4 + (b < c) * 2 + (a < c)] += 1
    return _p_of(orders, dict.fromkeys((0, 2, 3, 4, 5, 7), 1 / 6))


def _parted(things: int, heaps: int) -> int:
    """Return the number of ways to divide things into heaps: Stirling's number of the second kind."""
    ways: int = sum((-1) ** (heaps - n) * comb(heaps, n) * n**things for n in range(heaps + 1))
    return ways // factorial(heaps)


BATTERY: Final[Mapping[str, Callable[[Sequence[int], int], float]]] = {
    test.__name__: test for test in (frequency, serial, runs, gap, poker, coupon, permutation)
}


def p_values(numbers: Sequence[int], ways: int) -> dict[str, float]:
    """Return the p-value of each test of the battery."""
    return {name: test(numbers, ways) for name, test in BATTERY.items()}
