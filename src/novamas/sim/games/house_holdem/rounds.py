"""Simulation of hold'em against the house: the ante by best or simple strategy, and the bonus."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from novamas.equipment.cards import DECK_52
from novamas.families.house_holdem.figures import BONUS, figures_of
from novamas.hands import ranking
from novamas.hands.tables import Tables, tables
from novamas.law.default import ours
from novamas.odds.engine_payouts import odds_of
from novamas.odds.games.house_holdem.bets import Play as BestPlay
from novamas.odds.games.house_holdem.bets import kind_of, straight
from novamas.odds.games.house_holdem.further_bets import (
    BEFORE_TURN,
    CARDS,
    CHANGES,
    further_bets,
    names_of_flops,
)
from novamas.odds.games.house_holdem.kernels import LEFT, LOST, TIED, WON, WON_HIGH, bets_simply
from novamas.odds.report import BetOdds
from novamas.odds.suit_classes import suit_classes
from novamas.sim.compiler import kernel, part_of_kernel
from novamas.sim.play import BEST, CompiledBet, Counts, check_strategy
from novamas.sim.streams import Words, deal
from novamas.sim.strengths import strength_of
from novamas.table.game import Table

RULE = "simple"  # bet if the hole cards improve on the board alone
FOLDED = 0  # the outcomes follow, by further bets: won, won with a straight or better, lost, tied
FLOP, TURN, RIVER, BANK, ALL = 2, 5, 6, 7, 9  # positions in the deck
OWN, BOARD = 2, 5  # numbers of cards
NO_PRIZE, LOOK_AT_BANK = -1, -2

_ONE, _BEFORE_TURN = np.uint64(1), np.uint64(BEFORE_TURN)

by_rule = kernel(bets_simply)


class Further(NamedTuple):
    """The hands that bet after the flop, and those that bet after the turn."""

    rows: NDArray[np.uint64]  # by flop and hole cards; empty unless the strategy is best
    flops: NDArray[np.uint8]
    names: NDArray[np.uint16]
    changes: NDArray[np.uint8]
    of_five: Tables
    of_six: Tables
    least: tuple[int, int]  # the weakest hands that bet; negative for the simple rule


@part_of_kernel
def more_bets(further: Further, cards: NDArray[np.uint8], own: int, flop: int) -> int:
    """Return how many bets follow after the flop. `own` and `flop` are card positions."""
    first, second = cards[own], cards[own + 1]
    if len(further.rows) == 0 and further.least[0] < 0:
        board = cards[flop : flop + 4]
        return int(by_rule(first, second, board, 3)) + int(by_rule(first, second, board, 4))
    if len(further.rows) == 0:
        before = strength_of(further.of_five, cards, own, OWN, flop, 3)
        after = strength_of(further.of_six, cards, own, OWN, flop, 4)
        return int(before >= further.least[0]) + int(after >= further.least[1])
    name = (np.int64(cards[flop]) * CARDS + cards[flop + 1]) * CARDS + cards[flop + 2]
    row, change = further.names[name] // CHANGES, further.names[name] % CHANGES
    one, other = np.int64(further.changes[change, first]), np.int64(further.changes[change, second])
    turn = np.int64(further.changes[change, cards[flop + 3]])
    for nth in (2, 1, 0):  # from the highest, so that lower positions do not move
        gone = further.flops[row, nth]
        one, other, turn = one - int(one > gone), other - int(other > gone), turn - int(turn > gone)
    one, other = min(one, other), max(one, other)
    bits = further.rows[row, one * (2 * LEFT - one - 1) // 2 + other - one - 1]
    return int(bits >> _BEFORE_TURN & _ONE != 0) + int(bits >> np.uint64(turn) & _ONE != 0)


@part_of_kernel
def end_of(from_straight: int, mine: int, bank: int) -> int:
    """Return the result of comparing a hand with the bank's hand."""
    if mine > bank:
        return WON_HIGH if mine >= from_straight else WON
    return TIED if mine == bank else LOST


@part_of_kernel
def settle(ranked: Tables, from_straight: int, cards: NDArray[np.uint8], more: int) -> int:
    """Return how a round ends with this many bets after the flop."""
    mine = strength_of(ranked, cards, 0, OWN, FLOP, BOARD)
    bank = strength_of(ranked, cards, BANK, OWN, FLOP, BOARD)
    return 1 + 4 * more + end_of(from_straight, mine, bank)


