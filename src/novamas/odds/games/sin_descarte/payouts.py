"""The payouts of a no-draw poker table for each way in which a round can end.

For each combination and each result of the comparison, one round is played on the engine. Its net
win is counted in initial bets.
"""

from __future__ import annotations

from collections.abc import Hashable
from enum import IntEnum
from fractions import Fraction
from functools import cache
from typing import NamedTuple

import numpy as np

from novamas.equipment.cards import DECK_52, card
from novamas.families.banked.acts import Fold
from novamas.families.banked_poker.acts import Go
from novamas.games.sin_descarte.acts import Buy
from novamas.games.sin_descarte.cloth import INITIAL, SEGURO, Cloth
from novamas.hands import Category
from novamas.law import Frame
from novamas.odds.engine_payouts import net
from novamas.odds.games.sin_descarte.census import Census, Deal, Weights, census
from novamas.table.deeds import Deed
from novamas.table.game import Table

TRIES = 20  # hands of a combination tried for an example


class End(IntEnum):
    """A result of comparing a hand with the bank's hand."""

    BANK_DOES_NOT_PLAY = 0
    WON = 1
    TIED = 2
    LOST = 3


class Outcome(NamedTuple):
    """An end of a round: the final combination, its result, and whether a card was bought.

    Combination and result are None if the hand folded.
    """

    made: Category | None
    end: End | None
    bought: bool


class Pays:
    """A table's payouts for all outcomes, in initial bets, as the engine paid them."""

    def __init__(self, table: Table) -> None:
        felt = table.opening.felt
        assert isinstance(felt, Cloth)
        self.table, self.rules, self.frame = table, felt.rules, table.frame
        wagers = table.game.wagers(table.opening)
        self.stake = wagers[INITIAL].stake
        self.acts = {bet: wager.acts for bet, wager in wagers.items()}
        self.nets: dict[tuple[Category, End], int] = {}
        self.seguro: dict[Category, Fraction] = {}  # per unit of insurance, for a player who stays in
        examples = examples_of(self.frame)
        for category in examples.census.ladder.shape.order:
            for end in End:
                cards = examples.round(category, end)
                if cards is not None:
                    self._see(category, end, *cards)
        hand, bank = DECK_52[:5], DECK_52[-5:]
        self.fold = self.net((*self.acts[INITIAL], Fold(1)), hand, bank)
        self.price = 0
        if self.rules.buy_card:
            buys = (*self.acts[INITIAL], Buy(1, 1), Fold(1))
            self.price = self.fold - self.net(buys, hand, bank, DECK_52[5])

    def _see(self, category: Category, end: End, hand: tuple[int, ...], bank: tuple[int, ...]) -> None:
        self.nets[category, end] = alone = self.net((*self.acts[INITIAL], Go(1)), hand, bank)
        if SEGURO in self.acts:
            both = self.cents((*self.acts[SEGURO], Go(1)), hand, bank)
            self.seguro[category] = Fraction(both - alone * self.stake, self.rules.seguro)

    def net(self, acts: tuple[Deed, ...], hand: tuple[int, ...], bank: tuple[int, ...], *bought: int) -> int:
        """Return the net win of seat 1, counted in initial bets."""
        bets, rest = divmod(self.cents(acts, hand, bank, *bought), self.stake)
        assert not rest, "the table pays whole multiples of the initial bet"
        return bets

    def cents(
        self, acts: tuple[Deed, ...], hand: tuple[int, ...], bank: tuple[int, ...], *bought: int
    ) -> int:
        """Return the net win of seat 1 in céntimos with these cards. The bank's first card is its up card."""
        up, *covered = bank
        dealt = (hand[0], up, *hand[1:]) if self.is_shown_first else (*hand, up)
        return net(self.table.opening, acts, (*dealt, *bought, *covered))

    @property
    def is_shown_first(self) -> bool:
        """Whether the bank's up card is its first card, which is seen before the player's second."""
        return self.rules.bank_card == "first" and not self.rules.in_batches

    @property
    def gains(self) -> Weights:
        """The net win against each sort of bank hand, counted in initial bets."""
        idle = {won for (_, end), won in self.nets.items() if end is End.BANK_DOES_NOT_PLAY}
        lost = {won for (_, end), won in self.nets.items() if end is End.LOST}
        (no_play,), (beating,) = idle, lost  # the same for every combination
        categories = census(self.frame).categories
        beaten = [self.nets.get((category, End.WON), 0) for category in categories]
        return Weights(no_play, np.array(beaten), 0, beating)

    @property
    def key(self) -> Hashable:
        """The facts that decide best play. Tables with equal payouts are played alike."""
        return self.frame, tuple(sorted(self.nets.items())), self.fold, self.rules.buy_card, self.price

    def of(self, outcome: Outcome) -> int:
        """Return the net win of an outcome. The price of a bought card is included."""
        made, end, bought = outcome
        gross = self.fold if made is None or end is None else self.nets[made, end]
        return gross - self.price if bought else gross


class Examples:
    """Example cards for each way in which a round can end."""

    UP = card("Tc")  # with this up card the bank may hold anything, even a royal

    def __init__(self, counted: Census) -> None:
        self.census = counted
        self.deal = Deal(counted, self.UP)

    @cache  # noqa: B019 - as long as the census itself
    def round(self, category: Category, end: End) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
        """Return a hand with this combination and bank cards with this result, the up card first."""
        hands, made, plays = self.deal.hands, self.deal.made, self.census.bank_plays
        of_category = [n for n, each in enumerate(self.census.categories) if each is category]
        found = np.flatnonzero(np.isin(hands.strengths, of_category))
        if end is End.TIED:  # a hand that the bank can hold too
            found = found[np.isin(hands.strengths[found], made[made >= plays])]
        for hand in found[:: 1 + len(found) // TRIES][:: -1 if end is End.WON else 1]:
            mine, cards = hands.strengths[hand], hands.fives[hand]
            fitting = {
                End.BANK_DOES_NOT_PLAY: made < plays,
                End.WON: (made < mine) & (made >= plays),
                End.TIED: (made == mine) & (made >= plays),
                End.LOST: (made > mine) & (made >= plays),
            }[end]
            fours = self.deal.fours[fitting]
            apart = np.flatnonzero(~np.isin(fours, cards).any(axis=1))
            if len(apart):
                return tuple(map(int, cards)), (self.UP, *map(int, fours[apart[0]]))
        return None


@cache
def examples_of(frame: Frame) -> Examples:
    """Return example cards for the hands that a norm ranks."""
    return Examples(census(frame))
