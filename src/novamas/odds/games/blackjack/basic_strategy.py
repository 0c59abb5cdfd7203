"""Basic strategy: the best play by a hand's total alone, and by whether it is a pair."""

from __future__ import annotations

from functools import cache
from typing import TypeAlias

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from novamas.odds.games.blackjack.analysis import (
    Against,
    Analyser,
    Course,
    Plan,
    SplitHand,
    Terms,
    best_course,
)
from novamas.odds.games.blackjack.enumeration import ACE, hands, in_order
from novamas.odds.games.blackjack.kernels import DOUBLE, HIT, STAND

Total: TypeAlias = tuple[int, bool]  # points, and whether one ace counts eleven
Weights = NDArray[np.float64]
MAX_ROUNDS = 20  # iterations: a handful is enough
NEVER = -9.0  # below any worth: not allowed


class Advice(Struct, frozen=True, cache_hash=True):
    """The strategy by total against one up card."""

    draws: frozenset[Total]  # totals that draw; all others stand
    doubles: frozenset[Total]  # of two cards
    surrenders: frozenset[Total]  # of the first two cards
    splits: frozenset[int]  # values of pairs
    resplits: frozenset[int]  # split again when they come again
    surrenders_pairs: frozenset[int]

    def plan(self) -> Plan:
        """Return the act for every hand, which is to stand, hit or double."""
        every = hands()
        plan = np.full(len(every.size), STAND, np.int64)
        for hand in range(len(plan)):
            total = total_of(hand)
            if total in self.draws:
                plan[hand] = HIT
            if total in self.doubles and every.size[hand] == 2 and every.cards[hand, ACE] < 2:
                plan[hand] = DOUBLE
        return plan

    def act(self, values: tuple[int, ...], *, may: frozenset[str], is_split: bool = False) -> str:
        """Return the act for these cards out of those that are lawful now."""
        total = total_of(hands().of(*values))
        pair = values[0] if len(values) == 2 and values[0] == values[1] else None
        if "surrender" in may and (
            total in self.surrenders if pair is None else pair in self.surrenders_pairs
        ):
            return "surrender"
        if "split" in may and pair in (self.resplits if is_split else self.splits):
            return "split"
        if "double" in may and total in self.doubles:
            return "double"
        return "hit" if "hit" in may and total in self.draws else "stand"


@cache
def total_of(hand: int) -> Total:
    """Return the points of a hand, and whether the hand is soft."""
    return int(hands().points[hand]), bool(hands().is_soft[hand])


def reached(against: Against, plan: Plan, starts: dict[int, float]) -> Weights:
    """Return how likely each hand is to be held at some point, from these first hands under this plan."""
    every = hands()
    weights = np.zeros(len(every.size))
    for hand, chance in starts.items():
        weights[hand] += chance
    for hand in range(len(weights) - 1, -1, -1):  # the lightest first
        if weights[hand] == 0 or plan[hand] != HIT or every.points[hand] >= 21:
            continue
        left = against.shoe - every.cards[hand]
        chances = weights[hand] * left / left.sum()
        for value in np.flatnonzero((every.after[hand] >= 0) & (left > 0)):
            weights[every.after[hand, value]] += chances[value]
    return weights


