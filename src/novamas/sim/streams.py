"""Random streams of simulations (Philox-4x32-10). A word depends only on seed, block and position.

Rounds are played in blocks, and each block has its own stream. The generator's counter holds the
block number and the position in the block, and its key is the seed. Two blocks therefore never
share a word, and results do not depend on which worker plays which block, or when.

A stream is one array: its state, then words of 32 bits made in advance. A long stream makes many
words at once and serves a block. A short stream fits in a few cache lines and serves one table of
many. All functions are inlined into the kernels that draw, because a call with an array would cost
more than the draw.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from novamas.sim.compiler import kernel, part_of_kernel

Words: TypeAlias = NDArray[np.uint32]

AT, COUNT, BLOCK_LOW, BLOCK_HIGH, SEED_LOW, SEED_HIGH, STATE = range(7)  # STATE is the first word's position
AHEAD = 1024  # words of a long stream: enough for the processor to compute several in parallel
SHORT = 16  # words of a short one
WORDS_A_COUNT = 4  # the generator gives four words per count
OF_TABLES = 2**63  # blocks from this one on belong to tables; a simulation never reaches them

_ROUNDS = 10
_FIRST_FACTOR, _SECOND_FACTOR = np.uint64(0xD2511F53), np.uint64(0xCD9E8D57)
_FIRST_STEP, _SECOND_STEP = np.uint32(0x9E3779B9), np.uint32(0xBB67AE85)
_HALF = np.uint64(32)
_LOWER_HALF = np.uint64(2**32 - 1)
_ALL_WORDS = np.uint64(2**32)


def stream_of(seed: int, block: int = 0) -> Words:
    """Return the long stream of a seed, positioned at the beginning of a block."""
    stream = np.zeros(STATE + AHEAD, np.uint32)
    stream[SEED_LOW], stream[SEED_HIGH] = seed & 0xFFFFFFFF, seed >> 32 & 0xFFFFFFFF
    turn_to(stream, block)
    return stream


def short_streams(seeds: NDArray[np.uint64]) -> Words:
    """Return a short stream for each seed. They share no word with any simulation's stream."""
    streams = np.zeros((len(seeds), STATE + SHORT), np.uint32)
    streams[:, SEED_LOW], streams[:, SEED_HIGH] = seeds & np.uint64(0xFFFFFFFF), seeds >> _HALF
    turn_to(streams, OF_TABLES)
    return streams


def turn_to(stream: Words, block: int) -> None:
    """Move one or several streams to the beginning of a block."""
    stream[..., BLOCK_LOW], stream[..., BLOCK_HIGH] = block & 0xFFFFFFFF, block >> 32 & 0xFFFFFFFF
    stream[..., COUNT], stream[..., AT] = 0, stream.shape[-1]


@kernel
def more_words(stream: Words) -> None:
    """Compute the next words of a stream."""
    first, low, high = stream[COUNT], stream[BLOCK_LOW], stream[BLOCK_HIGH]
    seed_low, seed_high = stream[SEED_LOW], stream[SEED_HIGH]
    quarter = (len(stream) - STATE) // WORDS_A_COUNT
    for n in range(quarter):
        a, b, c, d = np.uint32(first + np.uint32(n)), np.uint32(0), low, high
        key, other_key = seed_low, seed_high
        for _ in range(_ROUNDS):
            one, other = np.uint64(a) * _FIRST_FACTOR, np.uint64(c) * _SECOND_FACTOR
            a, b, c, d = (
                np.uint32(np.uint32(other >> _HALF) ^ b ^ key),
                np.uint32(other),
                np.uint32(np.uint32(one >> _HALF) ^ d ^ other_key),
                np.uint32(one),
            )
            key, other_key = np.uint32(key + _FIRST_STEP), np.uint32(other_key + _SECOND_STEP)
        stream[STATE + n], stream[STATE + quarter + n] = a, b
        stream[STATE + 2 * quarter + n], stream[STATE + 3 * quarter + n] = c, d
    stream[COUNT] = first + np.uint32(quarter)
    stream[AT] = STATE


@part_of_kernel
def drawn(stream: Words, at: np.uint64, n: int) -> tuple[int, np.uint64]:
    """Return a random number from 0 to n - 1 by the words at a position, and the next position.

    Lemire's method: the high half of word times n is the number, and words that would favour some
    numbers are skipped. Callers that draw often keep the position in a local variable, because reading
    and storing it costs more than the draw.
    """
    ways = np.uint64(n)
    while True:
        if at >= np.uint64(len(stream)):
            more_words(stream)
            at = np.uint64(STATE)
        product = np.uint64(stream[at]) * ways
        at += np.uint64(1)
        left = product & _LOWER_HALF
        if left >= ways or left >= (_ALL_WORDS - ways) % ways:
            return np.int64(product >> _HALF), at  # type: ignore[return-value]  # signed, as numbers are


@part_of_kernel
def drawn_within(stream: Words, at: np.uint64, n: int) -> tuple[int, int, np.uint64]:
    """Return a random number from 0 to n - 1, its fractional part, and the next position.

    The fractional part is out of 2**32. Both come from one word, so a probability based on them is
    rounded to n parts in 2**32.
    """
    if at >= np.uint64(len(stream)):
        more_words(stream)
        at = np.uint64(STATE)
    product = np.uint64(stream[at]) * np.uint64(n)
    return np.int64(product >> _HALF), np.int64(product & _LOWER_HALF), at + np.uint64(1)  # type: ignore[return-value]


@part_of_kernel
def below(stream: Words, n: int) -> int:
    """Draw a random number from 0 to n - 1 and advance the stream."""
    number, at = drawn(stream, np.uint64(stream[AT]), n)
    stream[AT] = at
    return number


@part_of_kernel
def deal(stream: Words, cards: NDArray[np.uint8], first: int, last: int) -> None:
    """Deal random cards to the positions from `first` up to `last`, out of the undealt cards."""
    at = np.uint64(stream[AT])
    for place in range(first, last):
        step, at = drawn(stream, at, len(cards) - place)
        here, other = np.uint64(place), np.uint64(place + step)  # a signed index would be range-checked
        card = cards[other]
        cards[other] = cards[here]
        cards[here] = card
    stream[AT] = at
