"""Exact odds of pai gow with dominoes: all hands of a player against all hands of the bank.

Tiles that look alike are counted together. This gives some eight thousand kinds of hands for each
player, and each pair of them has its number of ways. The bank sets its hand by the house way. The
player uses the house way or the best setting.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb, lcm, prod
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from novamas.equipment.tiles import TILE_SET, tile_names, tiles
from novamas.errors import InvalidInput
from novamas.families.pai_gow.setup import Rules
from novamas.games.pai_gow_domino.cloth import house_way, way_name
from novamas.games.pai_gow_domino.house_way import HouseWay, Way, chosen, ways
from novamas.odds.advice import ANY_HAND, row, rule, whole_table
from novamas.odds.engine_payouts import odds_of
from novamas.odds.progress import tracked
from novamas.odds.report import BetOdds, Settings
from novamas.table.game import Table

HELD = 4
AT_ONCE = 100  # hands per progress report
Counts = tuple[int, int, int]  # won, void, lost


class Setting(Struct, frozen=True):
    """The results of one setting of four tiles, over all hands of the opponent."""

    tiles: tuple[int, ...]
    way: Way
    many: int  # number of ways in which the four tiles can come
    counts: Counts

    def worth(self, nets: Sequence[Fraction]) -> Fraction:
        """Return the average gain of a setting, given the gains for a win, a push and a loss."""
        return sum((net * count for net, count in zip(nets, self.counts, strict=True)), Fraction(0)) / sum(
            self.counts
        )


class Hands(Struct, frozen=True):
    """All kinds of four-tile hands in a set, and how many copies of each tile the set has."""

    tiles: tuple[tuple[int, ...], ...]
    copies: tuple[int, ...]  # of each kind of tile in the set


@cache
def hands_of(tile_set: tuple[int, ...]) -> Hands:
    """Return the kinds of hands that a set of tiles makes. Tests use a smaller set."""
    kinds = sorted(set(combinations(sorted(tile_set), HELD)))
    most = max(tile_set) + 1
    count = Counter(tile_set)
    return Hands(tuple(kinds), tuple(count[kind] for kind in range(most)))


class Census(Struct, frozen=True):
    """The results of each setting of every kind of hand, against an opponent's house way."""

    as_client: tuple[tuple[Setting, ...], ...]
    as_bank: tuple[tuple[Setting, ...], ...]


@cache
def census(tile_set: tuple[int, ...], house: HouseWay) -> Census:
    """Return the results of every hand against every hand that the remaining tiles can make."""
    import numpy as np

    from novamas.odds.games.pai_gow_domino.kernels import against_all

    hands = hands_of(tile_set)
    size = len(hands.tiles)
    kinds, counts = np.full((size, HELD), -1), np.zeros((size, HELD), np.int64)
    lows, highs = np.full((size, 3), -1), np.full((size, 3), -1)
    theirs = np.zeros(size, np.int64)
    for n, hand in enumerate(hands.tiles):
        for place, (kind, count) in enumerate(Counter(hand).items()):
            kinds[n, place], counts[n, place] = kind, count
        for place, way in enumerate(ways(hand)):
            lows[n, place], highs[n, place] = way.low.strength, way.high.strength
        theirs[n] = ways(hand).index(chosen(hand, house))
    choose = np.array([[comb(most, count) for count in range(HELD + 1)] for most in range(HELD + 1)])
    found = np.zeros((size, 3, 2, 3), np.int64)
    for first in tracked("hands", range(0, size, AT_ONCE)):
        last = min(first + AT_ONCE, size)
        against_all()(first, last, kinds, counts, np.array(hands.copies), choose, lows, highs, theirs, found)
    as_client, as_bank = (
        tuple(
            tuple(
                Setting(hand, way, _many(hand, hands.copies), _counts(found[n, place, role].tolist()))
                for place, way in enumerate(ways(hand))
            )
            for n, hand in enumerate(hands.tiles)
        )
        for role in range(2)
    )
    return Census(as_client, as_bank)


def _counts(row: list[int]) -> Counts:
    return row[0], row[1], row[2]


