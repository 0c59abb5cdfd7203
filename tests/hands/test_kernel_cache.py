"""Kernels that call others are found on disk again, and never confused with each other."""

from __future__ import annotations

from typing import Any

from novamas.hands.kernels import compiled


def made(factor: int) -> Any:
    """Return a kernel that calls another, as each run makes it."""

    def next_to(number: int) -> int:
        return number + 1

    after = compiled(next_to)

    def kernel(number: int) -> int:
        return after(number) * factor

    return compiled(kernel)


def test_a_kernel_that_calls_another_is_compiled_once() -> None:
    first, again, other = made(2), made(2), made(3)
    assert (first(1), again(1), other(1)) == (4, 4, 6)
    assert sum(again.stats.cache_hits.values()) == 1
    assert not again.stats.cache_misses
