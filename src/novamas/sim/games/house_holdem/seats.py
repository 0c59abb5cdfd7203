"""Simulation of hold'em against the house: several places, one board and one bank."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from novamas.families.house_holdem.figures import BONUS
from novamas.hands.tables import Tables
from novamas.sim.compiler import kernel
from novamas.sim.deal_order import dealt
from novamas.sim.games.house_holdem.rounds import (
    BOARD,
    FOLDED,
    LOOK_AT_BANK,
    OWN,
    Further,
    compiled,
    end_of,
    more_bets,
)
from novamas.sim.seats import CompiledSeats, like_one
from novamas.sim.streams import Words, deal
from novamas.sim.strengths import strength_of
from novamas.table.game import Table


@kernel
def play_seats(
    stream: Words,
    cards: NDArray[np.uint8],
    held: NDArray[np.uint8],
    ranked: Tables,
    goes: NDArray[np.bool_],
    from_straight: int,
    further: Further,
    places: NDArray[np.int64],
    paid: NDArray[np.int64],
    nets: NDArray[np.int64],
    jackpot: NDArray[np.int64],
) -> None:
    """Play the ante at all places.

    The board and the bank's cards are dealt if at least one place bets on the flop.
    """
    seats = len(places)
    at = seats * OWN
    for n in range(len(nets)):
        deal(stream, cards, 0, at)
        anybody = False
        for seat in range(seats):
            anybody |= goes[cards[places[seat, 0]], cards[places[seat, 1]]]
        nets[n] = paid[FOLDED]
        if not anybody:
            continue
        deal(stream, cards, at, at + BOARD + OWN)
        for place in range(at, at + BOARD + OWN):
            held[place] = cards[place]
        bank = strength_of(ranked, held, at + BOARD, OWN, at, BOARD)
        for seat in range(seats):
            one, other = cards[places[seat, 0]], cards[places[seat, 1]]
            if goes[one, other]:
                held[seat * OWN], held[seat * OWN + 1] = one, other
                more = more_bets(further, held, seat * OWN, at)
                mine = strength_of(ranked, held, seat * OWN, OWN, at, BOARD)
                nets[n, seat] = paid[1 + 4 * more + end_of(from_straight, mine, bank)]


@kernel
def play_bonus_seats(
    stream: Words,
    cards: NDArray[np.uint8],
    goes: NDArray[np.bool_],
    prizes: NDArray[np.int64],
    with_bank: NDArray[np.int64],
    places: NDArray[np.int64],
    paid: NDArray[np.int64],
    nets: NDArray[np.int64],
    jackpot: NDArray[np.int64],
) -> None:
    """Play the bonus at all places.

    The bank's cards are dealt if a place stays in or a prize needs them.
    """
    seats = len(places)
    at = seats * OWN
    for n in range(len(nets)):
        deal(stream, cards, 0, at)
        anybody = looks = False
        for seat in range(seats):
            one, other = cards[places[seat, 0]], cards[places[seat, 1]]
            anybody |= goes[one, other]
            looks |= prizes[one, other] == LOOK_AT_BANK
        bank = at
        if anybody:
            deal(stream, cards, at, at + BOARD + OWN)
            bank = at + BOARD
        elif looks:
            deal(stream, cards, at, at + OWN)
        for seat in range(seats):
            one, other = cards[places[seat, 0]], cards[places[seat, 1]]
            prize = prizes[one, other]
            if prize == LOOK_AT_BANK:
                prize = np.int64(with_bank[one, other, cards[bank], cards[bank + 1]])
            nets[n, seat] = paid[1 + prize]


def at_table(
    table: Table, bet: str, strategy: str, seats: int, jackpot: int | None = None, **decides: Any
) -> CompiledSeats:
    """Compile several places. Each plays as it would alone."""
    places = dealt(table, bet, seats).seats
    play = compiled(table, bet, strategy, **decides)
    if bet == BONUS:
        return like_one(play, play_bonus_seats, seats, places)
    held = np.zeros(seats * OWN + BOARD + OWN, np.uint8)
    return like_one(play, play_seats, seats, places, scratch=(held,))
