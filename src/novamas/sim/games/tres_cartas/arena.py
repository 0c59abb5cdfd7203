"""Three-card poker in the arena: whether to stay in with three cards.

Cards are shown as sorted positions in the deck. Their order does not matter, and their suits are
shown.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from novamas.equipment.cards import DECK_52
from novamas.games.tres_cartas.cloth import ANTE
from novamas.sim.arena import GOES_ON, ROUND_OVER, Arena, Layout, Observations, show_sorted, stepper
from novamas.sim.compiler import part_of_kernel
from novamas.sim.games.tres_cartas.rounds import FOLDED, HAND, Hands, compiled, play_on
from novamas.sim.games.tres_cartas.rounds import begin as begin_round
from novamas.sim.play import BEST
from novamas.sim.streams import Words
from novamas.table.game import Table

ACTIONS = ("fold", "go")
GO = ACTIONS.index("go")
ASKED, OWN, STRENGTH, BANK = 0, 1, 4, 5
LAYOUT = Layout(
    ("asked", 1, 0, 1, "0 the round is over, 1 whether to play on"),
    ("own", HAND, 1, 52, "places in the deck, the highest first"),
    ("own_strength", 1, 0, 1000, "the strength of the hand, equal for hands that tie"),
    ("bank", HAND, 0, 52, "the bank's cards when they have been shown"),
)


class State(NamedTuple):
    """The state of all tables: decks, players' hand numbers, and whether the bank has shown its cards."""

    decks: NDArray[np.uint8]
    mine: NDArray[np.int64]
    is_shown: NDArray[np.bool_]


class Tables(NamedTuple):
    """All hands, and the net of each end."""

    hands: Hands
    nets: NDArray[np.int64]


@part_of_kernel
def begin(t: int, stream: Words, state: State, tables: Tables, is_fresh: bool) -> None:
    """Deal the player's cards."""
    state.mine[t] = begin_round(stream, state.decks[t], tables.hands.numbers)
    state.is_shown[t] = False


@part_of_kernel
def act(t: int, stream: Words, state: State, tables: Tables, chosen: int, amount: int) -> bool:
    """Fold, or stay in against the bank."""
    state.is_shown[t] = chosen == GO
    return True


@part_of_kernel
def advance(t: int, stream: Words, state: State, tables: Tables, begins: bool) -> tuple[int, int]:
    """End the round once the player has decided."""
    if begins:
        return GOES_ON, 0
    end = FOLDED
    if state.is_shown[t]:
        end = play_on(stream, state.decks[t], tables.hands, state.mine[t])
    return ROUND_OVER, tables.nets[end]


@part_of_kernel
def show(
    t: int, state: State, tables: Tables, seen: Observations, mask: NDArray[np.bool_], is_over: bool
) -> None:
    """Fill in the observation and the mask of a table."""
    cards = state.decks[t]
    seen[ASKED] = int(not is_over)
    show_sorted(seen, OWN, cards, 0, HAND, HAND)
    seen[STRENGTH] = tables.hands.strengths[state.mine[t]]
    show_sorted(seen, BANK, cards, HAND, HAND if state.is_shown[t] else 0, HAND)
    mask[0], mask[1] = True, True


step = stepper(begin, act, advance, show)


def arena(table: Table) -> Arena:
    """Return the arena of a table. The ante has its usual stake."""
    play = compiled(table, ANTE, BEST)
    hands, _ = play.tables

    def states(many: int) -> State:
        decks = np.tile(np.array(DECK_52, np.uint8), (many, 1))
        return State(decks, np.zeros(many, np.int64), np.zeros(many, np.bool_))

    return Arena(LAYOUT, ACTIONS, int(play.unit), step, Tables(hands, np.array(play.nets, np.int64)), states)
