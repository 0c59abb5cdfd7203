"""Three-card poker as a round with a single stop. One box, which stays in or folds, plays the bank."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from novamas.equipment.cards import DECK_52
from novamas.games.tres_cartas.cloth import ANTE
from novamas.odds.engine_payouts import odds_of
from novamas.odds.games.tres_cartas import End, prizes
from novamas.odds.games.tres_cartas import Play as BestPlay
from novamas.odds.report import BetOdds
from novamas.sim.compiler import kernel, part_of_kernel, signed
from novamas.sim.play import BEST, CompiledBet, Counts, check_strategy
from novamas.sim.streams import Words, deal
from novamas.sim.three_card_hands import CARDS, numbers_of_threes
from novamas.table.game import Table

HAND = 3  # cards
FOLDED = 0  # the combinations follow, each with the ends of its comparison
ENDS = len(End)
IDLE, WON, TIED, LOST = (int(end) for end in End)


class Hands(NamedTuple):
    """All three-card hands, in the order of their numbers."""

    numbers: NDArray[np.uint16]
    strengths: NDArray[np.int64]
    made: NDArray[np.int64]  # the combination
    bank_plays: int  # the least strength with which the bank plays


@part_of_kernel
def number_of(numbers: NDArray[np.uint16], one: int, two: int, three: int) -> int:
    """Return the number that stands for a three-card hand."""
    return np.int64(numbers[(np.int64(one) * CARDS + two) * CARDS + three])  # type: ignore[return-value]


@part_of_kernel
def end_of(bank_plays: int, own: int, bank: int) -> int:
    """Return the result of comparing a hand with the bank's hand."""
    if bank < bank_plays:
        return IDLE
    if bank < own:
        return WON
    return TIED if bank == own else LOST


@part_of_kernel
def begin(stream: Words, cards: NDArray[np.uint8], numbers: NDArray[np.uint16]) -> int:
    """Deal the player's three cards and return the number of the hand."""
    deal(stream, cards, 0, HAND)
    return number_of(numbers, cards[0], cards[1], cards[2])


@part_of_kernel
def play_on(stream: Words, cards: NDArray[np.uint8], hands: Hands, mine: int) -> int:
    """Deal the bank's three cards and return how the round ends."""
    deal(stream, cards, HAND, 2 * HAND)
    bank = hands.strengths[number_of(hands.numbers, cards[3], cards[4], cards[5])]
    return 1 + signed(hands.made[mine]) * ENDS + end_of(hands.bank_plays, hands.strengths[mine], bank)


@kernel
def play_rounds(
    stream: Words,
    rounds: int,
    cards: NDArray[np.uint8],
    hands: Hands,
    goes: NDArray[np.bool_],
    counts: Counts,
) -> None:
    """Play rounds, given a table of the hands that stay in."""
    for _ in range(rounds):
        mine = begin(stream, cards, hands.numbers)
        counts[play_on(stream, cards, hands, mine) if goes[mine] else FOLDED] += 1


def compiled(table: Table, bet: str, strategy: str, *, from_hand: int | None = None) -> CompiledBet:
    """Compile the ante by best play or always staying in, or Pareja Plus alone.

    The ante includes the bet that follows it. With `from_hand`, hands of that strength or better stay
    in.
    """
    wager, best = table.game.wagers(table.opening)[bet], BestPlay(table)
    if from_hand is None:
        check_strategy(strategy, ("go",) if bet == ANTE else ())
    counted = best.census
    goes = best.goes if bet == ANTE and strategy == BEST else counted.strengths >= (from_hand or 0)
    made = np.zeros(len(counted.hands), np.int64)
    nets = [best.fold if bet == ANTE else 0]
    for n, (_, here) in enumerate(counted.categories):
        made[here] = n
        of_ante = best.nets[np.flatnonzero(here)[0]].tolist()
        nets += of_ante if bet == ANTE else [int(prizes(table)[n] * wager.stake)] * ENDS
    return CompiledBet(
        kernel=play_rounds,
        scratch=(np.array(DECK_52, np.uint8),),
        tables=(Hands(numbers_of_threes(), counted.strengths, made, int(counted.bank_plays)), goes),
        nets=tuple(nets),
        unit=Fraction(wager.stake),
        per=wager.per,
    )


def odds_by(table: Table, bet: str, strategy: str) -> BetOdds:
    """Return the odds of an ante with which the player always stays in."""
    play = BestPlay(table)
    play.goes = np.ones_like(play.goes)
    return odds_of(play.distribution(), table.game.wagers(table.opening)[bet].per, play.stake)
