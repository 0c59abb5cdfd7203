"""Kernels of no-draw poker: which hands stay in, and the result of the comparison."""

from __future__ import annotations

from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from novamas.equipment.cards import DECK_52
from novamas.games.sin_descarte.cloth import INITIAL
from novamas.hands import ranking_of
from novamas.hands.tables import Tables, tables
from novamas.odds.games.sin_descarte.census import HAND, census
from novamas.odds.games.sin_descarte.decision_bits import goes_against, pair, parts
from novamas.odds.games.sin_descarte.payouts import End, Pays
from novamas.sim.compiler import part_of_kernel
from novamas.sim.play import BEST, check_strategy
from novamas.table.game import Table

FOLDED = 0  # the combinations follow, each with the ends of its comparison
ENDS = len(End)
IDLE, WON, TIED, LOST = (int(end) for end in End)

_ONE = np.uint64(1)


class Going(NamedTuple):
    """The hands that stay in: all from a strength on, and some with ace and king by the bank's card."""

    bank_plays: int
    goes_from: int
    against: NDArray[np.uint64]  # bits of the bank's cards, by the number of a hand
    parts: NDArray[np.int64]  # the summands of these numbers


@part_of_kernel
def goes_on(going: Going, hands: NDArray[np.uint8], own: int, up: int, mine: int) -> bool:
    """Return whether a hand stays in against the bank's up card.

    If the hand is in doubt, it is sorted in place.
    """
    if mine >= going.goes_from or mine < going.bank_plays:
        return mine >= going.goes_from
    for place in range(own + 1, own + HAND):  # sorted, as hands are numbered
        card, other = hands[place], place
        while other > own and hands[other - 1] > card:
            hands[other] = hands[other - 1]
            other -= 1
        hands[other] = card
    number = np.int64(0)
    for place in range(HAND):
        number += going.parts[hands[own + place], place]
    return bool(going.against[number] >> np.uint64(up) & _ONE)


@part_of_kernel
def end_of(bank_plays: int, mine: int, bank: int) -> int:
    """Return the result of comparing a hand with the bank's hand."""
    if bank < bank_plays:
        return IDLE
    if bank < mine:
        return WON
    return TIED if bank == mine else LOST


# ---------------------------------------------------------------- arguments of the kernels


def going(
    table: Table, bet: str, strategy: str, *, from_hand: int | None
) -> tuple[Tables, NDArray[np.uint8], Going, NDArray[np.int64], NDArray[np.int64]]:
    """Return the kernel's arguments: ranks, deck, which hands stay in, combinations and nets."""
    if from_hand is None:
        check_strategy(strategy, ("go",))
    pays, wager, counted = Pays(table), table.game.wagers(table.opening)[bet], census(table.frame)
    order = counted.ladder.shape.order
    nets = [pays.fold * pays.stake if bet == INITIAL else -wager.stake]
    for category in order:
        if bet == INITIAL:
            nets += [pays.nets.get((category, end), 0) * pays.stake for end in End]
        else:
            nets += [int(pays.seguro.get(category, 0) * wager.stake)] * ENDS
    decides = strategy == BEST and not pays.rules.buy_card
    goes = Going(
        counted.bank_plays,
        pair(counted) if decides else from_hand or 0,
        goes_against(pays) if decides else np.zeros(comb(len(DECK_52), HAND), np.uint64),
        parts(),
    )
    return (
        tables(ranking_of(table.frame).shape, HAND),
        np.array(DECK_52, np.uint8),
        goes,
        np.array([order.index(category) for category in counted.categories], np.int64),
        np.array(nets, np.int64),
    )
