"""The house way of pai gow poker: the croupier's choice among the 21 ways to set seven cards.

The functions work on plain numbers, so the table uses them as they are and the odds use them compiled.
Ways are numbered as in `LOWS`. Strengths are rungs of the ladders of `novamas.hands`. Kinds are
categories counted from the weakest, as in `KINDS`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import combinations
from typing import TypeVar

from msgspec import Struct

from novamas.equipment.cards import JOKER, rank, suit
from novamas.families.pai_gow.house_ways import NEVER, WayRule
from novamas.hands import Category, ladder, ranking
from novamas.hands.rankings import Shape
from novamas.law import law
from novamas.law.default import ours

T = TypeVar("T")

LOWS = tuple(combinations(range(7), 2))  # the positions, among seven cards, of the low hand
ACE, KING, LOWEST = 14, 13, 2
KINDS = (
    *(Category.CARTA_MAYOR, Category.PAREJA, Category.DOBLE_PAREJA, Category.TRIO, Category.ESCALERA),
    *(Category.COLOR, Category.FULL, Category.POQUER, Category.ESCALERA_DE_COLOR),
    *(Category.ESCALERA_DE_COLOR_REAL, Category.CINCO_ASES),
)
PAIR, TWO_PAIRS, THREE, STRAIGHT, FOUR, FIVE_ACES = 1, 2, 3, 4, 7, 10


class TwoPairs(Struct, frozen=True, forbid_unknown_fields=True):
    """A rule for two pairs of at least these ranks. Both stay high if a single card reaches `keep_with`.

    Otherwise the lower pair is the low hand.
    """

    high: int
    low: int
    keep_with: int

    @property
    def rule(self) -> WayRule:
        pairs = {"higher": self.high} | ({"lower": self.low} if self.low > LOWEST else {})
        which = "both_pairs" if "lower" in pairs else "two_pairs"
        if self.keep_with >= NEVER:
            return WayRule(f"{which}_split", pairs)
        return WayRule(f"{which}_kept", {**pairs, "single": self.keep_with})


class FourAlike(Struct, frozen=True, forbid_unknown_fields=True):
    """A rule for four of a kind of rank `least` or higher.

    The four cards stay together if a pair reaches `keep_with` or, without a pair, a single card `or_single`.
    Otherwise two of them are the low hand.
    """

    least: int
    keep_with: int
    or_single: int

    @property
    def rule(self) -> WayRule:
        if self.keep_with == self.or_single == LOWEST:
            return WayRule("four_kept", {"least": self.least})
        if self.keep_with >= NEVER and self.or_single >= NEVER:
            return WayRule("four_split", {"least": self.least})
        if self.or_single >= NEVER:
            return WayRule("four_with_pair", {"least": self.least, "pair": self.keep_with})
        figures = {"least": self.least, "pair": self.keep_with, "single": self.or_single}
        return WayRule("four_with_pair_or_single", figures)


class HouseWay(Struct, frozen=True, forbid_unknown_fields=True):
    """A published house way. Its figures are explained in `pai_gow_poker.toml`."""

    cite: tuple[str, ...]
    two_pairs: tuple[TwoPairs, ...]
    four: tuple[FourAlike, ...]
    three_aces: bool
    five_aces: bool

    @property
    def rules(self) -> tuple[WayRule, ...]:
        """The rules as published, in the order in which `wanted` applies them."""
        return (
            WayRule("five_aces_and_kings"),
            WayRule("five_aces_split" if self.five_aces else "five_aces_kept"),
            *(row.rule for row in self.four),
            *map(WayRule, ("two_threes", "three_pairs", "three_and_pair")),
            *(row.rule for row in self.two_pairs),
            WayRule("straight"),
            *([WayRule("three_aces")] if self.three_aces else ()),
            *map(WayRule, ("three", "pair", "nothing")),
        )

    @property
    def plain(self) -> tuple[tuple[tuple[int, int, int], ...], tuple[tuple[int, int, int], ...], bool, bool]:
        """The figures of the house way as plain numbers, for the kernels."""
        pairs = tuple((row.high, row.low, row.keep_with) for row in self.two_pairs)
        fours = tuple((row.least, row.keep_with, row.or_single) for row in self.four)
        return pairs, fours, self.three_aces, self.five_aces


# ---------------------------------------------------------------- strengths


@cache
def high_shape() -> Shape:
    return ranking("pai_gow_poker", law=ours()).shape


@cache
def low_strengths() -> tuple[tuple[int, ...], ...]:
    """Return the strengths of low hands by their two ranks. The joker is an ace."""
    rungs = ladder(ranking("pai_gow_poker", variant="low", law=ours()).shape)
    ranks = range(ACE + 1)
    return tuple(
        tuple(rungs.strength_of_ranks((min(a, b), max(a, b)), False) if min(a, b) > 1 else 0 for b in ranks)
        for a in ranks
    )


@cache
def kinds() -> tuple[int, ...]:
    """Return the kind of each possible strength of a high hand."""
    return (0, *(KINDS.index(rung.category) for rung in ladder(high_shape()).rungs))


@cache
@law("IB09.16.VII.16", "AR10.10-1-C.VI.15")
def least_high() -> tuple[int, ...]:
    """Return the least strength with which a high hand outranks a low hand, by the low hand's strength."""
    rungs = ladder(high_shape())
    least = [0] * (max(map(max, low_strengths())) + 1)
    for one, other in combinations(range(ACE, 1, -1), 2):
        above = [
            rungs.strength_of_ranks(tuple(sorted(ranks)), False)
            for ranks in combinations(range(ACE, 1, -1), 5)
            if ranks[:2] >= (one, other)
        ]
        straights = KINDS.index(Category.ESCALERA)
        least[low_strengths()[one][other]] = min(s for s in above if kinds()[s] < straights)
    for pair in range(2, ACE + 1):
        kickers = [each for each in range(2, ACE + 1) if each != pair][:3]
        ranks = tuple(sorted((pair, pair, *kickers)))
        least[low_strengths()[pair][pair]] = rungs.strength_of_ranks(ranks, False)
    return tuple(least)


