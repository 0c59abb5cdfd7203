"""The complete strategy of hold'em against the house: before the flop, then all hands on all flops.

Flops and hands that differ only in suits are listed once. A row shows whether to bet before the
turn, and with which turn cards to bet before the river.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from novamas.equipment.cards import name, names
from novamas.families.house_holdem.figures import FLOP
from novamas.odds.games.house_holdem.bets import LATER, RIVERS, TURNS, Play, counted
from novamas.odds.games.house_holdem.kernels import BANK_HANDS, HANDS, LEFT, LOST, WON, WON_HIGH
from novamas.odds.progress import tracked
from novamas.odds.suit_classes import suit_classes
from novamas.table.game import Table

COLUMNS = (  # the last: turn cards with which to bet before the river too
    *("decision", "flop", "hand", "hands", "best", "worth_of_bet_on", "worth_of_fold"),
    "bet_on_river_after",
)
_FIRSTS, _SECONDS = np.triu_indices(LEFT, 1)  # the positions of each hand's two cards, as in the kernels


def whole_lines(table: Table) -> Iterator[Mapping[str, object]]:
    """Yield all rows, beginning with the 169 starting hands before the flop."""
    for line in Play(table).rows():
        yield {
            "decision": FLOP,
            "hand": line["when"]["hand"],
            "hands": line["hands"],
            "best": line["best"],
            "worth_of_bet_on": line["worth"]["s1 bet_on"],
            "worth_of_fold": line["worth"]["s1 fold"],
        }
    flops, weights = suit_classes(3)
    for n in tracked("flops", range(len(flops))):
        yield from lines_on(tuple(flops[n].tolist()), int(weights[n]))


def lines_on(flop: tuple[int, ...], weight: int) -> Iterator[Mapping[str, object]]:
    """Yield a row for every hand on a flop. `weight` is the number of equivalent flops."""
    left, counts = counted(flop)
    gains = counts[:, :, WON].astype(np.int64) + counts[:, :, WON_HIGH] - counts[:, :, LOST]
    before_turn = gains.sum(axis=0)
    chances = TURNS * RIVERS * BANK_HANDS
    turn_cards = [name(card) for card in left.tolist()]
    on_table = names(flop)
    for hand, alike in enumerate(alike_hands(flop, left).tolist()):
        if not alike:
            continue
        won = int(before_turn[hand])
        yield {
            "decision": LATER,
            "flop": on_table,
            "hand": f"{turn_cards[_FIRSTS[hand]]} {turn_cards[_SECONDS[hand]]}",
            "hands": weight * alike,
            "best": "bet_on" if won > 0 else "check",
            "worth_of_bet_on": str(Fraction(won, chances)),
            COLUMNS[-1]: " ".join(turn_cards[turn] for turn in np.flatnonzero(gains[:, hand] > 0)),
        }


def alike_hands(flop: tuple[int, ...], left: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Return how many hands each hand stands for, or 0 if an earlier hand stands for it.

    Hands are equivalent if one becomes the other by exchanging suits that leave the flop unchanged.
    """
    place = np.zeros(52, np.int64)
    place[left] = np.arange(LEFT)
    numbers = np.zeros((LEFT, LEFT), np.int64)
    numbers[_FIRSTS, _SECONDS] = numbers[_SECONDS, _FIRSTS] = np.arange(HANDS)
    least = np.arange(HANDS)
    for suits in permutations(range(4)):
        if {card & ~3 | suits[card & 3] for card in flop} == set(flop):
            moved = place[left & ~np.uint8(3) | np.array(suits, np.uint8)[left & 3]]
            least = np.minimum(least, numbers[moved[_FIRSTS], moved[_SECONDS]])
    return np.bincount(least, minlength=HANDS)
