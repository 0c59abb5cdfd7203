"""The odds of pai gow poker: by the house way, by the best setting, and for a player who banks.

Every hand of the player is compared with every hand of the bank. `every_pair` adds them up exactly
in about a minute on two processors, and its sums come with the package for each house way.

The best setting depends on the commission, slightly but exactly. It is summed for every thousandth.
Between two of these commissions, the better of the two neighbouring strategies is no further from
the best than the line between both.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from functools import cache, partial
from math import comb, sqrt
from typing import TYPE_CHECKING, Any, TypeAlias

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from novamas.equipment.cards import DECK_53, names
from novamas.equipment.cards import cards as read_cards
from novamas.errors import InvalidInput
from novamas.families.pai_gow.setup import Rules
from novamas.games.pai_gow_poker.cloth import house_way, way_name
from novamas.games.pai_gow_poker.house_way import (
    LOWS,
    high_shape,
    house_setting,
    kinds,
    least_high,
    low_strengths,
    settings,
)
from novamas.hands import Category, ladder
from novamas.law import Frame
from novamas.odds.advice import ANY_HAND, row, rule, whole_table
from novamas.odds.cache import cached_array
from novamas.odds.report import BetOdds, Settings
from novamas.table.game import Table, Wager

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[Any]

HELD = 7
OTHER_HANDS = comb(len(DECK_53) - HELD, HELD)  # hands that can be made of the cards that a hand leaves
PAIRS = comb(len(DECK_53), HELD) * OTHER_HANDS  # of a player's hand and one of the bank
STEP = Fraction(1, 1000)  # between the commissions for which the best setting is summed
Became: TypeAlias = tuple[int, int, int]  # number of hands against which it won, pushed, lost


class Against(Struct, frozen=True, forbid_unknown_fields=True):
    """The number of pairs of hands that win and that lose. All other pairs push."""

    won: int
    lost: int

    def gain(self, commission: Fraction) -> Fraction:
        """Return the average gain per unit at this commission."""
        return ((1 - commission) * self.won - self.lost) / PAIRS


class Best(Struct, frozen=True, forbid_unknown_fields=True):
    """The results if every hand is set by best play, for a player and for the bank."""

    casilla: Against
    banca: Against


class Sums(Struct, frozen=True, forbid_unknown_fields=True):
    """The sums over all pairs of hands against a house way.

    They are for a player who keeps to the house way too, and for best play by commission.
    """

    house: Against
    best: dict[str, Best]


class Published(Struct, frozen=True, forbid_unknown_fields=True):
    """The results of `count_pairs` and `count_hands`: sums by house way, and all seven-card hands."""

    ways: dict[str, Sums]
    hands: dict[Category, int]


@cache
def published() -> Published:
    """Return the sums that come with the package."""
    from importlib.resources import files

    text = files("novamas.odds.games.pai_gow_poker").joinpath("data.json").read_bytes()
    return msgspec.json.decode(text, type=Published)


def counted_anew(frame: Frame, way: str, commissions: Sequence[Fraction]) -> Published:
    """Recompute the sums for one house way at these commissions, which takes about a minute."""
    from novamas.odds.games.pai_gow_poker.every_pair import count_pairs

    return Published({way: count_pairs(_numbers(frame, way), commissions)}, count_hands())


# ---------------------------------------------------------------- the odds


def bets(table: Table) -> dict[str, BetOdds]:
    """Return the odds of a box, set by the house way or by best play, and of the bank against such a box."""
    return _bets(table, published())


def bets_anew(table: Table) -> dict[str, BetOdds]:
    """Return the odds with all pairs of hands recomputed, exact for any commission.

    This takes about a minute.
    """
    rates = sorted(set(rates_of(table).values()))
    return _bets(table, counted_anew(table.frame, table.chosen["house_way"], rates))


def rates_of(table: Table) -> dict[str, Fraction]:
    """Return the commission on each of the two bets. A player's bank may pay none to the house."""
    rules: Rules = table.opening.felt.rules  # type: ignore[attr-defined]  # the felt of this game
    return {"casilla": rules.commission, "banca": rules.rate_of_bank}


def _bets(table: Table, counted: Published) -> dict[str, BetOdds]:
    wagers = table.game.wagers(table.opening)
    if not wagers:
        return {}  # the house then sets its hand by its own rules
    sums, rates = counted.ways[table.chosen["house_way"]], rates_of(table)
    as_bank = Against(
        sums.house.lost, sums.house.won
    )  # both are set by the house way: what one wins the other loses
    found = {}
    for name, house in (("casilla", sums.house), ("banca", as_bank)):
        simply = odds_of(house, rates[name], wagers[name])
        best = best_odds(sums, name, rates[name], wagers[name])
        cost = rule(ANY_HAND, simply.edge - best.edge, best="set_as_house", otherwise="set_hand")
        found[name] = replace(simply, advice=(whole_table(hand_rows(counted)),))
        found[f"{name}_best"] = replace(best, advice=(cost,))
    return found