@lru_cache(maxsize=1024)
def settings(cards: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the strengths of all high and low hands that seven sorted cards can form."""
    rungs, lows = ladder(high_shape()), low_strengths()
    worths = tuple(map(worth, cards))
    plain = cards[:-1] if cards[-1] == JOKER else cards  # the joker comes last, and is not among the ranks
    ranks, suits = tuple(map(rank, plain)), tuple(map(suit, plain))
    may_be_suited = max(map(suits.count, suits)) >= len(plain) - 2
    high, low = [], []
    for one, other in LOWS:
        is_suited = may_be_suited and len(set(_without(suits, one, other))) == 1
        high.append(rungs.strength_of_ranks(_without(ranks, one, other), is_suited))
        low.append(lows[worths[one]][worths[other]])
    return tuple(high), tuple(low)


def _without(seven: tuple[T, ...], one: int, other: int) -> tuple[T, ...]:
    """Return a tuple of seven items without those at two positions."""
    return seven[:one] + seven[one + 1 : other] + seven[other + 1 :]


def worth(card: int) -> int:
    """Return the rank of a card. The joker counts as an ace."""
    return ACE if card == JOKER else rank(card)


def house_setting(cards: tuple[int, ...], way: HouseWay) -> int:
    """Return the number of the way in which the croupier sets these seven cards."""
    high, low = settings(cards)
    ranks = tuple(map(worth, cards))
    best_kind = kinds()[max(high)]
    return pick(ranks, LOWS, high, low, least_high(), kinds(), wanted(ranks, best_kind, *way.plain))


# ---------------------------------------------------------------- the choice, on plain numbers


def wanted(
    ranks: Sequence[int],
    best_kind: int,
    two_pairs: Sequence[Sequence[int]],
    four: Sequence[Sequence[int]],
    three_aces: bool,
    five_aces: bool,
) -> tuple[int, int, int, bool, int]:
    """Return the constraints of the house way on these cards, whose best five form `best_kind`.

    They are the least and the greatest kind of the high hand, the rank of a pair that must be the low hand
    or 0, whether exactly one ace goes low, and a rank that may not go low or 0.
    """
    count = [0] * (ACE + 1)
    for each in ranks:
        count[each] += 1
    pairs, threes, four_of, top_pair, low_pair, top_three, top_card, top_single = 0, 0, 0, 0, 0, 0, 0, 0
    for each in range(2, ACE + 1):
        if count[each]:
            top_card = each
        if count[each] == 1:
            top_single = each
        if count[each] == 2:
            low_pair = each if pairs == 0 else low_pair
            pairs += 1
            top_pair = each
        if count[each] == 3:
            threes += 1
            top_three = each
        if count[each] >= 4:
            four_of = each
    if count[ACE] == 5:
        if count[KING] == 2:
            return 0, FIVE_ACES, KING, False, 0
        return (0, FIVE_ACES, ACE, False, 0) if five_aces else (FIVE_ACES, FIVE_ACES, 0, False, 0)
    if four_of:
        pair = top_three if threes else top_pair
        single = 0 if pair else top_single
        for row in range(len(four)):
            if four_of >= four[row][0]:
                if pair >= four[row][1] or single >= four[row][2]:
                    return FOUR, FIVE_ACES, 0, False, 0
                break
        return 0, FIVE_ACES, four_of, False, 0
    if threes == 2:
        return 0, FIVE_ACES, top_three, False, 0
    if pairs == 3 or (threes and pairs):
        return 0, FIVE_ACES, top_pair, False, 0
    if pairs == 2:
        for row in range(len(two_pairs)):
            if top_pair >= two_pairs[row][0] and low_pair >= two_pairs[row][1]:
                if top_single >= two_pairs[row][2]:
                    return TWO_PAIRS, TWO_PAIRS, 0, False, 0
                break
        return 0, FIVE_ACES, low_pair, False, 0
    if best_kind >= STRAIGHT:
        return STRAIGHT, FIVE_ACES, 0, False, 0
    if threes and top_three == ACE and three_aces:
        return 0, FIVE_ACES, 0, True, 0
    if threes:
        return THREE, THREE, 0, False, 0
    if pairs:
        return PAIR, PAIR, 0, False, 0
    return 0, FIVE_ACES, 0, False, top_card


def pick(
    ranks: Sequence[int],
    lows: Sequence[Sequence[int]],
    high: Sequence[int],
    low: Sequence[int],
    least: Sequence[int],
    kind: Sequence[int],
    constraints: tuple[int, int, int, bool, int],
) -> int:
    """Return the way that meets the constraints and has the best low hand, then the best high hand."""
    floor, ceiling, pair_low, one_ace, stays_high = constraints
    chosen = -1
    for way in range(len(low)):
        one, other = ranks[lows[way][0]], ranks[lows[way][1]]
        if high[way] < least[low[way]] or kind[high[way]] < floor or kind[high[way]] > ceiling:
            continue
        if pair_low and (one != pair_low or other != pair_low):
            continue
        if one_ace and (one == ACE) == (other == ACE):
            continue
        if stays_high in (one, other):
            continue
        if chosen < 0 or low[way] > low[chosen] or (low[way] == low[chosen] and high[way] > high[chosen]):
            chosen = way
    return chosen
