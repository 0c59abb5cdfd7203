"""All seven-card hands from the deck of 53, once for each choice of ranks.

Suits matter only if a hand can have five cards of one suit, with the joker in any suit. No hand has
two such suits. So a hand is either plain, given by its ranks, or suited, given by the ranks of its
long suit and those of the other cards. When some cards are gone, the number of hands of a kind that
remain is a product of binomials.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb, prod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from novamas.equipment.cards import JOKER, RANK_LETTERS

HELD, FIVE = 7, 5  # cards in a hand, and cards of one suit in a flush
RANKS, SUITS = len(RANK_LETTERS), 4
LONG_SUIT = SUITS - 1  # the suit in which suited hands are written: spades
BITS = 3  # for the number of cards of a rank
NO_RANK = RANKS

Numbers = NDArray[np.int64]
Hands = NDArray[np.uint8]  # one hand per row, in order, the joker last


class Plain(NamedTuple):
    """The hands without a long suit."""

    hands: Hands
    codes: Hands  # each rank and the number of its cards; 0 for no rank
    jokers: Numbers  # number of jokers in each hand


class Suited(NamedTuple):
    """The hands with a long suit, in blocks. Each block has one choice of ranks in the long suit.

    The hands of the n-th choice begin at `begin[n]`. The cards beside it are `others` from `first[n]`
    to `end[n]`.
    """

    hands: Hands
    parents: NDArray[np.uint32]  # the plain hand with the same ranks
    masks: Numbers  # the ranks of the long suit, as bits
    jokers: Numbers
    first: Numbers
    end: Numbers
    begin: Numbers
    others: Numbers  # two ranks, or fewer and then `NO_RANK`


@cache
def plain_hands() -> Plain:
    """Return all plain hands, beginning with those without the joker."""
    parts = [_ranks(HELD - joker) for joker in range(2)]
    codes = np.array([_code(ranks) for part in parts for ranks in part.tolist()], np.uint8)
    hands = [_with_joker(_in_turn(part, SUITS), joker) for joker, part in enumerate(parts)]
    return Plain(np.concatenate(hands), codes, np.repeat(np.arange(2), [len(part) for part in parts]))


@cache
def suited_hands() -> Suited:
    """Return all suited hands, beginning with those without the joker."""
    beside = [_ranks(size) for size in range(HELD - FIVE + 1)]
    starts = np.cumsum([0, *map(len, beside)])
    hands, parents, choices = [], [], []
    plain = 0  # number of plain hands before those with the joker
    begin = 0
    for joker in range(2):
        names = _named(_ranks(HELD - joker))
        order = np.argsort(names)
        for long in range(FIVE - joker, HELD - joker + 1):
            size = HELD - joker - long
            of_suit = _rows(combinations(range(RANKS), long), long)
            chosen = np.repeat(of_suit, len(beside[size]), axis=0)
            others = np.tile(beside[size], (len(of_suit), 1))
            cards = np.concatenate((SUITS * chosen + LONG_SUIT, _in_turn(others, LONG_SUIT)), axis=1)
            hands.append(_with_joker(cards, joker))
            sought = _named(chosen) + _named(others)
            parents.append(plain + order[np.searchsorted(names, sought, sorter=order)])
            for ranks in of_suit.tolist():
                mask = sum(1 << each for each in ranks)
                choices.append((mask, joker, starts[size], starts[size + 1], begin))
                begin += len(beside[size])
        plain += len(names)
    padded = [[*ranks, *[NO_RANK] * (HELD - FIVE - len(ranks))] for part in beside for ranks in part.tolist()]
    masks, jokers, first, end, start = (np.array(field, np.int64) for field in zip(*choices, strict=True))
    return Suited(
        *(np.concatenate(hands), np.concatenate(parents).astype(np.uint32), masks, jokers, first, end, start),
        np.array(padded, np.int64),
    )


def how_many() -> tuple[Numbers, Numbers]:
    """Return the number of hands of the deck for which each plain and each suited hand stands."""
    plain, suited = plain_hands(), suited_hands()
    coded = [prod(comb(SUITS, code % (1 << BITS)) for code in codes) for codes in plain.codes.tolist()]
    beside = [
        prod(comb(LONG_SUIT, ranks.count(each)) for each in set(ranks) - {NO_RANK})
        for ranks in suited.others.tolist()
    ]
    many = [each for a, b in zip(suited.first, suited.end, strict=True) for each in beside[a:b]]
    of_plain, of_suited = np.array(coded), SUITS * np.array(many)
    np.subtract.at(of_plain, suited.parents, of_suited)
    return of_plain, of_suited


def _ranks(size: int) -> Numbers:
    """Return every choice of `size` ranks, counted from 0 for the deuce.

    No rank occurs more often than there are suits.
    """
    every = _rows(combinations_with_replacement(range(RANKS), size), size)
    return every[(every[:, SUITS:] != every[:, :-SUITS]).all(axis=1)] if size > SUITS else every


def _rows(every: Iterable[tuple[int, ...]], size: int) -> Numbers:
    found = list(every)
    return np.array(found, np.int64).reshape(len(found), size)


def _named(ranks: Numbers) -> Numbers:
    """Return ranks as one number that does not depend on their order."""
    named: Numbers = (1 << BITS * ranks).sum(axis=1)
    return named


def _code(ranks: list[int]) -> list[int]:
    """Return each rank and the number of its cards, encoded as one number."""
    coded = [(each << BITS) + ranks.count(each) for each in sorted(set(ranks))]
    return coded + [0] * (HELD - len(coded))


def _in_turn(ranks: Numbers, suits: int) -> Numbers:
    """Return cards of these ranks. Their suits rotate, so that no card repeats and no suit is long."""
    return SUITS * ranks + np.arange(ranks.shape[1]) % suits


def _with_joker(cards: Numbers, joker: int) -> Hands:
    ordered = np.sort(cards, axis=1)
    return np.concatenate((ordered, np.full((len(cards), joker), JOKER)), axis=1).astype(np.uint8)