def hand_rows(sums: Published) -> tuple[Mapping[str, Any], ...]:
    """Return the exact number of seven-card hands whose best five make each combination."""
    return tuple(
        row({"best_five_of_seven": category.value}, "", {}, count) for category, count in sums.hands.items()
    )


def odds_of(became: Against, commission: Fraction, wager: Wager) -> BetOdds:
    """Return the odds of a bet that wins less the commission, loses its stake, or pushes."""
    won, lost = Fraction(became.won, PAIRS), Fraction(became.lost, PAIRS)
    chances = {Fraction(-1): lost, Fraction(0): 1 - won - lost, 1 - commission: won}
    mean = became.gain(commission)
    square = sum((net**2 * chance for net, chance in chances.items()), Fraction(0))
    return BetOdds(
        edge=-mean,
        per=wager.per,
        stake=wager.stake,
        sd=sqrt(square - mean**2),
        hit=won,
        distribution=tuple(chances.items()),
    )


def best_odds(sums: Sums, bet: str, commission: Fraction, wager: Wager) -> BetOdds:
    """Return the odds of the best setting at this commission.

    Between two summed commissions, return the odds of the better of their two strategies. The gain of
    the best setting is a convex function of the commission, so it is below the line between the two.
    """
    exactly = sums.best.get(str(commission))
    if exactly is not None:
        return odds_of(getattr(exactly, bet), commission, wager)
    below = commission // STEP * STEP
    less, more = (getattr(sums.best[str(each)], bet) for each in (below, below + STEP))
    better = max((less, more), key=partial(Against.gain, commission=commission))
    line = less.gain(below) + (more.gain(below + STEP) - less.gain(below)) * (commission - below) / STEP
    within = float(line - better.gain(commission))
    return replace(odds_of(better, commission, wager), exact=False, within=within)


# ---------------------------------------------------------------- one hand against all others


def outcomes(
    frame: Frame, way: str, held: tuple[int, ...], ways: Collection[int]
) -> dict[int, tuple[Became, Became]]:
    """Return the results of each setting, as player and as bank, against all hands of the other cards.

    Those hands are set by the house way. A copy belongs to the bank: it beats a player, and loses only
    to a better hand.
    """
    import numpy as np

    from novamas.odds.games.pai_gow_poker.kernels import face_all

    high, low = settings(held)
    high_marks, low_marks = (
        sorted({side[n] + is_bank for n in ways for is_bank in range(2)}) for side in (high, low)
    )
    high_places, low_places = (
        np.searchsorted(marks, np.arange(strengths), side="right").astype(np.uint32)
        for marks, strengths in ((high_marks, len(kinds())), (low_marks, len(least_high())))
    )
    counts = np.zeros((len(high_marks) + 1, len(low_marks) + 1), np.int64)
    high_places *= counts.shape[1]
    face_all()(*_house_hands(frame, way), np.array(held, np.uint8), high_places, low_places, counts.ravel())

    def became(high: int, low: int) -> Became:
        """Return how many opposing hands reach neither strength, exactly one of them, and both."""
        above, beyond = high_marks.index(high) + 1, low_marks.index(low) + 1
        won, lost = int(counts[:above, :beyond].sum()), int(counts[above:, beyond:].sum())
        return won, OTHER_HANDS - won - lost, lost

    return {n: (became(high[n], low[n]), became(high[n] + 1, low[n] + 1)) for n in ways}


def net_gain(became: Became, commission: Fraction) -> Fraction:
    """Return the average gain per unit of a setting, over all hands that it may meet."""
    won, _, lost = became
    return ((1 - commission) * won - lost) / OTHER_HANDS


@cache
def _house_hands(frame: Frame, way: str) -> tuple[Any, ...]:
    """Return all hands with their two strengths under the house way, as arrays for the kernels."""
    import numpy as np

    from novamas.odds.games.pai_gow_poker.kernels import set_all
    from novamas.odds.games.pai_gow_poker.seven_cards import plain_hands, suited_hands

    plain, suited = plain_hands(), suited_hands()
    strengths = []
    for hands in (plain.hands, suited.hands):
        highs, lows = np.empty(len(hands), np.uint16), np.empty(len(hands), np.uint16)
        set_all()(*_numbers(frame, way), hands, highs, lows)
        strengths.append((highs, lows))
    return *plain[1:], *strengths[0], *suited[1:], *strengths[1]


