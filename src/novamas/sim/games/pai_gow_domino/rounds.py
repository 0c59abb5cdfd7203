"""Simulation of pai gow with dominoes: four tiles as client or as bank, against the house way."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from novamas.equipment.pieces import tile_of_piece
from novamas.equipment.tiles import TILE_KINDS, TILE_SET
from novamas.families.pai_gow.cloth import BANCA
from novamas.games.pai_gow_domino.cloth import fresh_set, house_way
from novamas.odds.games.pai_gow_domino.bets import HELD, Setting, by_house, census, for_the_best, hands_of
from novamas.sim.compiler import kernel, part_of_kernel
from novamas.sim.games.pai_gow.hands import BEST_OF, Set, felt_of, nets_of, result_of, results_of
from novamas.sim.play import CompiledBet, Counts, check_strategy
from novamas.sim.streams import Words, deal
from novamas.table.game import Table

KINDS = len(TILE_KINDS)


@part_of_kernel
def number_of(
    numbers: NDArray[np.int16], kinds: NDArray[np.int64], tiles: NDArray[np.uint8], first: int
) -> int:
    """Return the number that stands for a four-tile hand."""
    name = 0
    for place in range(first, first + HELD):
        name = name * KINDS + kinds[tiles[place]]
    return np.int64(numbers[name])  # type: ignore[return-value]  # signed, as numbers are


@kernel
def play_hands(
    stream: Words,
    rounds: int,
    tiles: NDArray[np.uint8],
    kinds: NDArray[np.int64],
    numbers: NDArray[np.int16],
    results: NDArray[np.int64],
    mine: Set,
    theirs: Set,
    is_bank: bool,
    counts: Counts,
) -> None:
    """Play four tiles against the croupier's four."""
    for _ in range(rounds):
        deal(stream, tiles, 0, 2 * HELD)
        own, other = number_of(numbers, kinds, tiles, 0), number_of(numbers, kinds, tiles, HELD)
        counts[result_of(results, mine, own, theirs, other, is_bank)] += 1


def compiled(table: Table, bet: str, strategy: str) -> CompiledBet:
    """Compile a client's or a bank's hand, set by the house way or by best play."""
    check_strategy(strategy, ())
    wager, felt, way = table.game.wagers(table.opening)[bet], felt_of(table), table.chosen["house_way"]
    house, is_bank = house_way(table.frame, way), bet.startswith(BANCA)
    counted = census(TILE_SET, house)
    rows = counted.as_bank if is_bank else counted.as_client
    by_the_house = by_house(rows, house)
    rate = felt.rules.rate_of_bank if is_bank else felt.rules.commission
    nets = (1 - rate, Fraction(0), Fraction(-1))
    picked = for_the_best(rows, nets) if bet.endswith(BEST_OF) else by_the_house
    return CompiledBet(
        kernel=play_hands,
        scratch=(np.frombuffer(fresh_set().left, np.uint8),),
        tables=(
            _kinds(),
            numbers_of_hands(),
            results_of(felt),
            _set(picked),
            _set(by_the_house),
            is_bank,
        ),
        nets=nets_of(felt, wager.stake, is_bank=is_bank),
        unit=Fraction(wager.stake),
        per=wager.per,
    )


def _kinds() -> NDArray[np.int64]:
    """Return the kind of tile that each piece is."""
    found = np.zeros(256, np.int64)
    for piece in fresh_set().left:
        found[piece] = tile_of_piece(piece)
    return found


def _set(picked: Sequence[Setting]) -> Set:
    """Return the strengths of the high and the low hand of each setting, in the order of the census."""
    return Set(
        np.array([each.way.high.strength for each in picked], np.uint16),
        np.array([each.way.low.strength for each in picked], np.uint16),
    )


@cache
def numbers_of_hands() -> NDArray[np.int16]:
    """Return the number of each four tiles. The index has their kinds as digits, in any order."""
    found = np.zeros(KINDS**HELD, np.int16)
    for number, hand in enumerate(hands_of(TILE_SET).tiles):
        for order in permutations(hand):
            name = 0
            for kind in order:
                name = name * KINDS + kind
            found[name] = number
    return found
