"""The exact walk: cycles as linear systems, endless bets, decisions, and no knowledge of the future."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as some

from novamas.equipment.cards import DECK_52
from novamas.equipment.chance import UniformDraw
from novamas.equipment.shoe import Shoe
from novamas.errors import NovamasError
from novamas.odds.graph import cycles
from novamas.odds.linear import solve
from novamas.odds.walk import HiddenCardUsed, Walk
from novamas.table.deeds import Act
from novamas.table.felt import Felt
from novamas.table.moves import Moves
from novamas.table.offers import Offer, Range
from novamas.table.phases import Phase, Step
from novamas.table.roles import CHANCE, Who


class Rest(Phase[Act], frozen=True):
    """The phase in which nothing more happens."""

    clause: ClassVar[str] = ""
    rest: ClassVar[bool] = True


class Toss(Phase[Act], frozen=True):
    """A game in which one of `sides` loses. Others win `prize` or, with `goes_on`, are thrown again."""

    clause: ClassVar[str] = ""
    sides: int
    prize: int
    goes_on: bool = False

    @property
    def turn(self) -> Who:
        return CHANCE

    def draws(self) -> UniformDraw:
        return UniformDraw(self.sides)

    def drawn(self, what: int) -> Step:
        moves = Moves(self.felt)
        if what == 0:
            moves.collect(1, "toss")
            return moves.to(Rest(moves.felt))
        if what == 1:
            moves.pay(1, "toss", self.prize)
            if not self.goes_on:
                moves.withdraw(1, "toss", self.felt.on(1, "toss"), "")
                return moves.to(Rest(moves.felt))
        return moves.to(Toss(moves.felt, self.sides, self.prize, self.goes_on))


class Choose(Act, frozen=True):
    """The choice of the number of sides."""

    sides: int


class Choosing(Phase[Choose], frozen=True):
    """The phase in which the player chooses the number of sides."""

    clause: ClassVar[str] = ""
    most: int = 6

    @property
    def turn(self) -> Who:
        return 1

    def offers(self, who: Who) -> Iterable[Offer]:
        yield Offer(Choose(1, 2), "", {"sides": Range(2, self.most)})

    def after(self, act: Choose) -> Step:
        return Toss(self.felt, act.sides, prize=10 * act.sides), ()


def staked(cents: int = 60) -> Felt:
    moves = Moves(Felt())
    moves.stake(1, "toss", cents)
    return moves.felt


def test_a_throw_that_decides_nothing_is_thrown_again_exactly() -> None:
    """One face of a die wins, one loses and four repeat the throw: the chances are exactly one half each."""
    result = Walk(1).result(Toss(staked(), sides=6, prize=60), 60)
    assert result.chances == {-60: Fraction(1, 2), 60: Fraction(1, 2)}
    assert result.mean == 0
    assert result.variance == 3600
    assert result.tail == 0


def test_a_bet_that_can_win_for_ever_is_exact_in_mean_and_told_to_a_tail() -> None:
    result = Walk(1).result(Toss(staked(), sides=2, prize=10, goes_on=True), 60)
    assert result.mean == -60 + 10  # one win on average before the loss
    assert result.variance == 200  # of ten times a geometric number: 100 · (1/2) / (1/2)²
    assert 0 < result.tail <= Fraction(1, 10**15)
    assert result.chances[-60] == Fraction(1, 2)
    assert result.chances[-30] == Fraction(1, 16)
    assert sum(result.chances.values()) + result.tail == 1


def test_the_best_of_several_acts_is_chosen_and_the_others_are_told() -> None:
    result = Walk(1).result(Choosing(staked()), 60)
    (decision,) = result.decisions
    assert decision.best == Choose(1, 6)
    assert decision.worth["s1 choose 2"] == Fraction(40, 1)  # (60 + 20) / 2
    assert result.mean == decision.worth["s1 choose 6"] - 60


def test_too_many_acts_need_a_policy() -> None:
    with pytest.raises(NovamasError, match="policy"):
        Walk(1).result(Choosing(staked(), most=1000))
    result = Walk(1, policy=lambda _, acts: acts[0]).result(Choosing(staked(), most=1000), 60)
    assert result.mean == -20


def test_a_player_may_not_choose_by_cards_he_cannot_see() -> None:
    moves = Moves(staked())
    moves.use(Shoe.of(DECK_52))
    moves.deal("bank", 51)
    with pytest.raises(HiddenCardUsed, match="cannot see"):
        Walk(1).result(Choosing(moves.felt))
    moves.show("bank")
    Walk(1).result(Choosing(moves.felt))


@given(some.lists(some.lists(some.integers(0, 7), max_size=4), min_size=8, max_size=8))
def test_cycles_are_the_parts_that_reach_each_other(after: list[list[int]]) -> None:
    def reached(start: int) -> set[int]:
        found, waiting = {start}, [start]
        while waiting:
            for node in after[waiting.pop()]:
                if node not in found:
                    found.add(node)
                    waiting.append(node)
        return found

    parts = cycles(after)
    assert sorted(node for part in parts for node in part) == list(range(8))
    place = {node: number for number, part in enumerate(parts) for node in part}
    for one in range(8):
        for other in range(8):
            both = other in reached(one) and one in reached(other)
            assert (place[one] == place[other]) is both
        assert all(place[node] <= place[one] for node in after[one])


@given(some.integers(1, 5).flatmap(lambda n: some.tuples(square(n), vector(n))))
def test_linear_systems_are_solved_exactly(system: tuple[list[list[Fraction]], list[Fraction]]) -> None:
    matrix, answer = system
    size = len(matrix)
    for n in range(size):  # make it solvable: a heavy diagonal
        matrix[n][n] += 1 + sum(abs(value) for value in matrix[n])
    right = [[sum((matrix[n][m] * answer[m] for m in range(size)), Fraction(0))] for n in range(size)]
    assert [row[0] for row in solve(matrix, right)] == answer


def vector(size: int) -> some.SearchStrategy[list[Fraction]]:
    return some.lists(some.fractions(-9, 9, max_denominator=50), min_size=size, max_size=size)


def square(size: int) -> some.SearchStrategy[list[list[Fraction]]]:
    return some.lists(vector(size), min_size=size, max_size=size)


def test_a_system_without_a_solution_says_so() -> None:
    with pytest.raises(ZeroDivisionError):
        solve([[Fraction(0)]], [[Fraction(1)]])
