"""What games of baccarat share at volume; where players bank, who mixes his words asks chance."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from novamas.odds.games.baccarat import NATURALS
from novamas.sim.compiler import part_of_kernel
from novamas.sim.streams import Words, below

PUNTO, BANCA = "punto_", "banca_"  # a side, before the name of a way of playing
NATURAL = min(NATURALS)
STOOD = 10  # instead of the points of a third card that the punto did not draw
ALWAYS = 2**32  # of the words that a chance is told by


ONE, TWO, THREE = np.uint64(1), np.uint64(2), np.uint64(3)  # places after the first card of a coup


@part_of_kernel
def in_ten(points: int) -> int:
    """The points of a hand: ten count nothing. A division would take longer than to look."""
    return points - 10 if points >= 10 else points


@part_of_kernel
def does(stream: Words, words: int) -> bool:
    """Is something done that comes with so many of all words? Only who mixes asks chance."""
    return words == ALWAYS or (words > 0 and below(stream, ALWAYS) < words)


def words(chance: Fraction) -> int:
    """So many of all words as come nearest to a chance."""
    return round(chance * ALWAYS)
