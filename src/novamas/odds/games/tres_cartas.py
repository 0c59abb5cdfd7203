"""Exact odds of three-card poker: every hand of the player against every hand of the bank.

The census gives the number of ways, the engine the payouts: one round is played for each
combination and each result of the comparison.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import IntEnum
from fractions import Fraction
from functools import cache, cached_property
from math import comb
from typing import Any

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from novamas.equipment.cards import DECK_52
from novamas.families.banked.acts import Bet, Fold
from novamas.families.banked_poker.acts import Go
from novamas.games.tres_cartas.cloth import ANTE, PAREJA_PLUS
from novamas.games.tres_cartas.setup import figures
from novamas.hands import Category, ladder
from novamas.hands.batch import every_hand, strengths
from novamas.law import Frame
from novamas.odds.advice import by_choice, kind_label, or_better, row, rule, whole_table
from novamas.odds.disjoint_hands import below
from novamas.odds.engine_payouts import net, odds_of
from novamas.odds.report import BetOdds
from novamas.table.deeds import Deed
from novamas.table.game import Table

HAND = 3


class End(IntEnum):
    """A result of comparing a hand with the bank's hand."""

    BANK_DOES_NOT_PLAY = 0
    WON = 1
    TIED = 2
    LOST = 3


class Census:
    """All hands of a deck with their strengths, and the numbers of bank hands by result."""

    def __init__(self, frame: Frame, deck: tuple[int, ...]) -> None:
        made = figures(frame).ranking
        self.hands = every_hand(deck, HAND)
        self.strengths = strengths(made, self.hands).astype(np.int64)
        self.whole = comb(len(deck) - HAND, HAND)
        rungs = ladder(made.shape)
        queen = figures(frame).play.bank_plays_with
        bank_plays = rungs.strength_of_ranks((2, 3, queen), False)
        idle = below(self.hands, self.strengths, np.full_like(self.strengths, bank_plays))
        less = below(self.hands, self.strengths, self.strengths)
        same = below(self.hands, self.strengths, self.strengths + 1) - less
        might_win = self.strengths >= bank_plays
        won, tied = np.where(might_win, less - idle, 0), np.where(might_win, same, 0)
        self.ways = np.stack([idle, won, tied, self.whole - idle - won - tied], axis=1)
        self.bank_plays = bank_plays
        self._rungs = rungs
        self._masks = (np.uint64(1) << self.hands.astype(np.uint64)).sum(axis=1)

    @cached_property
    def categories(self) -> tuple[tuple[Category, NDArray[np.bool_]], ...]:
        """Each combination that occurs, with a mask of the hands that make it."""
        order = self._rungs.shape.order
        by_strength = np.array([-1, *(order.index(rung.category) for rung in self._rungs.rungs)])
        made = by_strength[self.strengths]
        return tuple((each, made == n) for n, each in enumerate(order) if (made == n).any())

    def example(self, hand: int, end: End) -> tuple[int, ...]:
        """Return the cards of a hand, and three bank cards that give this result."""
        mine = self.strengths[hand]
        fitting = {
            End.BANK_DOES_NOT_PLAY: self.strengths < self.bank_plays,
            End.WON: (self.strengths < mine) & (self.strengths >= self.bank_plays),
            End.TIED: (self.strengths == mine) & (self.strengths >= self.bank_plays),
            End.LOST: (self.strengths > mine) & (self.strengths >= self.bank_plays),
        }[end]
        apart = self._masks & self._masks[hand] == 0
        bank = self.hands[np.flatnonzero(fitting & apart)[0]]
        return tuple(map(int, (*self.hands[hand], *bank)))


@cache
def census(frame: Frame, deck: tuple[int, ...] = DECK_52) -> Census:
    """Return the census of all hands of a deck."""
    return Census(frame, deck)


# ---------------------------------------------------------------- the ante and the second bet


