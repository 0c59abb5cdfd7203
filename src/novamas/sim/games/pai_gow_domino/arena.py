"""Pai gow with dominoes in the arena: four tiles, and which of them make the two hands.

Tiles are shown as kinds, so tiles that look alike are not told apart. The hand with the lower value is the
low hand, so an act only says which tile is beside the first.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from novamas.equipment.tiles import TILE_SET
from novamas.games.pai_gow_domino.house_way import ways
from novamas.odds.games.pai_gow_domino.bets import HELD, hands_of
from novamas.sim.arena import GOES_ON, ROUND_OVER, Arena, Observations, show_sorted, stepper
from novamas.sim.compiler import part_of_kernel
from novamas.sim.games.pai_gow.arena import AS_HOUSE, ASKED, OWN, layout_of, play_of
from novamas.sim.games.pai_gow.hands import Set
from novamas.sim.games.pai_gow_domino.rounds import KINDS, Rules, meet
from novamas.sim.games.pai_gow_domino.rounds import begin as begin_round
from novamas.sim.streams import Words
from novamas.table.game import Table

WAYS = HELD - 1  # partners of a tile
ACTIONS = (*(f"pair:1-{place}" for place in range(2, HELD + 1)), AS_HOUSE)
LAYOUT = layout_of(HELD, KINDS, "kinds of tiles from 1 on")
IS_BANKER, BANK = LAYOUT.at["is_banker"].start, LAYOUT.at["bank"].start


class State(NamedTuple):
    """The tables: tiles, the number of the own hand, the act, and the kinds of all hands in play."""

    tiles: NDArray[np.uint8]
    own: NDArray[np.int64]
    chosen: NDArray[np.int64]  # -1 until the hand is set
    kinds: NDArray[np.int64]


class Tables(NamedTuple):
    """The rules, the strengths of each act by hand, and the net of each end."""

    rules: Rules
    high: NDArray[np.int64]
    low: NDArray[np.int64]  # -1 for an act that another one equals
    nets: NDArray[np.int64]


@part_of_kernel
def begin(t: int, stream: Words, state: State, tables: Tables, is_fresh: bool) -> None:
    """Deal the own hand."""
    state.own[t] = begin_round(stream, state.tiles[t], tables.rules)
    state.chosen[t] = -1


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
    own, chosen = state.own[t], state.chosen[t]
    end = meet(stream, state.tiles[t], tables.rules, tables.high[own, chosen], tables.low[own, chosen])
    return ROUND_OVER, tables.nets[end]


@part_of_kernel
def show(
    t: int, state: State, tables: Tables, seen: Observations, mask: NDArray[np.bool_], is_over: bool
) -> None:
    """Fill the observation and the mask of a table."""
    tiles, kinds = state.tiles[t], state.kinds[t]
    for n in range(2 * HELD):
        kinds[n] = tables.rules.kinds[tiles[n]]
    seen[ASKED], seen[IS_BANKER] = int(not is_over), int(tables.rules.is_bank)
    show_sorted(seen, OWN, kinds, 0, HELD, HELD)
    show_sorted(seen, BANK, kinds, HELD, HELD if is_over else 0, HELD)
    for n in range(len(mask)):
        mask[n] = tables.low[state.own[t], n] >= 0


step = stepper(begin, act, advance, show)


def arena(table: Table, *, bank: bool = False) -> Arena:
    """Return the arena of a table: a client's hand at the usual stake, or with `bank` the player's bank."""
    play = play_of(table, bank)
    (rules, house), (tiles,) = play.tables, play.scratch

    def states(many: int) -> State:
        numbers = np.zeros(many, np.int64)
        kinds = np.zeros((many, 2 * HELD), np.int64)
        return State(np.tile(tiles, (many, 1)), numbers, numbers.copy(), kinds)

    tables = Tables(rules, *strengths(house), np.array(play.nets, np.int64))
    return Arena(LAYOUT, ACTIONS, int(play.unit), step, tables, states)


def strengths(house: Set) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the strengths of the high and the low hand by hand and act."""
    hands = hands_of(TILE_SET).tiles
    high, low = (np.full((len(hands), len(ACTIONS)), -1, np.int64) for _ in range(2))
    for n, tiles in enumerate(hands):
        found = {frozenset((_sorted(way.low.tiles), _sorted(way.high.tiles))): way for way in ways(tiles)}
        *others, first = tiles  # the highest tile is shown first
        for act, place in enumerate(reversed(range(WAYS))):
            rest = (*others[:place], *others[place + 1 :])
            way = found.pop(frozenset((_sorted((first, others[place])), _sorted(rest))), None)
            if way is not None:
                high[n, act], low[n, act] = way.high.strength, way.low.strength
    high[:, WAYS], low[:, WAYS] = house.high, house.low
    return high, low


def _sorted(tiles: Iterable[int]) -> tuple[int, ...]:
    return tuple(sorted(tiles))
