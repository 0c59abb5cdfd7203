"""Hold'em against the house in the arena: bets before the flop, after the flop and after the turn.

Cards are shown as sorted positions in the deck, so their order does not matter.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from novamas.equipment.cards import DECK_52
from novamas.hands.tables import Tables as Ranks
from novamas.sim.arena import GOES_ON, ROUND_OVER, Arena, Layout, Observations, show_sorted, stepper
from novamas.sim.compiler import part_of_kernel
from novamas.sim.games.house_holdem.rounds import (
    ALL,
    BANK,
    BOARD,
    FLOP,
    FOLDED,
    OWN,
    RIVER,
    RULE,
    TURN,
    compiled,
    settle,
)
from novamas.sim.streams import Words, deal
from novamas.table.game import Table

ANTE = "ante"
ACTIONS = ("fold", "go", "check", "bet")
FOLD, GO, CHECK, BET = range(len(ACTIONS))
OVER, BEFORE_FLOP, AFTER_FLOP, AFTER_TURN = range(4)  # what is asked
LAYOUT = Layout(
    ("asked", 1, 0, 3, "0 the round is over, 1 before the flop, 2 after the flop, 3 after the turn"),
    ("own", OWN, 1, 52, "places in the deck, the highest first"),
    ("board", BOARD, 0, 52, "community cards, the highest first"),
    ("bets", 1, 0, 2, "bets that were placed after the flop"),
    ("bank", OWN, 0, 52, "the bank's cards when they have been shown"),
)
AT_BOARD, AT_BETS, AT_BANK = (LAYOUT.at[name].start for name in ("board", "bets", "bank"))


class State(NamedTuple):
    """The state of all tables: decks, the due decision, bets after the flop, and folded hands."""

    decks: NDArray[np.uint8]
    asked: NDArray[np.int64]
    bets: NDArray[np.int64]
    is_folded: NDArray[np.bool_]


class Tables(NamedTuple):
    """The rules by which hands are ranked and paid."""

    ranked: Ranks
    from_straight: int
    nets: NDArray[np.int64]


@part_of_kernel
def begin(t: int, stream: Words, state: State, tables: Tables, is_fresh: bool) -> None:
    """Deal the player's cards."""
    deal(stream, state.decks[t], 0, FLOP)
    state.asked[t], state.bets[t], state.is_folded[t] = BEFORE_FLOP, 0, False


@part_of_kernel
def act(t: int, stream: Words, state: State, tables: Tables, chosen: int, amount: int) -> bool:
    """Fold, or decide whether to bet."""
    state.is_folded[t] = chosen == FOLD
    state.bets[t] += int(chosen == BET)
    return True


@part_of_kernel
def advance(t: int, stream: Words, state: State, tables: Tables, begins: bool) -> tuple[int, int]:
    """Deal the flop, the turn card, or the river and the bank's cards."""
    if begins:
        return GOES_ON, 0
    if state.is_folded[t]:
        return ROUND_OVER, tables.nets[FOLDED]
    cards, asked = state.decks[t], state.asked[t]
    state.asked[t] = asked + 1
    if asked == BEFORE_FLOP:
        deal(stream, cards, FLOP, TURN)
        return GOES_ON, 0
    if asked == AFTER_FLOP:
        deal(stream, cards, TURN, RIVER)
        return GOES_ON, 0
    deal(stream, cards, RIVER, ALL)
    return ROUND_OVER, tables.nets[settle(tables.ranked, tables.from_straight, cards, state.bets[t])]


@part_of_kernel
def show(
    t: int, state: State, tables: Tables, seen: Observations, mask: NDArray[np.bool_], is_over: bool
) -> None:
    """Fill in the observation and the mask of a table."""
    cards, asked = state.decks[t], state.asked[t]
    seen[0] = OVER if is_over else asked
    show_sorted(seen, 1, cards, 0, OWN, OWN)
    common = 0 if asked == BEFORE_FLOP else asked + 1
    show_sorted(seen, AT_BOARD, cards, FLOP, common, BOARD)
    seen[AT_BETS] = state.bets[t]
    show_sorted(seen, AT_BANK, cards, BANK, OWN if asked > AFTER_TURN else 0, OWN)
    for n in range(len(mask)):
        mask[n] = (n <= GO) == (asked == BEFORE_FLOP)


step = stepper(begin, act, advance, show)


def arena(table: Table) -> Arena:
    """Return the arena of a table. The ante has its usual stake, and there is no bonus."""
    no_hands = np.zeros((len(DECK_52), len(DECK_52)), np.bool_)
    play = compiled(table, ANTE, RULE, goes=no_hands)
    ranked, _, from_straight, _ = play.tables
    tables = Tables(ranked, from_straight, np.array(play.nets, np.int64))

    def states(many: int) -> State:
        decks = np.tile(np.array(DECK_52, np.uint8), (many, 1))
        numbers = np.zeros(many, np.int64)
        return State(decks, numbers, numbers.copy(), np.zeros(many, np.bool_))

    return Arena(LAYOUT, ACTIONS, int(play.unit), step, tables, states)
