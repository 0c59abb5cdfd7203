"""Parts of kernels that the baccarat games share. Only a mixed strategy draws random words."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from novamas.families.passing_bank.cloth import BankFelt
from novamas.odds.games.baccarat import FIVE, NATURALS
from novamas.sim.arena import Observations
from novamas.sim.compiler import part_of_kernel, signed
from novamas.sim.streams import Words, below
from novamas.table.game import Table

PUNTO, BANCA = "punto_", "banca_"  # the side, before the name of a strategy
NATURAL = min(NATURALS)
STOOD = 10  # instead of the punto's third card if none was drawn
ALWAYS = 2**32  # words out of 2³² that make a decision certain


ACTIONS = ("no", "carta", "go_on")  # in the arena
NO, CARTA, GO_ON = range(len(ACTIONS))
ONE, TWO, THREE = np.uint64(1), np.uint64(2), np.uint64(3)  # positions after a coup's first card


@part_of_kernel
def in_ten(points: int) -> int:
    """Return the points of a hand modulo ten. It compares, because a division would be slower."""
    return points - 10 if points >= 10 else points


@part_of_kernel
def does(stream: Words, words: int) -> bool:
    """Decide at random whether to do an act. Its probability is `words` / 2³².

    Probabilities 0 and 1 draw no random word.
    """
    return words == ALWAYS or (words > 0 and below(stream, ALWAYS) < words)


def words(chance: Fraction) -> int:
    """Return the number out of 2³² that is nearest to a probability."""
    return round(chance * ALWAYS)


@part_of_kernel
def count_seen(
    counts: NDArray[np.int16], points: NDArray[np.int64], cards: NDArray[np.uint8], told: int, seen: int
) -> None:
    """Add the cards of a shoe from one position to another to those that were seen, by points."""
    for place in range(told, seen):
        counts[points[cards[place]]] += 1


@part_of_kernel
def show_pair(
    shown: Observations,
    at: int,
    points: NDArray[np.int64],
    cards: NDArray[np.uint8],
    first: int,
    is_open: bool,
) -> None:
    """Write two cards by points, from 1 on, the higher first, or 0 if they are not open."""
    one, other = signed(points[cards[first]]) + 1, signed(points[cards[first + 1]]) + 1
    shown[at] = max(one, other) if is_open else 0
    shown[at + 1] = min(one, other) if is_open else 0


def words_of(table: Table, *, is_free: bool) -> NDArray[np.bool_]:
    """Return whether a hand may stand and may draw, by its points. A free punto may always do both."""
    felt = table.opening.felt
    assert isinstance(felt, BankFelt)
    found = np.ones((NATURAL, 2), np.bool_)
    for total in range(NATURAL):
        if not is_free and total != FIVE:
            found[total, NO], found[total, CARTA] = not felt.must_draw(total), felt.must_draw(total)
    return found