def _many(hand: Sequence[int], copies: Sequence[int]) -> int:
    """Return in how many ways the set can give these four tiles."""
    return prod(comb(copies[kind], count) for kind, count in Counter(hand).items())


def chances(picked: Sequence[Setting]) -> tuple[Fraction, Fraction, Fraction]:
    """Return the probabilities of a win, a push and a loss, over all hands in their chosen settings."""
    whole = sum(setting.many * sum(setting.counts) for setting in picked)
    won, void, lost = (
        Fraction(sum(setting.many * setting.counts[n] for setting in picked), whole) for n in range(3)
    )
    return won, void, lost


def by_house(rows: Sequence[Sequence[Setting]], way: HouseWay) -> list[Setting]:
    """Return the house way's setting for every hand."""
    return [next(one for one in row if one.way == chosen(row[0].tiles, way)) for row in rows]


def for_the_best(rows: Sequence[Sequence[Setting]], nets: Sequence[Fraction]) -> list[Setting]:
    """Return the best setting for every hand. It is computed in whole numbers, for speed."""
    whole = lcm(*(net.denominator for net in nets))
    won, void, lost = (int(net * whole) for net in nets)

    def gain(setting: Setting) -> int:
        return won * setting.counts[0] + void * setting.counts[1] + lost * setting.counts[2]

    return [max(row, key=gain) for row in rows]


def bets(table: Table) -> dict[str, BetOdds]:
    """Return the odds of a box and of the bank, set by the house way or by best play.

    The opponent has one hand and sets it by the house way.
    """
    wagers = table.game.wagers(table.opening)
    if not wagers:
        return {}  # the house then sets its hand by its own rules
    way = house_way(table.frame, table.chosen["house_way"])
    rules: Rules = table.opening.felt.rules  # type: ignore[attr-defined]  # the felt of this game
    counted = census(TILE_SET, way)
    sides = (
        ("casilla", counted.as_client, rules.commission),
        ("banca", counted.as_bank, rules.rate_of_bank),
    )
    found = {}
    for name, rows, rate in sides:
        nets = (1 - rate, Fraction(0), Fraction(-1))
        house, best = by_house(rows, way), for_the_best(rows, nets)
        wager = wagers[name]
        simply = odds_of(dict(zip(nets, chances(house), strict=True)), wager.per, wager.stake)
        odds = odds_of(dict(zip(nets, chances(best), strict=True)), wager.per, wager.stake)
        cost = rule(ANY_HAND, simply.edge - odds.edge, best="set_as_house", otherwise="set_hand")
        found[name] = simply
        found[f"{name}_best"] = replace(odds, advice=(cost, whole_table(tuple(table_of(rows, best, nets)))))
    return found


def explain_setting(table: Table, hand: str) -> Settings:
    """Return the value of each setting of four tiles against a bank that the croupier sets."""
    held = tuple(sorted(tiles(hand)))
    if len(held) != HELD:
        raise InvalidInput("no_hand", text_key="no_hand_of_tiles", given=hand)
    way = house_way(table.frame, table.chosen["house_way"])
    nets = (1 - table.chosen["commission"], Fraction(0), Fraction(-1))
    rows = census(TILE_SET, way).as_client
    ways_to_set = next(row for row in rows if row[0].tiles == held)
    worth = {way_name(each.way): each.worth(nets) for each in ways_to_set}
    ordered = dict(sorted(worth.items(), key=lambda each: -each[1]))
    house = way_name(chosen(held, way))
    return Settings(tile_names(held), ordered, house)


def table_of(
    rows: Sequence[Sequence[Setting]], best: Sequence[Setting], nets: Sequence[Fraction]
) -> Iterator[Mapping[str, Any]]:
    """Yield the best setting of every hand, and the value of each setting."""
    for ways_to_set, picked in zip(rows, best, strict=True):
        worth = {f"set_hand {way_name(each.way)}": each.worth(nets) for each in ways_to_set}
        tiles = {"tiles": tile_names(picked.tiles)}
        yield row(tiles, f"set_hand {way_name(picked.way)}", worth, picked.many)
