"""Trijoker in the arena: two bets may be withdrawn, before and after the first community card.

Cards are shown as sorted positions in the deck, so their order does not matter.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from novamas.equipment.cards import DECK_52
from novamas.hands.tables import Tables as Ranks
from novamas.odds.games.trijoker.bets import OWN
from novamas.sim.arena import GOES_ON, ROUND_OVER, Arena, Layout, Observations, show_sorted, stepper
from novamas.sim.compiler import part_of_kernel
from novamas.sim.games.trijoker.rounds import ALL, compiled, end_of
from novamas.sim.streams import Words, deal
from novamas.table.game import Table

ACTIONS = ("leave", "withdraw")
LEAVE = ACTIONS.index("leave")
OVER, FIRST, SECOND = range(3)  # the bet that is asked about
LAYOUT = Layout(
    ("asked", 1, 0, 2, "0 the round is over, 1 the first bet, 2 the second"),
    ("own", OWN, 1, 52, "places in the deck, the highest first"),
    ("board", ALL - OWN, 0, 52, "community cards, the highest first"),
    ("left", 1, 0, 2, "of the first two bets, those that were left in play"),
)
BOARD = LAYOUT.at["board"].start
LEFT = LAYOUT.at["left"].start


class State(NamedTuple):
    """The state of all tables: decks, the bet to decide, and the bets left in play."""

    decks: NDArray[np.uint8]
    asked: NDArray[np.int64]
    left: NDArray[np.int64]


class Tables(NamedTuple):
    """The rules by which hands are ranked and paid."""

    ranked: Ranks
    kinds: NDArray[np.int64]
    outcomes: int
    nets: NDArray[np.int64]


@part_of_kernel
def begin(t: int, stream: Words, state: State, tables: Tables, is_fresh: bool) -> None:
    """Deal the player's cards."""
    deal(stream, state.decks[t], 0, OWN)
    state.asked[t], state.left[t] = FIRST, 0


@part_of_kernel
def act(t: int, stream: Words, state: State, tables: Tables, chosen: int, amount: int) -> bool:
    """Leave the bet in play, or withdraw it."""
    state.left[t] += int(chosen == LEAVE)
    return True


@part_of_kernel
def advance(t: int, stream: Words, state: State, tables: Tables, begins: bool) -> tuple[int, int]:
    """Deal a community card after each decision."""
    if begins:
        return GOES_ON, 0
    cards, nth = state.decks[t], OWN + state.asked[t] - FIRST
    deal(stream, cards, nth, nth + 1)
    state.asked[t] += 1
    if state.asked[t] <= SECOND:
        return GOES_ON, 0
    end = end_of(tables.ranked, tables.kinds, tables.outcomes, cards, state.left[t])
    return ROUND_OVER, tables.nets[end]


@part_of_kernel
def show(
    t: int, state: State, tables: Tables, seen: Observations, mask: NDArray[np.bool_], is_over: bool
) -> None:
    """Fill in the observation and the mask of a table."""
    cards, asked = state.decks[t], state.asked[t]
    seen[0] = OVER if is_over else asked
    show_sorted(seen, 1, cards, 0, OWN, OWN)
    show_sorted(seen, BOARD, cards, OWN, asked - FIRST, ALL - OWN)
    seen[LEFT] = state.left[t]
    mask[0], mask[1] = True, True


step = stepper(begin, act, advance, show)


def arena(table: Table) -> Arena:
    """Return the arena of a table. The three equal bets have their usual stake."""
    play = compiled(table, "trijoker", "leave")
    ranked, _, _, _, kinds, outcomes = play.tables
    tables = Tables(ranked, kinds, outcomes, np.array(play.nets, np.int64))

    def states(many: int) -> State:
        decks = np.tile(np.array(DECK_52, np.uint8), (many, 1))
        return State(decks, np.zeros(many, np.int64), np.zeros(many, np.int64))

    return Arena(LAYOUT, ACTIONS, int(play.unit), step, tables, states)
