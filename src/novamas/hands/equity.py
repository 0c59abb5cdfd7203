"""Equities: the average share of the pot that each hand wins, over all cards still to come.

Up to `MAX_WAYS` ways to complete the hands and the board are all enumerated, and the result is exact. More
ways are sampled from a seed, and the result has a standard error. numpy ranks many hands at once. Without
numpy, the slower ranking of `novamas.hands.hand` gives the same result.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import comb, sqrt

from msgspec import Struct

from novamas.equipment.cards import deck as deck_of
from novamas.errors import InvalidInput
from novamas.extras import is_installed, too_slow_without
from novamas.hands.rankings import Ranking, ranking
from novamas.law import Library

MAX_WAYS = 3_000_000  # above this number, the ways are sampled
SAMPLES = 200_000
MAX_SAMPLES = 5_000_000  # they take a quarter of a gigabyte
MAX_READABLE = 1_000_000  # sets of cards ranked one by one, which takes about ten seconds


class Equity(Struct, frozen=True):
    """The results of one hand: how often it wins alone, how often it ties, its average share of the pot."""

    wins: Fraction
    ties: Fraction
    share: Fraction
    error: float | None = None  # the standard error of the share, if it was sampled


class Equities(Struct, frozen=True):
    """The equities of all hands, and the number of ways from which they were computed."""

    game: str
    norm: str
    ways: int
    is_exact: bool
    hands: tuple[Equity, ...]


class Deal(Struct, frozen=True):
    """The known cards, the unseen cards, and how many cards each hand and the board still need."""

    ranking: Ranking
    hands: tuple[tuple[int, ...], ...]
    board: tuple[int, ...]
    unseen: tuple[int, ...]
    missing: tuple[int, ...]


Winners = list[list[int]]  # by hand and by number of hands that share the pot: the ways in which it wins
Counter = Callable[[Deal, tuple[int, int] | None], Winners]  # over all ways, or over samples from a seed


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
    law: Library | None = None,
) -> Equities:
    """Return the equity of each hand. The missing cards of hands and board are dealt from the deck.

    With `samples`, this number of ways is sampled even if all could be enumerated.
    """
    if samples is not None and samples > MAX_SAMPLES:
        raise InvalidInput("too_many_samples", most=MAX_SAMPLES)
    order = ranking(game, norm, deck=deck, law=law)
    _refuse_wrong(order, hands, board, dead)
    known = {*board, *dead, *(card for hand in hands for card in hand)}
    unseen = tuple([card for card in deck_of(order.shape.deck) if card not in known])
    missing = (*(order.own - len(hand) for hand in hands), order.common - len(board))
    if sum(missing) > len(unseen):
        raise InvalidInput("too_few_cards", missing=sum(missing), left=len(unseen))
    deal = Deal(order, tuple(map(tuple, hands)), tuple(board), unseen, missing)
    ways = ways_of(len(unseen), missing)
    is_exact = samples is None and ways <= MAX_WAYS
    counted = ways if is_exact else samples or SAMPLES
    count = _counter(counted * len(hands) * _sets_in_a_hand(order))
    best = count(deal, None) if is_exact else count(deal, (counted, seed))
    return Equities(order.game, order.norm, counted, is_exact, _equities(best, counted, is_exact))


def _sets_in_a_hand(order: Ranking) -> int:
    """Return the number of card sets to rank for a hand: 1, unless the number of hole cards is fixed."""
    if order.exactly is None:
        return 1
    return comb(order.own, order.exactly) * comb(order.common, order.shape.cards - order.exactly)


def _counter(sets: int) -> Counter:
    """Return the function that counts winners when a hand has this many card sets to rank."""
    if is_installed("odds"):
        from novamas.hands import equity_arrays

        return equity_arrays.count_winners
    if sets > MAX_READABLE:
        raise too_slow_without("odds")
    from novamas.hands import equity_readable

    return equity_readable.count_winners


def ways_of(cards: int, missing: Sequence[int]) -> int:
    """Return the number of ways in which the missing cards can be dealt."""
    ways = 1
    for count in missing:
        ways *= comb(cards, count)
        cards -= count
    return ways


def _equities(best: Winners, ways: int, is_exact: bool) -> tuple[Equity, ...]:
    """Return the equities of all hands, computed from how often each hand was the best."""
    results = []
    for counts in best:
        share = sum((Fraction(n, k) for k, n in enumerate(counts) if k), Fraction(0)) / ways
        square = sum((Fraction(n, k * k) for k, n in enumerate(counts) if k), Fraction(0)) / ways
        error = None if is_exact else sqrt((square - share * share) / ways)
        wins, ties = Fraction(counts[1], ways), Fraction(sum(counts[2:]), ways)
        results.append(Equity(wins, ties, share, error))
    return tuple(results)


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
