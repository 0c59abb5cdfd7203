"""The best play of no-draw poker: the value of every hand against every up card of the bank."""

from __future__ import annotations

from collections import Counter
from enum import IntEnum
from fractions import Fraction
from functools import cached_property
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from novamas.equipment.cards import DECK_52
from novamas.hands import Category
from novamas.odds.games.sin_descarte.census import Deal, Weights, census
from novamas.odds.games.sin_descarte.draws import Draw, draws_of
from novamas.odds.games.sin_descarte.kernels import (
    BUY,
    FOLD,
    GO,
    WIDTH,
    Acts,
    Counters,
    Masks,
    choose,
    look_back,
    look_on,
    stand,
)
from novamas.odds.games.sin_descarte.payouts import End, Outcome, Pays
from novamas.odds.progress import tracked

Whole = NDArray[np.int64]
RANKS = 15
NEVER = -(2**62)  # below any worth
LESS = (Category.AS_REY, Category.CARTA_MAYOR)  # hands below a pair


class Kind(IntEnum):
    """Kinds of hands, by which decisions are grouped. Hands above a pair never draw."""

    NOTHING = 0
    ACE_KING = 1
    PAIR = 2
    BETTER = 3


class Decided(NamedTuple):
    """The best act with each hand of a deal, and the results of these acts."""

    acts: Acts
    values: Whole  # of the best act, summed over all ways
    stays: Whole  # of staying in with the cards dealt, over all hands of the bank, in initial bets
    goes: Masks | None = None  # by completed hand: the discards with which it stays in
    bought: Acts | None = None  # by the four cards kept and the discard: the weight of those who buy so


class Chooser:
    """A search for best play at a table. With `seguro`, the insurance counts too."""

    def __init__(self, pays: Pays, deck: tuple[int, ...] = DECK_52, *, seguro: bool = False) -> None:
        self.pays, self.gains = pays, pays.gains
        self.census = census(pays.frame, deck)
        self.may_buy = pays.rules.buy_card
        part = Fraction(pays.rules.seguro, pays.stake) if seguro else Fraction(0)
        self.scale, self.insured = part.denominator, part.numerator
        self.later = self.census.unseen - 4 if self.may_buy else 1
        self.each = self.census.banks * self.later  # ways in which a hand and an up card can continue

    def decide(self, deal: Deal) -> Decided:
        """Return the best act with each hand against one up card."""
        hands = deal.hands
        stays = self.left(deal, self.gains)
        values = self._aside(self.census.banks)[hands.strengths] + self.scale * stays
        fold = self._fold(self.census.banks)
        if not self.may_buy:
            acts = np.where(values >= fold, GO, FOLD).astype(np.int8)
            return Decided(acts, np.maximum(values, fold), stays)
        goes, sums = self._look_on(deal)
        acts, best = np.zeros(len(values), np.int8), np.zeros(len(values), np.int64)
        bought = np.zeros((len(sums), WIDTH), np.int8)
        dealt = hands.fives, hands.weights, self.census.alike
        price = self.scale * self.pays.price * self.each
        choose()(*dealt, values * self.later, sums, fold * self.later, price, acts, best, bought)
        return Decided(acts, best, stays, goes, bought)

    def by_rule(self, deal: Deal, least: int, buys: NDArray[np.bool_]) -> int:
        """Return the value of all hands if exactly those marked in `buys` buy their best card.

        Hands from the strength `least` on stay in, also after a card was bought. Weaker hands fold.
        """
        hands = deal.hands
        fold = self._fold(self.census.banks) * self.later
        goes = self.scale * self.left(deal, self.gains) + self._aside(self.census.banks)[hands.strengths]
        values = np.where(hands.strengths >= least, goes * self.later, fold)
        if buys.any():
            _, sums = self._look_on(deal, least)
            best, never = np.zeros(len(values), np.int64), np.full(len(values), NEVER)
            acts, bought = np.zeros(len(values), np.int8), np.zeros((len(sums), WIDTH), np.int8)
            dealt = hands.fives, hands.weights, self.census.alike
            price = self.scale * self.pays.price * self.each
            choose()(*dealt, never, sums, NEVER, price, acts, best, bought)
            values = np.where(buys, best, values)
        return int((values * hands.weights).sum())

    def left(self, deal: Deal, weights: Weights) -> Whole:
        """Return the weight of the bank's hands that each hand leaves possible."""
        counters, out = Counters(), np.zeros(len(deal.hands.fives), np.int64)
        bounds = self.census.bounds(deal.hands)
        for low, high in deal.sweep(counters, weights):
            part = slice(bounds[low], bounds[high + 1])
            if part.start < part.stop:
                stand()(*counters.arrays, deal.hands.fives[part], out[part])
        return out

    def _fold(self, banks: int) -> int:
        return (self.scale * self.pays.fold - self.insured) * banks

    def _aside(self, banks: int) -> Whole:
        """Return how much the insurance adds to the value of staying in, by strength."""
        nets = [self.pays.seguro.get(category, Fraction(-1)) for category in self.census.categories]
        assert all(won.denominator == 1 for won in nets)
        return np.array([self.insured * won.numerator * banks for won in nets], np.int64)

    def _look_on(self, deal: Deal, least: int | None = None) -> tuple[Masks, Whole]:
        """Return the discards with which each hand stays in, and the value of each four cards kept.

        A hand with a bought card stays in if that is best or, under a rule, from the strength `least` on.
        """
        completed = self.census.completed.beside(deal.up)
        bounds = self.census.bounds(completed)
        goes = np.zeros(len(completed.fives), np.uint64)
        sums = np.zeros((comb(WIDTH, 4), WIDTH), np.int64)
        counters, banks = Counters(), self.census.banks_after
        aside, fold = self._aside(banks), self._fold(banks)
        for low, high in deal.sweep(counters, self.gains):
            for strength in range(low, high + 1):
                part = slice(bounds[strength], bounds[strength + 1])
                if part.start < part.stop:
                    rows = completed.fives[part], completed.kept[part]
                    values = self.scale, int(aside[strength]), fold
                    if least is not None:
                        values = (*values[:2], NEVER) if strength >= least else (0, fold, fold)
                    look_on()(*counters.arrays, *rows, *values, goes[part], sums)
        return goes, sums


