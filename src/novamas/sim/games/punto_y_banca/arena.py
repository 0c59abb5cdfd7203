"""Punto y banca in the arena: one bet per coup, with a fresh shoe each time or shoe after shoe.

Suits do not matter and are not shown. Tens and court cards are shown alike.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from novamas.sim.arena import GOES_ON, ROUND_OVER, SHOE_OVER, Arena, Layout, Observations, stepper
from novamas.sim.compiler import part_of_kernel
from novamas.sim.games.punto_y_banca.rounds import Rules, compiled, coup, fresh_if_due
from novamas.sim.play import BEST
from novamas.sim.streams import Words
from novamas.table.game import Table

POINTS = 10  # kinds of cards
SEEN, DEALT, TOLD, BET, PUNTO, BANK = range(6)  # numbers of a table
LAYOUT = Layout(
    ("asked", 1, 0, 1, "0 the coup is over, 1 a bet"),
    ("bet", 1, 0, 3, "the number of the bet's act, plus one"),
    ("punto", 1, 0, 9, "the punto's points when the coup is over"),
    ("bank", 1, 0, 9, "the bank's points then"),
    ("seen", POINTS, 0, 128, "cards of this shoe that were seen, by points"),
    ("left", 1, 0, 416, "cards before the cut card"),
)
AT_SEEN = LAYOUT.at["seen"].start
AT_LEFT = LAYOUT.at["left"].start


class State(NamedTuple):
    """The state of all tables: shoes, their numbers, and the seen cards by points."""

    shoes: NDArray[np.uint8]
    numbers: NDArray[np.int64]
    seen: NDArray[np.int16]


class Tables(NamedTuple):
    """The rules, and the net of each bet for each result."""

    rules: Rules
    nets: NDArray[np.int64]


@part_of_kernel
def begin(t: int, stream: Words, state: State, tables: Tables, is_fresh: bool) -> None:
    """Wait for a bet. Take a fresh shoe if the cut card has come or the order says so."""
    cards, numbers = state.shoes[t], state.numbers[t]
    dealt = len(cards) if is_fresh else numbers[DEALT]
    if dealt >= tables.rules.cut:
        state.seen[t, :] = 0
        numbers[TOLD] = 0
    numbers[SEEN], numbers[DEALT] = fresh_if_due(stream, cards, tables.rules, numbers[SEEN], dealt)
    numbers[BET] = -1


@part_of_kernel
def act(t: int, stream: Words, state: State, tables: Tables, chosen: int, amount: int) -> bool:
    """Place the chosen bet."""
    state.numbers[t, BET] = chosen
    return True


@part_of_kernel
def advance(t: int, stream: Words, state: State, tables: Tables, begins: bool) -> tuple[int, int]:
    """Deal a coup."""
    if begins:
        return GOES_ON, 0
    numbers, rules = state.numbers[t], tables.rules
    punto, bank, drawn = coup(stream, state.shoes[t], rules, numbers[SEEN])
    numbers[PUNTO], numbers[BANK] = punto, bank
    numbers[SEEN] += drawn
    numbers[DEALT] += drawn
    net = tables.nets[numbers[BET], rules.results[punto, bank]]
    return (SHOE_OVER if numbers[DEALT] >= rules.cut else ROUND_OVER), net


@part_of_kernel
def show(
    t: int, state: State, tables: Tables, seen: Observations, mask: NDArray[np.bool_], is_over: bool
) -> None:
    """Fill in the observation and the mask of a table."""
    numbers, cards, rules = state.numbers[t], state.shoes[t], tables.rules
    for place in range(numbers[TOLD], numbers[SEEN]):
        state.seen[t, rules.points[cards[place]]] += 1
    numbers[TOLD] = numbers[SEEN]
    seen[0], seen[1] = int(not is_over), numbers[BET] + 1
    seen[2], seen[3] = (numbers[PUNTO], numbers[BANK]) if is_over else (0, 0)
    for value in range(POINTS):
        seen[AT_SEEN + value] = state.seen[t, value]
    seen[AT_LEFT] = max(rules.cut - numbers[DEALT], 0)
    for n in range(len(mask)):
        mask[n] = True


step = stepper(begin, act, advance, show)


def arena(table: Table) -> Arena:
    """Return the arena of a table. Each bet with its usual stake is an act."""
    plays = {bet: compiled(table, bet, BEST) for bet in table.game.wagers(table.opening)}
    first, *_ = plays.values()
    (rules,), (cards,) = first.tables, first.scratch
    nets = np.array([play.nets for play in plays.values()], np.int64)

    def states(many: int) -> State:
        numbers = np.zeros((many, BANK + 1), np.int64)
        numbers[:, DEALT] = len(cards)
        return State(np.tile(cards, (many, 1)), numbers, np.zeros((many, POINTS), np.int16))

    unit = min(int(play.unit) for play in plays.values())
    return Arena(LAYOUT, tuple(plays), unit, step, Tables(rules, nets), states, from_shoe=True)
