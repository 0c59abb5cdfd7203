"""numpy's random generator `Generator(Philox(seed))` in plain Python, for small amounts of numbers.

The bots of circle poker use it, so they play the same with and without numpy. numpy's `SeedSequence`
spreads the seed, Philox-4x64-10 generates the words, and Lemire's method draws whole numbers from words
of 32 bits.
"""

from __future__ import annotations

from collections.abc import Iterator

_BITS_32, _BITS_64 = 2**32 - 1, 2**64 - 1
_POOL = 4
_ROUNDS = 10
_FIRST_FACTOR, _SECOND_FACTOR = 0xD2E7470EE14C6C93, 0xCA5A826395121157
_FIRST_STEP, _SECOND_STEP = 0x9E3779B97F4A7C15, 0xBB67AE8584CAA73B


class Philox:
    """A source of equally likely whole numbers, which equal numpy's for the same seed."""

    def __init__(self, seed: int) -> None:
        self._words = _words(*_keys(seed))

    def integers(self, low: int, high: int, count: int) -> list[int]:
        """Return `count` numbers from `low` to `high` - 1."""
        size = high - low
        if size == 1:
            return [low] * count
        unfair = (2**32 - size) % size  # a word whose product ends below this favours some numbers
        found: list[int] = []
        while len(found) < count:
            product = next(self._words) * size
            if product & _BITS_32 >= unfair:
                found.append(low + (product >> 32))
        return found


def _keys(seed: int) -> tuple[int, int]:
    """Return the two keys that `SeedSequence` computes from a seed."""
    entropy = [seed >> 32 * place & _BITS_32 for place in range(max(1, -(-seed.bit_length() // 32)))]
    hashed = _Hash(0x43B0D7E5, 0x931E8875)
    pool = [hashed(word) for word in [*entropy, 0, 0, 0, 0][:_POOL]]
    for source in range(_POOL):
        for place in range(_POOL):
            if source != place:
                pool[place] = _mixed(pool[place], hashed(pool[source]))
    for word in entropy[_POOL:]:
        for place in range(_POOL):
            pool[place] = _mixed(pool[place], hashed(word))
    spread = _Hash(0x8B51F9DD, 0x58F38DED)
    low, high, other_low, other_high = [spread(word) for word in pool]
    return high << 32 | low, other_high << 32 | other_low


class _Hash:
    """A hash of 32-bit words that gives a different result at each call."""

    def __init__(self, start: int, factor: int) -> None:
        self.state, self.factor = start, factor

    def __call__(self, word: int) -> int:
        word ^= self.state
        self.state = self.state * self.factor & _BITS_32
        word = word * self.state & _BITS_32
        return word ^ word >> 16


def _mixed(one: int, other: int) -> int:
    mixed = (one * 0xCA01F9DD - other * 0x4973F715) & _BITS_32
    return mixed ^ mixed >> 16


def _words(key: int, other_key: int) -> Iterator[int]:
    """Yield the generator's 32-bit words, eight for each step of its counter."""
    keys = [
        (key + step * _FIRST_STEP & _BITS_64, other_key + step * _SECOND_STEP & _BITS_64)
        for step in range(_ROUNDS)
    ]
    count = 0
    while True:
        count += 1
        a, b, c, d = count, 0, 0, 0
        for first, second in keys:
            one, other = a * _FIRST_FACTOR, c * _SECOND_FACTOR
            a, b, c, d = (
                other >> 64 ^ b ^ first,
                other & _BITS_64,
                one >> 64 ^ d ^ second,
                one & _BITS_64,
            )
        for word in (a, b, c, d):
            yield word & _BITS_32
            yield word >> 32