class Play:
    """The value of every hand at a table, per ante, and the best act with each."""

    def __init__(self, table: Table, deck: tuple[int, ...] = DECK_52) -> None:
        self.census = census(table.frame, deck)
        wager = table.game.wagers(table.opening)[ANTE]
        self.stake = wager.stake
        self.nets = np.zeros_like(self.census.ways)
        for _, made in self.census.categories:
            for end in End:
                self._pay(table, wager.acts, made, end)
        self.go = (self.census.ways * self.nets).sum(axis=1)  # céntimos, over all hands of the bank
        some = self.census.example(int(np.argmin(self.census.strengths)), End.LOST)
        self.fold = net(table.opening, (*wager.acts, Fold(1)), some)
        self.goes = self.go >= self.fold * self.census.whole

    def _pay(self, table: Table, acts: Iterable[Deed], made: NDArray[np.bool_], end: End) -> None:
        """Enter the net win of a combination for one result of the comparison, as the table pays it."""
        met = np.flatnonzero(made & (self.census.ways[:, end] > 0))
        if len(met):
            cards = self.census.example(int(met[0]), end)
            self.nets[made, end] = net(table.opening, (*acts, Go(1)), cards)

    def worth(self, goes: NDArray[np.bool_]) -> Fraction:
        """Return the average win per ante if exactly these hands stay in and all others fold."""
        total = int(self.go[goes].sum()) + self.fold * self.census.whole * int((~goes).sum())
        return Fraction(total, self.census.whole * len(goes) * self.stake)

    def distribution(self) -> dict[Fraction, Fraction]:
        """Return the probability of each net win per ante under best play."""
        ways: dict[int, int] = {self.fold: self.census.whole * int((~self.goes).sum())}
        for value in np.unique(self.nets):
            here = (self.nets == value) & self.goes[:, None]
            ways[int(value)] = ways.get(int(value), 0) + int(self.census.ways[here].sum())
        whole = self.census.whole * len(self.goes)
        return {Fraction(won, self.stake): Fraction(n, whole) for won, n in ways.items() if n}

    def rules(self) -> Iterator[Mapping[str, Any]]:
        """Yield three simple rules on when to stay in.

        They are: from the best threshold on, with every hand with which the bank would play, and always.
        """
        best = self.worth(self.goes)
        strengths = self.census.strengths
        for least in (int(strengths[self.goes].min()), self.census.bank_plays, int(strengths.min())):
            hand = self.census.hands[int(np.argmax(strengths == least))]
            yield rule(or_better(map(int, hand)), best - self.worth(strengths >= least))

    def table(self) -> Iterator[Mapping[str, Any]]:
        """Yield the best act with every kind of hand, the strongest first. Equal hands share a row."""
        order = np.argsort(self.census.strengths, kind="stable")
        begins = np.flatnonzero(np.diff(self.census.strengths[order])) + 1
        for here in reversed(np.split(order, begins)):
            cards = [int(card) for card in self.census.hands[here[0]]]
            go = Fraction(int(self.go[here].sum()), self.census.whole * len(here) * self.stake)
            when = {"hand": kind_label(cards)}
            fold = Fraction(self.fold, self.stake)
            yield row(when, "go" if self.goes[here[0]] else "fold", {"go": go, "fold": fold}, len(here))


# ---------------------------------------------------------------- Pareja Plus


def prizes(table: Table, deck: tuple[int, ...] = DECK_52) -> list[Fraction]:
    """Return the net win of Pareja Plus per unit, for each combination.

    The same round is played with and without the bet.
    """
    counted = census(table.frame, deck)
    wager = table.game.wagers(table.opening)[PAREJA_PLUS]
    ante = tuple(act for act in wager.acts if isinstance(act, Bet) and act.bet != PAREJA_PLUS)
    found = []
    for _, made in counted.categories:
        hand = int(np.flatnonzero(made)[0])
        cards = counted.example(hand, End(int(np.argmax(counted.ways[hand] > 0))))
        both, alone = (net(table.opening, (*acts, Go(1)), cards) for acts in (wager.acts, ante))
        found.append(Fraction(both - alone, wager.stake))
    return found


def pareja_plus(table: Table, deck: tuple[int, ...] = DECK_52) -> dict[Fraction, Fraction]:
    """Return the probability of each net win of Pareja Plus per unit."""
    nets: dict[Fraction, Fraction] = {}
    for won, (_, made) in zip(prizes(table, deck), census(table.frame, deck).categories, strict=True):
        nets[won] = nets.get(won, Fraction(0)) + Fraction(int(made.sum()), len(made))
    return nets


def bets(table: Table) -> dict[str, BetOdds]:
    """Return the odds of the ante, with second bet and bonus under best play, and of Pareja Plus."""
    play, wagers = Play(table), table.game.wagers(table.opening)
    odds = odds_of(play.distribution(), wagers[ANTE].per, play.stake)
    goes = Fraction(int(play.goes.sum()), len(play.goes))
    return {
        ANTE: replace(
            odds,
            also={"unit_staked_on_average": odds.edge / (1 + goes)},
            advice=(*play.rules(), whole_table(tuple(play.table()))),
        ),
        PAREJA_PLUS: replace(
            odds_of(pareja_plus(table), wagers[PAREJA_PLUS].per, wagers[PAREJA_PLUS].stake),
            advice=(by_choice(PAREJA_PLUS, edges_by_paytable(table.frame)),),
        ),
    }


def edges_by_paytable(frame: Frame) -> dict[str, Fraction]:
    """Return the edge of Pareja Plus for each paytable that the house may choose."""
    counted, found = census(frame), {}
    for name, prizes in figures(frame).pareja_plus.items():
        pays = {category: prize.pays for category, prize in prizes.items()}
        won = (
            pays.get(each.value, Fraction(-1)) * Fraction(int(made.sum()), len(made))
            for each, made in counted.categories
        )
        found[name] = -sum(won, Fraction(0))
    return found
