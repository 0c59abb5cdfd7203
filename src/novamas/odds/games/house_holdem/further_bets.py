"""The hands that should bet before the turn and the river on every flop, as one bit per decision.

Each flop that differs by more than suits has a row, with a number for each hand. The bits of the
number say with which turn cards to bet before the river. The last bit says whether to bet before
the turn. Hands and turn cards are numbered as in the kernels, by their positions among the 49 cards
that are not on the flop.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from novamas.odds.cache import cached_array
from novamas.odds.games.house_holdem.bets import counted
from novamas.odds.games.house_holdem.kernels import HANDS, LEFT, LOST, WON, WON_HIGH
from novamas.odds.progress import tracked
from novamas.odds.suit_classes import suit_classes

CARDS = 52
CHANGES = 24  # of the names of suits
BEFORE_TURN = LEFT  # the bit after those of the turn cards


def further_bets() -> NDArray[np.uint64]:
    """Return the rows of all flops from the cache, or compute them in about a minute."""
    return cached_array("house_holdem-further_bets", lambda: rows_of(range(len(suit_classes(3)[0]))))


def rows_of(wanted: Iterable[int]) -> NDArray[np.uint64]:
    """Return the rows of these flops. All other flops have empty rows."""
    flops = suit_classes(3)[0]
    found = np.zeros((len(flops), HANDS), np.uint64)
    bits = np.uint64(1) << np.arange(LEFT + 1, dtype=np.uint64)
    for n in tracked("flops", tuple(wanted)):
        counts = counted(tuple(flops[n].tolist()))[1].astype(np.int64)
        gains = counts[:, :, WON] + counts[:, :, WON_HIGH] - counts[:, :, LOST]
        bets = np.concatenate([gains, gains.sum(axis=0, keepdims=True)]) > 0
        found[n] = (bets * bits[:, None]).sum(axis=0, dtype=np.uint64)
    return found


def names_of_flops() -> tuple[NDArray[np.uint16], NDArray[np.uint8]]:
    """Return a code for each flop, and all permutations of suits.

    The code is 24 times its row, plus the index of the permutation that maps the flop to that row's
    flop. A flop is found by its cards in any order, at (first · 52 + second) · 52 + third.
    """
    flops, cards = suit_classes(3)[0].astype(np.int64), np.arange(CARDS)
    changes = [cards & ~3 | np.array(suits)[cards & 3] for suits in permutations(range(4))]
    names = np.zeros(CARDS**3, np.uint16)
    for change in changes:
        inverse = np.argsort(change)
        back = next(n for n, other in enumerate(changes) if (other == inverse).all())
        for order in permutations(range(3)):
            first, second, third = (change[flops[:, nth]] for nth in order)
            names[(first * CARDS + second) * CARDS + third] = np.arange(len(flops)) * CHANGES + back
    return names, np.array(changes, np.uint8)
