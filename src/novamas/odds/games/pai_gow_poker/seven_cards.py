"""Every hand of seven cards of the deck of 53, once but for its suits.

Suits matter only where five cards of one suit can lie together, the joker being of any suit; no hand has two
such suits. So a hand is plain, and told by its ranks, or suited, and told by the ranks of its long suit and
those of the others. How many hands of a kind are left when some cards are gone is a product of binomials.
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

HELD, FIVE = 7, 5  # cards in a hand, and of one suit in a flush
RANKS, SUITS = len(RANK_LETTERS), 4
LONG_SUIT = SUITS - 1  # in which suited hands are written: spades
BITS = 3  # for how often a rank comes
NO_RANK = RANKS

Numbers = NDArray[np.int64]
Hands = NDArray[np.uint8]  # one to a row, in order, the joker last


class Plain(NamedTuple):
    """Hands without a long suit."""

    hands: Hands
    codes: Hands  # the ranks of each, and how often they come; then 0, which is no rank at all
    jokers: Numbers  # how many of its cards are the joker


class Suited(NamedTuple):
    """Hands with a long suit, block by block: what may lie beside each choice of ranks of one suit.

    The hands of the n-th choice begin at `begin[n]`; beside it lie `others` from `first[n]` to `end[n]`.
    """

    hands: Hands
    parents: NDArray[np.uint32]  # the plain hand of the same ranks
    masks: Numbers  # the ranks of one suit, as bits
    jokers: Numbers
    first: Numbers
    end: Numbers
    begin: Numbers
    others: Numbers  # two ranks, or fewer and then `NO_RANK`


@cache
def plain_hands() -> Plain:
    """All plain hands, those without the joker first."""
    parts = [_ranks(HELD - joker) for joker in range(2)]
    codes = np.array([_code(ranks) for part in parts for ranks in part.tolist()], np.uint8)
    hands = [_with_joker(_in_turn(part, SUITS), joker) for joker, part in enumerate(parts)]
    return Plain(np.concatenate(hands), codes, np.repeat(np.arange(2), [len(part) for part in parts]))


@cache
def suited_hands() -> Suited:
    """All suited hands, those without the joker first."""
    beside = [_ranks(size) for size in range(HELD - FIVE + 1)]
    starts = np.cumsum([0, *map(len, beside)])
    hands, parents, choices = [], [], []
    plain = 0  # how many plain hands come before those with the joker
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
    """How many hands of the whole deck each plain and each suited hand stands for."""
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
    """Every choice of so many ranks, from 0 for the deuce, none more often than there are suits."""
    every = _rows(combinations_with_replacement(range(RANKS), size), size)
    return every[(every[:, SUITS:] != every[:, :-SUITS]).all(axis=1)] if size > SUITS else every


def _rows(every: Iterable[tuple[int, ...]], size: int) -> Numbers:
    found = list(every)
    return np.array(found, np.int64).reshape(len(found), size)


def _named(ranks: Numbers) -> Numbers:
    """Ranks as one number, whatever their order."""
    named: Numbers = (1 << BITS * ranks).sum(axis=1)
    return named


def _code(ranks: list[int]) -> list[int]:
    """Each rank and how often it comes as one number."""
    coded = [(each << BITS) + ranks.count(each) for each in sorted(set(ranks))]
    return coded + [0] * (HELD - len(coded))


def _in_turn(ranks: Numbers, suits: int) -> Numbers:
    """Cards of these ranks, the first suits in turn, so that none comes twice and no suit is long."""
    return SUITS * ranks + np.arange(ranks.shape[1]) % suits


def _with_joker(cards: Numbers, joker: int) -> Hands:
    ordered = np.sort(cards, axis=1)
    return np.concatenate((ordered, np.full((len(cards), joker), JOKER)), axis=1).astype(np.uint8)
