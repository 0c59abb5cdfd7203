"""Lookup tables for the kernels, built from the ladder (perfect hashing by row displacement).

Every card has a 64-bit number. Its upper half depends on the rank alone, and its lower bits hold one
count per suit. A kernel adds up the numbers of a hand's cards. Four bits of the sum then show whether a
suit has enough cards for a flush, and its upper half identifies the set of ranks. The first bits of that
half choose a row. The row's shift is added to the last bits, and the result is the index of the strength.
The table of strengths is hardly larger than the number of sets of ranks.

A flush, if there is one, is always the best hand. Seven cards with five of one suit cannot also contain
four of a kind or a full house. Three cards of one suit cannot be three of a kind.
"""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from hashlib import blake2b
from io import BytesIO
from itertools import combinations_with_replacement
from operator import eq
from typing import NamedTuple
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from novamas.disk_cache import folder, source_hash, write
from novamas.equipment import deck
from novamas.hands.ladder import Ladder, ladder
from novamas.hands.rankings import Shape

RANKS = 13
JOKER_RANK = 13
ONE_OF_EACH_SUIT = 0x1111
OUTSIDE_DECK = 1 << 16
"""The mark of a card outside the deck, in the bits above the counts of the suits."""
_MAX_KEYS_IN_A_TABLE = 0.8


class Tables(NamedTuple):
    """The arrays that a kernel needs to rank hands of one size, in the order of the kernels' arguments."""

    values: NDArray[np.uint64]
    """The number of each card. Cards outside the deck have the mark `OUTSIDE_DECK`."""
    start: np.uint64
    """The initial sum, chosen so that a flush sets the highest bit of its suit's count."""
    shifts: NDArray[np.uint16]
    """The shift of each row."""
    row_shift: np.uint64
    """The number of bits below those that choose the row."""
    column_mask: np.uint64
    strengths: NDArray[np.uint16]
    """The strength of each set of ranks, at its shifted index."""
    suited: NDArray[np.uint16]
    """The strength of each set of ranks of one suit, by a bit mask of the ranks."""


@cache
def tables(shape: Shape, size: int) -> Tables:
    """Return the tables for the best hand of `size` cards, cached in memory and on disk."""
    named = blake2b(
        f"{source_hash('hands', 'equipment', 'money.py')} {shape} {size}".encode(), digest_size=16
    )
    place = folder() / f"ranks-{named.hexdigest()}.npz"
    with suppress(OSError, ValueError, EOFError, KeyError, BadZipFile):
        found = np.load(BytesIO(place.read_bytes()), allow_pickle=False)
        return Tables(*(found[field][()] for field in Tables._fields))
    made, written = _made(shape, size), BytesIO()
    np.savez(written, **made._asdict())
    write(place, written.getvalue())
    return made


def _made(shape: Shape, size: int) -> Tables:
    rungs = ladder(shape)
    by_ranks = _strengths_by_ranks(rungs, size)
    rank_sets = np.array([(*ranks, *[0] * (size - len(ranks))) for ranks in by_ranks], dtype=np.intp)
    strengths = np.fromiter(by_ranks.values(), dtype=np.uint16, count=len(by_ranks))
    column_bits = int(np.ceil(np.log2(len(by_ranks) / _MAX_KEYS_IN_A_TABLE)))
    row_bits = max(column_bits - 3, 1)
    for salt in range(100):
        numbers = _rank_numbers(salt)
        keys = numbers[rank_sets].sum(axis=1, dtype=np.uint32)
        placed = _place(keys, strengths, row_bits, column_bits)
        if placed is not None:
            break
    else:
        raise AssertionError("no salt tells the sets of ranks apart")
    return Tables(
        values=_card_values(numbers, shape),
        start=np.uint64(sum(_count_before(shape) << 4 * suit for suit in range(4))),
        shifts=placed[0],
        row_shift=np.uint64(64 - row_bits),
        column_mask=np.uint64(2**column_bits - 1),
        strengths=placed[1],
        suited=_strengths_suited(rungs),
    )


def _rank_numbers(salt: int) -> NDArray[np.uint32]:
    """Return a pseudo-random number for each rank and the joker. The same salt gives the same numbers."""
    digest = blake2b(bytes([salt]), digest_size=4 * (RANKS + 1), person=b"novamas.hands").digest()
    return np.frombuffer(digest, dtype="<u4").astype(np.uint32)


