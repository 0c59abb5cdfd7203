"""No-draw poker in the arena: whether to stay in, given five cards and the bank's up card.

Cards are shown as sorted positions in the deck, so their order does not matter. No card is bought.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from novamas.equipment.cards import DECK_52
from novamas.errors import NovamasError
from novamas.games.sin_descarte.cloth import INITIAL
from novamas.hands.tables import Tables as Ranks
from novamas.odds.games.sin_descarte.census import HAND
from novamas.odds.games.sin_descarte.payouts import Pays
from novamas.sim.arena import GOES_ON, ROUND_OVER, Arena, Layout, Observations, show_sorted, stepper
from novamas.sim.compiler import part_of_kernel
from novamas.sim.games.sin_descarte.decisions import FOLDED
from novamas.sim.games.sin_descarte.rounds import ALL, compiled, play_on
from novamas.sim.games.sin_descarte.rounds import begin as begin_round
from novamas.sim.streams import Words
from novamas.table.game import Table

ACTIONS = ("fold", "go")
GO = ACTIONS.index("go")
LAYOUT = Layout(
    ("asked", 1, 0, 1, "0 the round is over, 1 whether to play on"),
    ("own", HAND, 1, 52, "places in the deck, the highest first"),
    ("own_strength", 1, 0, 8000, "the strength of the hand, equal for hands that tie"),
    ("bank_open", 1, 1, 52, "the bank's up card"),
    ("bank", HAND, 0, 52, "the bank's cards when they have been shown"),
)
STRENGTH, OPEN, BANK = (LAYOUT.at[name].start for name in ("own_strength", "bank_open", "bank"))


class State(NamedTuple):
    """The state of all tables: decks, dealt hands, players' strengths, and who stays in."""

    decks: NDArray[np.uint8]
    hands: NDArray[np.uint8]
    mine: NDArray[np.int64]
    goes: NDArray[np.bool_]


class Tables(NamedTuple):
    """The rules by which hands are dealt, ranked and paid."""

    ranked: Ranks
    shown: int  # the place of the bank's up card in the deal
    bank_plays: int
    made: NDArray[np.int64]
    nets: NDArray[np.int64]


@part_of_kernel
def begin(t: int, stream: Words, state: State, tables: Tables, is_fresh: bool) -> None:
    """Deal the player's cards and the bank's up card."""
    state.mine[t] = begin_round(stream, state.decks[t], state.hands[t], tables.ranked, tables.shown)
    state.goes[t] = False


@part_of_kernel
def act(t: int, stream: Words, state: State, tables: Tables, chosen: int, amount: int) -> bool:
    """Fold, or stay in against the bank."""
    state.goes[t] = chosen == GO
    return True


@part_of_kernel
def advance(t: int, stream: Words, state: State, tables: Tables, begins: bool) -> tuple[int, int]:
    """End the round once the player has decided."""
    if begins:
        return GOES_ON, 0
    if not state.goes[t]:
        return ROUND_OVER, tables.nets[FOLDED]
    mine, bank_plays = state.mine[t], tables.bank_plays
    end = play_on(stream, state.decks[t], state.hands[t], tables.ranked, bank_plays, tables.made, mine)
    return ROUND_OVER, tables.nets[end]


@part_of_kernel
def show(
    t: int, state: State, tables: Tables, seen: Observations, mask: NDArray[np.bool_], is_over: bool
) -> None:
    """Fill in the observation and the mask of a table."""
    hands = state.hands[t]
    seen[0] = int(not is_over)
    show_sorted(seen, 1, hands, 0, HAND, HAND)
    seen[STRENGTH], seen[OPEN] = state.mine[t], hands[HAND] + 1
    show_sorted(seen, BANK, hands, HAND, HAND if state.goes[t] else 0, HAND)
    mask[0], mask[1] = True, True


step = stepper(begin, act, advance, show)


def arena(table: Table) -> Arena:
    """Return the arena of a table. The initial bet has its usual stake."""
    if Pays(table).rules.buy_card:
        figures = {"game": table.game.slug, "choice": "buy_card"}
        raise NovamasError("not_simulated_yet", text_key="choice_not_simulated_yet", **figures)
    play = compiled(table, INITIAL, "go")
    ranked, shown, going, made = play.tables
    tables = Tables(ranked, shown, going.bank_plays, made, np.array(play.nets, np.int64))

    def states(many: int) -> State:
        decks = np.tile(np.array(DECK_52, np.uint8), (many, 1))
        hands = np.zeros((many, ALL), np.uint8)
        return State(decks, hands, np.zeros(many, np.int64), np.zeros(many, np.bool_))

    return Arena(LAYOUT, ACTIONS, int(play.unit), step, tables, states)
