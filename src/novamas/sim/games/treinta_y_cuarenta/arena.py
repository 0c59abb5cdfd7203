"""Treinta y cuarenta in the arena: a bet on one chance, insured or not, until it is decided.

A bet that 31 points catch may be halved or left in prison. Suits of one colour, and cards of equal
points, are shown alike.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from novamas.sim.arena import GOES_ON, ROUND_OVER, SHOE_OVER, Arena, Layout, Observations, stepper
from novamas.sim.compiler import part_of_kernel
from novamas.sim.games.treinta_y_cuarenta.rounds import (
    CAUGHT,
    INTERRUPTED,
    KINDS,
    LOST,
    POINTS,
    RED,
    VOID,
    compiled,
    coup,
)
from novamas.sim.play import BEST
from novamas.sim.streams import Words
from novamas.table.game import Table

CHOICES = ("take_half", "imprison")
COLOURS, VALUES = 2, 10
DEALT, TOLD, BET, TIMES, ASKED, BLACK, BOTTOM, RED_FIRST, SHOES = range(9)  # numbers of a table
OVER, BETS, CHOOSES, HALF = range(4)  # what is asked; HALF: half was taken
LAYOUT = Layout(
    ("asked", 1, 0, 2, "0 the bet is decided, 1 a bet, 2 half of it or prison"),
    ("bet", 1, 0, 8, "the number of the bet's act, plus one"),
    ("black", 1, 0, 40, "points of the black row in the last coup of this round"),
    ("bottom", 1, 0, 40, "points of the bottom row"),
    ("first_red", 1, 0, 1, "whether its first card was red"),
    (
        "seen",
        COLOURS * VALUES,
        0,
        128,
        "cards of this shoe that were seen: black ones by points, then red ones",
    ),
    ("left", 1, 0, 416, "cards before the red card"),
)
AT_SEEN = LAYOUT.at["seen"].start
AT_LEFT = LAYOUT.at["left"].start


class State(NamedTuple):
    """The state of all tables: shoes, their numbers, and the seen cards."""

    shoes: NDArray[np.uint8]
    numbers: NDArray[np.int64]
    seen: NDArray[np.int16]


class Tables(NamedTuple):
    """The rules of a coup, and the net of each bet for each end."""

    cut: int
    decided: NDArray[np.int64]
    wins: NDArray[np.bool_]  # by bet and kind of coup
    is_caught: NDArray[np.bool_]  # by bet: it is not insured
    nets: NDArray[np.int64]
    most: int  # times that a bet counts as caught


@part_of_kernel
def begin(t: int, stream: Words, state: State, tables: Tables, is_fresh: bool) -> None:
    """Wait for a bet. Take a fresh shoe if the order says so."""
    numbers = state.numbers[t]
    if is_fresh:
        numbers[DEALT] = tables.cut
    new_shoe_if_due(t, state, tables)
    numbers[BET], numbers[TIMES], numbers[ASKED], numbers[SHOES] = -1, 0, BETS, 0
    numbers[BLACK], numbers[BOTTOM], numbers[RED_FIRST] = 0, 0, 0


@part_of_kernel
def new_shoe_if_due(t: int, state: State, tables: Tables) -> None:
    """Take a fresh shoe if the red card has come."""
    numbers = state.numbers[t]
    if numbers[DEALT] >= tables.cut:
        numbers[DEALT], numbers[TOLD] = 0, 0
        numbers[SHOES] += 1
        state.seen[t, :] = 0


@part_of_kernel
def act(t: int, stream: Words, state: State, tables: Tables, chosen: int, amount: int) -> bool:
    """Place a bet, or choose between half of it and prison."""
    numbers, bets = state.numbers[t], len(tables.wins)
    if numbers[ASKED] == BETS:
        numbers[BET] = chosen
    else:
        numbers[ASKED] = HALF if chosen == bets else CHOOSES
        numbers[TIMES] = 1
    return True


@part_of_kernel
def advance(t: int, stream: Words, state: State, tables: Tables, begins: bool) -> tuple[int, int]:
    """Deal coups until the bet is decided, or until it is caught for the first time."""
    if begins:
        return GOES_ON, 0
    numbers, cards = state.numbers[t], state.shoes[t]
    bet, end = numbers[BET], CAUGHT
    while numbers[ASKED] != HALF:
        new_shoe_if_due(t, state, tables)
        first = numbers[DEALT]
        kind, dealt, black, bottom = coup(stream, cards, tables.cut, tables.decided, first, False)
        numbers[DEALT], numbers[BLACK], numbers[BOTTOM] = dealt, black, bottom
        numbers[RED_FIRST] = cards[first] >> RED
        if kind == INTERRUPTED:
            continue
        if kind == CAUGHT and tables.is_caught[bet]:
            if numbers[TIMES] == 0:
                numbers[ASKED] = CHOOSES
                return GOES_ON, 0
            numbers[TIMES] = min(numbers[TIMES] + 1, tables.most)
            continue
        if numbers[TIMES] == 0:
            end = kind
            break
        if kind != VOID:
            end = LOST + numbers[TIMES] if tables.wins[bet, kind] else LOST
            break
    return (SHOE_OVER if numbers[SHOES] or numbers[DEALT] >= tables.cut else ROUND_OVER), tables.nets[
        bet, end
    ]


@part_of_kernel
def show(
    t: int, state: State, tables: Tables, seen: Observations, mask: NDArray[np.bool_], is_over: bool
) -> None:
    """Fill in the observation and the mask of a table."""
    numbers, cards, bets = state.numbers[t], state.shoes[t], len(tables.wins)
    for place in range(numbers[TOLD], numbers[DEALT]):
        state.seen[t, (cards[place] >> RED) * VALUES + (cards[place] & POINTS) - 1] += 1
    numbers[TOLD] = numbers[DEALT]
    asked = numbers[ASKED]
    seen[0], seen[1] = OVER if is_over else asked, numbers[BET] + 1
    seen[2], seen[3], seen[4] = numbers[BLACK], numbers[BOTTOM], numbers[RED_FIRST]
    for n in range(COLOURS * VALUES):
        seen[AT_SEEN + n] = state.seen[t, n]
    seen[AT_LEFT] = max(tables.cut - numbers[DEALT], 0)
    for n in range(len(mask)):
        mask[n] = (n < bets) == (asked == BETS)


step = stepper(begin, act, advance, show)


def arena(table: Table) -> Arena:
    """Return the arena of a table. Each bet with its usual stake is an act."""
    wagers = table.game.wagers(table.opening)
    is_caught = np.array([":" not in bet for bet in wagers])
    plays = [
        compiled(table, bet, "take_half" if caught else BEST)
        for bet, caught in zip(wagers, is_caught.tolist(), strict=True)
    ]
    (cards,), (cut, decided, _, _, most) = plays[0].scratch, plays[0].tables
    nets = np.zeros((len(plays), LOST + 1 + most), np.int64)
    for row, play in zip(nets, plays, strict=True):
        row[: len(play.nets)] = play.nets[: len(row)]
    wins = np.array([[bet in kind.split(", ") for kind in KINDS] for bet in wagers])
    tables = Tables(cut, decided, wins, is_caught, nets, most)

    def states(many: int) -> State:
        numbers = np.zeros((many, SHOES + 1), np.int64)
        numbers[:, DEALT] = cut
        return State(np.tile(cards, (many, 1)), numbers, np.zeros((many, COLOURS * VALUES), np.int16))

    unit = min(int(wager.stake) for wager in wagers.values())
    return Arena(LAYOUT, (*wagers, *CHOICES), unit, step, tables, states, from_shoe=True)