class _Choice:
    """A search for the best advice against one up card, by repeated improvement."""

    def __init__(self, against: Against) -> None:
        self.against = against
        self.deals = {hands().of(*held): chance for held, chance in against.deals().items()}
        self.anywhere = reached(against, np.full(len(hands().size), HIT, np.int64), self.deals)
        self.give_up = np.full(len(hands().size), NEVER, np.float64)  # of the first two cards
        if against.terms.surrender_loses is not None and against.first != ACE:
            for hand in self.deals:
                self.give_up[hand] = against.given_up(hand)
        self.splits: dict[int, SplitHand] = {}

    def settle(self) -> tuple[Advice, Course]:
        """Improve the advice for totals and then for pairs, until neither changes the other."""
        best = best_course(self.against)
        splits = frozenset(best.splits)
        again = frozenset(value for value, split in best.splits.items() if split.resplit)
        gives_up = frozenset(
            one for (one, two), act in best.acts.items() if one == two and act == "surrender"
        )
        nothing: frozenset[Total] = frozenset()
        advice = Advice(nothing, nothing, nothing, splits, again, gives_up)
        for _ in range(MAX_ROUNDS):
            by_total = self.totals(advice)
            if by_total == advice:
                by_total = self.pairs(advice)
            if by_total == advice:
                break
            advice = by_total
        return advice, self.course(advice)

    def totals(self, advice: Advice) -> Advice:
        """Return the best advice by total if all else is played by the present advice."""
        plan = advice.plan()
        played = self.against.play(self.against.shoe[None, :], plan=plan)
        stand, hit, double = played.stand[0], played.hit[0], played.double[0]
        apart = advice.splits | advice.surrenders_pairs
        starts = {hand: chance for hand, chance in self.deals.items() if pair_of(hand) not in apart}
        return replace(
            advice,
            draws=self._draws(plan, starts, hit - stand),
            doubles=self._by_total(
                {hand: chance for hand, chance in starts.items() if self.against.terms.may_double[hand]},
                double - np.maximum(stand, hit),
            ),
            surrenders=self._by_total(
                {hand: chance for hand, chance in starts.items() if pair_of(hand) is None},
                self.give_up - np.where(plan == DOUBLE, double, np.where(plan == HIT, hit, stand)),
            ),
        )

    def pairs(self, advice: Advice) -> Advice:
        """Return the best advice for each pair if all else is played by the present advice."""
        plan = advice.plan()
        played = self.against.play(self.against.shoe[None, :], plan=plan)
        splits, again, gives_up = set(), set(), set()
        for hand in self.deals:
            value = pair_of(hand)
            split = None if value is None else self.against.split(value, plan)
            if value is None or split is None:
                continue
            if split.worth > max(played.worth[0, hand], self.give_up[hand]):
                splits.add(value)
                self.splits[value] = split
                if split.resplit:
                    again.add(value)
            elif self.give_up[hand] > played.worth[0, hand]:
                gives_up.add(value)
        return replace(
            advice,
            splits=frozenset(splits),
            resplits=frozenset(again),
            surrenders_pairs=frozenset(gives_up),
        )

    def _draws(self, plan: Plan, starts: dict[int, float], gain: Weights) -> frozenset[Total]:
        """Return the totals with which drawing is worth more than standing.

        Each hand with such a total counts as often as it is reached.
        """
        weights = reached(self.against, plan, {h: c for h, c in starts.items() if plan[h] != DOUBLE})
        sums: dict[Total, float] = {}
        rare: dict[Total, float] = {}
        for hand in range(len(gain)):
            if hands().size[hand] < 2 or hands().points[hand] >= 21:
                continue
            total = total_of(hand)
            sums[total] = sums.get(total, 0.0) + weights[hand] * gain[hand]
            rare[total] = rare.get(total, 0.0) + self.anywhere[hand] * gain[hand]
        return frozenset(total for total, sum_ in sums.items() if (sum_ or rare[total]) > 0)

    def _by_total(self, starts: dict[int, float], gain: Weights) -> frozenset[Total]:
        """Return the totals of two-card hands with a positive average gain."""
        sums: dict[Total, float] = {}
        for hand, chance in starts.items():
            if hands().points[hand] < 21 and hands().cards[hand, ACE] < 2:
                total = total_of(hand)
                sums[total] = sums.get(total, 0.0) + chance * gain[hand]
        return frozenset(total for total, sum_ in sums.items() if sum_ > 0)

    def course(self, advice: Advice) -> Course:
        """Return the advice in the form of a strategy."""
        against, plan = self.against, advice.plan()
        acts = {held: advice.act(held, may=frozenset(against.worth_of(*held))) for held in against.deals()}
        splits = {value: self.splits[value] for value in advice.splits}
        return Course(acts, against.play(against.shoe[None, :], plan=plan), splits)


@cache
def pair_of(hand: int) -> int | None:
    """Return the value of the cards of a pair, or None."""
    values = in_order(hands().cards[hand])
    return values[0] if len(values) == 2 and values[0] == values[1] else None


class BasicStrategy(Struct, frozen=True, eq=False):
    """Basic strategy against every up card, with its average result."""

    advice: dict[int, Advice]
    courses: dict[int, Course]
    worth: float


@cache
def advice_against(terms: Terms, first: int) -> tuple[Advice, Course]:
    """Return the best strategy by total against one up card."""
    return _Choice(analysed(terms).against(first)).settle()


@cache
def basic_strategy(terms: Terms) -> BasicStrategy:
    """Return the best strategy by total under these conditions."""
    analyser = analysed(terms)
    found = {first: advice_against(terms, first) for first in analyser.firsts}
    courses = {first: course for first, (_, course) in found.items()}
    worth = analyser.expectation(lambda against: courses[against.first])
    return BasicStrategy({first: advice for first, (advice, _) in found.items()}, courses, worth)


@cache
def analysed(terms: Terms) -> Analyser:
    """Return the analyser for these conditions. It is cached."""
    return Analyser(terms)