def _card_values(numbers: NDArray[np.uint32], shape: Shape) -> NDArray[np.uint64]:
    cards = np.arange(4 * RANKS, dtype=np.uint64)
    of_ranks = numbers.astype(np.uint64) << np.uint64(32)
    values = of_ranks[(cards // 4).astype(np.intp)] + (np.uint64(1) << np.uint64(4) * (cards % 4))
    joker = of_ranks[JOKER_RANK] + np.uint64(ONE_OF_EACH_SUIT)
    every_byte = np.full(256, OUTSIDE_DECK, dtype=np.uint64)
    of_deck = np.array(deck(shape.deck))
    every_byte[of_deck] = np.append(values, joker)[of_deck]
    return every_byte


def _count_before(shape: Shape) -> int:
    """Return the initial count of a suit. A flush raises it to 8. Two cards never make a flush."""
    return 8 - shape.cards if shape.cards > 2 else 0


def _place(
    keys: NDArray[np.uint32], strengths: NDArray[np.uint16], row_bits: int, column_bits: int
) -> tuple[NDArray[np.uint16], NDArray[np.uint16]] | None:
    """Shift every row, the fullest first, to free columns. Return None if that is impossible.

    It is impossible if two keys of a row are equal or no shift is free.
    """
    rows = keys >> np.uint32(32 - row_bits)
    columns = (keys & np.uint32(2**column_bits - 1)).astype(np.intp)
    size = 2**column_bits
    is_free = np.ones(2 * size, dtype=np.bool_)
    shifts = np.zeros(2**row_bits, dtype=np.uint16)
    table = np.zeros(size, dtype=np.uint16)
    by_row = np.split(
        np.argsort(rows, kind="stable"), np.cumsum(np.bincount(rows, minlength=2**row_bits))[:-1]
    )
    for row in sorted(range(len(by_row)), key=lambda row: -len(by_row[row])):
        members = by_row[row]
        if len(members) == 0:
            break
        if len(np.unique(columns[members])) < len(members):
            return None
        fits = is_free[columns[members[0]] :][:size].copy()
        for member in members[1:]:
            fits &= is_free[columns[member] :][:size]
        shift = int(fits.argmax())
        if not fits[shift]:
            return None
        places = (columns[members] + shift) % size
        is_free[places] = is_free[places + size] = False
        shifts[row] = shift
        table[places] = strengths[members]
    return shifts, table


def _strengths_by_ranks(rungs: Ladder, size: int) -> dict[tuple[int, ...], int]:
    """Return the strength of the best hand in every set of ranks, without flushes.

    Ranks are counted from 0 for the deuce, and the joker is the last.
    """
    shape = rungs.shape
    ranks = range(shape.lowest_rank - 2, RANKS)
    strengths: dict[tuple[int, ...], int] = {}
    for held in _sets(ranks, shape.cards):
        strengths[held] = rungs.strength_of_ranks(_named(held), False)
    if shape.has_joker:
        for held in _sets(ranks, shape.cards - 1):
            strengths[*held, JOKER_RANK] = rungs.strength_of_ranks(_named(held), False)
    for more in range(shape.cards + 1, size + 1):
        strengths = {
            held: max(strengths[held[:place] + held[place + 1 :]] for place in range(more))
            for held in _sets(ranks, more)
        }
    return strengths


def _strengths_suited(rungs: Ladder) -> NDArray[np.uint16]:
    """Return the strength of the best hand in every set of ranks that is of one suit."""
    shape = rungs.shape
    suited = np.zeros(2**RANKS, dtype=np.uint16)
    for mask in range(2**RANKS):
        held = tuple(rank for rank in range(RANKS) if mask >> rank & 1)
        if held and held[0] < shape.lowest_rank - 2:
            continue
        if len(held) == shape.cards > 2 or (shape.has_joker and len(held) == shape.cards - 1 > 2):
            suited[mask] = rungs.strength_of_ranks(_named(held), True)
        elif len(held) > shape.cards:
            suited[mask] = max(suited[mask & ~(1 << rank)] for rank in held)
    return suited


def _sets(ranks: range, size: int) -> list[tuple[int, ...]]:
    """Return every sorted set of `size` ranks with each rank at most four times."""
    every = combinations_with_replacement(ranks, size)
    return [held for held in every if not any(map(eq, held, held[4:]))]


def _named(held: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(rank + 2 for rank in held)
