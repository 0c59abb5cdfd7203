"""The exact walk: it weights every draw by its probability, and makes one seat's choices by best play.

It works on the phases of any game. Phases that can recur (a stake en prison when zero comes again,
a point not yet made) are solved as a system of linear equations, not cut off. The result is the
complete distribution of the seat's winnings, in fractions.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from fractions import Fraction
from itertools import islice
from math import lcm
from typing import TypeAlias

from msgspec import Struct

from novamas.errors import NovamasError
from novamas.odds.graph import cycles
from novamas.odds.linear import solve
from novamas.table.deeds import Deed, Drawn
from novamas.table.ledger import Ledger
from novamas.table.notation import write
from novamas.table.phases import AnyPhase, follow
from novamas.table.roles import CHANCE, NOBODY

Policy: TypeAlias = Callable[[AnyPhase, list[Deed]], Deed]
Alike: TypeAlias = Callable[[AnyPhase], Hashable]
Chances: TypeAlias = dict[int, Fraction]

MAX_ACTS = 64  # a decision with more acts needs a policy
TAIL = Fraction(1, 10**15)


class HiddenCardUsed(NovamasError):
    """Raised if a player in the walk would choose by cards that the player cannot see."""


class Edge(Struct):
    """A transition between nodes, with its weight, the seat's immediate gain, and the next node."""

    ways: int
    gain: int
    to: int


class Node(Struct):
    """A phase with its transitions: one list for chance, or one for each act open to the seat."""

    phase: AnyPhase
    acts: list[Deed]
    edges: list[list[Edge]]  # by act; a phase without a decision has one list
    end: int | None = None  # chips the seat takes back if the walk ends here
    chosen: int = 0

    @property
    def ways_on(self) -> list[Edge]:
        return self.edges[self.chosen]


class Decision(Struct, frozen=True):
    """The seat's best act in a phase, and the value of each act from there."""

    phase: AnyPhase
    best: Deed
    worth: dict[str, Fraction]  # by act, in céntimos


class Result(Struct, frozen=True):
    """A seat's winnings in céntimos: mean, variance, and the probability of each amount.

    `tail` is the probability of all amounts that are left out. It is zero unless the bet can continue
    for ever.
    """

    mean: Fraction
    variance: Fraction
    chances: Chances
    tail: Fraction
    decisions: tuple[Decision, ...]


