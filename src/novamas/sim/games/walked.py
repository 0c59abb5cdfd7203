"""Wheels and dice in the arena: the walk of each bet becomes a table of moves.

So no rule is written a second time. Every state of the walk is chance, a choice or an end. Chance
leads on by each draw, a choice by each act. One act places a bet at its usual stake. Chance is
drawn until the seat must choose or the bet is decided.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import gcd
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from novamas.odds.walk import Edge, Node, Walk
from novamas.sim.arena import GOES_ON, ROUND_OVER, Arena, Layout, Observations, stepper
from novamas.sim.compiler import part_of_kernel
from novamas.sim.streams import Words, below
from novamas.sim.wagers import BET, SEAT, PlacedBets, advance_to, parse_bets
from novamas.table.game import Table
from novamas.table.phases import AnyPhase
from novamas.table.roles import CHANCE

Placed: TypeAlias = tuple[Walk, AnyPhase, int]  # a bet on the cloth: its walk, the phase after it, its stake

DRAWS, CHOICE, END = range(3)  # kinds of moments
ASKED, SPOT, BOUND, CHOICES, DRAWN = range(5)  # positions in an observation
OVER, BETS, CHOOSES = range(3)
NOT_BEGUN = -1


class Moves(NamedTuple):
    """The states of the walks of all bets."""

    kinds: NDArray[np.int8]
    to: NDArray[np.int32]  # by draw or act; negative if the act is not offered
    gains: NDArray[np.int64]  # céntimos
    bound: NDArray[np.int16]  # at a choice: the chips on the cloth
    nth: NDArray[np.int16]  # at a choice: its number among those of the bet, from 1
    drawn: NDArray[np.int16]  # the number of each draw's outcome, from 1
    roots: NDArray[np.int64]  # by bet
    staked: NDArray[np.int64]
    acts: int  # kinds of acts at choices


class State(NamedTuple):
    """The state of all tables: the state in the walk, the gain so far, the bet and the last draw."""

    moments: NDArray[np.int64]
    gained: NDArray[np.int64]
    bets: NDArray[np.int64]
    drawn: NDArray[np.int16]


@part_of_kernel
def begin(t: int, stream: Words, state: State, moves: Moves, is_fresh: bool) -> None:
    """Wait for a bet."""
    state.moments[t], state.gained[t], state.bets[t], state.drawn[t] = NOT_BEGUN, 0, NOT_BEGUN, 0


@part_of_kernel
def act(t: int, stream: Words, state: State, moves: Moves, chosen: int, amount: int) -> bool:
    """Place a bet, or make a choice."""
    at, spots = state.moments[t], len(moves.roots)
    if at < 0:
        state.bets[t] = chosen
        state.moments[t], state.gained[t] = moves.roots[chosen], -moves.staked[chosen]
    else:
        way = chosen - spots
        state.gained[t] += moves.gains[at, way]
        state.moments[t] = moves.to[at, way]
    return True


@part_of_kernel
def advance(t: int, stream: Words, state: State, moves: Moves, begins: bool) -> tuple[int, int]:
    """Make draws until the seat must choose or the bet is decided."""
    if begins:
        return GOES_ON, 0
    at, gained = state.moments[t], state.gained[t]
    while moves.kinds[at] == DRAWS:
        way = below(stream, len(moves.drawn))
        state.drawn[t] = moves.drawn[way]
        gained += moves.gains[at, way]
        at = np.int64(moves.to[at, way])
    state.moments[t], state.gained[t] = at, gained
    if moves.kinds[at] == CHOICE:
        return GOES_ON, 0
    return ROUND_OVER, gained + moves.gains[at, 0]


@part_of_kernel
def show(
    t: int, state: State, moves: Moves, seen: Observations, mask: NDArray[np.bool_], is_over: bool
) -> None:
    """Fill in the observation and the mask of a table."""
    spots, at = len(moves.roots), state.moments[t]
    seen[SPOT], seen[DRAWN] = state.bets[t] + 1, state.drawn[t]
    if is_over or at < 0:
        seen[ASKED], seen[BOUND], seen[CHOICES] = OVER if is_over else BETS, 0, 0
        for n in range(len(mask)):
            mask[n] = n < spots
        return
    seen[ASKED], seen[BOUND], seen[CHOICES] = CHOOSES, moves.bound[at], moves.nth[at]
    for n in range(spots):
        mask[n] = False
    for n in range(moves.acts):
        mask[spots + n] = moves.to[at, n] >= 0


step = stepper(begin, act, advance, show)


def arena(table: Table) -> Arena:
    """Return the arena of a table. Each bet that may be placed is an act."""
    return arena_of({spot: _placed(table, spot) for spot in spots_of(table)})


def spots_of(table: Table) -> tuple[str, ...]:
    """Return the bets offered at the beginning of the betting, in the order of the offers."""
    wager = next(iter(table.game.wagers(table.opening).values()))
    betting = advance_to(table.opening, wager.acts[-1])
    found: dict[str, None] = {}
    for offer in betting.offers(SEAT):
        if offer.act.verb() == BET:
            act: Any = offer.act
            bets: Any = offer.dials["bet"].every() if "bet" in offer.dials else (act.bet,)
            found |= dict.fromkeys(bets)
    return tuple(found)


def _placed(table: Table, spot: str) -> Placed:
    bets = PlacedBets(table, parse_bets(table, spot))
    return bets.walk(), bets.phase, bets.staked


def arena_of(bets: Mapping[str, Placed]) -> Arena:
    """Return the arena for these bets."""
    made = _Moves()
    for walk, phase, staked in bets.values():
        made.add(walk, phase, staked)
    moves = made.arrays()
    layout = Layout(
        ("asked", 1, 0, 2, "0 the bet is decided, 1 a bet, 2 a choice"),
        ("spot", 1, 0, len(bets), "the number of the bet's act, plus one"),
        ("bound", 1, 0, int(moves.bound.max()), "chips on the cloth at a choice"),
        ("choice", 1, 0, int(moves.nth.max()), "which of the bet's choices"),
        ("drawn", 1, 0, int(moves.drawn.max()), "the last pocket or throw of this round"),
    )

    def states(many: int) -> State:
        empty = np.full(many, NOT_BEGUN, np.int64)
        return State(empty, np.zeros(many, np.int64), empty.copy(), np.zeros(many, np.int16))

    return Arena(layout, (*bets, *made.verbs), int(moves.staked.min()), step, moves, states)


class _Moves:
    """A collection of the states of walks, while it is being made."""

    def __init__(self) -> None:
        self.kinds: list[int] = []
        self.ways: list[list[tuple[int, int]]] = []  # where each draw or act leads, and its gain
        self.bound: list[int] = []
        self.nth: list[int] = []
        self.verbs: list[str] = []
        self.outcomes: list[Any] = []
        self.roots: list[int] = []
        self.staked: list[int] = []

    def add(self, walk: Walk, phase: AnyPhase, staked: int) -> None:
        """Add the states of a bet's walk."""
        nodes, root = walk.played(phase)
        self.known: dict[int, int] = {}
        self.waiting: list[int] = []
        self.choices = 0
        place, gained = self._place(nodes, root, 0)
        assert gained == 0, "a bet gains nothing before the first draw"
        self.roots.append(place)
        self.staked.append(staked)
        while self.waiting:
            self._find_ways(nodes, self.waiting.pop())

    def _place(self, nodes: list[Node], n: int, gained: int) -> tuple[int, int]:
        """Return the next state after a node, and the gain on the way to it.

        Acts without an alternative are passed over.
        """
        while nodes[n].end is None and nodes[n].phase.turn is not CHANCE and len(nodes[n].edges) == 1:
            (edge,) = nodes[n].ways_on
            n, gained = edge.to, gained + edge.gain
        if n not in self.known:
            self.known[n] = len(self.kinds)
            self.waiting.append(n)
            self.kinds.append(END)
            self.ways.append([])
            self.bound.append(0)
            self.nth.append(0)
        return self.known[n], gained

    def _find_ways(self, nodes: list[Node], n: int) -> None:
        node, at = nodes[n], self.known[n]
        if node.end is not None:
            self.ways[at] = [(at, node.end)]
        elif node.phase.turn is CHANCE:
            self.kinds[at] = DRAWS
            self.ways[at] = [self._place(nodes, edge.to, edge.gain) for edge in self._draws(node)]
        else:
            self.kinds[at] = CHOICE
            self.choices += 1
            self.bound[at], self.nth[at] = node.phase.felt.of(SEAT), self.choices
            led = {}
            for act, (edge,) in zip(node.acts, node.edges, strict=True):
                assert act.verb() not in led, "an act of a choice has no amounts"
                led[act.verb()] = self._place(nodes, edge.to, edge.gain)
            self.verbs += [verb for verb in led if verb not in self.verbs]
            self.ways[at] = [led.get(verb, (-1, 0)) for verb in self.verbs]

    def _draws(self, node: Node) -> list[Edge]:
        """Return the edge that each equally likely draw follows."""
        draws = node.phase.draws()
        edges = {what: edge for (what, _), edge in zip(draws.items(), node.ways_on, strict=True)}
        outcomes = [draws.at(way) for way in range(draws.total)]
        assert self.outcomes in ([], outcomes), "the same wheel or dice decide every bet"
        self.outcomes = outcomes
        return [edges[what] for what in outcomes]

    def arrays(self) -> Moves:
        """Return the collected states as arrays."""
        wide = max(len(self.outcomes), len(self.verbs))
        to, gains = (
            np.full((len(self.kinds), wide), -1, np.int32),
            np.zeros((len(self.kinds), wide), np.int64),
        )
        for n, ways in enumerate(self.ways):
            for way, (place, gain) in enumerate(ways):
                to[n, way], gains[n, way] = place, gain
        numbers = {what: n for n, what in enumerate(sorted(set(self.outcomes)), 1)}
        return Moves(
            kinds=np.array(self.kinds, np.int8),
            to=to,
            gains=gains,
            bound=(np.array(self.bound) // (gcd(*self.bound) or 1)).astype(np.int16),
            nth=np.array(self.nth, np.int16),
            drawn=np.array([numbers[what] for what in self.outcomes], np.int16),
            roots=np.array(self.roots, np.int64),
            staked=np.array(self.staked, np.int64),
            acts=len(self.verbs),
        )
