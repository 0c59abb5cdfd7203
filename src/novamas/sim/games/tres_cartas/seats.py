"""Simulation of three-card poker: several boxes against one bank."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from novamas.sim.compiler import kernel
from novamas.sim.deal_order import dealt
from novamas.sim.games.tres_cartas.rounds import ENDS, FOLDED, HAND, Hands, compiled, end_of, number_of
from novamas.sim.seats import CompiledSeats, like_one
from novamas.sim.streams import Words, deal
from novamas.table.game import Table


@kernel
def play_seats(
    stream: Words,
    cards: NDArray[np.uint8],
    hands: NDArray[np.int64],
    of: Hands,
    goes: NDArray[np.bool_],
    places: NDArray[np.int64],
    paid: NDArray[np.int64],
    nets: NDArray[np.int64],
    jackpot: NDArray[np.int64],
) -> None:
    """Play three cards for each box and, if a player stays in, three for the bank."""
    seats = len(places)
    at = seats * HAND
    for n in range(len(nets)):
        deal(stream, cards, 0, at)
        anybody = False
        for seat in range(seats):
            one, two, three = (cards[places[seat, 0]], cards[places[seat, 1]], cards[places[seat, 2]])
            hands[seat] = number_of(of.numbers, one, two, three)
            anybody |= goes[hands[seat]]
        bank: Any = np.int64(0)
        if anybody:
            deal(stream, cards, at, at + HAND)
            bank = of.strengths[number_of(of.numbers, cards[at], cards[at + 1], cards[at + 2])]
        for seat in range(seats):
            mine, end = hands[seat], FOLDED
            if goes[mine]:
                end = 1 + of.made[mine] * ENDS + end_of(of.bank_plays, of.strengths[mine], bank)
            nets[n, seat] = paid[end]


def at_table(
    table: Table, bet: str, strategy: str, seats: int, jackpot: int | None = None, **decides: Any
) -> CompiledSeats:
    """Compile several boxes. Each plays as it would alone."""
    places = dealt(table, bet, seats).seats
    hands = np.zeros(seats, np.int64)
    return like_one(compiled(table, bet, strategy, **decides), play_seats, seats, places, scratch=(hands,))
