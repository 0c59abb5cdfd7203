"""The battery passes raw bits and the draws that games make of them. Bad generators fail it.

Six sources with seven tests each give 42 p-values of one family. At 99 % for the whole family each may be as
small as 1 - 0.99^(1/42), about one in 4,180 (Šidák). The seeds are fixed, and their names show their origin.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from hashlib import blake2b
from math import exp, pi, sqrt

import pytest
from tests.equipment.battery import BATTERY, chi_square_tail, p_values

from novamas.equipment import (
    DECK_52,
    SINGLE_ZERO,
    TWO_DICE,
    RevealedSource,
    Shoe,
    Source,
    UniformDraw,
    shuffled,
)

NUMBERS = 300_000
LEVEL = 0.99


def seed(text: str) -> str:
    return blake2b(f"novamas battery {text}".encode(), digest_size=32).hexdigest()


def bits(source: Source) -> Iterator[int]:
    while True:
        word = source.draw(UniformDraw(2**64))
        yield from (word >> at & 1 for at in range(64))


def raw_bytes(source: Source) -> Iterator[int]:
    while True:
        yield from source.draw(UniformDraw(2**64)).to_bytes(8, "little")


def wheel(source: Source) -> Iterator[int]:
    while True:
        yield source.draw(SINGLE_ZERO)


def two_dice(source: Source) -> Iterator[int]:
    while True:
        yield TWO_DICE.throws.index(source.draw(TWO_DICE))


def shoe(source: Source) -> Iterator[int]:
    """Yield the first card of a fresh shoe of six decks, by its place in a deck."""
    place = {card: at for at, card in enumerate(DECK_52)}
    fresh = Shoe.of(DECK_52, decks=6)
    while True:
        yield place[source.draw(fresh)]


def tickets(source: Source) -> Iterator[int]:
    """Yield the place of the first prize among ten shuffled tickets."""
    while True:
        yield shuffled(range(10), source).index(0)


OUTCOMES: dict[str, tuple[Callable[[Source], Iterator[int]], int]] = {
    "bits": (bits, 2),
    "bytes": (raw_bytes, 256),
    "wheel": (wheel, 37),
    "two_dice": (two_dice, 36),
    "shoe": (shoe, 52),
    "tickets": (tickets, 10),
}
LEAST = 1 - LEVEL ** (1 / (len(OUTCOMES) * len(BATTERY)))


def taken(numbers: Iterator[int], so_many: int) -> list[int]:
    return [next(numbers) for _ in range(so_many)]


@pytest.mark.soak
@pytest.mark.parametrize("name", OUTCOMES)
def test_the_battery_passes(name: str) -> None:
    made, ways = OUTCOMES[name]
    found = p_values(taken(made(RevealedSource(seed(name))), NUMBERS), ways)
    assert set(found) == set(BATTERY)
    assert min(found.values()) > LEAST, found


# ---------------------------------------------------------------- planted: each is found


class Congruential:
    """RANDU, a historic bad generator: two numbers nearly determine the next one."""

    def __init__(self) -> None:
        self.state = 1

    def bits(self, count: int) -> int:
        self.state = self.state * 65539 % 2**31
        return self.state >> (31 - count)


def lean(ways: int) -> Iterator[int]:
    """Yield a byte modulo the number of ways, which is slightly biased."""
    yield from (byte % ways for byte in raw_bytes(RevealedSource(seed("lean"))))


def sticky(ways: int) -> Iterator[int]:
    """Yield numbers of which one in thirty repeats the last one."""
    source, last = RevealedSource(seed("sticky")), 0
    while True:
        if source.draw(UniformDraw(30)):
            last = source.draw(UniformDraw(ways))
        yield last


def too_even(ways: int) -> Iterator[int]:
    """Yield shuffled blocks of all numbers, so that none repeats before all have come."""
    source = RevealedSource(seed("even"))
    while True:
        yield from shuffled(range(ways), source)


def rising(ways: int) -> Iterator[int]:
    """Yield numbers of which one triple in twenty is sorted."""
    source = RevealedSource(seed("rising"))
    while True:
        three = [source.draw(UniformDraw(ways)) for _ in range(3)]
        yield from three if source.draw(UniformDraw(20)) else sorted(three)


def low_bits(ways: int) -> Iterator[int]:
    """Yield the low bits of a congruential generator, which have a short period."""
    generator = Congruential()
    while True:
        yield generator.bits(31) % 64 % ways


@pytest.mark.parametrize(
    ("planted", "by"),
    [
        (lean, {"frequency"}),
        (sticky, {"serial", "runs", "gap", "poker"}),
        (too_even, {"frequency", "poker", "coupon"}),
        (rising, {"permutation"}),
        (low_bits, {"frequency", "serial", "poker"}),
    ],
)
def test_a_bad_generator_fails(planted: Callable[[int], Iterator[int]], by: set[str]) -> None:
    found = p_values(taken(planted(37), 20_000), 37)
    assert {name for name, p in found.items() if p <= LEAST} >= by, found


def test_shuffling_over_the_full_range_fails() -> None:
    """A naive shuffle once put the king of hearts first in 2.6 % of all deals instead of 1.92 %."""
    source = RevealedSource(seed("naive"))

    def naive() -> Iterator[int]:
        while True:
            order = list(range(10))
            for at in range(10):
                other = source.draw(UniformDraw(10))
                order[at], order[other] = order[other], order[at]
            yield order.index(9)

    assert p_values(taken(naive(), 10_000), 10)["frequency"] <= LEAST


def test_bits_one_in_fifty_of_which_are_put_to_one_fail() -> None:
    source = RevealedSource(seed("bits"))
    stuck = [1 if not source.draw(UniformDraw(50)) else bit for bit in taken(bits(source), 40_000)]
    assert p_values(stuck, 2)["frequency"] <= LEAST


# ---------------------------------------------------------------- the yardstick itself


def test_the_tail_of_chi_square_is_the_known_one() -> None:
    for statistic, freedom, tail in ((3.841459, 1, 0.05), (67.985, 50, 0.0458), (135.807, 100, 0.01)):
        assert chi_square_tail(statistic, freedom) == pytest.approx(tail, rel=2e-2)
    for statistic in (0.1, 1.0, 5.0, 30.0):
        assert chi_square_tail(statistic, 2) == pytest.approx(exp(-statistic / 2), rel=1e-9)
        density = (chi_square_tail(statistic, 3) - chi_square_tail(statistic + 1e-5, 3)) / 1e-5
        assert density == pytest.approx(sqrt(statistic) * exp(-statistic / 2) / sqrt(2 * pi), rel=1e-3)


@pytest.mark.soak
@pytest.mark.parametrize("test", BATTERY)
def test_p_values_of_a_sound_generator_are_spread_evenly(test: str) -> None:
    """Two hundred short sequences have the expected number of p-values below a tenth and below a half."""
    source = RevealedSource(seed("spread"))
    found = [BATTERY[test](taken(wheel(source), 3000), 37) for _ in range(200)]
    assert 5 <= sum(p < 0.1 for p in found) <= 38
    assert 65 <= sum(p < 0.5 for p in found) <= 135
