"""Exact odds of trijoker: every three cards with every two community cards, under best play.

A bet that may still be withdrawn is worth keeping if the cards to come gain more than they lose.
Neither of the two bets affects the other, so each decision is made on its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import permutations
from typing import Any

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from novamas.equipment.cards import RANK_LETTERS
from novamas.games.trijoker.cloth import FIRST, SECOND
from novamas.games.trijoker.setup import prizes_of
from novamas.hands import Category, best_hand, ladder, ranking_of
from novamas.hands.tables import tables
from novamas.law import Frame
from novamas.odds.advice import coded, hand_label, kind_label, row, rule, whole_table
from novamas.odds.engine_payouts import odds_of
from novamas.odds.games.trijoker.kernels import walk_hands
from novamas.odds.report import BetOdds
from novamas.odds.suit_classes import suit_classes
from novamas.table.game import Table

OWN, FOURTHS, FIFTHS = 3, 49, 48
JACK, TEN = RANK_LETTERS.index("J"), RANK_LETTERS.index("T")
LOST = -1
FIRST_RULE = coded("jacks_or_three_suited")
SECOND_RULE = coded("jacks_or_four_to_go")


class Census(Struct, frozen=True):
    """All hands up to a renaming of suits, and the value of the bets with them."""

    hands: NDArray[np.uint8]
    weights: NDArray[np.int64]
    first: NDArray[np.int64]  # by hand: total gain of the first bet, over 49 · 48 pairs of community cards
    second: NDArray[np.int64]  # by hand and first community card: total gain of the second bet, over 48 cards
    gains: tuple[int, ...]  # gain per unit of each outcome, the loss first
    ways: NDArray[np.int64]  # by number of bets left in play besides the third, and by outcome

    @property
    def whole(self) -> int:
        return int(self.weights.sum()) * FOURTHS * FIFTHS

    def worth(self, keeps_first: NDArray[np.bool_], keeps_second: NDArray[np.bool_]) -> Fraction:
        """Return the average win of all three bets of one unit, if exactly these bets stay in play."""
        each = self.first * (1 + keeps_first) + (self.second * keeps_second).sum(axis=1)
        return Fraction(int((self.weights * each).sum()), self.whole)


def gains_of(frame: Frame) -> tuple[list[int], NDArray[np.int64]]:
    """Return the gain per unit of each outcome, and the outcome of each hand strength.

    The first outcome is the loss.
    """
    ranking, prizes = ranking_of(frame), prizes_of(frame)
    gains = [LOST, *sorted({int(prize.pays) for prize in prizes.values()})]
    rungs = ladder(ranking.shape).rungs
    gain = np.full(len(rungs) + 1, LOST, dtype=np.int64)
    for category, prize in prizes.items():
        least, pays = _least_strength(frame, category, prize.least_rank), int(prize.pays)
        for strength, rung in enumerate(rungs, start=1):
            if rung.category is category and strength >= least:
                gain[strength] = pays
    return gains, np.searchsorted(np.array(gains), gain)


@cache
def census(frame: Frame) -> Census:
    """Return the census of all hands under a norm's ranking and paytable."""
    gains, kind = gains_of(frame)
    hands, weights = suit_classes(OWN)
    first = np.zeros(len(hands), dtype=np.int64)
    second = np.zeros((len(hands), 52), dtype=np.int64)
    ways = np.zeros((3, len(gains)), dtype=np.int64)
    ranked = tables(ranking_of(frame).shape, 5)
    walk_hands()(*ranked, hands, weights, np.array(gains)[kind], kind, first, second, ways)
    return Census(hands, weights, first, second, tuple(gains), ways)


def worth_of(frame: Frame, own: Sequence[int], common: int | None = None) -> Fraction:
    """Return the value of one unit that may still be withdrawn.

    With the player's three cards that is the first bet. With the first community card too, it is the
    second bet.
    """
    counted, places = census(frame), _places(frame)
    for suits in permutations(range(4)):
        place = places.get(tuple(sorted(card & ~3 | suits[card & 3] for card in own)))
        if place is None:
            continue
        if common is None:
            return Fraction(int(counted.first[place]), FOURTHS * FIFTHS)
        return Fraction(int(counted.second[place, common & ~3 | suits[common & 3]]), FIFTHS)
    raise AssertionError(f"{own} are not three cards")


@cache
def _places(frame: Frame) -> dict[tuple[int, ...], int]:
    return {tuple(hand): place for place, hand in enumerate(census(frame).hands.tolist())}


def _least_strength(frame: Frame, category: Category, least_rank: int) -> int:
    """Return the strength of the weakest hand that is paid for a combination.

    For a pair, that is its lowest paying rank with small cards.
    """
    if not least_rank:
        return 0
    assert category is Category.PAREJA
    pair = 4 * (least_rank - 2)
    return best_hand(ranking_of(frame), (pair, pair + 1, 0, 5, 10)).strength


# ---------------------------------------------------------------- simple rules


