"""Simulation of trijoker: three cards, two community cards, and three bets, two of them optional."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import permutations
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from novamas.equipment.cards import DECK_52
from novamas.hands import ranking_of
from novamas.hands.batch import every_hand, tally
from novamas.hands.tables import Tables, tables
from novamas.law import Frame
from novamas.odds.engine_payouts import odds_of
from novamas.odds.games.trijoker.bets import OWN, census, gains_of
from novamas.odds.report import BetOdds
from novamas.sim.compiler import kernel, part_of_kernel, signed
from novamas.sim.play import BEST, CompiledBet, Counts, check_strategy
from novamas.sim.streams import Words, deal
from novamas.sim.strengths import strength_of
from novamas.sim.three_card_hands import CARDS, numbers_of_threes
from novamas.table.game import Table

Keeps: TypeAlias = tuple[NDArray[np.bool_], NDArray[np.bool_]]  # without and with a community card

ALL = OWN + 2


@part_of_kernel
def end_of(
    ranked: Tables, kinds: NDArray[np.int64], outcomes: int, cards: NDArray[np.uint8], bets: int
) -> int:
    """Return how a round ends in which this many bets were left besides the last one."""
    return bets * outcomes + signed(kinds[strength_of(ranked, cards, 0, ALL, 0, 0)])


@kernel
def play_hands(
    stream: Words,
    rounds: int,
    cards: NDArray[np.uint8],
    ranked: Tables,
    numbers: NDArray[np.uint16],
    keeps_first: NDArray[np.bool_],
    keeps_second: NDArray[np.bool_],
    kinds: NDArray[np.int64],
    outcomes: int,
    counts: Counts,
) -> None:
    """Play rounds: three cards, then a community card after the choice on each of the first two bets."""
    for _ in range(rounds):
        deal(stream, cards, 0, ALL)
        mine = numbers[(np.int64(cards[0]) * CARDS + cards[1]) * CARDS + cards[2]]
        bets = int(keeps_first[mine]) + int(keeps_second[mine, cards[OWN]])
        counts[end_of(ranked, kinds, outcomes, cards, bets)] += 1


def compiled(table: Table, bet: str, strategy: str, *, keeps: Keeps | None = None) -> CompiledBet:
    """Compile the three bets: by best play, with all left in play, or with two withdrawn.

    Instead of a strategy, `keeps` may have the hands with which each bet stays.
    """
    if keeps is None:
        check_strategy(strategy, ("leave", "withdraw"))
        keeps = best_keeps(table.frame)
        if strategy != BEST:
            first, second = keeps
            keeps = np.full_like(first, strategy == "leave"), np.full_like(second, strategy == "leave")
    wager, frame = table.game.wagers(table.opening)[bet], table.frame
    gains, kinds = gains_of(frame)
    return CompiledBet(
        kernel=play_hands,
        scratch=(np.array(DECK_52, np.uint8),),
        tables=(
            tables(ranking_of(frame).shape, 5),
            numbers_of_threes(),
            *keeps,
            kinds,
            len(gains),
        ),
        nets=tuple(gain * (1 + more) * wager.stake for more in range(3) for gain in gains),
        unit=Fraction(wager.stake),
        per=wager.per,
    )


def odds_by(table: Table, bet: str, strategy: str) -> BetOdds:
    """Return the odds over any five cards, either of all three bets or of the last one alone."""
    wager, (gains, kinds) = table.game.wagers(table.opening)[bet], gains_of(table.frame)
    ways = tally(ranking_of(table.frame).shape, ALL)
    many, bets = int(ways.sum()), 3 if strategy == "leave" else 1
    nets = {
        Fraction(gain * bets): Fraction(int(ways[kinds == kind].sum()), many)
        for kind, gain in enumerate(gains)
    }
    return odds_of({net: chance for net, chance in nets.items() if chance}, wager.per, wager.stake)


@cache
def best_keeps(frame: Frame) -> Keeps:
    """Return the hands that keep the first bet, and those that keep the second.

    The second decision is by three cards and a community card.
    """
    counted, numbers = census(frame), numbers_of_threes()
    many = len(every_hand(DECK_52, OWN))
    first, second = np.zeros(many, np.bool_), np.zeros((many, CARDS), np.bool_)
    cards = np.arange(CARDS)
    for suits in permutations(range(4)):
        moved = cards & ~3 | np.array(suits)[cards & 3]
        one, two, three = (moved[counted.hands[:, place]] for place in range(OWN))
        places = numbers[(one * CARDS + two) * CARDS + three].astype(np.int64)
        first[places] = counted.first > 0
        second[places[:, None], moved[None, :]] = counted.second > 0
    return first, second