class Walk:
    """An exact evaluation of a seat's winnings until the round is over and it may take its chips.

    With `to_the_end`, bets that may be taken back stay until they are won or lost. `policy` chooses the
    seat's acts instead of best play. Phases for which `alike` returns equal keys are treated as one.
    """

    def __init__(
        self, seat: int, *, policy: Policy | None = None, alike: Alike | None = None, to_the_end: bool = False
    ) -> None:
        self.seat = seat
        self.to_the_end = to_the_end
        self.policy = policy
        self.alike = alike or (lambda phase: phase)
        self._nodes: list[Node] = []
        self._known: dict[Hashable, int] = {}

    def result(self, start: AnyPhase, staked: int = 0) -> Result:
        """Return the result from this phase on, after deduction of the chips already staked."""
        root = self._explore(start)
        parts = cycles([[edge.to for edges in node.edges for edge in edges] for node in self._nodes])
        means, squares = self._moments(parts)
        chances, tail = self._spread(parts, root)
        mean = means[root] - staked
        return Result(
            mean=mean,
            variance=squares[root] - means[root] ** 2,
            chances={net - staked: chance for net, chance in sorted(chances.items())},
            tail=tail,
            decisions=tuple(self._decisions(means, root)),
        )

    def played(self, start: AnyPhase) -> tuple[list[Node], int]:
        """Return all nodes of the walk with the seat's best acts, and the number of the first node."""
        root = self._explore(start)
        self._moments(cycles([[edge.to for edges in node.edges for edge in edges] for node in self._nodes]))
        return self._nodes, root

    # ---- the graph of phases

    def _explore(self, start: AnyPhase) -> int:
        root = self._place(start)
        for node in self._nodes:  # grows while it is read
            self._find_ways(node)
        return root

    def _place(self, phase: AnyPhase) -> int:
        key = self.alike(phase)
        if key not in self._known:
            self._known[key] = len(self._nodes)
            self._nodes.append(Node(phase, [], []))
        return self._known[key]

    def _find_ways(self, node: Node) -> None:
        phase = node.phase
        node.end = self._taken_back(phase) if phase.rest or phase.turn is NOBODY else None
        if node.end is not None:
            node.edges = [[]]
        elif phase.turn is CHANCE:
            node.edges = [[self._edge(phase, Drawn(what=what), ways) for what, ways in phase.draws().items()]]
        else:
            node.acts = self._acts(phase)
            node.edges = [[self._edge(phase, act, 1)] for act in node.acts]

    def _taken_back(self, phase: AnyPhase) -> int | None:
        """Return the chips that the seat takes back if the walk ends here.

        Return None if some chips must stay in play.
        """
        chips = phase.felt.of(self.seat)
        free = 0 if self.to_the_end or not chips else phase.free(self.seat)
        return free if free == chips or phase.turn is NOBODY else None

    def _edge(self, phase: AnyPhase, deed: Deed, ways: int) -> Edge:
        after, events = follow(phase, deed)
        ledger = Ledger()
        ledger.enter(events)
        return Edge(ways, ledger.players[self.seat], self._place(after))

    def _acts(self, phase: AnyPhase) -> list[Deed]:
        """Return the acts to follow: all that the seat may choose, or the one act of a policy or a role."""
        turn = phase.turn
        offers = list(phase.offers(turn))
        if turn != self.seat:
            return [offers[0].act]
        self._refuse_to_peek(phase)
        acts = list(islice((act for offer in offers for act in offer.every()), MAX_ACTS + 1))
        if self.policy is not None:
            return [self.policy(phase, acts)]
        if len(acts) > MAX_ACTS:
            raise NovamasError("too_many_acts", phase=type(phase).__name__, most=MAX_ACTS)
        return acts

    def _refuse_to_peek(self, phase: AnyPhase) -> None:
        if phase.felt.seen_by(self.seat) != phase.felt.piles:
            raise HiddenCardUsed("peeks", seat=self.seat, phase=type(phase).__name__)

    # ---- moments of the amount won

    def _moments(self, parts: list[list[int]]) -> tuple[list[Fraction], list[Fraction]]:
        means = [Fraction(0)] * len(self._nodes)
        squares = [Fraction(0)] * len(self._nodes)
        for part in parts:
            if not self._goes_round(part):
                self._settle_one(part[0], means, squares)
                continue
            while True:  # policy iteration: better acts each time, solved exactly
                self._solve_part(part, means, squares)
                if not self._improve(part, means):
                    break
        return means, squares

    def _goes_round(self, part: list[int]) -> bool:
        return len(part) > 1 or any(
            edge.to == part[0] for ways in self._nodes[part[0]].edges for edge in ways
        )

    def _settle_one(self, n: int, means: list[Fraction], squares: list[Fraction]) -> None:
        node = self._nodes[n]
        self._improve([n], means)
        if node.end is not None:
            means[n], squares[n] = Fraction(node.end), Fraction(node.end) ** 2
            return
        means[n] = self._mean(node.ways_on, means)
        squares[n] = self._square(node.ways_on, means, squares)

    def _improve(self, part: list[int], means: list[Fraction]) -> bool:
        improved = False
        for n in part:
            node = self._nodes[n]
            if len(node.acts) > 1:
                worth = [self._mean(ways, means) for ways in node.edges]
                best = max(range(len(worth)), key=lambda act: worth[act])
                if worth[best] > worth[node.chosen]:
                    node.chosen, improved = best, True
        return improved

    @staticmethod
    def _mean(ways_on: list[Edge], means: list[Fraction]) -> Fraction:
        whole = sum(edge.ways for edge in ways_on)
        return sum((edge.ways * (edge.gain + means[edge.to]) for edge in ways_on), Fraction(0)) / whole

    @staticmethod
    def _square(ways_on: list[Edge], means: list[Fraction], squares: list[Fraction]) -> Fraction:
        whole = sum(edge.ways for edge in ways_on)
        return (
            sum(
                (
                    edge.ways * (edge.gain**2 + 2 * edge.gain * means[edge.to] + squares[edge.to])
                    for edge in ways_on
                ),
                Fraction(0),
            )
            / whole
        )

    def _solve_part(self, part: list[int], means: list[Fraction], squares: list[Fraction]) -> None:
        """Solve the mean and then the mean square for a cyclic part. The square depends on the mean."""
        place = {n: row for row, n in enumerate(part)}
        matrix = self._stay_matrix(part, place)
        for n in part:
            means[n] = squares[n] = Fraction(0)
        outside = [[self._mean(self._nodes[n].ways_on, means)] for n in part]
        for n, (mean,) in zip(part, solve(matrix, outside), strict=True):
            means[n] = mean
        outside = [[self._square(self._nodes[n].ways_on, means, squares)] for n in part]
        for n, (square,) in zip(part, solve(matrix, outside), strict=True):
            squares[n] = square

    def _stay_matrix(self, part: list[int], place: dict[int, int]) -> list[list[Fraction]]:
        """Return the identity matrix less the probabilities of staying within the part."""
        matrix = [[Fraction(int(row == column)) for column in range(len(part))] for row in range(len(part))]
        for n in part:
            ways_on = self._nodes[n].ways_on
            whole = sum(edge.ways for edge in ways_on)
            for edge in ways_on:
                if edge.to in place:
                    matrix[place[n]][place[edge.to]] -= Fraction(edge.ways, whole)
        return matrix

    # ---- the whole distribution

    def _spread(self, parts: list[list[int]], root: int) -> tuple[Chances, Fraction]:
        needed = self._reached(root)
        spreads: dict[int, Chances] = {}
        if any(self._gains_going_round(part) for part in parts if part[0] in needed):
            return self._spread_to_the_tail(root)
        for part in parts:
            if part[0] not in needed:
                continue
            if self._goes_round(part):
                self._spread_part(part, spreads)
            else:
                node = self._nodes[part[0]]
                spreads[part[0]] = (
                    {node.end: Fraction(1)} if node.end is not None else mixed(node.ways_on, spreads)
                )
        return spreads[root], Fraction(0)

    def _reached(self, root: int) -> set[int]:
        """Return the nodes that the walk can reach if the seat plays its best."""
        reached, waiting = {root}, [root]
        while waiting:
            for edge in self._nodes[waiting.pop()].ways_on:
                if edge.to not in reached:
                    reached.add(edge.to)
                    waiting.append(edge.to)
        return reached

    def _gains_going_round(self, part: list[int]) -> bool:
        members = set(part)
        return any(edge.gain and edge.to in members for n in part for edge in self._nodes[n].ways_on)

    def _spread_part(self, part: list[int], spreads: dict[int, Chances]) -> None:
        place = {n: row for row, n in enumerate(part)}
        outside: list[Chances] = []
        for n in part:
            ways_on = self._nodes[n].ways_on
            whole = sum(edge.ways for edge in ways_on)
            leaving: Chances = {}
            for edge in ways_on:
                if edge.to not in place:
                    for net, chance in spreads[edge.to].items():
                        gained = net + edge.gain
                        leaving[gained] = leaving.get(gained, Fraction(0)) + chance * Fraction(
                            edge.ways, whole
                        )
            outside.append(leaving)
        nets = sorted({net for leaving in outside for net in leaving})
        right = [[leaving.get(net, Fraction(0)) for net in nets] for leaving in outside]
        for n, row in zip(part, solve(self._stay_matrix(part, place), right), strict=True):
            spreads[n] = {net: chance for net, chance in zip(nets, row, strict=True) if chance}

    def _spread_to_the_tail(self, root: int) -> tuple[Chances, Fraction]:
        """Follow a bet that may never end until the remaining probability is at most `TAIL`."""
        here: dict[tuple[int, int], Fraction] = {(root, 0): Fraction(1)}
        chances: Chances = {}
        left = Fraction(1)
        while left > TAIL:
            there: dict[tuple[int, int], Fraction] = {}
            for (n, gained), chance in here.items():
                node = self._nodes[n]
                if node.end is not None:
                    net = gained + node.end
                    chances[net] = chances.get(net, Fraction(0)) + chance
                    left -= chance
                    continue
                whole = sum(edge.ways for edge in node.ways_on)
                for edge in node.ways_on:
                    key = edge.to, gained + edge.gain
                    there[key] = there.get(key, Fraction(0)) + chance * Fraction(edge.ways, whole)
            here = there
        return chances, left

    def _decisions(self, means: list[Fraction], root: int) -> Iterable[Decision]:
        for n in sorted(self._reached(root)):
            node = self._nodes[n]
            if len(node.acts) > 1:
                worth = {
                    write(act): self._mean(ways, means)
                    for act, ways in zip(node.acts, node.edges, strict=True)
                }
                yield Decision(node.phase, node.acts[node.chosen], worth)


def mixed(ways_on: list[Edge], spreads: dict[int, Chances]) -> Chances:
    """Return the weighted mix of the distributions to which a node leads.

    The computation uses whole numbers until its end.
    """
    whole = sum(edge.ways for edge in ways_on)
    common = lcm(*(chance.denominator for edge in ways_on for chance in spreads[edge.to].values()))
    ways: dict[int, int] = {}
    for edge in ways_on:
        for net, chance in spreads[edge.to].items():
            gained = net + edge.gain
            times = edge.ways * chance.numerator * (common // chance.denominator)
            ways[gained] = ways.get(gained, 0) + times
    return {net: Fraction(n, common * whole) for net, n in ways.items()}
