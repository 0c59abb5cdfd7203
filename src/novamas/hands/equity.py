"""Equities: the average share of the pot that each hand wins, over all cards still to come.

All ways to complete the hands and the board are enumerated up to `MAX_WAYS`, and the result is exact.
Above that they are sampled from a seed, and the result has a standard error.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import comb, prod, sqrt

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from novamas.equipment.cards import deck as deck_of
from novamas.errors import InvalidInput
from novamas.hands import Ranking, ranking
from novamas.hands.batch import every_hand, strengths

MAX_WAYS = 3_000_000  # above this number, the ways are sampled
SAMPLES = 200_000
MAX_SAMPLES = 5_000_000  # they take a quarter of a gigabyte
CHUNK = 250_000  # ways ranked at a time

Rows = NDArray[np.uint8]


class Equity(Struct, frozen=True):
    """The results of one hand: how often it wins alone, how often it ties, its average share of the pot."""

    wins: Fraction
    ties: Fraction
    share: Fraction
    error: float | None = None  # the standard error of the share, if it was sampled


class Equities(Struct, frozen=True):
    """The equities of all hands, and the number of ways they are computed from."""

    game: str
    norm: str
    ways: int
    is_exact: bool
    hands: tuple[Equity, ...]


def equities(
    game: str,
    hands: Sequence[Sequence[int]],
    *,
    board: Sequence[int] = (),
    dead: Sequence[int] = (),
    norm: str | None = None,
    deck: int | None = None,
    samples: int | None = None,
    seed: int = 0,
) -> Equities:
    """Return the equity of each hand. Missing cards of hands and board are dealt from the deck.

    With `samples`, this many ways are sampled even if all could be enumerated.
    """
    if samples is not None and samples > MAX_SAMPLES:
        raise InvalidInput("too_many_samples", most=MAX_SAMPLES)
    order = ranking(game, norm, deck=deck)
    _refuse_wrong(order, hands, board, dead)
    known = {*board, *dead, *(card for hand in hands for card in hand)}
    unseen = np.array([card for card in deck_of(order.shape.deck) if card not in known], dtype=np.uint8)
    missing = [order.own - len(hand) for hand in hands] + [order.common - len(board)]
    if sum(missing) > len(unseen):
        raise InvalidInput("too_few_cards", missing=sum(missing), left=len(unseen))
    ways = ways_of(len(unseen), missing)
    is_exact = samples is None and ways <= MAX_WAYS
    drawn = samples or SAMPLES
    parts = every_way(unseen, missing) if is_exact else drawn_ways(unseen, missing, drawn, seed)
    tally = _Tally(len(hands))
    for part in parts:
        tally.enter(_ranked(order, hands, board, part, missing))
    return Equities(order.game, order.norm, tally.ways, is_exact, tally.equities(is_exact))


def _refuse_wrong(
    rank: Ranking, hands: Sequence[Sequence[int]], board: Sequence[int], dead: Sequence[int]
) -> None:
    if len(hands) < 2:
        raise InvalidInput("one_hand")
    for held, most in [*((hand, rank.own) for hand in hands), (board, rank.common)]:
        if len(held) > most:
            raise InvalidInput(
                "cards_miscounted",
                text_key="board_miscounted" if held is board else "hand_too_long",
                game=rank.game,
                most=most,
                given=len(held),
                cards=tuple(held),
            )
    every = [*board, *dead, *(card for hand in hands for card in hand)]
    twice = sorted({card for card in every if every.count(card) > 1})
    if twice:
        raise InvalidInput("card_twice", cards=tuple(twice))
    outside = [card for card in every if card not in deck_of(rank.shape.deck)]
    if outside:
        raise InvalidInput("card_not_in_deck", cards=tuple(outside), deck=rank.shape.deck)


# ---------------------------------------------------------------- cards still to come


def ways_of(cards: int, missing: Sequence[int]) -> int:
    """Return the number of ways in which the missing cards can come."""
    ways = 1
    for count in missing:
        ways *= comb(cards, count)
        cards -= count
    return ways


def every_way(unseen: Rows, missing: Sequence[int]) -> Iterator[Rows]:
    """Yield all ways in chunks, one per row: the cards of the first hand, of the second, of the board."""
    picks, left = [], len(unseen)
    for count in filter(None, missing):
        picks.append(every_hand(range(left), count))
        left -= count
    if not picks:  # nothing is missing
        yield np.empty((1, 0), dtype=np.uint8)
        return
    sizes = [len(each) for each in picks]
    for start in range(0, prod(sizes), CHUNK):
        numbers = np.unravel_index(np.arange(start, min(start + CHUNK, prod(sizes))), sizes)
        yield _picked(unseen, [each[number] for each, number in zip(picks, numbers, strict=True)])


def _picked(unseen: Rows, picks: Sequence[Rows]) -> Rows:
    """Return the cards at these places. Each pick counts its places among the cards left by earlier ones."""
    left = np.broadcast_to(unseen, (len(picks[0]), len(unseen)))
    found = []
    for number, places in enumerate(picks, start=1):
        found.append(np.take_along_axis(left, places.astype(np.intp), axis=1))
        if number < len(picks):
            left = np.take_along_axis(left, _others(places, left.shape[1]), axis=1)
    return np.hstack(found)


def _others(picks: Rows, cards: int) -> NDArray[np.intp]:
    """Return, for each pick of places, the places that were not picked."""
    is_left = np.ones((len(picks), cards), dtype=np.bool_)
    is_left[np.arange(len(picks))[:, None], picks] = False
    return np.nonzero(is_left)[1].reshape(len(picks), -1)


def drawn_ways(unseen: Rows, missing: Sequence[int], samples: int, seed: int) -> Iterator[Rows]:
    """Yield ways sampled from a seed, all equally likely: the first steps of one shuffle per row."""
    generator = np.random.Generator(np.random.Philox(seed))
    pools = np.tile(unseen, (samples, 1))
    rows = np.arange(samples)
    count = sum(missing)
    for place in range(count):
        other = generator.integers(place, len(unseen), size=samples)
        pools[rows, other], pools[:, place] = pools[:, place].copy(), pools[rows, other]
    return (pools[start : start + CHUNK, :count] for start in range(0, samples, CHUNK))


# ---------------------------------------------------------------- the winners


def _ranked(
    rank: Ranking,
    hands: Sequence[Sequence[int]],
    board: Sequence[int],
    coming: Rows,
    missing: Sequence[int],
) -> NDArray[np.uint16]:
    """Return the strength of every hand (rows) in each way (columns)."""
    ways, places = len(coming), np.cumsum([0, *missing])
    common = np.hstack((_repeated(board, ways), coming[:, places[-2] : places[-1]]))
    ranked = np.empty((len(hands), ways), dtype=np.uint16)
    for number, hand in enumerate(hands):
        own = np.hstack((_repeated(hand, ways), coming[:, places[number] : places[number + 1]]))
        ranked[number] = strengths(rank, np.ascontiguousarray(np.hstack((own, common))))
    return ranked


def _repeated(cards: Sequence[int], ways: int) -> Rows:
    return np.tile(np.array(cards, dtype=np.uint8), (ways, 1))


class _Tally:
    """Counts of how often each hand was the best, by the number of hands that share the pot."""

    def __init__(self, hands: int) -> None:
        self.best = np.zeros((hands, hands + 1), dtype=np.int64)  # by hand and number of winners of the pot
        self.ways = 0

    def enter(self, ranked: NDArray[np.uint16]) -> None:
        is_best = ranked == ranked.max(axis=0)
        sharing = is_best.sum(axis=0)
        for hand, mine in enumerate(is_best):
            self.best[hand] += np.bincount(sharing[mine], minlength=self.best.shape[1])
        self.ways += ranked.shape[1]

    def equities(self, is_exact: bool) -> tuple[Equity, ...]:
        results = []
        for counts in self.best.tolist():
            share = sum((Fraction(n, k) for k, n in enumerate(counts) if k), Fraction(0)) / self.ways
            square = sum((Fraction(n, k * k) for k, n in enumerate(counts) if k), Fraction(0)) / self.ways
            error = None if is_exact else sqrt((square - share * share) / self.ways)
            wins, ties = Fraction(counts[1], self.ways), Fraction(sum(counts[2:]), self.ways)
            results.append(Equity(wins, ties, share, error))
        return tuple(results)
