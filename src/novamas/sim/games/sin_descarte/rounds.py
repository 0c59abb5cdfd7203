"""Simulation of no-draw poker: one box against the bank, without bought cards and jackpots."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from novamas.hands.tables import Tables
from novamas.odds.games.sin_descarte.census import HAND
from novamas.odds.games.sin_descarte.payouts import Pays
from novamas.sim.compiler import kernel, part_of_kernel, signed
from novamas.sim.games.sin_descarte.decisions import ENDS, FOLDED, Going, end_of, goes_on, going
from novamas.sim.play import CompiledBet, Counts
from novamas.sim.streams import Words, deal
from novamas.sim.strengths import strength_of
from novamas.table.game import Table

ALL = 2 * HAND


@part_of_kernel
def begin(
    stream: Words, cards: NDArray[np.uint8], hands: NDArray[np.uint8], ranked: Tables, shown: int
) -> int:
    """Deal five cards and the bank's up card in the dealing order. Return the hand's strength."""
    deal(stream, cards, 0, HAND + 1)
    for place in range(HAND + 1):
        hands[HAND if place == shown else place - int(place > shown)] = cards[place]
    return strength_of(ranked, hands, 0, HAND, 0, 0)


@part_of_kernel
def play_on(
    stream: Words,
    cards: NDArray[np.uint8],
    hands: NDArray[np.uint8],
    ranked: Tables,
    bank_plays: int,
    made: NDArray[np.int64],
    mine: int,
) -> int:
    """Deal the bank's other cards. Return how the round ends."""
    deal(stream, cards, HAND + 1, ALL)
    for place in range(HAND + 1, ALL):
        hands[place] = cards[place]
    bank = strength_of(ranked, hands, HAND, HAND, 0, 0)
    return 1 + signed(made[mine]) * ENDS + end_of(bank_plays, mine, bank)


@kernel
def play_hands(
    stream: Words,
    rounds: int,
    cards: NDArray[np.uint8],
    hands: NDArray[np.uint8],
    ranked: Tables,
    shown: int,
    going: Going,
    made: NDArray[np.int64],
    counts: Counts,
) -> None:
    """Play rounds, given which hands stay in."""
    for _ in range(rounds):
        mine = begin(stream, cards, hands, ranked, shown)
        if goes_on(going, hands, 0, hands[HAND], mine):
            counts[play_on(stream, cards, hands, ranked, going.bank_plays, made, mine)] += 1
        else:
            counts[FOLDED] += 1


def compiled(table: Table, bet: str, strategy: str, *, from_hand: int | None = None) -> CompiledBet:
    """Compile the initial bet, by best play or always staying in, or the result of a side bet.

    With `from_hand`, hands of that strength or better stay in, whatever the bank shows.
    """
    pays, wager = Pays(table), table.game.wagers(table.opening)[bet]
    ranked, deck, going_on, made, ends = going(table, bet, strategy, from_hand=from_hand)
    return CompiledBet(
        kernel=play_hands,
        scratch=(deck, np.zeros(ALL, np.uint8)),
        tables=(ranked, 1 if pays.is_shown_first else HAND, going_on, made),
        nets=tuple(ends.tolist()),
        unit=Fraction(wager.stake),
        per=wager.per,
    )
