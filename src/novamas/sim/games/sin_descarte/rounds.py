"""Simulation of no-draw poker: one box against the bank, without bought cards and jackpots."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from novamas.hands.tables import Tables
from novamas.odds.games.sin_descarte.census import HAND
from novamas.odds.games.sin_descarte.payouts import Pays
from novamas.sim.compiler import kernel
from novamas.sim.games.sin_descarte.decisions import ENDS, FOLDED, Going, end_of, goes_on, going
from novamas.sim.play import CompiledBet, Counts
from novamas.sim.streams import Words, deal
from novamas.sim.strengths import strength_of
from novamas.table.game import Table

ALL = 2 * HAND


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
    """Play five cards and the bank's up card, in the dealing order, then the bank's others."""
    for _ in range(rounds):
        deal(stream, cards, 0, HAND + 1)
        for place in range(HAND + 1):
            hands[HAND if place == shown else place - int(place > shown)] = cards[place]
        mine = strength_of(ranked, hands, 0, HAND, 0, 0)
        if not goes_on(going, hands, 0, hands[HAND], mine):
            counts[FOLDED] += 1
            continue
        deal(stream, cards, HAND + 1, ALL)
        for place in range(HAND + 1, ALL):
            hands[place] = cards[place]
        bank = strength_of(ranked, hands, HAND, HAND, 0, 0)
        counts[1 + made[mine] * ENDS + end_of(going.bank_plays, mine, bank)] += 1


def compiled(table: Table, bet: str, strategy: str, *, from_hand: int | None = None) -> CompiledBet:
    """Compile the initial bet, played best or always on, or what a side bet adds.

    With `from_hand`, hands of that strength or better play on, whatever the bank shows.
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
