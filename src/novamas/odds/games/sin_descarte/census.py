"""All deals of no-draw poker: the player's five cards, the bank's up card, and its other four cards.

For each up card the player's hands are processed from weakest to strongest. Meanwhile the weight of
each hand of the bank changes from what it costs the player to what it brings. So each weight
changes only a few times, and `sin_descarte.kernels` finds what a player's cards leave of the
weights.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, cached_property
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from novamas.equipment.cards import DECK_52
from novamas.games.sin_descarte.setup import figures
from novamas.hands import Category, ladder
from novamas.hands.batch import every_hand, strengths
from novamas.law import Frame
from novamas.odds.games.sin_descarte.kernels import Acts, Cards, Counters, Small, name_fours

HAND = 5


class Weights(NamedTuple):
    """The net win against each sort of bank hand: one that does not play, is beaten, ties, or wins."""

    idle: int
    beaten: NDArray[np.int64]  # by the strength of the hand that beats it
    tied: int
    beating: int


class Hands(NamedTuple):
    """Hands of the player in order of strength, the weakest first."""

    fives: Cards
    strengths: NDArray[np.int64]
    kept: Small
    weights: Acts

    def where(self, chosen: NDArray[np.bool_] | NDArray[np.intp]) -> Hands:
        """Return the hands that a mask selects."""
        return Hands(
            np.ascontiguousarray(self.fives[chosen]),
            self.strengths[chosen],
            np.ascontiguousarray(self.kept[chosen]),
            self.weights[chosen],
        )

    def beside(self, up: int) -> Hands:
        """Return the hands that do not contain the bank's up card."""
        return self.where(np.all(self.fives != up, axis=1))


class Census:
    """All hands of a deck under a frame, prepared once for all tables."""

    def __init__(self, frame: Frame, deck: tuple[int, ...]) -> None:
        self.figures = figures(frame)
        self.deck = deck = tuple(sorted(deck))  # the kernels need cards in order
        self.ladder = ladder(self.figures.ranking.shape)
        self.bank_plays = self.figures.bank_plays
        self.alike = deck == DECK_52
        fives = every_hand(deck, HAND)
        kept = np.empty(fives.shape, np.int32)
        weights = np.empty(len(fives), np.int8)
        name_fours()(fives, self.alike, kept, weights)
        made = strengths(self.figures.ranking, fives).astype(np.int64)
        order = np.argsort(made, kind="stable")
        hands = Hands(fives, made, kept, weights).where(order)
        self.looked_at = hands.where(hands.weights > 0)
        self.completed = hands.where(np.any(hands.kept >= 0, axis=1))  # those that a bought card may complete
        self.fours = every_hand(deck, HAND - 1)
        unseen = len(deck) - HAND - 1
        self.banks = comb(unseen, HAND - 1)  # hands of the bank beside a hand and the up card
        self.banks_after = comb(unseen - 1, HAND - 1)  # and beside a discard
        self.unseen = unseen
        self.deals = len(self.ups) * comb(len(deck) - 1, HAND)

    @property
    def ups(self) -> tuple[int, ...]:
        """The up cards to consider. If suits are equivalent, these are the clubs."""
        return self.deck[::4] if self.alike else self.deck

    def bounds(self, hands: Hands) -> list[int]:
        """Return the index at which the hands of each strength begin."""
        strengths = np.arange(len(self.ladder.rungs) + 2)
        return [int(place) for place in np.searchsorted(hands.strengths, strengths)]

    @cached_property
    def categories(self) -> tuple[Category, ...]:
        """The combination to which each strength belongs. Strength 0 belongs to none."""
        return (self.ladder.category(1), *(rung.category for rung in self.ladder.rungs))


class Deal:
    """The hands of the player and of the bank, for one up card of the bank."""

    def __init__(self, census: Census, up: int) -> None:
        self.census = census
        self.up = up
        self.hands = census.looked_at.beside(up)
        fours = census.fours[np.all(census.fours != up, axis=1)]
        fives = np.column_stack((fours, np.full(len(fours), up, np.uint8)))
        made = strengths(census.figures.ranking, fives).astype(np.int64)
        order = np.argsort(made, kind="stable")
        self.fours = np.ascontiguousarray(fours[order])
        self.made = made[order]

    def sweep(self, counters: Counters, weights: Weights) -> Iterator[tuple[int, int]]:
        """Yield each range of strengths with equal counters. Then update the counters for the next range."""
        plays, top = self.census.bank_plays, len(self.census.ladder.rungs)
        begins = [int(place) for place in np.searchsorted(self.made, np.arange(top + 2))]
        idle = begins[plays]
        counters.add(self.fours[:idle], weights.idle)
        counters.add(self.fours[idle:], weights.beating)
        if weights.beating == weights.tied and np.all(weights.beaten == weights.tied):
            yield 0, top
            return
        yield 0, plays - 1
        beaten_to, tied_to, gain = idle, idle, 0
        for strength in range(plays, top + 1):
            low, high, now = begins[strength], begins[strength + 1], int(weights.beaten[strength])
            counters.add(self.fours[idle:beaten_to], now - gain)
            counters.add(self.fours[beaten_to:tied_to], now - weights.tied)
            counters.add(self.fours[tied_to:low], now - weights.beating)
            counters.add(self.fours[low:high], weights.tied - weights.beating)
            beaten_to, tied_to, gain = low, high, now
            yield strength, strength


@cache
def census(frame: Frame, deck: tuple[int, ...] = DECK_52) -> Census:
    """Return the census of all hands of a deck."""
    return Census(frame, deck)
