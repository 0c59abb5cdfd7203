"""Kernels that rank, enumerate and count many hands at once.

Hands are an array of card numbers, one row per hand, with the hole cards before the community cards. Cards
outside the deck are refused. For speed, a card that occurs twice in a row is not detected.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from novamas.equipment import deck
from novamas.errors import InvalidInput
from novamas.hands.hand import refuse_wrong_cards
from novamas.hands.kernels import rank_against, rank_hands, rank_two_and_three, tally_hands
from novamas.hands.ladder import ladder
from novamas.hands.rankings import Category, Ranking, Shape
from novamas.hands.tables import Tables, tables

Cards = NDArray[np.uint8]
Strengths = NDArray[np.uint16]
Counts = NDArray[np.int64]
MAX_CARDS = 7
FEW = 300_000  # hands that can be ranked at once without a kernel
OUTSIDE_DECK_BITS, HIGHEST_OF_A_SUIT, ALL_RANKS = np.uint64(0xFFFF0000), 8, 0x1FFF


class _Patience:
    """The number of hands that may still be ranked without a kernel before one is loaded."""

    left = 4_000_000


class HandComparison(NamedTuple):
    """The numbers of possible hands of another player that a hand beats, ties with and loses to."""

    beats: int
    ties: int
    loses: int


def strengths(ranking: Ranking, hands: Cards) -> Strengths:
    """Return the strength of each hand. A better hand has a greater strength."""
    shape, size = ranking.shape, hands.shape[1]
    out = np.empty(len(hands), dtype=np.uint16)
    if ranking.exactly is None or size == shape.cards:
        _refuse_size(shape, size)
        made = tables(shape, size)
        if len(hands) <= FEW and _Patience.left >= len(hands):
            _Patience.left -= len(hands)
            return _strengths_of_few(made, shape, hands)
        are_of_deck = rank_hands(size)(*made, hands, out)
    else:
        if size != ranking.own + ranking.common:
            raise InvalidInput(
                "cards_miscounted",
                text_key="rows_miscounted",
                game=ranking.game,
                own=ranking.own,
                common=ranking.common,
                given=size,
            )
        are_of_deck = rank_two_and_three(ranking.own)(*tables(shape, shape.cards), hands, out)
    if not are_of_deck:
        raise _not_of_deck(shape)
    return out


def _strengths_of_few(made: Tables, shape: Shape, hands: Cards) -> Strengths:
    """Return the strength of each hand without a kernel.

    numpy is ten times slower than a kernel, but it needs no loading time.
    """
    totals = made.start + made.values[hands].sum(axis=1, dtype=np.uint64)
    if np.any(totals & OUTSIDE_DECK_BITS):
        raise _not_of_deck(shape)
    columns = (totals >> np.uint64(32)) + made.shifts[totals >> made.row_shift]
    out: Strengths = made.strengths[columns & made.column_mask]
    for suit in range(4):
        has_flush = (totals >> np.uint64(4 * suit)) & np.uint64(HIGHEST_OF_A_SUIT) > 0
        flushes = hands[has_flush]
        bits = (flushes & 3 == suit).astype(np.int64) << (flushes >> 2)
        out[has_flush] = made.suited[bits.sum(axis=1) & ALL_RANKS]  # the joker's bit is above the ranks
    return out


def _not_of_deck(shape: Shape) -> InvalidInput:
    return InvalidInput("card_not_in_deck", text_key="some_not_in_deck", deck=shape.deck)


def tally(shape: Shape, size: int) -> Counts:
    """Return the number of hands of each strength among all hands of this size. No hand has strength 0."""
    _refuse_size(shape, size)
    counts = np.zeros(len(ladder(shape).rungs) + 1, dtype=np.int64)
    if size < 3:
        counts[1:] = [rung.hands for rung in ladder(shape).rungs]
    else:
        first, *_, last = deck(shape.deck)
        tally_hands(size)(*tables(shape, size), first, last + 1, counts)
    return counts


def census(shape: Shape, size: int) -> dict[Category, int]:
    """Return the number of hands of each combination among all hands of this size."""
    counted = dict.fromkeys(shape.order, 0)
    for rung, hands in zip(ladder(shape).rungs, tally(shape, size)[1:].tolist(), strict=True):
        counted[rung.category] += hands
    return counted


def every_hand(cards: Iterable[int], size: int) -> Cards:
    """Return all hands of `size` of these cards. The cards of each hand keep the given order."""
    held = np.fromiter(cards, dtype=np.uint8)
    places = np.arange(len(held), dtype=np.uint8)[:, None] if size else np.empty((1, 0), dtype=np.uint8)
    for _ in range(size - 1):
        following = len(held) - 1 - places[:, -1].astype(np.intp)
        starts = np.cumsum(following) - following
        last = np.arange(following.sum()) - np.repeat(starts, following)
        last += np.repeat(places[:, -1], following) + 1
        places = np.column_stack((np.repeat(places, following, axis=0), last.astype(np.uint8)))
    return held[places]


def against_all(ranking: Ranking, own: Iterable[int], common: Iterable[int]) -> HandComparison:
    """Return how many of another player's possible hands lose to these cards, tie with them or beat them."""
    mine, shared = tuple(own), tuple(common)
    refuse_wrong_cards(ranking, mine + shared)
    unseen = [card for card in deck(ranking.shape.deck) if card not in mine + shared]
    row = np.array([mine + shared], dtype=np.uint8)
    strength = int(strengths(ranking, row)[0])
    counts = np.zeros(3, dtype=np.int64)
    if len(mine) == 2 and ranking.exactly is None:
        made = tables(ranking.shape, row.shape[1])
        rank_against()(*made, row[0, 2:], np.array(unseen, dtype=np.uint8), strength, counts)
    else:
        others = every_hand(unseen, len(mine))
        on_table = np.broadcast_to(row[0, len(mine) :], (len(others), len(shared)))
        theirs = strengths(ranking, np.hstack((others, on_table)))
        counts[:] = [
            np.count_nonzero(each) for each in (theirs < strength, theirs == strength, theirs > strength)
        ]
    return HandComparison(*counts.tolist())


def _refuse_size(shape: Shape, size: int) -> None:
    most = shape.cards if shape.has_joker or shape.cards < 5 else MAX_CARDS
    if not shape.cards <= size <= most:
        text_key = "hands_miscounted" if shape.cards < most else "hands_of_other_size"
        raise InvalidInput("cards_miscounted", text_key=text_key, least=shape.cards, most=most, given=size)
