"""Random streams of the kernels: known answers, separate blocks, unbiased draws."""

from __future__ import annotations

import numpy as np
import pytest
from tests.sim.engine import SEED

from novamas.odds.chi_square import chi_square_tail
from novamas.sim.streams import (
    BLOCK_HIGH,
    BLOCK_LOW,
    COUNT,
    SEED_HIGH,
    SEED_LOW,
    STATE,
    WORDS_A_COUNT,
    below,
    deal,
    more_words,
    stream_of,
    turn_to,
)


def four_words(count: int, block: int, seed: int) -> list[int]:
    stream = stream_of(seed, block)
    stream[COUNT] = count
    more_words(stream)
    return [int(word) for word in stream[STATE :: (len(stream) - STATE) // WORDS_A_COUNT]]


def test_nought_gives_the_published_words() -> None:
    """With key and counter zero, Philox gives the words that its authors publish for ten rounds."""
    assert four_words(0, 0, 0) == [0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8]


def test_seed_and_block_have_all_their_bits() -> None:
    stream = stream_of(2**63 + 5, 2**40 + 3)
    assert (stream[SEED_LOW], stream[SEED_HIGH]) == (5, 2**31)
    assert (stream[BLOCK_LOW], stream[BLOCK_HIGH]) == (3, 2**8)


def test_a_block_is_the_same_whatever_came_before() -> None:
    stream = stream_of(SEED, 3)
    expected = [below(stream, 37) for _ in range(3000)]
    turn_to(stream, 8)
    others = [below(stream, 37) for _ in range(3000)]
    turn_to(stream, 3)
    assert [below(stream, 37) for _ in range(3000)] == expected != others


def test_a_word_that_would_favour_is_drawn_again() -> None:
    """Each of three outcomes has (2³² - 1) / 3 words. The word 0 is left over and is drawn again."""
    stream = stream_of(SEED)
    more_words(stream)
    stream[STATE : STATE + 3] = 0, 1, 2**32 - 1
    assert [below(stream, 3), below(stream, 3)] == [0, 2]


@pytest.mark.parametrize("ways", [2, 37, 52, 312])
def test_draws_favour_nothing(ways: int) -> None:
    stream = stream_of(SEED, ways)
    counted = np.bincount([below(stream, ways) for _ in range(100 * ways)], minlength=ways)
    assert chi_square_tail(float(((counted - 100) ** 2 / 100).sum()), ways - 1) > 1e-3


def test_every_card_comes_once() -> None:
    stream, cards = stream_of(SEED), np.arange(52, dtype=np.uint8)
    deal(stream, cards, 0, 52)
    assert sorted(cards) == list(range(52)) != list(cards)


def test_cards_dealt_together_are_those_dealt_one_by_one() -> None:
    together, apart = np.arange(52, dtype=np.uint8), np.arange(52, dtype=np.uint8)
    deal(stream_of(SEED, 4), together, 0, 9)
    stream = stream_of(SEED, 4)
    for place in range(9):
        deal(stream, apart, place, place + 1)
    assert list(together) == list(apart)