def keeps_first_simply(hands: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Return whether the simple rule leaves the first bet in play, for each row of three cards."""
    ranks = np.sort(hands >> 2, axis=1)
    suited = _are_suited(hands)
    in_a_row = suited & (ranks[:, 2] - ranks[:, 0] == 2) & (ranks[:, 1] - ranks[:, 0] == 1)
    keeps: NDArray[np.bool_] = _pays_already(ranks) | in_a_row | (suited & (ranks[:, 0] >= TEN))
    return keeps


def keeps_second_simply(hands: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Return whether the simple rule leaves the second bet in play, for each row of four cards."""
    ranks = np.sort(hands >> 2, axis=1)
    in_a_row = (np.diff(ranks, axis=1) == 1).all(axis=1)
    keeps: NDArray[np.bool_] = _pays_already(ranks) | _are_suited(hands) | in_a_row
    return keeps


def _are_suited(hands: NDArray[np.uint8]) -> NDArray[np.bool_]:
    suited: NDArray[np.bool_] = (hands & 3 == hands[:, :1] & 3).all(axis=1)
    return suited


def _pays_already(ranks: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Return which rows of ranks already pay: a pair of jacks or better, two pairs, or three alike."""
    equal = np.diff(ranks, axis=1) == 0
    pays: NDArray[np.bool_] = (equal & (ranks[:, 1:] >= JACK)).any(axis=1) | (equal.sum(axis=1) > 1)
    return pays


def with_common_card(hands: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return each row of three cards combined with each of the 52 cards."""
    cards = np.tile(np.arange(52, dtype=np.uint8), len(hands))
    return np.column_stack((np.repeat(hands, 52, axis=0), cards))


# ---------------------------------------------------------------- strategy and odds


def bets(table: Table) -> dict[str, BetOdds]:
    """Return the odds of the three bets together, if two of them are withdrawn by best play."""
    ((name, wager),) = table.game.wagers(table.opening).items()
    counted = census(table.frame)
    nets: dict[Fraction, Fraction] = {}
    for more, by_outcome in enumerate(counted.ways.tolist()):
        for gain, ways in zip(counted.gains, by_outcome, strict=True):
            if ways:
                won = Fraction(gain * (1 + more))
                nets[won] = nets.get(won, Fraction(0)) + Fraction(ways, counted.whole)
    odds = odds_of(nets, wager.per, wager.stake)
    units = Fraction(int((counted.ways.sum(axis=1) * [1, 2, 3]).sum()), counted.whole)
    also = {"unit_left_in_play": odds.edge / units}
    return {name: replace(odds, also=also, advice=advice(table.frame))}


@cache
def advice(frame: Frame) -> tuple[Mapping[str, Any], ...]:
    """Return the strategy as two simple rules with their exact cost, and as the complete table."""
    return tuple(_advice(census(frame)))


def _advice(counted: Census) -> Iterator[Mapping[str, Any]]:
    first, second = counted.first > 0, counted.second > 0
    best = counted.worth(first, second)
    by_rule = keeps_second_simply(with_common_card(counted.hands)).reshape(second.shape)
    cost = best - counted.worth(keeps_first_simply(counted.hands), second)
    yield {**rule(FIRST_RULE, cost, best="leave", otherwise="withdraw"), "about": FIRST}
    cost = best - counted.worth(first, by_rule)
    yield {**rule(SECOND_RULE, cost, best="leave", otherwise="withdraw"), "about": SECOND}
    yield whole_table((*_first_rows(counted), *_second_rows(counted)))


def _first_rows(counted: Census) -> Iterator[Mapping[str, Any]]:
    """Yield the rows for the first bet, one for each kind of three cards."""
    yield from _rows(FIRST, counted.hands, counted.weights, counted.first, FOURTHS * FIFTHS)


def _second_rows(counted: Census) -> Iterator[Mapping[str, Any]]:
    """Yield the rows for the second bet: one for each kind of three cards and community card."""
    hands = with_common_card(counted.hands)
    apart = (hands[:, :OWN] != hands[:, OWN:]).all(axis=1)
    weights = np.repeat(counted.weights, 52)
    yield from _rows(
        SECOND, hands[apart], weights[apart], counted.second.ravel()[apart], FIFTHS, times=OWN + 1
    )


def _rows(
    bet: str,
    hands: NDArray[np.uint8],
    weights: NDArray[np.int64],
    worths: NDArray[np.int64],
    chances: int,
    times: int = 1,
) -> Iterator[Mapping[str, Any]]:
    """Yield a row for each kind of hand. Each hand counts `times` times."""
    _, firsts, kinds = np.unique(_keys(hands), return_index=True, return_inverse=True)
    many, total = (np.zeros(len(firsts), np.int64) for _ in range(2))
    np.add.at(many, kinds, weights)
    np.add.at(total, kinds, weights * worths)
    stays = worths > 0
    assert (stays == stays[firsts][kinds]).all(), "of one kind, all are best left or all withdrawn"
    nothing, order = Fraction(0), np.argsort(firsts)
    each = (hands[firsts], stays[firsts], total, many)
    for cards, leave, gained, count in zip(*(of_kind[order].tolist() for of_kind in each), strict=True):
        worth = {"leave": Fraction(gained, chances * count), "withdraw": nothing}
        when = {"bet": bet, "hand": _kind(cards)}
        yield row(when, "leave" if leave else "withdraw", worth, count // times)


def _keys(hands: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Return a number for each hand. Hands of the same kind have the same number."""
    ranks = np.sort(hands >> 2, axis=1).astype(np.int64) + 1
    equal = np.diff(ranks, axis=1) == 0
    repeated = np.zeros_like(ranks, dtype=bool)
    repeated[:, 1:] |= equal
    repeated[:, :-1] |= equal
    has_pair = equal.any(axis=1)
    counts = np.sort(np.where(has_pair[:, None] & ~repeated, 0, ranks), axis=1)
    key: NDArray[np.int64] = (_are_suited(hands) & ~has_pair).astype(np.int64)
    for place in range(hands.shape[1]):
        key = key << 4 | counts[:, place]
    return key


def _kind(cards: list[int]) -> str:
    """Return a label of a hand with the facts that matter.

    These are only the ranks of pairs and threes, or else all ranks and whether the suit is the same.
    """
    ranks = [card >> 2 for card in cards]
    many = [card for card in cards if ranks.count(card >> 2) > 1]
    return hand_label(many) if many else kind_label(cards)
