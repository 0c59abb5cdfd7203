"""Simulated houses in which everything can fail, by seed. Ten thousand seeds are run by hand."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Iterator

import pytest
from tools.simulated_hall import simulate


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    logging.disable(logging.ERROR)  # faults are planted: no one wants to read of each
    yield
    logging.disable(logging.NOTSET)


@pytest.mark.parametrize(
    "first", [1000, *(pytest.param(first, marks=pytest.mark.soak) for first in (2000, 3000))]
)
def test_in_no_world_anything_is_lost_doubled_or_told_twice(first: int, soak: bool) -> None:
    count: Counter[str] = Counter()
    for seed in range(first, first + (300 if soak else 6)):
        count += simulate(seed)
    assert all(count[what] for what in ("killed", "faults after", "answers lost", "repeated", "came back"))


def test_the_same_seed_brings_the_same_world() -> None:
    assert simulate(5) == simulate(5)
