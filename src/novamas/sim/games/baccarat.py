"""Kernels shared by the baccarat games. Only a mixed strategy draws random words."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from novamas.odds.games.baccarat import NATURALS
from novamas.sim.compiler import part_of_kernel
from novamas.sim.streams import Words, below

PUNTO, BANCA = "punto_", "banca_"  # the side, before the name of a strategy
NATURAL = min(NATURALS)
STOOD = 10  # instead of the punto's third card if none was drawn
ALWAYS = 2**32  # words out of 2³² that make a decision certain


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
