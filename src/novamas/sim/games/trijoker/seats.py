"""Simulation of trijoker: several places with the same two community cards."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from novamas.hands.tables import Tables
from novamas.odds.games.trijoker.bets import OWN
from novamas.sim.compiler import kernel
from novamas.sim.deal_order import dealt
from novamas.sim.games.trijoker.rounds import compiled
from novamas.sim.seats import CompiledSeats, like_one
from novamas.sim.streams import Words, deal
from novamas.sim.strengths import strength_of
from novamas.sim.three_card_hands import CARDS
from novamas.table.game import Table

COMMON = 2


@kernel
def play_seats(
    stream: Words,
    cards: NDArray[np.uint8],
    held: NDArray[np.uint8],
    ranked: Tables,
    numbers: NDArray[np.uint16],
    keeps_first: NDArray[np.bool_],
    keeps_second: NDArray[np.bool_],
    kinds: NDArray[np.int64],
    outcomes: int,
    places: NDArray[np.int64],
    paid: NDArray[np.int64],
    nets: NDArray[np.int64],
    jackpot: NDArray[np.int64],
) -> None:
    """Play all places: three cards each, a community card between the two choices, the last card."""
    seats = len(places)
    at = seats * OWN
    for n in range(len(nets)):
        deal(stream, cards, 0, at + COMMON)
        for place in range(at, at + COMMON):
            held[place] = cards[place]
        for seat in range(seats):
            own = seat * OWN
            for place in range(OWN):
                held[own + place] = cards[places[seat, place]]
            mine = numbers[(np.int64(held[own]) * CARDS + held[own + 1]) * CARDS + held[own + 2]]
            bets = int(keeps_first[mine]) + int(keeps_second[mine, cards[at]])
            made = strength_of(ranked, held, own, OWN, at, COMMON)
            nets[n, seat] = paid[bets * outcomes + kinds[made]]


def at_table(
    table: Table, bet: str, strategy: str, seats: int, jackpot: int | None = None, **decides: Any
) -> CompiledSeats:
    """Compile several places. Each plays as it would alone."""
    places = dealt(table, bet, seats).seats
    held = np.zeros(seats * OWN + COMMON, np.uint8)
    return like_one(compiled(table, bet, strategy, **decides), play_seats, seats, places, scratch=(held,))