class Play(Chooser):
    """Best play over all deals: its value, the ends of rounds, and the best acts by kind of hand."""

    def __init__(self, pays: Pays, deck: tuple[int, ...] = DECK_52, *, seguro: bool = False) -> None:
        super().__init__(pays, deck, seguro=seguro)
        self.ways: Counter[Outcome] = Counter()
        self.value = 0  # over all ways, in parts of an initial bet
        rungs = len(self.census.categories)
        self.hands = np.zeros((RANKS, rungs), np.int64)  # by rank of the up card and strength
        self.worths = np.zeros((RANKS, rungs), np.int64)  # of staying in, over all hands of the bank
        self.acts = np.zeros((3, RANKS, rungs), np.int64)
        self.draws = np.zeros((3, len(Kind), len(Draw), RANKS), np.int64)  # the same by kind and draw
        for up in tracked("cards_of_the_bank", self.census.ups):
            self._play(Deal(self.census, up))
        self.whole = self.each * self.census.deals
        assert sum(self.ways.values()) == self.whole

    @property
    def mean(self) -> Fraction:
        """The average win of best play in initial bets. The insurance is included if it is played."""
        return Fraction(self.value, self.whole * self.scale)

    def distribution(self) -> dict[Fraction, Fraction]:
        """Return the probability of each net win of the initial bet with everything that follows from it."""
        nets: Counter[int] = Counter()
        for outcome, ways in self.ways.items():
            nets[self.pays.of(outcome)] += ways
        return {Fraction(won): Fraction(ways, self.whole) for won, ways in nets.items()}

    def insurance(self) -> dict[Fraction, Fraction]:
        """Return the probability of each net win per unit of the insurance on the final hand."""
        nets: Counter[Fraction] = Counter()
        for (made, _, _), ways in self.ways.items():
            nets[Fraction(-1) if made is None else self.pays.seguro[made]] += ways
        return {won: Fraction(ways, self.whole) for won, ways in nets.items()}

    def chance(self, act: int) -> Fraction:
        """Return how often an act is best, judged by the dealt cards."""
        return Fraction(int(self.acts[act].sum()), int(self.acts.sum()))

    def staked(self) -> Fraction:
        """Return the average total stake in initial bets, with the second bet and the price of a card."""
        second = sum(ways for (made, _, _), ways in self.ways.items() if made is not None)
        times = self.census.figures.play.second_times
        return 1 + times * Fraction(second, self.whole) + self.pays.price * self.chance(BUY)

    @cached_property
    def pair(self) -> int:
        """The strength of the weakest pair."""
        return next(n for n, each in enumerate(self.census.categories) if n and each is Category.PAREJA)

    @cached_property
    def kinds(self) -> Whole:
        """The kind of hand to which each strength belongs."""
        better = sum(each in (Category.PAREJA, *LESS) for each in self.census.categories)
        bounds = np.array([self.census.bank_plays, self.pair, better])
        return np.searchsorted(bounds, np.arange(len(self.census.categories)), side="right")

    # ---- one up card

    def _play(self, deal: Deal) -> None:
        hands, decided = deal.hands, self.decide(deal)
        self.value += int((decided.values * hands.weights).sum())
        self._count(deal, decided)
        if decided.goes is not None and decided.bought is not None:
            self._count_bought(deal, decided.goes, decided.bought)
        rank = deal.up // 4 + 2
        np.add.at(self.hands[rank], hands.strengths, hands.weights)
        np.add.at(self.worths[rank], hands.strengths, hands.weights * decided.stays)
        for act in (FOLD, GO, BUY):
            chosen = decided.acts >= BUY if act == BUY else decided.acts == act
            np.add.at(self.acts[act][rank], hands.strengths[chosen], hands.weights[chosen])
            kinds = self.kinds[hands.strengths[chosen]], draws_of(hands.fives[chosen])
            np.add.at(self.draws[act, :, :, rank], kinds, hands.weights[chosen])

    @property
    def _of_ends(self) -> tuple[Weights, Weights]:
        """Return two sets of weights: one counts bank hands that do not play, the other those that tie."""
        none = np.zeros(len(self.census.categories), np.int64)
        return Weights(1, none, 0, 0), Weights(0, none, 1, 0)

    def _count(self, deal: Deal, decided: Decided) -> None:
        """Count the folded hands, and how the hands that stay in with their own cards end."""
        hands, acts = deal.hands, decided.acts
        self.ways[Outcome(None, None, False)] += int(hands.weights[acts == FOLD].sum()) * self.each
        idle, tied = (self.left(deal, weights) for weights in self._of_ends)
        going = np.where(acts == GO, hands.weights, 0)
        for category, among in self._by_category(hands.strengths):
            many = int(going[among].sum()) * self.census.banks
            sums = (int((going[among] * figures[among]).sum()) for figures in (decided.stays, idle, tied))
            self._add(category, many, *sums, each=self.later, bought=False)

    def _count_bought(self, deal: Deal, goes: Masks, bought: Acts) -> None:
        """Count the ends of the hands that a bought card has completed."""
        completed = self.census.completed.beside(deal.up)
        bounds = self.census.bounds(completed)
        found = []
        for weights in (self.gains, *self._of_ends):
            totals, counters = np.zeros((len(self.census.categories), 3), np.int64), Counters()
            for low, high in deal.sweep(counters, weights):
                for strength in range(low, high + 1):
                    part = slice(bounds[strength], bounds[strength + 1])
                    if part.start < part.stop:
                        fives, kept = completed.fives[part], completed.kept[part]
                        look_back()(*counters.arrays, fives, kept, goes[part], bought, totals[strength])
            found.append(totals)
        self.ways[Outcome(None, None, True)] += int(found[0][:, 2].sum()) * self.census.banks_after
        for category, among in self._by_category(np.arange(len(self.census.categories))):
            many = int(found[0][among, 1].sum()) * self.census.banks_after
            self._add(category, many, *(int(each[among, 0].sum()) for each in found), each=1, bought=True)

    def _by_category(self, strengths: Whole) -> list[tuple[Category, NDArray[np.bool_]]]:
        """Return each combination with a mask of the strengths that belong to it."""
        order = self.census.ladder.shape.order
        numbers = np.array([order.index(category) for category in self.census.categories])
        return [(category, numbers[strengths] == number) for number, category in enumerate(order)]

    def _add(
        self, category: Category, whole: int, value: int, idle: int, tied: int, *, each: int, bought: bool
    ) -> None:
        """Add how often each end occurs with a combination.

        The numbers of wins and losses follow from the value, and from the numbers of all other ends.
        """
        rest, won = whole - idle - tied, 0
        beaten = self.pays.nets.get((category, End.WON))
        if beaten is not None and rest:
            excess = value - self.gains.idle * idle - self.gains.beating * rest
            won, left = divmod(excess, beaten - self.gains.beating)
            assert left == 0
        for end, ways in zip(End, (idle, won, tied, rest - won), strict=True):
            if ways:
                self.ways[Outcome(category, end, bought)] += ways * each
