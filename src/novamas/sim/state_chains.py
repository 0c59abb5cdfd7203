"""Bets at wheels and dice as a Markov chain, compiled from the phases of the engine.

The walk of `novamas.odds` finds every phase after the bet and where each draw leads. This module
turns them into a table of draws. No rule is stated twice, so every lawful choice of the house is
simulated as it is.
"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from novamas.odds.engine_payouts import odds_of
from novamas.odds.report import BetOdds
from novamas.odds.walk import Node, Walk
from novamas.sim.compiler import kernel
from novamas.sim.play import BEST, MANY_TOGETHER, CompiledBet, check_strategy
from novamas.sim.streams import AT, Words, drawn
from novamas.table.game import Wager
from novamas.table.phases import AnyPhase
from novamas.table.roles import CHANCE

Numbers: TypeAlias = NDArray[np.int64]

MAX_MOMENTS = 10**5


class ChainState(NamedTuple):
    """A state of the chain: a phase of the walk in which chance draws, and the seat's gain so far."""

    node: int
    gained: int


class End(NamedTuple):
    """The end of a round with the seat's total gain."""

    gained: int


@kernel
def play_one_draw(stream: Words, rounds: int, ends: Numbers, counts: Numbers) -> None:
    """Play rounds that a single draw decides."""
    many, at = len(ends), np.uint64(stream[AT])
    for _ in range(rounds):
        way, at = drawn(stream, at, many)
        counts[ends[way]] += 1
    stream[AT] = at


@kernel
def play_moments(
    stream: Words,
    rounds: int,
    seen: Numbers,
    many: int,
    to: NDArray[np.uint64],
    ends: Numbers,
    counts: Numbers,
) -> None:
    """Draw repeatedly through the states. A draw that ends a round leads back to the first state.

    The code has no branch for the end of a round, because the processor could not predict it. Draws
    that end no round are counted too, in the position after the ends. All states have the same number
    of draws, so that no draw waits for the previous one.
    """
    nothing = len(counts)
    left, moment, at = rounds, np.uint64(0), np.uint64(stream[AT])
    while left:
        way, at = drawn(stream, at, many)
        place = moment + np.uint64(way)  # a signed index would be range-checked
        moment, end = to[place], ends[place]
        seen[end] += 1
        left -= int(end != nothing)
    stream[AT] = at
    for end in range(nothing):
        counts[end] += seen[end]


def compiled(
    walk: Walk, start: AnyPhase, staked: int, *, unit: Fraction, per: str, strategy: str = BEST
) -> CompiledBet:
    """Compile a bet that has just been placed with the stake `staked`."""
    nodes, root = walk.played(start)
    if strategy != BEST:
        _always(nodes, strategy)
    moments = moments_of(nodes, root)
    ends = sorted({end for ways in moments.values() for end in ways if isinstance(end, End)})
    nets = tuple(end.gained - staked for end in ends)
    ways = [after for each in moments.values() for after in each]
    by_end: dict[ChainState | End, int] = {end: n for n, end in enumerate(ends)}
    end_of = np.array([by_end.get(after, len(ends)) for after in ways], np.int64)
    if len(moments) == 1 and len(ends) not in end_of:
        return CompiledBet(play_one_draw, (end_of,), nets, unit, per, together=MANY_TOGETHER)
    (many,) = {len(each) for each in moments.values()}  # the same dice or wheel in every state
    places = {moment: n * many for n, moment in enumerate(moments)}
    to = np.array([0 if isinstance(after, End) else places[after] for after in ways], np.uint64)
    tables = (many, to, end_of)
    seen = np.zeros(len(nets) + 1, np.int64)
    return CompiledBet(
        play_moments, tables, nets, unit, per, adds_up=True, together=MANY_TOGETHER, scratch=(seen,)
    )


def odds_by(walk: Walk, start: AnyPhase, staked: int, wager: Wager, verb: str) -> BetOdds:
    """Return the odds for a player who always chooses an act when it is offered.

    Otherwise the player chooses the best act.
    """
    nodes, _ = walk.played(start)
    _always(nodes, verb)
    done = {node.phase: node.acts[node.chosen] for node in nodes if node.acts}
    always = Walk(walk.seat, policy=lambda phase, acts: done[phase], to_the_end=walk.to_the_end)
    result = always.result(start, staked)
    nets = {Fraction(net, wager.stake): chance for net, chance in result.chances.items()}
    return odds_of(nets, wager.per, wager.stake)


def _always(nodes: list[Node], verb: str) -> None:
    """Choose an act in every phase that offers it. In other phases the best act stays chosen."""
    known: dict[str, None] = {}
    for node in nodes:
        verbs = [act.verb() for act in node.acts]
        if len(verbs) > 1:
            known |= dict.fromkeys(verbs)
        if verb in verbs:
            node.chosen = verbs.index(verb)
    check_strategy(verb, tuple(known))


def moments_of(nodes: list[Node], root: int) -> dict[ChainState, list[ChainState | End]]:
    """Return the states with their equally likely successors, beginning with the first state."""
    first = _on_to_chance(nodes, root, 0)
    assert isinstance(first, ChainState), "chance decides every bet"
    found: dict[ChainState, list[ChainState | End]] = {}
    queue = {first: None}  # an ordered set
    while queue:
        moment = next(iter(queue))
        del queue[moment]
        found[moment] = _draws(nodes, moment)
        queue |= {
            after: None for after in found[moment] if isinstance(after, ChainState) and after not in found
        }
        assert len(found) <= MAX_MOMENTS, "no bet wins again and again without an end"
    return found


def _draws(nodes: list[Node], moment: ChainState) -> list[ChainState | End]:
    """Return the successor for each equally likely draw, in the order of the draws."""
    node = nodes[moment.node]
    draws = node.phase.draws()
    by_what = {what: edge for (what, _), edge in zip(draws.items(), node.ways_on, strict=True)}
    each = (by_what[draws.at(nth)] for nth in range(draws.total))
    return [_on_to_chance(nodes, edge.to, moment.gained + edge.gain) for edge in each]


def _on_to_chance(nodes: list[Node], n: int, gained: int) -> ChainState | End:
    """Follow the chosen acts until chance draws or the round ends."""
    while (end := nodes[n].end) is None and nodes[n].phase.turn is not CHANCE:
        (edge,) = nodes[n].ways_on
        n, gained = edge.to, gained + edge.gain
    return ChainState(n, gained) if end is None else End(gained + end)
