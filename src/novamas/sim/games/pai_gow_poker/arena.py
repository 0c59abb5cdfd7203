"""Pai gow poker in the arena: seven cards, and which two of them make the low hand.

Cards are shown as places in the deck, sorted, so their order does not matter. The joker is the highest.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from novamas.equipment.cards import DECK_53
from novamas.games.pai_gow_poker.house_way import LOWS, high_shape, least_high, low_strengths
from novamas.hands.tables import tables as tables_of
from novamas.odds.games.pai_gow_poker.kernels import rank_ways
from novamas.odds.games.pai_gow_poker.seven_cards import FIVE, HELD
from novamas.sim.arena import GOES_ON, ROUND_OVER, Arena, Observations, show_sorted, stepper
from novamas.sim.compiler import part_of_kernel, signed
from novamas.sim.games.pai_gow.arena import AS_HOUSE, ASKED, OWN, layout_of, play_of
from novamas.sim.games.pai_gow.hands import Set
from novamas.sim.games.pai_gow_poker.rounds import Rules, meet
from novamas.sim.games.pai_gow_poker.rounds import begin as begin_round
from novamas.sim.streams import Words
from novamas.table.game import Table

WAYS = len(LOWS)
ACTIONS = (*(f"low:{HELD - other}-{HELD - one}" for one, other in LOWS), AS_HOUSE)
LAYOUT = layout_of(HELD, len(DECK_53), "places in the deck")
IS_BANKER, BANK = LAYOUT.at["is_banker"].start, LAYOUT.at["bank"].start
rank_all: Any = rank_ways()


class State(NamedTuple):
    """The tables: decks, the own hand in order with its number, and the strengths of its settings."""

    decks: NDArray[np.uint8]
    hands: NDArray[np.uint8]
    own: NDArray[np.int64]
    chosen: NDArray[np.int64]
    ranks: NDArray[np.int64]
    high: NDArray[np.int64]
    low: NDArray[np.int64]


class Tables(NamedTuple):
    """The rules, the house way of each hand, the tables that rank settings, and the net of each end."""

    rules: Rules
    house: Set
    ranking: Any  # of five cards
    lows: NDArray[np.int64]
    of_low: NDArray[np.int64]
    least: NDArray[np.int64]  # strength of the high hand, by that of the low one
    nets: NDArray[np.int64]


@part_of_kernel
def begin(t: int, stream: Words, state: State, tables: Tables, is_fresh: bool) -> None:
    """Deal the own hand and rank its settings."""
    cards, hand = state.decks[t], state.hands[t]
    state.own[t] = begin_round(stream, cards, tables.rules)
    for n in range(HELD):
        place = n
        while place > 0 and hand[place - 1] > cards[n]:
            hand[place] = hand[place - 1]
            place -= 1
        hand[place] = cards[n]
    ranking = tables.ranking
    rank_all(
        ranking.values,
        ranking.start,
        ranking.shifts,
        ranking.row_shift,
        ranking.column_mask,
        ranking.strengths,
        ranking.suited,
        tables.lows,
        tables.of_low,
        hand,
        state.ranks[t],
        state.high[t],
        state.low[t],
    )


@part_of_kernel
def act(t: int, stream: Words, state: State, tables: Tables, chosen: int, amount: int) -> bool:
    """Set the hand."""
    state.chosen[t] = chosen
    return True


@part_of_kernel
def advance(t: int, stream: Words, state: State, tables: Tables, begins: bool) -> tuple[int, int]:
    """Compare the hand with the croupier's after the decision."""
    if begins:
        return GOES_ON, 0
    own, chosen, house = state.own[t], state.chosen[t], tables.house
    if chosen == WAYS:
        high, low = signed(house.high[own]), signed(house.low[own])
    else:
        high, low = signed(state.high[t, chosen]), signed(state.low[t, chosen])
    return ROUND_OVER, tables.nets[meet(stream, state.decks[t], tables.rules, high, low)]


@part_of_kernel
def show(
    t: int, state: State, tables: Tables, seen: Observations, mask: NDArray[np.bool_], is_over: bool
) -> None:
    """Fill the observation and the mask of a table."""
    cards = state.decks[t]
    seen[ASKED], seen[IS_BANKER] = int(not is_over), int(tables.rules.is_bank)
    show_sorted(seen, OWN, cards, 0, HELD, HELD)
    show_sorted(seen, BANK, cards, HELD, HELD if is_over else 0, HELD)
    for n in range(WAYS):
        mask[n] = state.high[t, n] >= tables.least[state.low[t, n]]
    mask[WAYS] = True


step = stepper(begin, act, advance, show)


def arena(table: Table, *, bank: bool = False) -> Arena:
    """Return the arena of a table: a client's hand at the usual stake, or with `bank` the player's bank."""
    play = play_of(table, bank)
    (rules, house), (cards,) = play.tables, play.scratch

    def states(many: int) -> State:
        def numbers(*size: int) -> NDArray[np.int64]:
            return np.zeros((many, *size), np.int64)

        hands = np.zeros((many, HELD), np.uint8)
        own = (numbers(), numbers(), numbers(HELD), numbers(WAYS), numbers(WAYS))
        return State(np.tile(cards, (many, 1)), hands, *own)

    tables = Tables(
        rules=rules,
        house=house,
        ranking=tables_of(high_shape(), FIVE),
        lows=np.array(LOWS),
        of_low=np.array(low_strengths()),
        least=np.array(least_high()),
        nets=np.array(play.nets, np.int64),
    )
    return Arena(LAYOUT, ACTIONS, int(play.unit), step, tables, states)