@kernel
def play_hands(
    stream: Words,
    rounds: int,
    cards: NDArray[np.uint8],
    ranked: Tables,
    goes: NDArray[np.bool_],
    from_straight: int,
    further: Further,
    counts: Counts,
) -> None:
    """Play the ante: hole cards and, after a flop bet, the board and the bank's cards."""
    for _ in range(rounds):
        deal(stream, cards, 0, FLOP)
        if not goes[cards[0], cards[1]]:
            counts[FOLDED] += 1
            continue
        deal(stream, cards, FLOP, ALL)
        more = more_bets(further, cards, 0, FLOP)
        counts[settle(ranked, from_straight, cards, more)] += 1


@kernel
def play_bonus(
    stream: Words,
    rounds: int,
    cards: NDArray[np.uint8],
    goes: NDArray[np.bool_],
    prizes: NDArray[np.int64],
    with_bank: NDArray[np.int64],
    counts: Counts,
) -> None:
    """Play the bonus: two cards, and the bank's two if a prize depends on them.

    If the hand stays in, the board is dealt before the bank's cards.
    """
    for _ in range(rounds):
        deal(stream, cards, 0, FLOP)
        first, second = cards[0], cards[1]
        prize, bank = prizes[first, second], FLOP
        if goes[first, second]:
            deal(stream, cards, FLOP, ALL)
            bank = BANK
        elif prize == LOOK_AT_BANK:
            deal(stream, cards, FLOP, FLOP + 2)
        if prize == LOOK_AT_BANK:
            prize = with_bank[first, second, cards[bank], cards[bank + 1]]
        counts[1 + prize] += 1


def compiled(
    table: Table,
    bet: str,
    strategy: str,
    *,
    goes: NDArray[np.bool_] | None = None,
    least: tuple[int, int] = (-1, -1),
) -> CompiledBet:
    """Compile the ante with its further bets, or the bonus alone.

    `goes` has the hole cards that stay in, and `least` the weakest hands that bet later. Without them
    the strategy decides.
    """
    wager, best = table.game.wagers(table.opening)[bet], BestPlay(table)
    if goes is None:
        check_strategy(strategy, () if bet == BONUS else (RULE,))
        goes = np.array([[best.goes[kind_of((one, other))] for other in DECK_52] for one in DECK_52])
    deck = (np.array(DECK_52, np.uint8),)
    if bet == BONUS:
        nets, prizes, with_bank = _prizes(table, wager.stake)
        return CompiledBet(
            play_bonus, (goes, prizes, with_bank), nets, Fraction(wager.stake), wager.per, scratch=deck
        )
    shape = ranking("holdem_contrapartida", law=ours()).shape
    further = Further(
        further_bets() if strategy == BEST else np.zeros((0, 0), np.uint64),
        suit_classes(3)[0],
        *_names(),
        tables(shape, 5),
        tables(shape, 6),
        least,
    )
    return CompiledBet(
        kernel=play_hands,
        scratch=deck,
        tables=(tables(shape, 7), goes, straight(), further),
        nets=(best.fold, *best.nets),
        unit=Fraction(wager.stake),
        per=wager.per,
    )


def odds_by(table: Table, bet: str, strategy: str) -> BetOdds:
    """Return the odds of the ante under the simple strategy."""
    play = BestPlay(table)
    return odds_of(play.distribution(play.sums.simple), play.wager.per, play.stake)


@cache
def _names() -> tuple[NDArray[np.uint16], NDArray[np.uint8]]:
    return names_of_flops()


def _prizes(table: Table, stake: int) -> tuple[tuple[int, ...], Any, Any]:
    """Return the nets of the bonus, loss first, and the prize of each pair of hole cards.

    A prize that also needs the bank's cards is in the second table, by all four cards.
    """
    figures = figures_of(table.frame)
    nets = (-stake, *(int(prize.pays * stake) for prize in figures.prizes))
    own, with_bank = np.full((CARDS, CARDS), NO_PRIZE), np.full((CARDS,) * 4, NO_PRIZE, np.int8)
    for one in DECK_52:
        for other in DECK_52:
            if one == other:
                continue
            if not any(prize.fits((one, other), (one, other)) for prize in figures.may_need_bank):
                found = figures.bonus_prize((one, other), ())
                own[one, other] = NO_PRIZE if found is None else figures.prizes.index(found)
                continue
            own[one, other] = LOOK_AT_BANK
            left = [card for card in DECK_52 if card not in (one, other)]
            for third in left:
                for fourth in left:
                    found = figures.bonus_prize((one, other), (third, fourth))
                    if third != fourth and found is not None:
                        with_bank[one, other, third, fourth] = figures.prizes.index(found)
    return nets, own, with_bank
