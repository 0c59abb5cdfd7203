"""Simulation of pai gow with dominoes: several hands against one bank."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from novamas.odds.games.pai_gow_domino.bets import HELD
from novamas.sim.compiler import kernel
from novamas.sim.games.pai_gow.hands import Set
from novamas.sim.games.pai_gow.seats import against_bank, settle
from novamas.sim.games.pai_gow_domino.rounds import Rules, compiled, number_of
from novamas.sim.seats import CompiledSeats
from novamas.sim.streams import Words, deal
from novamas.table.game import Table


@kernel
def play_seats(
    stream: Words,
    tiles: NDArray[np.uint8],
    hands: NDArray[np.int64],
    rules: Rules,
    mine: Set,
    bank: int,
    paid: NDArray[np.int64],
    nets: NDArray[np.int64],
    jackpot: NDArray[np.int64],
) -> None:
    """Play four tiles for each hand and four for the bank."""
    for n in range(len(nets)):
        deal(stream, tiles, 0, len(hands) * HELD)
        for place in range(len(hands)):
            hands[place] = number_of(rules.numbers, rules.kinds, tiles, place * HELD)
        settle(rules.results, mine, rules.theirs, rules.is_bank, hands, bank, paid, nets, n)


def at_table(table: Table, bet: str, strategy: str, seats: int, jackpot: int | None = None) -> CompiledSeats:
    """Compile several boxes, or a player's bank against several hands."""
    return against_bank(table, bet, compiled(table, bet, strategy), play_seats, seats)