def house_settings(frame: Frame, way: str) -> tuple[Array, Array]:
    """Return both strengths of every seven-card hand, set the house way.

    Hands that differ only in their suits count once.
    """
    import numpy as np

    known = _house_hands(frame, way)
    return np.concatenate((known[2], known[-2])), np.concatenate((known[3], known[-1]))


def best_settings(frame: Frame, way: str, commission: Fraction, *, is_bank: bool) -> tuple[Array, Array]:
    """Return the two strengths of every hand under best play, as player or as bank, at a commission.

    Each hand is evaluated in the suits in which `seven_cards` writes it, as in the complete table. Its
    results come from the cache or are computed in less than a minute. The commission only selects among
    them.
    """
    import numpy as np

    from novamas.odds.games.pai_gow_poker.every_pair import all_as_written, all_kinds, best_marks, ways_to_set

    numbers = _numbers(frame, way)
    became = cached_array(f"pai_gow_poker-{frame.norm}-{way}", partial(all_as_written, numbers))
    ways = ways_to_set(numbers, all_kinds())
    marks = best_marks(ways, became, commission, is_bank=is_bank)
    return ways.highs[marks].astype(np.uint16), ways.lows[marks].astype(np.uint16)


def right_ways(held: tuple[int, ...]) -> list[int]:
    """Return the settings in which the high hand ranks above the low hand."""
    high, low = settings(held)
    return [n for n in range(len(LOWS)) if high[n] >= least_high()[low[n]]]


def worth_a_thought(held: tuple[int, ...]) -> list[int]:
    """Return the valid settings, without those that another setting equals or beats in both hands."""
    high, low = settings(held)
    pairs = {(high[n], low[n]): n for n in reversed(right_ways(held))}
    return [
        n
        for (mine, my_low), n in pairs.items()
        if not any(a >= mine and b >= my_low for a, b in pairs if (a, b) != (mine, my_low))
    ]


def explain_setting(table: Table, hand: str) -> Settings:
    """Return the exact value of each setting of seven cards against a bank that the croupier sets."""
    held = tuple(sorted(read_cards(hand)))
    if len(set(held)) != HELD:
        raise InvalidInput("no_hand", text_key="no_hand_of_seven", given=hand)
    frame, way, commission = table.frame, table.chosen["house_way"], table.chosen["commission"]
    found = outcomes(frame, way, held, right_ways(held))
    worth = {n: net_gain(client, commission) for n, (client, _) in found.items()}
    best_first = {way_name(held, n): worth[n] for n in sorted(worth, key=worth.__getitem__, reverse=True)}
    return Settings(names(held), best_first, way_name(held, house_setting(held, house_way(frame, way))))


def _numbers(frame: Frame, way: str) -> tuple[tuple[object, ...], Array, Array, tuple[object, ...]]:
    """Return the arrays that the kernels need: hand tables, settings and the house way."""
    import numpy as np

    from novamas.hands.tables import tables

    two_pairs, four, three_aces, five_aces = house_way(frame, way).plain
    figures = (
        *(np.array(least_high()), np.array(kinds()), np.array(two_pairs), np.array(four)),
        *(three_aces, five_aces),
    )
    return tuple(tables(high_shape(), 5)), np.array(LOWS), np.array(low_strengths()), figures


# ---------------------------------------------------------------- all hands


def count_hands() -> dict[Category, int]:
    """Return the number of seven-card hands whose best five make each combination."""
    import numpy as np

    from novamas.hands.tables import tables
    from novamas.odds.games.pai_gow_poker.kernels import best_fives
    from novamas.odds.games.pai_gow_poker.seven_cards import how_many, plain_hands, suited_hands

    found = dict.fromkeys(high_shape().order, 0)
    rungs = ladder(high_shape()).rungs
    for hands, many in zip((plain_hands().hands, suited_hands().hands), how_many(), strict=True):
        strengths = np.empty(len(hands), np.uint16)
        arrays = tuple(tables(high_shape(), 5)), np.array(LOWS), np.array(low_strengths())
        best_fives()(*arrays, hands, strengths)
        by_strength = np.bincount(strengths, weights=many, minlength=len(rungs) + 1).astype(np.int64)
        for rung, count in zip(rungs, by_strength[1:].tolist(), strict=True):
            found[rung.category] += count
    return found
